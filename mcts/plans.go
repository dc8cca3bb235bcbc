package mcts

import (
	"math"
	"slices"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// listedPlans is how many plans of a side are listed to draw from. Where there would be more, the ordinary pairs of least
// odds are left out until there aren't.
const listedPlans = 4096

// planDrawer draws the plans that a joint node keeps of one side's factored plans. Its buffers grow to what a game needs.
//
// The prior of a plan is the softmax of its move's logit among the moves, times the odds exp(logit) of its pairs,
// normalised over the sets of pairs that may join the move.
type planDrawer struct {
	odds  [64 * 64]float64 // by pair
	plans []game.Plan
	prior []float64
	order []rankedPlan // best first
}

// rankedPlan is a plan's index with the logarithm of its prior plus Gumbel noise.
type rankedPlan struct {
	key float64
	at  int
}

// list lists the plans of f with their priors. moves are f's moves, each once, with their softmax; pairs are f's, the
// forced ones among them, with their logits.
func (d *planDrawer) list(f *game.Factors, priors []float32, pairs []game.Action, logits []float32) {
	for i, pair := range pairs {
		d.odds[pair] = math.Exp(float64(logits[i]))
	}
	for f.Count(listedPlans+1) > listedPlans && d.dropPair(f) {
	}
	d.plans, d.prior = f.AppendPlans(d.plans[:0]), d.prior[:0]
	for first, move := 0, 0; first < len(d.plans); move++ {
		last, sum := first, 0.0
		for ; last < len(d.plans) && d.plans[last].Move == d.plans[first].Move; last++ {
			w, plan := 1.0, &d.plans[last]
			for _, pair := range plan.Watch[:plan.N] {
				w *= d.odds[pair]
			}
			d.prior = append(d.prior, w)
			sum += w
		}
		for i := first; i < last; i++ {
			d.prior[i] *= float64(priors[move]) / sum
		}
		first = last
	}
}

// dropPair takes the ordinary pair of least odds out of f; false when there is none.
func (d *planDrawer) dropPair(f *game.Factors) bool {
	least := -1
	for i, pair := range f.Pairs {
		if uint8(pair&63) != f.King && (least < 0 || d.odds[pair] < d.odds[f.Pairs[least]]) {
			least = i
		}
	}
	if least >= 0 {
		f.Pairs = slices.Delete(f.Pairs, least, least+1)
	}
	return least >= 0
}

// draw ranks at most k of the listed plans: the likeliest one, the likeliest one without pairs, and others drawn by their
// priors without replacement (Gumbel-top-k: Kool, van Hoof, Welling: "Stochastic beams and where to find them", 2019).
func (d *planDrawer) draw(k int, noise *rng.Stream) []rankedPlan {
	best, plain, ties, plainTies := -1, -1, 0, 0
	likelier := func(i, at, tied int) (int, int) { // equals by lot: the order of plans is not that of the other colour
		switch {
		case at < 0 || d.prior[i] > d.prior[at]:
			return i, 1
		case d.prior[i] == d.prior[at] && noise.IntN(tied+1) == 0:
			return i, tied + 1
		case d.prior[i] == d.prior[at]:
			return at, tied + 1
		}
		return at, tied
	}
	for i := range d.prior {
		best, ties = likelier(i, best, ties)
		if d.plans[i].N == 0 {
			plain, plainTies = likelier(i, plain, plainTies)
		}
	}
	d.order = d.order[:0]
	for i, p := range d.prior {
		r := rankedPlan{math.Log(p) + noise.Gumbel(), i}
		if i == best || i == plain {
			r.key = math.Inf(1)
		}
		at := len(d.order)
		if at < k {
			d.order = append(d.order, r)
		} else if at--; d.order[at].key >= r.key {
			continue
		}
		for ; at > 0 && d.order[at-1].key < r.key; at-- {
			d.order[at] = d.order[at-1]
		}
		d.order[at] = r
	}
	return d.order
}
