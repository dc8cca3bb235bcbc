package mcts

import (
	"math"

	"variantlab/sim/game"
)

// A joint node of a game.Factored state keeps a sample of each side's plans, best first, and shows the search only so many
// of them as its visits can tell apart (sampled actions: Hubert and others, "Learning and planning in complex action
// spaces", 2021). Its edges come with the evaluator's answer, which has the priors.

const (
	rootPlans  = 12  // plans of a side at the root, given the simulations to visit all cells
	innerPlans = 8   // plans of a side that a node inside starts with
	mostPlans  = 250 // of a side at a node: their cells are counted in 16 bits
)

// keptPlans is how many plans of a side a node inside draws by its priors in a search of sims simulations.
func (c *Config) keptPlans(sims int) int {
	return min(c.Plans, max(innerPlans, wantedPlans(sims)))
}

// wantedPlans is how many plans of a side a node inside should show after n visits.
func wantedPlans(n int) int { return int(math.Ceil(2 * math.Sqrt(float64(n)))) }

// mostPlans is how many plans of a side a node can come to have.
func (c *Config) mostPlans() int { return max(c.Plans, c.MostPlans) }

// rootSize gives the most plans of a side and the most cells that a root shows in searches of at most sims simulations.
func (c *Config) rootSize(sims int) (plans, cells int) {
	most := rootSide(sims)
	return c.mostPlans(), max(most*most, c.Plans*c.Plans)
}

// rootSide is how many plans of either side sims simulations can tell apart at the root: they visit each cell at least
// once and, where there are many, twice.
func rootSide(sims int) int {
	side := math.Sqrt(float64(sims))
	return int(max(min(rootPlans, side), side/math.Sqrt2))
}

// rootShape gives how many of k and l plans the root shows. A search that is made only for the priors sees as many plans
// as it can.
func (c *Config) rootShape(k, l, sims int) (int, int) {
	if sims < 4 {
		return min(k, c.Plans), min(l, c.Plans)
	}
	return shape(min(k, c.mostPlans()), min(l, c.mostPlans()), rootSide(sims))
}

// shape gives how many of k and l plans are shown where as many cells can be told apart as side plans of either side
// make: more of one side where the other has few.
func shape(k, l, side int) (int, int) {
	few, cells := min(k, l, side), side*side
	return min(k, max(side, cells/few)), min(l, max(side, cells/few))
}

// reachFactored makes a joint node, its edges still to come; 0 when the arena is full.
func (s *Search) reachFactored() uint32 {
	t := &s.tree
	kept, cells := s.cfg.keptPlans(s.sims), innerPlans*innerPlans
	if t.usedNodes == 1 {
		kept, cells = s.cfg.rootSize(s.sims)
	}
	if !t.room(cells+2*kept) || t.usedPlans+2*kept > len(t.plans) {
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
	if root {
		kept[0], kept[1] = s.cfg.rootShape(kept[0], kept[1], s.sims)
	} else {
		most := s.cfg.keptPlans(s.sims)
		kept[0], kept[1] = min(kept[0], most), min(kept[1], most)
	}
	t.kept[i] = keptPlans{first: uint32(t.usedPlans), side: innerPlans}
	for side := range 2 {
		d := &s.drawers[side]
		for _, r := range d.draw(kept[side]) {
			t.plans[t.usedPlans], t.prior[t.usedPlans], t.average[t.usedPlans] = d.plans[r.at], float32(d.prior[r.at]), 0
			t.usedPlans++
		}
		t.kept[i].count[side], t.kept[i].all[side] = uint16(kept[side]), kept[side] == len(d.plans)
	}
	if !root {
		kept[0], kept[1] = shape(kept[0], kept[1], innerPlans)
	}
	s.show(i, kept[0], kept[1])
	return nil
}

// show lays out the edges of joint node i for k and l of its plans; there must be room.
func (s *Search) show(i uint32, k, l int) {
	t := &s.tree
	edges := t.extend(i, k+l+k*l)
	t.nodes[i].visits = uint16(k)
	kept, sums := &t.kept[i], [2]float32{}
	for m := range edges[:k+l] {
		side, at := game.First, kept.at(game.First, m)
		if m >= k {
			side, at = game.Second, kept.at(game.Second, m-k)
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
