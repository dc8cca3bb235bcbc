package datasets

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// CellStats counts the games of one matchup played by one pair of agents.
type CellStats struct {
	White      string `json:"white"`
	Black      string `json:"black"`
	WhiteAgent string `json:"white_agent"`
	BlackAgent string `json:"black_agent"`

	Games    int `json:"games"`
	Distinct int `json:"distinct"` // different step sequences among them
	Wins     int `json:"wins"`     // for White
	Draws    int `json:"draws"`
	Losses   int `json:"losses"`

	Reasons   map[string]int `json:"reasons"` // how many games ended why
	Plies     Spread         `json:"plies"`
	Decisions Spread         `json:"decisions"`
}

// Spread is the range and the mean of a count over games.
type Spread struct {
	Min  int     `json:"min"`
	Mean float64 `json:"mean"`
	Max  int     `json:"max"`
	sum  int
}

func (s *Spread) add(x, n int) {
	if n == 1 || x < s.Min {
		s.Min = x
	}
	s.Max = max(s.Max, x)
	s.sum += x
	s.Mean = float64(s.sum) / float64(n)
}

// Statistics counts a data folder.
type Statistics struct {
	Game     string      `json:"game"`
	Groups   int         `json:"groups"`
	Games    int         `json:"games"`
	Distinct int         `json:"distinct"` // different (matchup, step sequence)
	Rows     int         `json:"rows"`
	Seeds    []uint64    `json:"seeds"`
	Rules    []string    `json:"rules"` // hashes met
	Agents   []string    `json:"agents"`
	Cells    []CellStats `json:"cells"` // ordered by matchup and agents
	Torn     string      `json:"torn,omitempty"`
}

// Stats counts the games of a data folder by matchup and agents.
func (d *Dataset) Stats() (*Statistics, error) {
	s := &Statistics{Game: d.Header.Game, Groups: len(d.Entries), Torn: d.Torn}
	type key struct {
		cell   Cell
		agents [2]string
	}
	type distinct struct {
		key
		sequence uint64
	}
	cells := map[key]*CellStats{}
	seen := map[distinct]bool{}
	played := map[distinct]bool{} // whoever played
	for g, err := range d.Games() {
		if err != nil {
			return nil, err
		}
		k := key{g.Cell, g.Agents}
		c := cells[k]
		if c == nil {
			c = &CellStats{White: g.Cell.White, Black: g.Cell.Black, WhiteAgent: g.Agents[0], BlackAgent: g.Agents[1], Reasons: map[string]int{}}
			cells[k] = c
		}
		s.Games++
		c.Games++
		sequence := g.Sequence()
		if x := (distinct{k, sequence}); !seen[x] {
			seen[x] = true
			c.Distinct++
		}
		played[distinct{key{cell: g.Cell}, sequence}] = true
		switch r := g.Returns[0]; {
		case r > 0:
			c.Wins++
		case r < 0:
			c.Losses++
		default:
			c.Draws++
		}
		c.Reasons[g.Reason]++
		c.Plies.add(g.Plies, c.Games)
		c.Decisions.add(g.Decisions, c.Games)
	}
	s.Distinct = len(played)
	for i := range d.Entries {
		e := &d.Entries[i]
		s.Rows += e.Moves.Rows
		s.Seeds = appendNew(s.Seeds, e.Seed)
		s.Rules = appendNew(s.Rules, e.Rules)
		for _, a := range e.Agents {
			s.Agents = appendNew(s.Agents, a)
		}
	}
	slices.Sort(s.Agents)
	for _, c := range cells {
		s.Cells = append(s.Cells, *c)
	}
	slices.SortFunc(s.Cells, func(a, b CellStats) int {
		return cmp.Or(cmp.Compare(a.White, b.White), cmp.Compare(a.Black, b.Black),
			cmp.Compare(a.WhiteAgent, b.WhiteAgent), cmp.Compare(a.BlackAgent, b.BlackAgent))
	})
	return s, nil
}

func appendNew[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// String is a table for people.
func (s *Statistics) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d games (%d distinct), %d training rows in %d groups\n", s.Game, s.Games, s.Distinct, s.Rows, s.Groups)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "white\tblack\twhite agent\tblack agent\tgames\tdistinct\twins\tdraws\tlosses\tplies min/mean/max\tended by")
	for i := range s.Cells {
		c := &s.Cells[i]
		var reasons []string
		for _, r := range slices.Sorted(maps.Keys(c.Reasons)) {
			reasons = append(reasons, fmt.Sprintf("%s %d", r, c.Reasons[r]))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d/%.1f/%d\t%s\n", orDash(c.White), orDash(c.Black), c.WhiteAgent, c.BlackAgent,
			c.Games, c.Distinct, c.Wins, c.Draws, c.Losses, c.Plies.Min, c.Plies.Mean, c.Plies.Max, strings.Join(reasons, ", "))
	}
	w.Flush()
	if s.Torn != "" {
		fmt.Fprintf(&b, "note: %s\n", s.Torn)
	}
	return b.String()
}

// orDash stands for an empty word.
func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
