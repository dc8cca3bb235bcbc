package analysis

import (
	"cmp"
	"slices"
)

// Event is something that a side did or that happened to its credit in a step of a game.
type Event struct {
	Kind   string
	Side   int      // 0 White, 1 Black
	Step   int      // number of the step, equal for what happens at the same time
	Change *float64 // by how much White's expected score rose over the step, as the searches saw it; nil without searches
}

// EventUse is how sides did around one kind of event. Scores are those of the side whose event it is.
type EventUse struct {
	Set   string `json:"set"`
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	Games int    `json:"games"` // with at least one
	// First is the score of the sides that had one before the other side had, or when the other never had; FirstGames how
	// many there are. Games in which both sides had their first at the same time have no first side.
	First      *Score `json:"first_score"`
	FirstGames int    `json:"first_games"`
	// Change is the mean rise of the side's expected score over the step, as the search saw it before and after.
	Change *Estimate `json:"change"`
}

// eventUse lists the kinds of events of each set's sides, most frequent first.
func eventUse(games []Game, distinct []*pair) []EventUse {
	type key struct{ set, kind string }
	found := map[key]*EventUse{}
	var list []*EventUse
	for i := range games {
		g := &games[i]
		counted := map[key]bool{}
		for _, e := range g.Events {
			k := key{g.set(e.Side), e.Kind}
			u := found[k]
			if u == nil {
				u = &EventUse{Set: k.set, Kind: k.kind}
				found[k], list = u, append(list, u)
			}
			u.Count++
			if !counted[k] {
				counted[k] = true
				u.Games++
			}
		}
	}
	for _, u := range list {
		for i := range games {
			if side, ok := games[i].first(u.Kind); ok && games[i].set(side) == u.Set {
				u.FirstGames++
			}
		}
		u.First = someScore(units(distinct, func(g *Game) (float64, bool) {
			side, ok := g.first(u.Kind)
			return g.scoreOfSide(side), ok && g.set(side) == u.Set
		}))
		changes := units(distinct, func(g *Game) (float64, bool) { return g.change(u.Set, u.Kind) })
		if mean, interval := MeanInterval(changes, Level); interval != nil {
			u.Change = &Estimate{mean, *interval.within(-1, 1)}
		}
	}
	slices.SortFunc(list, func(a, b *EventUse) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Kind, b.Kind))
	})
	out := make([]EventUse, len(list))
	for i, u := range list {
		out[i] = *u
	}
	return out
}

// first is the side that had an event of a kind before the other; ok is false if there is none.
func (g *Game) first(kind string) (side int, ok bool) {
	step := g.firstStep(kind)
	for _, e := range g.Events {
		if e.Kind != kind || e.Step != step {
			continue
		}
		if ok && e.Side != side {
			return 0, false
		}
		side, ok = e.Side, true
	}
	return side, ok
}

// firstStep is the step of the first event of a kind, -1 if there is none.
func (g *Game) firstStep(kind string) int {
	step := -1
	for _, e := range g.Events {
		if e.Kind == kind && (step < 0 || e.Step < step) {
			step = e.Step
		}
	}
	return step
}

// change is the mean change over the game's events of a kind, each from its side's view.
func (g *Game) change(set, kind string) (float64, bool) {
	sum, n := 0.0, 0
	for _, e := range g.Events {
		if e.Kind != kind || g.set(e.Side) != set || e.Change == nil {
			continue
		}
		if e.Side == 1 {
			sum -= *e.Change
		} else {
			sum += *e.Change
		}
		n++
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}
