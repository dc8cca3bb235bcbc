package domain

import (
	"slices"

	"variantlab/sim/rng"
)

// The list of a belief as it is made: equal states are one hypothesis, and there are never too many.

// add enters a state in the new list; equal ones are one hypothesis.
func (b *belief) add(s *State, weight float64) {
	key := s.Key()
	if i, ok := b.index[key]; ok {
		b.next[i].weight += weight
		return
	}
	if len(b.next) == maxHypotheses {
		b.thin()
		b.add(s, weight)
		return
	}
	n := len(b.next)
	b.next = slices.Grow(b.next, 1)[:n+1]
	b.next[n].state.CopyFrom(s)
	b.next[n].weight = weight
	b.index[key] = int32(n)
}

// thin leaves at most keptHypotheses of the new list by systematic resampling (Carpenter, Clifford, Fearnhead: "Improved
// particle filter for nonlinear problems", 1999): each hypothesis keeps its weight in the mean, and so does the whole.
func (b *belief) thin() {
	stream := rng.New(b.key.Hi, b.key.Lo, rng.Determinize, 1, 0)
	share := totalWeight(b.next) / keptHypotheses
	at, sum, kept := stream.Float64(), 0.0, 0
	clear(b.index)
	for i := range b.next {
		h, copies := &b.next[i], 0.0
		for sum += h.weight / share; at < sum && at < keptHypotheses; at++ {
			copies++
		}
		if copies == 0 {
			continue
		}
		weight := copies * share
		if kept != i {
			b.next[kept].state.CopyFrom(&h.state)
		}
		b.next[kept].weight = weight
		b.index[h.state.Key()] = int32(kept)
		kept++
	}
	b.next, b.exact = b.next[:kept], false
}

// finish makes the new list the present one, with probabilities for weights.
func (b *belief) finish() {
	b.list, b.next = b.next, b.list
	total := totalWeight(b.list)
	for i := range b.list {
		b.list[i].weight /= total
	}
}

func totalWeight(list []hypothesis) (sum float64) {
	for i := range list {
		sum += list[i].weight
	}
	return sum
}
