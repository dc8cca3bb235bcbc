package model

import (
	"fmt"
	"math"

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
	Weight  float32       // of the policy losses: 0 where the search was too small to teach a policy
	Outcome float32       // result of the game in [-1, 1]
	Short   [2]float32    // later search values, horizons 8 and 24 decisions
	Left    float32       // decisions to the end
	Next    *Sample       // the other side's next decision that teaches a policy, nil if there is none
}

// Samples rebuilds the positions of the newest rows training rows of a dataset (all of them if there are fewer), oldest
// first: every game is replayed once by the rules of g. Rows outside the window still serve as Next.
func Samples(g game.Game, d *datasets.Dataset, rows int) ([]*Sample, error) {
	var all []*Sample
	for rec, err := range d.Window(rows).GamesWithRows() {
		if err != nil {
			return nil, err
		}
		if all, err = appendSamples(all, g, rec); err != nil {
			return nil, err
		}
	}
	if len(all) > rows {
		all = all[len(all)-rows:]
	}
	return all, nil
}

// appendSamples adds the training rows of one game.
func appendSamples(dst []*Sample, g game.Game, rec *datasets.Game) ([]*Sample, error) {
	if len(rec.Rows) == 0 {
		return dst, nil
	}
	samples := make([]Sample, len(rec.Rows))
	at := make(map[int32]*Sample, len(rec.Rows)) // by step
	next := 0
	err := sim.Replay(g, rec, func(step int, s game.State) error {
		for ; next < len(rec.Rows) && int(rec.Rows[next].Step) == step; next++ {
			if err := fill(&samples[next], &rec.Rows[next], s); err != nil {
				return fmt.Errorf("model: game %d step %d: %w", rec.ID, step, err)
			}
			at[int32(step)] = &samples[next]
		}
		return nil
	})
	if err != nil {
		return dst, err
	}
	if next != len(rec.Rows) {
		return dst, fmt.Errorf("model: game %d: its rows are not in the order of its steps", rec.ID)
	}
	for i := range samples {
		samples[i].Next = at[rec.Rows[i].NextStep]
		dst = append(dst, &samples[i])
	}
	return dst, nil
}

// fill takes a row over; s is the position before its decision. At simultaneous rounds a row trains the value alone: its
// actions are plans, which have no single policy index.
func fill(x *Sample, r *datasets.Row, s game.State) error {
	*x = Sample{
		State: s.Clone(), Player: r.Player, Outcome: r.Outcome, Short: r.ShortTerm, Left: float32(r.Left),
	}
	if r.Flags&sim.JointChoice != 0 {
		return nil
	}
	if len(r.Actions) == 0 || len(r.Target) != len(r.Actions) {
		return fmt.Errorf("%d actions and %d targets in a training row", len(r.Actions), len(r.Target))
	}
	x.Actions, x.Target = r.Actions, r.Target
	if r.Flags&sim.FullSearch != 0 {
		x.Weight = r.Weight
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
