package analysis

import (
	"maps"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Score is a mean result in [0, 1] with its evidence.
type Score struct {
	Mean     float64  `json:"mean"`
	Interval Interval `json:"interval"`
	Units    int      `json:"units"` // distinct pairs that the interval stands on
}

// newScore makes the score of independent units in [0, 1].
func newScore(units []float64) Score {
	if len(units) == 0 {
		return Score{Mean: 0.5, Interval: Wilson(0.5, 0, Level)}
	}
	mean := stat.Mean(units, nil)
	return Score{mean, Wilson(mean, len(units), Level), len(units)}
}

// Cell is one ordered matchup: White plays set White, Black set Black. Scores are White's.
type Cell struct {
	White    string `json:"white"`
	Black    string `json:"black"`
	Games    int    `json:"games"`
	Distinct int    `json:"distinct_games"`
	Wins     int    `json:"white_wins"`
	Draws    int    `json:"draws"`
	Losses   int    `json:"black_wins"`
	Capped   int    `json:"capped"` // draws because the game reached its longest allowed length
	Score    Score  `json:"score"`
	// DrawShare is the share of games drawn.
	DrawShare Score `json:"draw_share"`
	// PValue is that of the score test of White's score against 50 %; Clear is true when it stands among all cells by
	// Holm's method.
	PValue  float64  `json:"p_value"`
	Clear   bool     `json:"clear_after_holm"`
	Length  Length   `json:"length"`
	Endings []Ending `json:"endings"`
}

// SetScore is how a set did over all its games against other sets, in both colours. Scores are the set's.
type SetScore struct {
	Set   string `json:"set"`
	Games int    `json:"games"`
	Score Score  `json:"score"`
}

// Versus is a colour-averaged matchup: how Set did against Other in both colours.
type Versus struct {
	Set   string `json:"set"`
	Other string `json:"other"`
	Games int    `json:"games"`
	Score Score  `json:"score"`
}

// Cells scores the ordered matchups of games, which may be none.
func Cells(games []Game) []Cell {
	_, distinct := pairsOf(games)
	return matrix(games, distinct)
}

// matrix computes the cells, in order of White's set and then Black's.
func matrix(games []Game, distinct []*pair) []Cell {
	type key struct{ white, black string }
	byCell := map[key][]*Game{}
	for i := range games {
		k := key{games[i].White, games[i].Black}
		byCell[k] = append(byCell[k], &games[i])
	}
	var cells []Cell
	for _, k := range slices.SortedFunc(maps.Keys(byCell), func(a, b key) int {
		return slices.Compare([]string{a.white, a.black}, []string{b.white, b.black})
	}) {
		c := Cell{White: k.white, Black: k.black, Games: len(byCell[k])}
		seen := map[uint64]bool{}
		for _, g := range byCell[k] {
			seen[g.Sequence] = true
			switch g.Score {
			case 1:
				c.Wins++
			case 0:
				c.Losses++
			default:
				c.Draws++
				if capped(g.Reason) {
					c.Capped++
				}
			}
		}
		c.Distinct = len(seen)
		in := func(g *Game) bool { return g.White == k.white && g.Black == k.black }
		c.Score = newScore(units(distinct, func(g *Game) (float64, bool) { return g.Score, in(g) }))
		c.DrawShare = newScore(units(distinct, func(g *Game) (float64, bool) { return indicator(g.Score == 0.5), in(g) }))
		c.Endings = endings(byCell[k])
		c.PValue = ScorePValue(c.Score.Mean, c.Score.Units)
		c.Length = lengthOf(byCell[k], distinct, in)
		cells = append(cells, c)
	}
	p := make([]float64, len(cells))
	for i := range cells {
		p[i] = cells[i].PValue
	}
	for i, clear := range Holm(p, Level) {
		cells[i].Clear = clear
	}
	return cells
}

// scoreOf is set's result in g against a different set; ok is false when it didn't play, or played a mirror.
func scoreOf(g *Game, set string) (score float64, ok bool) {
	switch {
	case g.White == g.Black:
		return 0, false
	case g.White == set:
		return g.Score, true
	case g.Black == set:
		return 1 - g.Score, true
	}
	return 0, false
}

// setsOf lists the sets that were played.
func setsOf(games []Game) []string {
	found := map[string]bool{}
	for i := range games {
		found[games[i].White], found[games[i].Black] = true, true
	}
	return sorted(found)
}

// sorted lists the members of a set in order.
func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

// setScores computes each set's score against the others, and each colour-averaged matchup.
func setScores(games []Game, distinct []*pair) (sets []SetScore, versus []Versus) {
	names := setsOf(games)
	for _, set := range names {
		s := SetScore{Set: set}
		for i := range games {
			if _, ok := scoreOf(&games[i], set); ok {
				s.Games++
			}
		}
		s.Score = newScore(units(distinct, func(g *Game) (float64, bool) { return scoreOf(g, set) }))
		if s.Games > 0 {
			sets = append(sets, s)
		}
		for _, other := range names {
			if other == set {
				continue
			}
			meet := func(g *Game) (float64, bool) {
				if g.White != other && g.Black != other {
					return 0, false
				}
				return scoreOf(g, set)
			}
			v := Versus{Set: set, Other: other}
			for i := range games {
				if _, ok := meet(&games[i]); ok {
					v.Games++
				}
			}
			v.Score = newScore(units(distinct, meet))
			if v.Games > 0 {
				versus = append(versus, v)
			}
		}
	}
	return sets, versus
}
