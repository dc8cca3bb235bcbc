package model

import (
	"fmt"
	"math"
	"slices"

	"variantlab/datasets"
	"variantlab/sim"
	"variantlab/sim/game"
)

// Sample is one position to learn from. Values are from Player's view.
type Sample struct {
	State   game.State // the position, rebuilt from the record; never changed
	Player  game.Player
	Actions []game.Action // the legal list
	Target  []float32     // policy over Actions, sums to 1
	// At simultaneous rounds Actions are the moves of Decider's plans, who may be either side whatever Player is, and Pairs
	// are what may join them (watcher<<6 | watched), each with the odds that it does.
	Decider    game.Player
	Pairs      []game.Action
	PairTarget []float32
	Weight     float32    // of the policy losses: 0 where the search was too small to teach a policy
	Outcome    float32    // result of the game in [-1, 1]
	Short      [2]float32 // later search values, horizons 8 and 24 decisions
	Left       float32    // decisions to the end
	Next       *Sample    // the other side's next decision that teaches a policy, nil if there is none
}

// Samples rebuilds the positions of the newest rows training rows of a dataset (all of them if there are fewer), oldest
// first, by replaying their games under the rules of g. Rows outside the window still serve as Next.
func Samples(g game.Game, d *datasets.Dataset, rows int) ([]*Sample, error) {
	var all []*Sample
	lookup := func(name string) (game.Game, error) {
		if info := g.Info(); name != info.Name {
			return nil, fmt.Errorf("the games are of %s, the network is for %s", name, info.Name)
		}
		return g, nil
	}
	var current *datasets.Game
	byStep := map[uint32]*Sample{} // of the current game
	first := 0                     // its first sample
	link := func() {
		for i, x := range all[first:] {
			if next := current.Rows[i].NextStep; next >= 0 {
				x.Next = byStep[uint32(next)]
			}
		}
	}
	for example, err := range d.Window(rows).Examples(lookup) {
		if err != nil {
			return nil, fmt.Errorf("model: %w", err)
		}
		if example.Game != current {
			link()
			current, first = example.Game, len(all)
			clear(byStep)
		}
		x, err := newSample(example.Row, example.State)
		if err != nil {
			return nil, fmt.Errorf("model: game %d step %d: %w", current.ID, example.Row.Step, err)
		}
		all = append(all, x)
		byStep[example.Row.Step] = x
	}
	link()
	if len(all) > rows {
		all = all[len(all)-rows:]
	}
	return all, nil
}

// newSample takes a row over; s is the position before its decision.
func newSample(r *datasets.Row, s game.State) (*Sample, error) {
	x := &Sample{State: s.Clone(), Player: r.Player, Decider: r.Player, Outcome: r.Outcome, Short: r.ShortTerm, Left: float32(r.Left)}
	if len(r.Actions) == 0 || len(r.Target) != len(r.Actions) {
		return nil, fmt.Errorf("%d actions and %d targets in a training row", len(r.Actions), len(r.Target))
	}
	if r.Flags&sim.FullSearch != 0 {
		x.Weight = r.Weight
	}
	if r.Flags&sim.JointChoice != 0 {
		return x, x.takePlans(r)
	}
	x.Actions, x.Target = r.Actions, r.Target
	return x, nil
}

// takePlans turns a row's strategy over plans into targets for moves and pairs. A network is asked about a round in one
// side's view only, so every other round is shown in White's, the rest in Black's: then the heads for either side's plans
// learn from both. Rows of games whose plans no network reads train the value alone.
func (x *Sample) takePlans(r *datasets.Row) error {
	_, encoded := x.State.(game.PlanEncoder)
	s, factored := x.State.(game.Factored)
	if !encoded || !factored {
		x.Weight = 0
		return nil
	}
	if view := game.Player(r.Step / 2 % 2); view != x.Player {
		x.Player, x.Outcome = view, 0-x.Outcome
		x.Short = [2]float32{0 - x.Short[0], 0 - x.Short[1]}
	}
	var f game.Factors
	s.Reduced(x.Decider, &f)
	x.Actions, x.Pairs = f.AppendMoves(nil), f.AppendPairs(nil)
	x.Target, x.PairTarget = make([]float32, len(x.Actions)), make([]float32, len(x.Pairs))
	for i, a := range r.Actions {
		at, ok := slices.BinarySearch(x.Actions, a)
		if !ok {
			return fmt.Errorf("no plan of %v has the move %d", x.Decider, a)
		}
		x.Target[at] += r.Target[i]
		for _, pair := range r.Watch[i] {
			if at, ok := slices.BinarySearch(x.Pairs, game.Action(pair)); ok {
				x.PairTarget[at] = min(1, x.PairTarget[at]+r.Target[i])
			}
		}
	}
	return nil
}

// wdl spreads a result in [-1, 1] over win, draw and loss.
func wdl(outcome float32) [wdlOutputs]float32 {
	return [wdlOutputs]float32{max(outcome, 0), 1 - abs32(outcome), max(-outcome, 0)}
}

func abs32(x float32) float32 { return max(x, -x) }

// soften writes target^(1/4), renormalised, into dst (KataGo, "auxiliary soft policy target").
func soften(dst, target []float32) {
	sum := float32(0)
	for i, p := range target {
		dst[i] = float32(math.Sqrt(math.Sqrt(float64(p))))
		sum += dst[i]
	}
	for i := range dst {
		dst[i] /= sum
	}
}
