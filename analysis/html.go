package analysis

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
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

// sideBySide is a comparison as a page shows it.
type sideBySide struct {
	Noun    string      // what the cells differ in: setup, mode
	Names   []Variant   // with those options alone
	Common  []Variant   // what all cells have in common, as one nameless variant; none if nothing
	Reasons []string    // of endings, most frequent first
	Shares  [][]float64 // [reason][cell]
}

// valueTable has a line a type and a column for all cells, then one for each cell of a comparison.
type valueTable struct {
	Columns []PieceValues
	Lines   []valueLine
	InPawns bool
	Known   bool // at least one value
}

type valueLine struct {
	Piece  string
	Values []PieceValue
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
		"estimate": func(format string, e Estimate) string {
			return fmt.Sprintf(format+" ["+format+", "+format+"]", e.Value, e.Interval.Low, e.Interval.High)
		},
		"title": func(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] },
		"words": func(piece string) string { return strings.ReplaceAll(piece, "_", " ") },
		"share": func(n, of int) string { return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(max(of, 1))) },
	}).Parse(reportTemplate)
	if err != nil {
		return fmt.Errorf("analysis: report template: %w", err)
	}
	return t.Execute(w, p)
}

// longestName is the most that is shown of a cell without a name.
const longestName = 24

// nameOf shows the name of a set or cell. A cell without one goes by its options, and without those by "standard".
func (r *Report) nameOf(set string) string {
	if set != "" {
		return set
	}
	for _, v := range r.Variants {
		if v.Name != "" || len(v.Options) == 0 {
			continue
		}
		var values []string
		for _, option := range slices.Sorted(maps.Keys(v.Options)) {
			values = append(values, v.Options[option])
		}
		text := []rune(strings.Join(values, " "))
		if len(text) > longestName {
			text = append(text[:longestName-1], '…')
		}
		return string(text)
	}
	return "standard"
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
		label := p.nameOf(c.White) + " v " + p.nameOf(c.Black)
		if len(p.Variants) > 0 {
			label = p.nameOf(c.White)
		}
		cells = append(cells, bar{label, c.Score.Mean, &c.Score.Interval})
	}
	p.Rows, p.Columns = sorted(rows), sorted(columns)
	for _, white := range p.Rows {
		var line []*Cell
		for _, black := range p.Columns {
			line = append(line, index[[2]string{white, black}])
		}
		p.Grid = append(p.Grid, line)
	}
	if len(p.Variants) > 0 {
		p.Beside = beside(p.Report)
	}
	if len(p.PieceValues) > 0 {
		p.Values = valuesTable(p.PieceValues)
	}
	var err error
	figure := func(into *template.HTML, drawn string, failed error) {
		if failed != nil && err == nil {
			err = failed
		}
		*into = template.HTML(drawn)
	}
	drawn, failed := intervalPlot("White's score", cells, 0.5)
	figure(&p.CellPlot, drawn, failed)
	if values := shownValues(p.PieceValues); len(values) > 0 {
		drawn, failed = valuePlot(values)
		figure(&p.ValuePlot, drawn, failed)
	}
	if len(p.Sets) > 0 {
		var sets []bar
		for i := range p.Sets {
			sets = append(sets, bar{p.nameOf(p.Sets[i].Set), p.Sets[i].Score.Mean, &p.Sets[i].Score.Interval})
		}
		drawn, failed = intervalPlot("Score of each set against the others, both colours", sets, 0.5)
		figure(&p.SetPlot, drawn, failed)
	}
	drawn, failed = lengthPlot(p.plies, p.Source.Unit)
	figure(&p.LengthFig, drawn, failed)
	for first := 0; first < len(p.Use); {
		end := first
		for end < len(p.Use) && p.Use[end].Set == p.Use[first].Set {
			end++
		}
		var fig template.HTML
		drawn, failed = usePlot(p.nameOf(p.Use[first].Set), p.Use[first:end])
		figure(&fig, drawn, failed)
		p.UsePlots = append(p.UsePlots, fig)
		first = end
	}
	return err
}

// beside prepares a comparison: what the cells differ in, and endings by reason and cell.
func beside(r *Report) *sideBySide {
	b := &sideBySide{}
	common := maps.Clone(r.Variants[0].Options)
	for _, v := range r.Variants[1:] {
		maps.DeleteFunc(common, func(option, value string) bool { return v.Options[option] != value })
	}
	if len(r.Variants) == 1 {
		common = nil
	}
	differing := map[string]bool{}
	for _, v := range r.Variants {
		own := maps.Clone(v.Options)
		maps.DeleteFunc(own, func(option, _ string) bool { _, shared := common[option]; return shared })
		b.Names = append(b.Names, Variant{v.Name, own})
		for option := range own {
			differing[option] = true
		}
	}
	b.Noun = strings.Join(sorted(differing), " and ")
	if len(common) > 0 {
		b.Common = []Variant{{Options: common}}
	}
	for _, e := range r.Endings {
		line := make([]float64, len(r.Cells))
		for i := range r.Cells {
			for _, of := range r.Cells[i].Endings {
				if of.Reason == e.Reason {
					line[i] = of.Share
				}
			}
		}
		b.Reasons, b.Shares = append(b.Reasons, e.Reason), append(b.Shares, line)
	}
	return b
}

// valuesTable turns piece values into lines.
func valuesTable(columns []PieceValues) *valueTable {
	t := &valueTable{Columns: columns}
	for i, v := range columns[0].Values {
		line := valueLine{Piece: v.Piece}
		for _, c := range columns {
			line.Values = append(line.Values, c.Values[i])
			t.Known = t.Known || c.Values[i].Elo != nil
		}
		t.Lines = append(t.Lines, line)
		t.InPawns = t.InPawns || v.Pawns != nil
	}
	return t
}

// shownValues are the values over all cells that are known.
func shownValues(list []PieceValues) (known []PieceValue) {
	if len(list) > 0 {
		for _, v := range list[0].Values {
			if v.Elo != nil {
				known = append(known, v)
			}
		}
	}
	return known
}
