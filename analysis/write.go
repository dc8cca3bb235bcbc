package analysis

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// WriteJSON writes report.json: the whole report, indented.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// cellColumns are the columns of cells.csv.
var cellColumns = []string{
	"white", "black", "games", "distinct_games", "distinct_pairs", "white_wins", "draws", "black_wins", "capped",
	"score", "low", "high", "p_value", "clear_after_holm", "mean_plies", "median_plies",
	"draw_share", "draw_low", "draw_high",
}

// WriteCells writes cells.csv: one line a matchup, scores White's.
func (r *Report) WriteCells(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(cellColumns); err != nil {
		return err
	}
	for _, c := range r.Cells {
		err := out.Write([]string{
			c.White, c.Black, strconv.Itoa(c.Games), strconv.Itoa(c.Distinct), strconv.Itoa(c.Score.Units),
			strconv.Itoa(c.Wins), strconv.Itoa(c.Draws), strconv.Itoa(c.Losses), strconv.Itoa(c.Capped),
			number(c.Score.Mean), number(c.Score.Interval.Low), number(c.Score.Interval.High), number(c.PValue),
			strconv.FormatBool(c.Clear), number(c.Length.Mean), number(c.Length.Median),
			number(c.DrawShare.Mean), number(c.DrawShare.Interval.Low), number(c.DrawShare.Interval.High),
		})
		if err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// number writes x so that it reads back as it is.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// WriteMarkdown writes the tables that a person wants first, as Markdown.
func (r *Report) WriteMarkdown(w io.Writer) error {
	p := printer{w: w}
	p.line("# %s: balance report", r.Source.Title)
	p.line("")
	p.line("%s. Scores count a draw as one half; intervals are %.0f %%.", r.Counts(), 100*r.Level)
	p.line("")
	if changed := r.Source.ChangedRules(); changed != "" {
		p.line("**Rules that differ from the defaults:** %s.", changed)
		p.line("")
	}
	p.line("White scores %s, draws %s, mean length %.1f %s.", r.FirstMove, r.Draws, r.Length.Mean, r.Source.Unit)
	p.line("")
	p.cells(r)
	p.values(r)
	for _, warning := range r.Warnings {
		p.line("")
		p.line("> %s", warning)
	}
	return p.err
}

// cells writes the table of matchups, or that of a comparison and its differences.
func (p *printer) cells(r *Report) {
	if len(r.Variants) == 0 {
		p.line("| White | Black | games | W/D/L | White's score | clear |")
		p.line("|---|---|---:|---|---|---|")
	} else {
		p.line("| | games | W/D/L | White's score | clear | drawn | mean length |")
		p.line("|---|---:|---|---|---|---|---:|")
	}
	for _, c := range r.Cells {
		clear := ""
		if c.Clear {
			clear = "yes"
		}
		if len(r.Variants) == 0 {
			p.line("| %s | %s | %d | %d/%d/%d | %s | %s |", r.nameOf(c.White), r.nameOf(c.Black), c.Games, c.Wins, c.Draws, c.Losses, c.Score, clear)
			continue
		}
		p.line("| %s | %d | %d/%d/%d | %s | %s | %s | %.1f |", r.nameOf(c.White), c.Games, c.Wins, c.Draws, c.Losses, c.Score, clear, c.DrawShare, c.Length.Mean)
	}
	for _, d := range r.Differences {
		p.line("")
		p.line("%s less %s: White's score %s points, drawn %s points.", r.nameOf(d.A), r.nameOf(d.B), d.Score.points(), d.Draws.points())
	}
}

// values writes the piece values over all cells that are known.
func (p *printer) values(r *Report) {
	known := shownValues(r.PieceValues)
	if len(known) == 0 {
		return
	}
	p.line("")
	p.line("| one more | games | Elo |")
	p.line("|---|---:|---|")
	for _, v := range known {
		p.line("| %s | %d | %s |", spaced(v.Piece), v.Games, v.Elo.text("%+.0f"))
	}
}

// Counts says in words how many games a report stands on.
func (r *Report) Counts() string {
	if r.Pairs == r.Games {
		return fmt.Sprintf("%d games, %d of them distinct", r.Games, r.Distinct)
	}
	return fmt.Sprintf("%d games in %d colour-swapped pairs; %d distinct games, %d distinct pairs", r.Games, r.Pairs, r.Distinct, r.DistinctPairs)
}

// String shows a score with its interval, in percent.
func (s Score) String() string {
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*s.Mean, 100*s.Interval.Low, 100*s.Interval.High)
}

// printer writes lines until one fails.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}
