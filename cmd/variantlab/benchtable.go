package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// timed are the figures that tables show as the nanoseconds of one unit; the others are shown as rates.
var timed = []string{"lists", listedFigure, "apply", "copy", "observe", "resample"}

// heading is what a table calls a figure.
func (f *figure) heading() string {
	switch {
	case f.Name == listedFigure:
		return "ns/listed action"
	case f.Name == "lists":
		return "list ns"
	case slices.Contains(timed, f.Name):
		return f.Name + " ns"
	default:
		return f.Name + "/s"
	}
}

// cell is the best turn as a table shows it.
func (f *figure) cell() string {
	value := f.Best
	if slices.Contains(timed, f.Name) {
		value = 1e9 / f.Best
	}
	if value < 100 {
		return fmt.Sprintf("%.1f", value)
	}
	return thousands(value)
}

// thousands writes a whole number with commas.
func thousands(x float64) string {
	digits := fmt.Sprintf("%.0f", x)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// write shows the subjects as lines and all figures that any of them has as columns.
func (t *benchTable) write(out io.Writer) error {
	var columns []*figure
	for _, s := range t.Subjects {
		for _, f := range s.Figures {
			if !slices.ContainsFunc(columns, func(c *figure) bool { return c.Name == f.Name }) {
				columns = append(columns, f)
			}
		}
	}
	fmt.Fprintf(out, "%s: a state has %s bytes\n", t.Game, thousands(float64(t.Subjects[0].StateBytes)))
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	var line []string
	for _, f := range columns {
		line = append(line, f.heading())
		if f.Name == listedFigure && t.Game != chessGame {
			line = append(line, "over chess")
		}
	}
	fmt.Fprintf(w, "\t%s\t\n", strings.Join(line, "\t"))
	for _, s := range t.Subjects {
		line = nil
		for _, c := range columns {
			text := "-"
			if f := s.figure(c.Name); f != nil {
				text = f.cell()
			}
			line = append(line, text)
			if c.Name == listedFigure && t.Game != chessGame {
				line = append(line, fmt.Sprintf("%.2f", s.OverChess))
			}
		}
		fmt.Fprintf(w, "%s\t%s\t\n", s.Matchup, strings.Join(line, "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
}
