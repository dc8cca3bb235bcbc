package analysis

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
)

//go:embed templates/report.html
var reportTemplate string

// page is what the template sees.
type page struct {
	*Report
	Rows      []string    // White's sets
	Columns   []string    // Black's sets
	Grid      [][]*Cell   // [row][column], nil where the matchup wasn't played
	Beside    *sideBySide // nil without a comparison
	Values    *valueTable // nil without piece values
	CellPlot  template.HTML
	SetPlot   template.HTML
	LengthFig template.HTML
	UsePlots  []template.HTML
	ValuePlot template.HTML
}

// WriteHTML writes index.html: one page that needs nothing else, neither files nor a network.
func (r *Report) WriteHTML(w io.Writer) error {
	p := &page{Report: r}
	if err := p.draw(); err != nil {
		return err
	}
	t, err := template.New("report").Funcs(template.FuncMap{
		"percent": func(x float64) string { return fmt.Sprintf("%.1f", 100*x) },
		"one":     func(x float64) string { return fmt.Sprintf("%.1f", x) },
		"name":    r.nameOf,
		"shade":   shade,
		"elo":     eloText,
		"points":  Estimate.points,
		"text":    Estimate.text,
		"title":   func(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] },
		"spaced":  spaced,
	}).Parse(reportTemplate)
	if err != nil {
		return fmt.Errorf("analysis: report template: %w", err)
	}
	return t.Execute(w, p)
}

// shade colours a cell of the heat map: blue where White scores more than half, red where less, white at even.
func shade(score float64) template.CSS {
	strength := min(1, 2*math.Abs(score-0.5))
	r, g, b := 43.0, 108.0, 176.0
	if score < 0.5 {
		r, g, b = 197, 48, 48
	}
	mix := func(c float64) int { return int(255 - (255-c)*strength*0.75) }
	return template.CSS(fmt.Sprintf("background:rgb(%d,%d,%d)", mix(r), mix(g), mix(b)))
}

// eloText shows a score as Elo points with its interval.
func eloText(s Score) string {
	return Estimate{Elo(s.Mean), EloInterval(s.Interval)}.text("%+.0f")
}

// draw fills in everything that the report doesn't have as a page shows it.
func (p *page) draw() error {
	p.drawGrid()
	if len(p.Variants) > 0 {
		p.Beside = beside(p.Report)
	}
	if len(p.PieceValues) > 0 {
		p.Values = newValueTable(p.PieceValues)
	}
	return p.drawPlots()
}

// drawGrid lays the cells out by White's and Black's sets.
func (p *page) drawGrid() {
	index := map[[2]string]*Cell{}
	rows, columns := map[string]bool{}, map[string]bool{}
	for i := range p.Cells {
		c := &p.Cells[i]
		index[[2]string{c.White, c.Black}] = c
		rows[c.White], columns[c.Black] = true, true
	}
	p.Rows, p.Columns = sorted(rows), sorted(columns)
	for _, white := range p.Rows {
		var line []*Cell
		for _, black := range p.Columns {
			line = append(line, index[[2]string{white, black}])
		}
		p.Grid = append(p.Grid, line)
	}
}

// drawPlots draws the figures that there is something for.
func (p *page) drawPlots() error {
	var errs []error
	figure := func(drawn string, err error) template.HTML {
		errs = append(errs, err)
		return template.HTML(drawn)
	}
	var cells, sets []bar
	for i := range p.Cells {
		c := &p.Cells[i]
		label := p.nameOf(c.White)
		if p.Beside == nil {
			label += " v " + p.nameOf(c.Black)
		}
		cells = append(cells, bar{label, c.Score.Mean, &c.Score.Interval})
	}
	p.CellPlot = figure(intervalPlot("White's score", cells, 0.5))
	for i := range p.Sets {
		sets = append(sets, bar{p.nameOf(p.Sets[i].Set), p.Sets[i].Score.Mean, &p.Sets[i].Score.Interval})
	}
	if len(sets) > 0 {
		p.SetPlot = figure(intervalPlot("Score of each set against the others, both colours", sets, 0.5))
	}
	if values := shownValues(p.PieceValues); len(values) > 0 {
		p.ValuePlot = figure(valuePlot(values))
	}
	p.LengthFig = figure(lengthPlot(p.plies, p.Source.Unit))
	for first := 0; first < len(p.Use); {
		end := first
		for end < len(p.Use) && p.Use[end].Set == p.Use[first].Set {
			end++
		}
		p.UsePlots = append(p.UsePlots, figure(usePlot(p.nameOf(p.Use[first].Set), p.Use[first:end])))
		first = end
	}
	return errors.Join(errs...)
}
