package mcts

import (
	"math"

	"variantlab/sim/game"
)

// A joint node of a game.Factored state keeps a sample of each side's plans, best first, and shows the search only so many
// of them as its visits can tell apart (sampled actions: Hubert and others, "Learning and planning in complex action
// spaces", 2021). Its edges come with the evaluator's answer, which has the priors.

const (
	rootPlans  = 12 // plans of a side at the root, given the simulations to visit all cells
	innerPlans = 8  // plans of a side that a node inside starts with
)

// keptPlans is how many plans of a side a node inside can come to show in a search of sims simulations.
func (c *Config) keptPlans(sims int) int {
	return min(c.Plans, max(innerPlans, wantedPlans(sims)))
}

// wantedPlans is how many plans of a side a node inside should show after n visits.
func wantedPlans(n int) int { return int(math.Ceil(2 * math.Sqrt(float64(n)))) }

// rootShape gives how many of k and l plans the root shows, so that sims simulations visit each cell at least once and,
// where there are many, twice. A search that is made only for the priors sees as many plans as it can.
func (c *Config) rootShape(k, l, sims int) (int, int) {
	side := math.Sqrt(float64(sims))
	most := int(max(min(rootPlans, side), side/math.Sqrt2))
	if sims < 4 {
		return min(k, c.Plans), min(l, c.Plans)
	}
	cells, kept, left := most*most, min(k, most, c.Plans), min(l, most, c.Plans)
	return min(k, c.Plans, max(kept, cells/left)), min(l, c.Plans, max(left, cells/kept))
}

// reachFactored makes a joint node, its edges still to come; 0 when the arena is full.
func (s *Search) reachFactored() uint32 {
	t := &s.tree
	shown, kept := innerPlans, s.cfg.keptPlans(s.sims)
	if t.usedNodes == 1 {
		shown, kept = s.cfg.Plans, s.cfg.Plans
	}
	if !t.room(shown*(shown+2)) || t.usedPlans+2*kept > len(t.plans) {
		return 0
	}
	return t.add(joint, game.Simultaneous)
}

// expandFactored gives joint node i its plans, drawn by the evaluator's answer in row of b.
func (s *Search) expandFactored(i uint32, b *Batch, row int) error {
	t, root := &s.tree, i == s.roots[0]
	parts, list, logits := b.Parts[row], b.Legal(row), b.RowLogits(row)
	pairs, pairLogits := list[parts[0]+parts[1]:], logits[parts[0]+parts[1]:]
	for _, l := range pairLogits {
		if math.IsNaN(float64(l)) || math.IsInf(float64(l), 0) {
			return s.badLogit(l)
		}
	}
	var kept [2]int
	moves := 0
	for side := range 2 {
		priors, err := s.softmax(logits[moves:][:parts[side]])
		if err != nil {
			return err
		}
		d := &s.drawers[side]
		d.key = s.lots[side].Uint64()
		d.list(b.States[row], game.Player(side), &b.factors[row][side], list[moves:][:parts[side]], priors, pairs[:parts[2+side]], pairLogits[:parts[2+side]])
		moves += parts[side]
		pairs, pairLogits = pairs[parts[2+side]:], pairLogits[parts[2+side]:]
		kept[side] = len(d.plans)
	}
	shown := [2]int{innerPlans, innerPlans}
	if root {
		kept[0], kept[1] = s.cfg.rootShape(kept[0], kept[1], s.sims)
		shown = kept
	} else {
		most := s.cfg.keptPlans(s.sims)
		kept[0], kept[1] = min(kept[0], most), min(kept[1], most)
	}
	first := t.usedPlans
	for side := range 2 {
		d := &s.drawers[side]
		for _, r := range d.draw(kept[side]) {
			t.plans[t.usedPlans], t.prior[t.usedPlans], t.average[t.usedPlans] = d.plans[r.at], float32(d.prior[r.at]), 0
			t.usedPlans++
		}
		t.kept[i][side] = uint16(kept[side])
	}
	s.show(i, first, min(kept[0], shown[0], s.cfg.Plans), min(kept[1], shown[1], s.cfg.Plans))
	return nil
}

// show lays out the edges of joint node i for k and l of its plans, which lie from first on; there must be room.
func (s *Search) show(i uint32, first, k, l int) {
	t := &s.tree
	edges := t.extend(i, k+l+k*l)
	t.nodes[i].visits = uint16(k)
	second := first + int(t.kept[i][0])
	sums := [2]float32{}
	for m := range edges[:k+l] {
		side, at := 0, first+m
		if m >= k {
			side, at = 1, second+m-k
		}
		edges[m].child, edges[m].p = uint32(at), t.prior[at]
		sums[side] += t.prior[at]
	}
	for m := range edges[:k] {
		edges[m].p = share(edges[m].p, sums[0], k)
	}
	for m := range edges[k : k+l] {
		edges[k+m].p = share(edges[k+m].p, sums[1], l)
	}
}

// share is p of sum, an n-th where sum has rounded to zero.
func share(p, sum float32, n int) float32 {
	if sum > 0 {
		return p / sum
	}
	return 1 / float32(n)
}

// widen shows more plans of joint node i when its visits have grown enough. The edges move.
func (s *Search) widen(i uint32) {
	t := &s.tree
	n := &t.nodes[i]
	k, l := n.jointShape()
	kept := t.kept[i]
	if k == int(kept[0]) && l == int(kept[1]) || wantedPlans(int(n.n)) <= max(k, l) {
		return
	}
	most := max(k, l) * 3 / 2
	k2, l2 := min(int(kept[0]), most), min(int(kept[1]), most)
	if !t.room(k2 + l2 + k2*l2) {
		return
	}
	old := t.edgesOf(n)
	s.show(i, int(old[0].child), k2, l2)
	edges := t.edgesOf(n)
	take := func(to, from *edge) { to.n, to.q = from.n, from.q }
	for r := range k {
		take(&edges[r], &old[r])
		copy(edges[k2+l2+r*l2:], old[k+l+r*l:][:l])
	}
	for c := range l {
		take(&edges[k2+c], &old[k+c])
	}
}
