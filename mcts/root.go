package mcts

import (
	"math"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// rootStats is what a search knows about the actions at a decision root, in the order of the legal list. Where several
// worlds are searched it adds up over them; each world's tree has a root node of its own with the same edges. Values
// are from the view of the player who decides.
type rootStats struct {
	player game.Player
	raw    float64
	logits []float64
	prior  []float64 // softmax of logits
	noisy  []float64 // prior that a PUCT root selects by
	gumbel []float64
	q      []float64
	visits []uint32
	made   int // simulations

	schedule  []uint32 // considered visits by simulation (Gumbel)
	space     []uint32
	completed []float64
	sigma     []float64
	policy    []float64
}

func newRootStats(cfg *Config, actions int) rootStats {
	floats := func() []float64 { return make([]float64, 0, actions) }
	return rootStats{
		logits: floats(), prior: floats(), noisy: floats(), gumbel: floats(), q: floats(),
		completed: floats(), sigma: floats(), policy: floats(),
		visits: make([]uint32, 0, actions), schedule: make([]uint32, 0, cfg.Sims), space: make([]uint32, cfg.Considered),
	}
}

// openRoot takes the evaluator's answer to a decision root: value in First's view, logits in the order of actions.
func (s *Search) openRoot(value float32, actions []game.Action, logits []float32) error {
	priors, err := s.softmax(logits)
	if err != nil {
		return err
	}
	r, l := &s.root, len(actions)
	r.player, r.raw, r.made = s.worlds[0].Turn(), float64(value), 0
	r.raw *= float64(signs[r.player])
	for _, list := range []*[]float64{&r.logits, &r.prior, &r.noisy, &r.gumbel, &r.q, &r.completed, &r.sigma, &r.policy} {
		*list = (*list)[:l]
	}
	r.visits = r.visits[:l]
	clear(r.visits)
	clear(r.q)
	for i := range actions {
		r.logits[i], r.prior[i], r.noisy[i] = float64(logits[i]), float64(priors[i]), float64(priors[i])
	}
	for w := range s.worldsN {
		edges := s.tree.extend(s.roots[w], l)
		n := &s.tree.nodes[s.roots[w]]
		n.n, n.sum = 1, float64(value)
		for i, a := range actions {
			edges[i].p = priors[i]
			s.tree.actions[n.first+uint32(i)] = a
		}
	}
	s.actions = append(s.actions[:0], actions...)
	if s.cfg.Root == Gumbel {
		s.planGumbel(l)
	} else if s.cfg.NoiseWeight > 0 {
		s.addNoise()
	}
	return nil
}

func (s *Search) planGumbel(l int) {
	r := &s.root
	for i := range r.gumbel {
		r.gumbel[i] = float64(s.cfg.GumbelScale) * s.noise.Gumbel()
	}
	r.schedule = r.schedule[:s.sims]
	m := max(1, min(s.cfg.Considered, l, s.sims/2))
	consideredVisits(r.schedule, m, r.space[:m])
}

// addNoise mixes Dirichlet noise into the priors that a PUCT root selects by (AlphaZero; constants of KataGo).
func (s *Search) addNoise() {
	r, total, mass := &s.root, 0.0, 0.0
	alpha := float64(s.cfg.NoiseTotal) / float64(len(r.noisy))
	for i := range r.noisy {
		r.gumbel[i] = gamma(&s.noise, alpha)
		total += r.gumbel[i]
		r.noisy[i] = math.Pow(r.prior[i], 1/float64(s.cfg.NoiseTemperature))
		mass += r.noisy[i]
	}
	w := float64(s.cfg.NoiseWeight)
	for i := range r.noisy {
		r.noisy[i] = (1-w)*r.noisy[i]/mass + w*r.gumbel[i]/total
	}
}

// gamma draws a gamma variate of shape a (Marsaglia, Tsang: "A simple method for generating gamma variables", 2000).
func gamma(stream *rng.Stream, a float64) float64 {
	boost := 1.0
	if a < 1 {
		boost = math.Pow(1-stream.Float64(), 1/a)
		a++
	}
	d := a - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := stream.Normal()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-stream.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return boost * d * v
		}
	}
}

// pick chooses the root action of the next simulation, or -1 when the search is over. Actions whose value is settled
// get their simulations for nothing.
func (s *Search) pick() int {
	r := &s.root
	if len(s.actions) == 1 {
		return -1
	}
	node := &s.tree.nodes[s.roots[0]]
	for r.made < s.sims && !node.proven() {
		if s.cfg.Root == PUCT {
			return s.pickPUCT(node)
		}
		s.evaluateRoot()
		i := bestConsidered(r.gumbel, r.logits, r.sigma, r.visits, r.schedule[r.made])
		if i >= 0 && s.tree.edges[int(node.first)+i].child&closed == 0 {
			return i
		}
		r.visits[i]++
		r.made++
	}
	return -1
}

// evaluateRoot computes completed values and sigma.
func (s *Search) evaluateRoot() {
	r := &s.root
	complete(r.completed, r.prior, r.q, r.visits, r.raw)
	transform(r.sigma, r.completed, r.visits, float64(s.cfg.ValueScale), float64(s.cfg.VisitOffset))
}

// pickPUCT is selectEdge at the root: priors may be noisy, and edges aren't sorted.
func (s *Search) pickPUCT(node *node) int {
	r := &s.root
	sum, mass := r.raw, 0.0
	for i, n := range r.visits {
		if n > 0 {
			sum += float64(n) * r.q[i]
			mass += r.noisy[i]
		}
	}
	loss := float64(s.cfg.FPU) * math.Sqrt(mass)
	if s.cfg.NoiseWeight > 0 {
		loss = 0
	}
	unvisited := sum/float64(1+r.made) - loss
	scale := float64(s.cfg.CPUCT) * math.Sqrt(float64(1+r.made))
	best, at := math.Inf(-1), 0
	for i, n := range r.visits {
		if s.tree.edges[int(node.first)+i].child&closed != 0 {
			continue
		}
		q := unvisited
		if n > 0 {
			q = r.q[i]
		}
		if u := q + scale*r.noisy[i]/float64(1+n); u > best {
			best, at = u, i
		}
	}
	return at
}

// refresh takes over what a simulation of root action i has changed.
func (s *Search) refresh(i int) {
	r := &s.root
	r.visits[i]++
	r.made++
	sum, n := 0.0, 0.0
	for _, root := range s.roots[:s.worldsN] {
		e := &s.tree.edges[int(s.tree.nodes[root].first)+i]
		sum += float64(e.n) * float64(e.q)
		n += float64(e.n)
	}
	r.q[i] = sum / n * float64(signs[r.player])
}

// conclude writes the result of a decision root.
func (s *Search) conclude() {
	r, out := &s.root, &s.result
	sign := signs[r.player]
	s.evaluateRoot()
	out.Player, out.Sims = r.player, r.made
	out.Actions = append(out.Actions[:0], s.actions...)
	out.Visits = append(out.Visits[:0], r.visits...)
	out.Q, out.Prior, out.Policy = out.Q[:0], out.Prior[:0], out.Policy[:0]
	for i, q := range r.q {
		out.Q = append(out.Q, float32(q)*sign)
		out.Prior = append(out.Prior, float32(r.prior[i]))
	}
	value := 0.0
	if s.cfg.Root == Gumbel {
		value = s.concludeGumbel()
	} else {
		value = s.concludePUCT()
	}
	for _, p := range r.policy {
		out.Policy = append(out.Policy, float32(p))
	}
	node := &s.tree.nodes[s.roots[0]]
	out.Raw, out.Value = float32(r.raw)*sign, float32(value)*sign
	if s.solver {
		out.Value = max(node.lo, min(node.hi, out.Value))
		out.Proven = node.proven()
	}
}

// concludeGumbel sets policy and best action and returns the improved policy's value in the player's view.
func (s *Search) concludeGumbel() float64 {
	r := &s.root
	improve(r.policy, r.logits, r.sigma)
	most := uint32(0)
	for _, n := range r.visits {
		most = max(most, n)
	}
	s.result.Best = bestConsidered(r.gumbel, r.logits, r.sigma, r.visits, most)
	if i := s.provenBest(); i >= 0 {
		s.result.Best = i
	}
	value := 0.0
	for i, p := range r.policy {
		value += p * r.completed[i]
	}
	return value
}

// concludePUCT does the same for a PUCT root. Visits decide between the actions that simulations could still choose; they
// say nothing about an action that was settled on the way. That one is taken if it is worth as much as the winner of the
// others, and then has all of the policy; otherwise it has none.
func (s *Search) concludePUCT() float64 {
	r, node := &s.root, &s.tree.nodes[s.roots[0]]
	edges := s.tree.edgesOf(node)
	sum, total, open, settled := r.raw, 0.0, -1, -1
	for i, n := range r.visits {
		sum += float64(n) * r.q[i]
		r.policy[i] = 0
		switch {
		case edges[i].child&closed != 0:
			if settled < 0 || r.q[i] > r.q[settled] {
				settled = i
			}
			continue
		case open < 0 || n > r.visits[open] || n == r.visits[open] && r.q[i] > r.q[open]:
			open = i
		}
		r.policy[i] = float64(n)
		total += float64(n)
	}
	best := open
	if settled >= 0 && (open < 0 || r.visits[open] == 0 || r.q[settled] >= r.q[open]) {
		best = settled
	}
	if i := s.provenBest(); i >= 0 {
		best = i
	}
	s.result.Best = best
	switch {
	case best != open:
		clear(r.policy)
		r.policy[best] = 1
	case total == 0:
		copy(r.policy, r.prior)
		for i, p := range r.prior {
			if p > r.prior[s.result.Best] {
				s.result.Best = i
			}
		}
	default:
		for i := range r.policy {
			r.policy[i] /= total
		}
	}
	return sum / float64(1+r.made)
}

// provenBest is the action that the proof of the root's value rests on; -1 without a proof. Of several, the one with the
// most visits and then the largest prior: in a lost position that is the defence that took the longest to refute.
func (s *Search) provenBest() int {
	node := &s.tree.nodes[s.roots[0]]
	if !s.solver || !node.proven() {
		return -1
	}
	edges := s.tree.edgesOf(node)
	best := -1
	for i := range edges {
		lo, hi := s.tree.bounds(&edges[i])
		if edges[i].child == 0 || hi-lo > exact || lo < node.lo-exact || hi > node.hi+exact {
			continue
		}
		if r := &s.root; best < 0 || r.visits[i] > r.visits[best] || r.visits[i] == r.visits[best] && r.prior[i] > r.prior[best] {
			best = i
		}
	}
	return best
}
