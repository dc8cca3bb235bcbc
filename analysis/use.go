package analysis

import (
	"maps"
	"math"
	"slices"
)

// Use is how one set's players used one technique. A set's game here is one side of a game; a mirror has two.
type Use struct {
	Set       string    `json:"set"`
	Technique string    `json:"technique"`
	Sides     int       `json:"sides"`             // sides that played the set
	Casts     int       `json:"casts"`             // all casts by them
	PerGame   float64   `json:"per_game"`          // casts a side, the mean over distinct pairs
	Interval  *Interval `json:"per_game_interval"` // null with fewer than two pairs
	Used      Score     `json:"used"`              // share of sides that cast it at least once
	WhenUsed  *Score    `json:"score_when_used"`
	WhenNot   *Score    `json:"score_when_not_used"`
}

// techniqueUse counts casts by set and technique, most used first. What a side scores when it used a technique says
// little about what the technique is worth: a side that is winning has more occasion to cast. It is reported, with that
// warning, and never judged.
func techniqueUse(games []Game, distinct []*pair) []Use {
	var list []Use
	for _, set := range setsOf(games) {
		techniques := map[string]int{}
		sides := 0
		for i := range games {
			for side := range 2 {
				if games[i].set(side) != set {
					continue
				}
				sides++
				for technique, n := range games[i].Casts[side] {
					techniques[technique] += n
				}
			}
		}
		first := len(list)
		for _, technique := range slices.Sorted(maps.Keys(techniques)) {
			list = append(list, useOf(set, technique, sides, techniques[technique], distinct))
		}
		slices.SortStableFunc(list[first:], func(a, b Use) int { return b.Casts - a.Casts })
	}
	return list
}

func useOf(set, technique string, sides, casts int, distinct []*pair) Use {
	u := Use{Set: set, Technique: technique, Sides: sides, Casts: casts}
	share := func(value func(casts int, score float64) (float64, bool)) []float64 {
		var xs []float64
		for _, p := range distinct {
			sum, n := 0.0, 0
			for _, g := range p.games {
				for side := range 2 {
					if g.set(side) != set {
						continue
					}
					if v, ok := value(g.Casts[side][technique], g.scoreOfSide(side)); ok {
						sum, n = sum+v, n+1
					}
				}
			}
			if n > 0 {
				xs = append(xs, sum/float64(n))
			}
		}
		return xs
	}
	u.Used = newScore(share(func(casts int, _ float64) (float64, bool) { return indicator(casts > 0), true }))
	perGame, whole := MeanInterval(share(func(casts int, _ float64) (float64, bool) { return float64(casts), true }), Level)
	u.PerGame, u.Interval = perGame, whole.within(0, math.Inf(1))
	u.WhenUsed = someScore(share(func(casts int, score float64) (float64, bool) { return score, casts > 0 }))
	u.WhenNot = someScore(share(func(casts int, score float64) (float64, bool) { return score, casts == 0 }))
	return u
}

// someScore is the score of units, nil when there are none.
func someScore(units []float64) *Score {
	if len(units) == 0 {
		return nil
	}
	s := newScore(units)
	return &s
}
