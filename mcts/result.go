package mcts

import (
	"math"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// Result is what a search found. Its slices belong to the Search and last until the next Start. Values are from First's
// view.
type Result struct {
	// Player decides at the root: First or Second, or Simultaneous.
	Player game.Player

	// At a decision node, entry i of each list is about Actions[i], the legal list in ascending order.
	Actions []game.Action
	Visits  []uint32
	Q       []float32 // mean value of the simulations, 0 without visits
	Prior   []float32 // the evaluator's policy, without noise
	// Policy is the improved policy, a training target: at a Gumbel root softmax(logits + sigma(completed Q)), at a PUCT
	// root the visits' shares, without the visits of actions whose value was proven on the way unless one of them is best;
	// then it has all.
	Policy []float32
	Best   int // index of the action that the search recommends

	// At a simultaneous node, by side: plans, their priors, and the average strategy, a training target.
	Plans     [2][]game.Plan
	PlanPrior [2][]float32
	Strategy  [2][]float32

	Value  float32 // of the root, by search
	Raw    float32 // of the root, by the evaluator alone (of the first world where information is hidden)
	Sims   int     // simulations made
	Evals  int     // leaves evaluated, the root included
	Worlds int     // different worlds searched, 1 when the side to move knows everything

	Saturated bool // the arena was full before the simulations were made
	Proven    bool // Value is exact
}

// Choose draws an action's index from Policy^(1/temperature); at temperature 0 it is Best.
func (r *Result) Choose(stream *rng.Stream, temperature float64) int {
	if temperature <= 0 || len(r.Actions) == 1 {
		return r.Best
	}
	return drawSharpened(r.Policy, stream, temperature)
}

// ChoosePlan draws a plan's index for side p from its average strategy.
func (r *Result) ChoosePlan(p game.Player, stream *rng.Stream) int {
	return drawSharpened(r.Strategy[p], stream, 1)
}

// drawSharpened draws an index with weight w^(1/temperature), scaled by the largest weight so that small temperatures
// underflow to zero and never all of them.
func drawSharpened(weights []float32, stream *rng.Stream, temperature float64) int {
	top := float32(0)
	for _, w := range weights {
		top = max(top, w)
	}
	sharpened := func(w float32) float64 { return math.Pow(float64(w/top), 1/temperature) }
	total := 0.0
	for _, w := range weights {
		total += sharpened(w)
	}
	u, last := stream.Float64()*total, 0
	for i, w := range weights {
		if x := sharpened(w); x > 0 {
			if u < x {
				return i
			}
			u -= x
			last = i
		}
	}
	return last
}
