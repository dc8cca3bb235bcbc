package analysis

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
)

//go:embed templates/report.html
var reportTemplate string

// page is what the template sees.
type page struct {
	*Report
	Rows      []string  // White's sets
	Columns   []string  // Black's sets
	Grid      [][]*Cell // [row][column], nil where the matchup wasn't played
	CellPlot  template.HTML
	SetPlot   template.HTML
	LengthFig template.HTML
	UsePlots  []template.HTML
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
		"name":    setName,
		"shade":   shade,
		"elo":     eloText,
		"share":   func(n, of int) string { return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(max(of, 1))) },
	}).Parse(reportTemplate)
	if err != nil {
		return fmt.Errorf("analysis: report template: %w", err)
	}
	return t.Execute(w, p)
}

// setName shows a set; games in which both sides play by one set have none.
func setName(set string) string {
	if set == "" {
		return "standard"
	}
	return set
}

// shade colours a cell of the heat map: blue where White scores more than half, red where less, white at even.
func shade(score float64) template.CSS {
	strength := min(1, 2*abs(score-0.5))
	r, g, b := 43.0, 108.0, 176.0
	if score < 0.5 {
		r, g, b = 197, 48, 48
	}
	mix := func(c float64) int { return int(255 - (255-c)*strength*0.75) }
	return template.CSS(fmt.Sprintf("background:rgb(%d,%d,%d)", mix(r), mix(g), mix(b)))
}

func abs(x float64) float64 { return max(x, -x) }

// eloText shows a score as Elo points with its interval.
func eloText(s Score) string {
	i := EloInterval(s.Interval)
	return fmt.Sprintf("%+.0f [%+.0f, %+.0f]", Elo(s.Mean), i.Low, i.High)
}

// draw fills the grid and the plots.
func (p *page) draw() error {
	index := map[[2]string]*Cell{}
	rows, columns := map[string]bool{}, map[string]bool{}
	var cells []bar
	for i := range p.Cells {
		c := &p.Cells[i]
		index[[2]string{c.White, c.Black}] = c
		rows[c.White], columns[c.Black] = true, true
		cells = append(cells, bar{setName(c.White) + " v " + setName(c.Black), c.Score.Mean, &c.Score.Interval})
	}
	p.Rows, p.Columns = sorted(rows), sorted(columns)
	for _, white := range p.Rows {
		var line []*Cell
		for _, black := range p.Columns {
			line = append(line, index[[2]string{white, black}])
		}
		p.Grid = append(p.Grid, line)
	}
	var err error
	figure := func(into *template.HTML, drawn string, failed error) {
		if failed != nil && err == nil {
			err = failed
		}
		*into = template.HTML(drawn)
	}
	drawn, failed := intervalPlot("White's score in each matchup", cells, 0.5)
	figure(&p.CellPlot, drawn, failed)
	if len(p.Sets) > 0 {
		var sets []bar
		for i := range p.Sets {
			sets = append(sets, bar{setName(p.Sets[i].Set), p.Sets[i].Score.Mean, &p.Sets[i].Score.Interval})
		}
		drawn, failed = intervalPlot("Score of each set against the others, both colours", sets, 0.5)
		figure(&p.SetPlot, drawn, failed)
	}
	drawn, failed = lengthPlot(p.plies)
	figure(&p.LengthFig, drawn, failed)
	for first := 0; first < len(p.Use); {
		end := first
		for end < len(p.Use) && p.Use[end].Set == p.Use[first].Set {
			end++
		}
		var fig template.HTML
		drawn, failed = usePlot(setName(p.Use[first].Set), p.Use[first:end])
		figure(&fig, drawn, failed)
		p.UsePlots = append(p.UsePlots, fig)
		first = end
	}
	return err
}
