package analysis

import (
	"cmp"
	"slices"
)

// Game is what an analysis needs of one finished game.
type Game struct {
	ID, Seed uint64
	Pair     uint64 // ID of the first game of its colour-swapped pair
	White    string // White's set, "" where both sides always play by the same
	Black    string
	Agents   [2]string // who played White and Black

	Score    float64 // White's result: 1 won, ½ drawn, 0 lost
	Reason   string  // why it ended
	Plies    int
	Sequence uint64 // equal for games that repeat each other move by move
	Casts    [2]map[string]int

	Samples []Sample // positions whose pieces are counted, ascending by turn
	Events  []Event  // in the order in which they happened
}

// set is the name of a side's set.
func (g *Game) set(side int) string { return [2]string{g.White, g.Black}[side] }

// scoreOfSide is a side's result.
func (g *Game) scoreOfSide(side int) float64 {
	if side == 1 {
		return 1 - g.Score
	}
	return g.Score
}

// pair is one unit of evidence: the games of a colour-swapped pair, by ID.
type pair struct{ games []*Game }

// key tells pairs apart that did not repeat each other.
func (p *pair) key() string {
	k := make([]byte, 0, 64)
	for _, g := range p.games {
		k = append(k, g.White...)
		k = append(k, '/')
		k = append(k, g.Black...)
		for shift := 0; shift < 64; shift += 8 {
			k = append(k, byte(g.Sequence>>shift))
		}
	}
	return string(k)
}

// pairsOf groups games into pairs, ascending by seed and ID; distinct leaves out pairs that repeat an earlier one.
func pairsOf(games []Game) (all, distinct []*pair) {
	ordered := make([]*Game, len(games))
	for i := range games {
		ordered[i] = &games[i]
	}
	slices.SortFunc(ordered, func(a, b *Game) int {
		return cmp.Or(cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Pair, b.Pair), cmp.Compare(a.ID, b.ID))
	})
	for i, g := range ordered {
		if i > 0 && ordered[i-1].Seed == g.Seed && ordered[i-1].Pair == g.Pair {
			last := all[len(all)-1]
			last.games = append(last.games, g)
			continue
		}
		all = append(all, &pair{games: []*Game{g}})
	}
	seen := map[string]bool{}
	for _, p := range all {
		if k := p.key(); !seen[k] {
			seen[k] = true
			distinct = append(distinct, p)
		}
	}
	return all, distinct
}

// unit is the mean of value over those games of the pair that it counts, and whether there is one.
func (p *pair) unit(value func(*Game) (float64, bool)) (float64, bool) {
	sum, n := 0.0, 0
	for _, g := range p.games {
		if v, ok := value(g); ok {
			sum, n = sum+v, n+1
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// units collects one value a pair.
func units(pairs []*pair, value func(*Game) (float64, bool)) []float64 {
	var xs []float64
	for _, p := range pairs {
		if x, ok := p.unit(value); ok {
			xs = append(xs, x)
		}
	}
	return xs
}

func sortBy[T any](list []T, key func(T) float64) {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(key(a), key(b)) })
}
