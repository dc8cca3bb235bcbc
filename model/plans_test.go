package model

import (
	"math"
	"slices"
	"testing"

	"variantlab/datasets"
	"variantlab/sim"
	"variantlab/sim/game"
	"variantlab/sim/watch"
)

// A strategy over plans becomes the marginal of its moves over all moves and the odds of each pair that can matter; rounds
// take turns in whose view they are shown, and values follow the view.
func TestPlanTargets(t *testing.T) {
	p, err := watch.Game{}.New(game.Options{Position: "4k3/8/8/3r4/8/2N5/3P4/4K3 - - 12/3,12/3 1 0"})
	if err != nil {
		t.Fatal(err)
	}
	s := p.State()
	row := &datasets.Row{Player: game.First, Flags: sim.FullSearch | sim.JointChoice, Weight: 2, Outcome: 1, ShortTerm: [2]float32{0.5, 0.25}, Left: 7}
	for _, c := range []struct {
		text   string
		target float32
	}{{"d2d4", 0.5}, {"c3d5 w:e1>d2", 0.25}, {"d2d3", 0.125}, {"w:e1>d2", 0.125}} {
		plan, err := watch.Game{}.ParsePlan(s, game.First, c.text)
		if err != nil {
			t.Fatal(err)
		}
		row.Actions, row.Target, row.Watch = append(row.Actions, plan.Move), append(row.Target, c.target), append(row.Watch, plan.Watch[:plan.N])
	}
	for round := range 2 {
		row.Step = uint32(2 * round)
		x, err := newSample(row, s)
		if err != nil {
			t.Fatal(err)
		}
		view, sign := game.Player(round), float32(1-2*round)
		if x.Player != view || x.Decider != game.First || x.Outcome != sign || x.Short != [2]float32{0.5 * sign, 0.25 * sign} || x.Weight != 2 {
			t.Errorf("round %d: %+v", round, x)
		}
		if want := s.Actions(game.First, nil); !slices.Equal(x.Actions, want) {
			t.Errorf("moves %v, want %v", x.Actions, want)
		}
		for i, a := range x.Actions {
			want := float32(0)
			if at := slices.Index(row.Actions, a); at >= 0 {
				want = row.Target[at]
			}
			if x.Target[i] != want {
				t.Errorf("move %d: target %v, want %v", a, x.Target[i], want)
			}
		}
		pair := game.Action(row.Watch[1][0])
		for i, q := range x.Pairs {
			want := 0.0
			if q == pair {
				want = 0.375
			}
			if math.Abs(float64(x.PairTarget[i])-want) > 1e-6 {
				t.Errorf("pair %d: target %v, want %v", q, x.PairTarget[i], want)
			}
		}
		if !slices.Contains(x.Pairs, pair) {
			t.Errorf("pair %d isn't among %v", pair, x.Pairs)
		}
	}
	row.Actions[0] = 1
	if _, err := newSample(row, s); err == nil {
		t.Error("a move of no plan is a target")
	}
}
