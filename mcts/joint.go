package mcts

import (
	"fmt"
	"math"

	"variantlab/sim/game"
)

// A joint node has an edge for each of First's k plans, one for each of Second's l, and one for each of the k l cells,
// First's plans down. Only cells have children. A plan's edge holds its statistics: n how often it was sampled, p its
// prior, q its cumulated regret (RegretMatching) or its mean value in its player's view (DecoupledPUCT), child its index
// in arena.plans and arena.average; a node's plans have consecutive indices there. node.visits is k; l follows from the
// number of edges.

const (
	// solveIterations is how many iterations of regret matching+ solve the root's matrix at the end.
	solveIterations = 2000
	// openIterations and stepIterations are those on the root's matrix once all cells have been visited, and after each
	// simulation from then on.
	openIterations, stepIterations = 100, 2
	// rootExploration is how much of the prior one side's strategy is mixed with at the root, the sides taking turns: each
	// plan is tried against what the other side plays, which is what the solved matrix depends on.
	rootExploration = 0.5
)

// jointShape gives the number of plans of either side.
func (n *node) jointShape() (k, l int) {
	k = int(n.visits)
	return k, (int(n.edges)+1)/(k+1) - 1
}

// reachJoint is reach at a simultaneous node. Where plans can't be drawn without being listed all of them are searched.
func (s *Search) reachJoint() uint32 {
	if s.factor {
		return s.reachFactored()
	}
	s.plans = s.joint.Plans(game.First, s.plans[:0])
	k := len(s.plans)
	s.plans = s.joint.Plans(game.Second, s.plans)
	l := len(s.plans) - k
	if most := s.cfg.Plans; k > most || l > most {
		s.fail(fmt.Errorf("mcts: %s: %d and %d plans, at most %d are searched: %w", s.info.Name, k, l, most, ErrPlans))
		return 0
	}
	t := &s.tree
	if !t.room(k+l+k*l) || t.usedPlans+k+l > len(t.plans) {
		return 0
	}
	i := t.add(joint, game.Simultaneous)
	edges := t.extend(i, k+l+k*l)
	t.nodes[i].visits = uint16(k)
	t.kept[i] = keptPlans{first: uint32(t.usedPlans), count: [2]uint16{uint16(k), uint16(l)}, all: [2]bool{true, true}}
	for m, plan := range s.plans {
		edges[m].child = uint32(t.usedPlans)
		edges[m].p = 1 / float32(k)
		if m >= k {
			edges[m].p = 1 / float32(l)
		}
		t.plans[t.usedPlans] = plan
		t.average[t.usedPlans] = 0
		t.usedPlans++
	}
	return i
}

// followCell applies the plans of a cell's edge to scratch.
func (s *Search) followCell(n *node, e uint32) {
	t := &s.tree
	k, l := n.jointShape()
	cell := int(e-n.first) - k - l
	edges := t.edgesOf(n)
	s.both = [2]game.Plan{t.plans[edges[cell/l].child], t.plans[edges[k+cell%l].child]}
	s.joint.ApplyJoint(&s.both)
}

// selectCell draws a pair of plans at joint node i and returns the cell's edge.
func (s *Search) selectCell(i uint32) uint32 {
	n := &s.tree.nodes[i]
	k, l := n.jointShape()
	edges := s.tree.edgesOf(n)
	var row, column int
	if s.cfg.Joint == DecoupledPUCT {
		row = s.decoupled(n, edges[:k], 1)
		column = s.decoupled(n, edges[k:k+l], -1)
	} else {
		// Exploration decays with time, see Config.Joint; it must not be constant, or the average strategies stay off.
		explore := max(0.01, min(0.1, 3/math.Sqrt(float64(n.n))))
		row = s.sample(n, game.First, edges[:k], explore)
		column = s.sample(n, game.Second, edges[k:k+l], explore)
	}
	edges[row].n++
	edges[k+column].n++
	return n.first + uint32(k+l+row*l+column)
}

// decoupled selects a plan by PUCT on its own statistics.
func (s *Search) decoupled(n *node, plans []edge, sign float32) int {
	scale := s.cfg.CPUCT * sqrt(float32(n.n))
	value := sign * float32(n.sum/float64(n.n))
	best, at := float32(math.Inf(-1)), 0
	for i := range plans {
		q := value
		if plans[i].n > 0 {
			q = plans[i].q
		}
		if u := q + scale*plans[i].p/float32(1+plans[i].n); u > best {
			best, at = u, i
		}
	}
	return at
}

// sample draws a side's plan by regret matching, with the prior mixed in by the weight explore, and adds the
// strategy without the prior to the average, weighted by time.
func (s *Search) sample(n *node, p game.Player, plans []edge, explore float64) int {
	total := 0.0
	for i := range plans {
		total += float64(plans[i].q)
	}
	u, at := s.lots[p].Float64(), -1
	for i := range plans {
		prior := float64(plans[i].p)
		share := prior
		if total > 0 {
			share = float64(plans[i].q) / total
		}
		s.tree.average[plans[i].child] += float64(n.n) * share
		if u -= (1-explore)*share + explore*prior; u < 0 && at < 0 {
			at = i
		}
	}
	if at < 0 {
		at = len(plans) - 1
	}
	return at
}

// learn updates the plans' statistics of joint node i after a simulation through cell edge e has been worth value. The
// regrets compare what the other plans would have got, by their cells' means, with what the sampled pair got.
func (s *Search) learn(i, e uint32, value float32) {
	n := &s.tree.nodes[i]
	k, l := n.jointShape()
	edges := s.tree.edgesOf(n)
	cell := int(e-n.first) - k - l
	row, column := cell/l, cell%l
	if s.cfg.Joint == DecoupledPUCT {
		for _, at := range [2]int{row, k + column} {
			p := &edges[at]
			p.q += (value - p.q) / float32(p.n)
			value = -value
		}
		return
	}
	cells, mean := edges[k+l:], float32(n.sum/float64(n.n))
	worth := func(c int) float32 {
		if cells[c].n > 0 {
			return cells[c].q
		}
		return mean
	}
	got := worth(cell)
	for r := range k {
		edges[r].q = max(0, edges[r].q+worth(r*l+column)-got)
	}
	for c := range l {
		edges[k+c].q = max(0, edges[k+c].q-worth(row*l+c)+got)
	}
}

// meanPlay is what First gets when both sides play their average strategies, over the visited cells; the mean of what
// came through the node while there are none.
func (a *arena) meanPlay(n *node) float32 {
	k, l := n.jointShape()
	edges := a.edgesOf(n)
	first := a.average[edges[0].child:][:k]
	second := a.average[edges[k].child:][:l]
	sum, mass := 0.0, 0.0
	for r, p := range first {
		if p == 0 {
			continue
		}
		for c, e := range edges[k+l+r*l:][:l] {
			if e.n > 0 {
				sum += p * second[c] * float64(e.q)
				mass += p * second[c]
			}
		}
	}
	if mass == 0 {
		return float32(n.sum / float64(n.n))
	}
	return float32(sum / mass)
}

// drawLead draws the side whose turn comes first where only one can have it. Each side draws from its own stream: with
// colours and streams swapped it is the other side.
func (s *Search) drawLead() game.Player {
	if s.lots[game.First].Uint64() > s.lots[game.Second].Uint64() {
		return game.First
	}
	return game.Second
}

// pickCell chooses the root cell of the next simulation: first each cell once, then by the solution of the matrix of what
// the cells are worth so far. It returns the edge, or false when the search is over.
func (s *Search) pickCell() (uint32, bool) {
	i := s.roots[0]
	n := &s.tree.nodes[i]
	k, l := n.jointShape()
	made := int(n.n) - 1
	if made >= s.sims {
		return 0, false
	}
	switch {
	case s.cfg.Joint != RegretMatching:
		return s.selectCell(i), true
	case made < k*l && s.lead == game.First:
		s.cell = made
	case made < k*l:
		s.cell = made%k*l + made/k
	default:
		s.solveOn(n, made == k*l)
		var at [2]int
		for side, plans := range [2][]edge{s.tree.edgesOf(n)[:k], s.tree.edgesOf(n)[k : k+l]} {
			explore := 0.0
			if (made-k*l)%2 == side^int(s.lead) {
				explore = rootExploration
			}
			at[side] = s.drawSolved(game.Player(side), plans, s.matrix.average[side], explore)
			plans[at[side]].n++
		}
		s.cell = at[0]*l + at[1]
	}
	return n.first + uint32(k+l+s.cell), true
}

// solveOn takes what the last simulation has changed into the root's matrix, or all of it, and goes on solving it.
func (s *Search) solveOn(n *node, all bool) {
	k, l := n.jointShape()
	m, cells := &s.matrix, s.tree.edgesOf(n)[k+l:]
	if !all {
		m.a[s.cell] = float64(cells[s.cell].q)
		m.iterate(stepIterations)
		return
	}
	m.reset(k, l)
	for c := range cells {
		m.a[c] = float64(cells[c].q)
	}
	m.iterate(openIterations)
}

// drawSolved draws a side's plan by a strategy, given as sums, with the prior mixed in by the weight explore.
func (s *Search) drawSolved(p game.Player, plans []edge, strategy []float64, explore float64) int {
	total := 0.0
	for _, w := range strategy {
		total += w
	}
	u := s.lots[p].Float64()
	for i, w := range strategy {
		if u -= (1-explore)*w/total + explore*float64(plans[i].p); u < 0 {
			return i
		}
	}
	return len(plans) - 1
}

// concludeJoint writes the result of a simultaneous root. With regret matching the strategies are those of the matrix of
// cell means, solved; with decoupled PUCT they are the shares of the visits.
func (s *Search) concludeJoint() {
	n, out := &s.tree.nodes[s.roots[0]], &s.result
	k, l := n.jointShape()
	edges := s.tree.edgesOf(n)
	out.Player, out.Sims = game.Simultaneous, int(n.n)-1
	out.Actions, out.Visits, out.Q, out.Prior, out.Policy = out.Actions[:0], out.Visits[:0], out.Q[:0], out.Prior[:0], out.Policy[:0]
	for side, plans := range [2][]edge{edges[:k], edges[k : k+l]} {
		out.Plans[side], out.PlanPrior[side], out.Strategy[side] = out.Plans[side][:0], out.PlanPrior[side][:0], out.Strategy[side][:0]
		for m := range plans {
			out.Plans[side] = append(out.Plans[side], s.tree.plans[plans[m].child])
			out.PlanPrior[side] = append(out.PlanPrior[side], plans[m].p)
			share := plans[m].p
			if out.Sims > 0 {
				share = float32(plans[m].n) / float32(out.Sims)
			}
			out.Strategy[side] = append(out.Strategy[side], share)
		}
	}
	out.Raw, out.Value = float32(s.root.raw), float32(n.sum/float64(n.n))
	if s.cfg.Joint == RegretMatching {
		out.Value = s.solveRoot(n)
	}
}

// solveRoot overwrites the result's strategies with equilibrium strategies of the root's matrix and returns its value.
func (s *Search) solveRoot(n *node) float32 {
	k, l := n.jointShape()
	m := &s.matrix
	m.reset(k, l)
	for c, e := range s.tree.edgesOf(n)[k+l:] {
		m.a[c] = s.root.raw
		if e.n > 0 {
			m.a[c] = float64(e.q)
		}
	}
	m.solve(solveIterations)
	for side, average := range m.average {
		for i, p := range average {
			s.result.Strategy[side][i] = float32(p)
		}
	}
	return float32(m.value())
}
