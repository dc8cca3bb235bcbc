package analysis

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

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

// ChangedRules lists the rule parameters that differ from their defaults, "" when none does.
func (s *Source) ChangedRules() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(s.Params)) {
		list = append(list, fmt.Sprintf("%s = %v", name, s.Params[name]))
	}
	return strings.Join(list, ", ")
}

// spaced shows the name of a piece or of an ending, in which underscores stand for spaces.
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }
