package analysis

import (
	"bytes"
	"fmt"
	"image/color"
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

// bar is one labelled value of a bar plot, with its interval where known.
type bar struct {
	label    string
	value    float64
	interval *Interval
}

// intervalPlot draws labelled means with their intervals, first on top, and a vertical line at even. Values in percent.
func intervalPlot(title string, bars []bar, even float64) (string, error) {
	p := plot.New()
	p.Title.Text = title
	p.X.Label.Text = "percent"
	n := len(bars)
	points := make(plotter.XYs, n)
	errors := make(plotter.XErrors, n)
	labels := make([]string, n)
	for i, b := range bars {
		row := n - 1 - i
		points[row] = plotter.XY{X: 100 * b.value, Y: float64(row)}
		errors[row].Low = 100 * (b.value - b.interval.Low)
		errors[row].High = 100 * (b.interval.High - b.value)
		labels[row] = b.label
	}
	scatter, err := plotter.NewScatter(points)
	if err != nil {
		return "", fmt.Errorf("analysis: plot: %w", err)
	}
	scatter.Color, scatter.Shape, scatter.Radius = accent, draw.CircleGlyph{}, vg.Points(3)
	whiskers, err := plotter.NewXErrorBars(struct {
		plotter.XYs
		plotter.XErrors
	}{points, errors})
	if err != nil {
		return "", fmt.Errorf("analysis: plot: %w", err)
	}
	whiskers.Color = ink
	line, err := plotter.NewLine(plotter.XYs{{X: 100 * even, Y: -0.7}, {X: 100 * even, Y: float64(n) - 0.3}})
	if err != nil {
		return "", fmt.Errorf("analysis: plot: %w", err)
	}
	line.Color = faint
	p.Add(line, whiskers, scatter)
	p.NominalY(labels...)
	p.X.Min, p.X.Max = 0, 100
	p.Y.Min, p.Y.Max = -0.7, float64(n)-0.3
	return svg(p, 18*vg.Centimeter, vg.Length(2.6+0.62*float64(n))*vg.Centimeter)
}

// lengthPlot draws the histogram of game lengths in plies.
func lengthPlot(plies []int) (string, error) {
	values := make(plotter.Values, len(plies))
	for i, n := range plies {
		values[i] = float64(n)
	}
	p := plot.New()
	p.Title.Text = "Game length"
	p.X.Label.Text, p.Y.Label.Text = "plies", "games"
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
	p.X.Label.Text = "casts per game"
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
