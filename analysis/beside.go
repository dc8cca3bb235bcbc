package analysis

import (
	"maps"
	"strings"
)

// sideBySide is a comparison as a page shows it.
type sideBySide struct {
	Noun    string            // what the cells differ in: setup, mode
	Names   []Variant         // with those options alone
	Common  map[string]string // the options that all cells share
	Reasons []string          // of endings, most frequent first
	Shares  [][]float64       // [reason][cell]
}

// beside prepares a comparison: what the cells differ in, and endings by reason and cell.
func beside(r *Report) *sideBySide {
	common := map[string]string{} // a single cell shares nothing
	if len(r.Variants) > 1 {
		common = maps.Clone(r.Variants[0].Options)
	}
	for _, v := range r.Variants {
		maps.DeleteFunc(common, func(option, value string) bool { return v.Options[option] != value })
	}
	b := &sideBySide{Noun: "game", Common: common}
	differing := map[string]bool{}
	for _, v := range r.Variants {
		own := maps.Clone(v.Options)
		maps.DeleteFunc(own, func(option, _ string) bool { _, shared := common[option]; return shared })
		b.Names = append(b.Names, Variant{v.Name, own})
		for option := range own {
			differing[option] = true
		}
	}
	if len(differing) > 0 {
		b.Noun = strings.Join(sorted(differing), " and ")
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
