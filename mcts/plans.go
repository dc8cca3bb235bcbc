package mcts

import (
	"cmp"
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
//
// The luck of a plan hangs on its name and the node's key, not on its place in the list, since colours list their plans
// in different orders. Names are sums of hashes of the plan's parts, as its side sees them where the game can tell.
type planDrawer struct {
	key   uint64           // of the node and side at hand
	odds  [64 * 64]float64 // by pair
	names [64 * 64]uint64  // by pair
	plans []game.Plan
	prior []float64
	name  []uint64     // of plans
	order []rankedPlan // best first

	factors      game.Factors // of listEqual, and what else list takes
	moves, pairs []game.Action
	even, zero   []float32
}

// rankedPlan is a plan's index with the logarithm of its prior plus Gumbel noise.
type rankedPlan struct {
	key float64
	at  int
}

// hash scatters the parts of plans over the names.
func hash(part uint64) uint64 {
	lot := rng.New(part, 0, rng.Noise, 0, 0)
	return lot.Uint64()
}

// lot is the random stream of a name.
func (d *planDrawer) lot(name uint64) rng.Stream { return rng.New(d.key, name, rng.Noise, 0, 0) }

// list lists the plans of f, side p's at s, with their priors. moves are f's moves, each once, with their softmax; pairs
// are f's, the forced ones among them, with their logits.
func (d *planDrawer) list(s game.State, p game.Player, f *game.Factors, moves []game.Action, priors []float32, pairs []game.Action, logits []float32) {
	seen, _ := s.(game.PlanEncoder)
	for i, pair := range pairs {
		d.odds[pair], d.names[pair] = math.Exp(float64(logits[i])), uint64(pair)
		if seen != nil {
			d.names[pair] = uint64(seen.PairIndex(p, p, uint16(pair)))
		}
		d.names[pair] = hash(d.names[pair])
	}
	for f.Count(listedPlans+1) > listedPlans && d.dropPair(f) {
	}
	d.plans, d.prior, d.name = f.AppendPlans(d.plans[:0]), d.prior[:0], d.name[:0]
	for first, move := 0, 0; first < len(d.plans); move++ {
		last, sum, of := first, 0.0, uint64(moves[move])
		if seen != nil {
			flat, aux := seen.MoveIndex(p, p, moves[move])
			of = uint64(aux)<<32 | uint64(flat)
		}
		of = hash(of)
		for ; last < len(d.plans) && d.plans[last].Move == d.plans[first].Move; last++ {
			w, name, plan := 1.0, of, &d.plans[last]
			for _, pair := range plan.Watch[:plan.N] {
				w *= d.odds[pair]
				name += d.names[pair]
			}
			d.prior, d.name = append(d.prior, w), append(d.name, name)
			sum += w
		}
		for i := first; i < last; i++ {
			d.prior[i] *= float64(priors[move]) / sum
		}
		first = last
	}
}

// listEqual lists p's plans at s, each move with the same prior, a pair joined as likely as not.
func (d *planDrawer) listEqual(s game.State, p game.Player) {
	s.(game.Factored).Reduced(p, &d.factors)
	d.moves, d.pairs = d.factors.AppendMoves(d.moves[:0]), d.factors.AppendPairs(d.pairs[:0])
	d.even, d.zero = d.even[:0], d.zero[:0]
	for range d.moves {
		d.even = append(d.even, 1/float32(len(d.moves)))
	}
	for range d.pairs {
		d.zero = append(d.zero, 0)
	}
	d.list(s, p, &d.factors, d.moves, d.even, d.pairs, d.zero)
}

// remove takes a plan off the list if it is there.
func (d *planDrawer) remove(plan *game.Plan) {
	i, last := slices.Index(d.plans, *plan), len(d.plans)-1
	if i < 0 {
		return
	}
	d.plans[i], d.prior[i], d.name[i] = d.plans[last], d.prior[last], d.name[last]
	d.plans, d.prior, d.name = d.plans[:last], d.prior[:last], d.name[:last]
}

// dropPair takes the ordinary pair of least odds out of f, one of them by lot; false when there is none.
func (d *planDrawer) dropPair(f *game.Factors) bool {
	least, luck := -1, uint64(0)
	for i, pair := range f.Pairs {
		if uint8(pair&63) == f.King || least >= 0 && d.odds[pair] > d.odds[f.Pairs[least]] {
			continue
		}
		lot := d.lot(d.names[pair])
		if u := lot.Uint64(); least < 0 || d.odds[pair] < d.odds[f.Pairs[least]] || u < luck {
			least, luck = i, u
		}
	}
	if least >= 0 {
		f.Pairs = slices.Delete(f.Pairs, least, least+1)
	}
	return least >= 0
}

// draw ranks at most k of the listed plans: the likeliest one, the likeliest one without pairs, and others drawn by their
// priors without replacement (Gumbel-top-k: Kool, van Hoof, Welling: "Stochastic beams and where to find them", 2019).
// Of plans that are equally likely the luckiest counts as the likeliest.
func (d *planDrawer) draw(k int) []rankedPlan {
	best, plain := rankedPlan{at: -1}, rankedPlan{at: -1}
	d.order = d.order[:0]
	for i, p := range d.prior {
		lot := d.lot(d.name[i])
		r := rankedPlan{math.Log(p) + lot.Gumbel(), i}
		likelier := func(than rankedPlan) bool {
			return than.at < 0 || p > d.prior[than.at] || p == d.prior[than.at] && r.key > than.key
		}
		if likelier(best) {
			best = r
		}
		if d.plans[i].N == 0 && likelier(plain) {
			plain = r
		}
		d.order = append(d.order, r)
	}
	for i := range d.order {
		switch r := &d.order[i]; r.at {
		case best.at:
			r.key = math.Inf(1)
		case plain.at:
			r.key = math.MaxFloat64
		}
	}
	d.order = firstOf(d.order, k)
	return d.order
}

// firstOf sorts the k plans with the largest keys to the front and returns them.
func firstOf(order []rankedPlan, k int) []rankedPlan {
	if k >= len(order) || k > innerPlans*innerPlans {
		slices.SortFunc(order, func(a, b rankedPlan) int { return cmp.Compare(b.key, a.key) })
		return order[:min(k, len(order))]
	}
	top := order[:0]
	for _, r := range order {
		at := len(top)
		if at < k {
			top = append(top, r)
		} else if at--; top[at].key >= r.key {
			continue
		}
		for ; at > 0 && top[at-1].key < r.key; at-- {
			top[at] = top[at-1]
		}
		top[at] = r
	}
	return top
}
