package analysis

import (
	"bytes"
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

var (
	ink    = color.RGBA{0x1f, 0x2d, 0x3d, 0xff}
	accent = color.RGBA{0x2b, 0x6c, 0xb0, 0xff}
	faint  = color.RGBA{0xb8, 0xc4, 0xd0, 0xff}
)

// svg draws a plot as an inline SVG element of the given size.
func svg(p *plot.Plot, width, height vg.Length) (string, error) {
	canvas := vgsvg.New(width, height)
	p.Draw(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return "", fmt.Errorf("analysis: plot: %w", err)
	}
	text := b.String()
	return text[strings.Index(text, "<svg"):], nil // without the XML declaration, which HTML doesn't take
}

// ticks are gonum's with labels that have no superfluous zeros.
type ticks struct{}

func (ticks) Ticks(low, high float64) []plot.Tick {
	list := plot.DefaultTicks{}.Ticks(low, high)
	for i, t := range list {
		if t.Label != "" {
			list[i].Label = strconv.FormatFloat(t.Value, 'g', 6, 64)
		}
	}
	return list
}

// bar is one labelled value of a bar plot, with its interval where known.
type bar struct {
	label    string
	value    float64
	interval *Interval
}

// intervalPlot draws labelled means with their intervals, first on top, and a vertical line at even. Values in percent.
func intervalPlot(title string, bars []bar, even float64) (string, error) {
	p, err := whiskerPlot(title, "percent", bars, even, 100)
	if err != nil {
		return "", err
	}
	p.X.Min, p.X.Max = 0, 100
	return svg(p, 18*vg.Centimeter, vg.Length(2.6+0.62*float64(len(bars)))*vg.Centimeter)
}

// valuePlot draws what pieces are worth, in Elo points, with a line at 0.
func valuePlot(values []PieceValue) (string, error) {
	bars := make([]bar, len(values))
	for i, v := range values {
		bars[i] = bar{spaced(v.Piece), v.Elo.Value, &v.Elo.Interval}
	}
	p, err := whiskerPlot("One more piece", "Elo points", bars, 0, 1)
	if err != nil {
		return "", err
	}
	return svg(p, 18*vg.Centimeter, vg.Length(2.6+0.55*float64(len(bars)))*vg.Centimeter)
}

// whiskerPlot prepares labelled means times unit with their intervals, first on top, and a vertical line at even.
func whiskerPlot(title, axis string, bars []bar, even, unit float64) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = title
	p.X.Label.Text = axis
	p.X.Tick.Marker = ticks{}
	n := len(bars)
	points := make(plotter.XYs, n)
	errors := make(plotter.XErrors, n)
	labels := make([]string, n)
	for i, b := range bars {
		row := n - 1 - i
		points[row] = plotter.XY{X: unit * b.value, Y: float64(row)}
		errors[row].Low = unit * (b.value - b.interval.Low)
		errors[row].High = unit * (b.interval.High - b.value)
		labels[row] = b.label
	}
	scatter, err := plotter.NewScatter(points)
	if err != nil {
		return nil, fmt.Errorf("analysis: plot: %w", err)
	}
	scatter.Color, scatter.Shape, scatter.Radius = accent, draw.CircleGlyph{}, vg.Points(3)
	whiskers, err := plotter.NewXErrorBars(struct {
		plotter.XYs
		plotter.XErrors
	}{points, errors})
	if err != nil {
		return nil, fmt.Errorf("analysis: plot: %w", err)
	}
	whiskers.Color = ink
	line, err := plotter.NewLine(plotter.XYs{{X: unit * even, Y: -0.7}, {X: unit * even, Y: float64(n) - 0.3}})
	if err != nil {
		return nil, fmt.Errorf("analysis: plot: %w", err)
	}
	line.Color = faint
	p.Add(line, whiskers, scatter)
	p.NominalY(labels...)
	p.Y.Min, p.Y.Max = -0.7, float64(n)-0.3
	return p, nil
}

// lengthPlot draws the histogram of game lengths.
func lengthPlot(plies []int, unit string) (string, error) {
	values := make(plotter.Values, len(plies))
	for i, n := range plies {
		values[i] = float64(n)
	}
	p := plot.New()
	p.Title.Text = "Game length"
	p.X.Label.Text, p.Y.Label.Text = unit, "games"
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks{}, ticks{}
	const bins = 24
	h, err := plotter.NewHist(values, bins)
	if err != nil {
		return "", fmt.Errorf("analysis: plot: %w", err)
	}
	h.FillColor, h.Color = accent, ink
	p.Add(h)
	return svg(p, 18*vg.Centimeter, 7*vg.Centimeter)
}

// usePlot draws casts a game by technique.
func usePlot(set string, uses []Use) (string, error) {
	p := plot.New()
	p.Title.Text = set
	p.X.Label.Text = "per side and game"
	p.X.Tick.Marker = ticks{}
	values := make(plotter.Values, len(uses))
	labels := make([]string, len(uses))
	for i, u := range uses {
		row := len(uses) - 1 - i
		values[row], labels[row] = u.PerGame, u.Technique
	}
	bars, err := plotter.NewBarChart(values, 9)
	if err != nil {
		return "", fmt.Errorf("analysis: plot: %w", err)
	}
	bars.Horizontal, bars.Color, bars.LineStyle.Width = true, accent, 0
	p.Add(bars)
	p.NominalY(labels...)
	p.X.Min = 0
	return svg(p, 18*vg.Centimeter, vg.Length(2.4+0.55*float64(len(uses)))*vg.Centimeter)
}
