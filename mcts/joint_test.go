package mcts

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"variantlab/internal/toys"
	"variantlab/sim/game"
	"variantlab/sim/gametest"
	"variantlab/sim/rng"
)

func oneShot(a [][]float64) game.Game {
	payoff := make([][]float32, len(a))
	for i, row := range a {
		for _, v := range row {
			payoff[i] = append(payoff[i], float32(v))
		}
	}
	return toys.OneShot("matrix", "Matrix", "abcde", payoff)
}

func randomMatrix(stream *rng.Stream, n int) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		for range n {
			a[i] = append(a[i], 2*stream.Float64()-1)
		}
	}
	return a
}

func doubles(p []float32) []float64 {
	d := make([]float64, len(p))
	for i, x := range p {
		d[i] = float64(x)
	}
	return d
}

// gapOf is what best responses win against a pair of strategies, both sides together.
func gapOf(a [][]float64, strategies [2][]float32) float64 {
	most, least := toys.BestResponses(a, doubles(strategies[0]), doubles(strategies[1]))
	return most - least
}

func decoupledConfig(sims int) Config {
	cfg := NewConfig(sims)
	cfg.Joint = DecoupledPUCT
	return cfg
}

// Rock-paper-scissors, with scissors double, and a 2x2 game with one mixed equilibrium: strategies and value.
func TestOneShotStrategies(t *testing.T) {
	for _, c := range []struct {
		g             game.Game
		first, second []float64
		value         float64
	}{
		{toys.RockPaperScissors(), []float64{1. / 3, 1. / 3, 1. / 3}, []float64{1. / 3, 1. / 3, 1. / 3}, 0},
		{toys.BiasedRPS(), []float64{0.4, 0.4, 0.2}, []float64{0.4, 0.4, 0.2}, 0},
		{oneShot([][]float64{{0.6, -0.4}, {-0.2, 0.8}}), []float64{0.5, 0.5}, []float64{0.6, 0.4}, 0.2},
	} {
		r, err := newSearch(t, c.g, NewConfig(200)).Run(start(t, c.g), 200, Seed{Run: 1}, Uniform{})
		if err != nil {
			t.Fatal(err)
		}
		for side, want := range [2][]float64{c.first, c.second} {
			for i, p := range want {
				if math.Abs(float64(r.Strategy[side][i])-p) > 0.01 {
					t.Errorf("%s: side %d plays %v, want %v", c.g.Info().Name, side, r.Strategy[side], want)
					break
				}
			}
		}
		if math.Abs(float64(r.Value)-c.value) > 0.003 {
			t.Errorf("%s: value %v, want %v", c.g.Info().Name, r.Value, c.value)
		}
		a := toys.NewExact().Matrix(start(t, c.g))
		gap := gapOf(a, r.Strategy)
		if r, err = newSearch(t, c.g, decoupledConfig(200)).Run(start(t, c.g), 200, Seed{Run: 1}, Uniform{}); err != nil {
			t.Fatal(err)
		}
		t.Logf("verify: %s: exploitability %.5f after 200 simulations, decoupled PUCT's %.5f", c.g.Info().Name, gap, gapOf(a, r.Strategy))
		if gap > 0.02 {
			t.Errorf("%s: exploitability %v", c.g.Info().Name, gap)
		}
	}
}

// 200 random 5x5 matrices: the solved root matrix, and the average strategies of sampled regret matching as inside the
// tree. Decoupled PUCT's gap is printed beside them.
func TestRandomMatrices(t *testing.T) {
	stream := rng.New(2, 0, rng.Shuffle, 0, 0)
	worst, sum, count := map[string]float64{}, map[string]float64{}, map[string]float64{}
	note := func(how string, gap float64) {
		worst[how] = max(worst[how], gap)
		sum[how] += gap
		count[how]++
	}
	matrices, sampledEvery := 200, 10
	switch {
	case gametest.Full():
		sampledEvery = 1
	case testing.Short():
		matrices, sampledEvery = 40, 20
	}
	for k := range matrices {
		a := randomMatrix(&stream, 5)
		g := oneShot(a)
		r, err := newSearch(t, g, NewConfig(25)).Run(start(t, g), 25, Seed{Run: 3, Game: uint64(k)}, Uniform{})
		if err != nil {
			t.Fatal(err)
		}
		gap := gapOf(a, r.Strategy)
		note("full information", gap)
		if gap >= 0.03 {
			t.Errorf("matrix %d: gap %v", k, gap)
		}
		if _, _, v := toys.MatrixGame(a); math.Abs(float64(r.Value)-v) > gap+1e-6 {
			t.Errorf("matrix %d: value %v, want %v", k, r.Value, v)
		}
		if k%sampledEvery != 0 {
			continue
		}
		if gap = gapOf(a, sampled(t, g, 30000, uint64(k))); gap >= 0.05 {
			t.Errorf("matrix %d: gap %v, sampled", k, gap)
		}
		note("sampled", gap)
		r, err = newSearch(t, g, decoupledConfig(30000)).Run(start(t, g), 30000, Seed{Run: 4, Game: uint64(k)}, Uniform{})
		if err != nil {
			t.Fatal(err)
		}
		note("decoupled PUCT", gapOf(a, r.Strategy))
	}
	for _, how := range []string{"full information", "sampled", "decoupled PUCT"} {
		t.Logf("verify: random matrices, %s: %.0f, exploitability %.5f in the mean, %.5f at most", how, count[how], sum[how]/count[how], worst[how])
	}
}

// sampled runs the regret matching of nodes inside the tree at a root and returns its average strategies.
func sampled(t *testing.T, g game.Game, iterations int, seed uint64) [2][]float32 {
	t.Helper()
	s := newSearch(t, g, NewConfig(iterations))
	b := NewBatch(g.Info(), 1, Uniform{})
	if err := s.Start(start(t, g), iterations, Seed{Run: 5, Game: seed}); err != nil {
		t.Fatal(err)
	}
	s.Step(b)
	s.Deliver(b)
	for range iterations {
		n := &s.tree.nodes[s.roots[0]]
		k, l := n.jointShape()
		edges := s.tree.edgesOf(n)
		explore := max(0.01, min(0.1, 3/math.Sqrt(float64(n.n))))
		row, column := s.sample(n, game.First, edges[:k], explore), s.sample(n, game.Second, edges[k:k+l], explore)
		s.path = append(s.path[:0], step{s.roots[0], n.first + uint32(k+l+row*l+column)})
		s.scratch.CopyFrom(s.worlds[0])
		s.descend(b)
	}
	var strategies [2][]float32
	for side := range strategies {
		strategies[side] = s.averageOf(s.roots[0], game.Player(side))
	}
	return strategies
}

// averageOf is the average strategy of a side at a joint node.
func (s *Search) averageOf(i uint32, p game.Player) []float32 {
	n := &s.tree.nodes[i]
	k, l := n.jointShape()
	from, to := 0, k
	if p == game.Second {
		from, to = k, k+l
	}
	var list []float32
	total := 0.0
	for _, e := range s.tree.edgesOf(n)[from:to] {
		total += s.tree.average[e.child]
	}
	for _, e := range s.tree.edgesOf(n)[from:to] {
		p := float32(s.tree.average[e.child] / total)
		if total == 0 {
			p = e.p
		}
		list = append(list, p)
	}
	return list
}

// policyOf is what a side plays at a node of the tree: the solved matrix at the root, the average strategy or the shares
// of visits inside, uniform where the tree doesn't reach.
func (s *Search) policyOf(i uint32, p game.Player, plans int) []float64 {
	list := make([]float64, plans)
	for m := range list {
		list[m] = 1 / float64(plans)
	}
	switch {
	case i == 0 || s.tree.nodes[i].n < 2:
		return list
	case i == s.roots[0]:
		return doubles(s.result.Strategy[p])
	case s.cfg.Joint == RegretMatching:
		return doubles(s.averageOf(i, p))
	}
	n := &s.tree.nodes[i]
	k, _ := n.jointShape()
	edges := s.tree.edgesOf(n)
	if p == game.Second {
		edges = edges[k:]
	}
	for m := range list {
		list[m] = float64(edges[m].n) / float64(n.n-1)
	}
	return list
}

// bestResponse is the value to First when side p plays perfectly against the other's strategy in the tree.
func (s *Search) bestResponse(state game.State, i uint32, p game.Player) float64 {
	follow := func(e edge) uint32 { return e.child &^ closed }
	switch state.Turn() {
	case game.Terminal:
		return float64(state.Returns()[0])
	case game.Chance:
		sum := 0.0
		for k, o := range state.(game.Stochastic).Outcomes(nil) {
			next, child := state.Clone(), uint32(0)
			next.Apply(o.Action)
			if i != 0 {
				child = follow(s.tree.edgesOf(&s.tree.nodes[i])[k])
			}
			sum += o.Prob * s.bestResponse(next, child, p)
		}
		return sum
	}
	j := state.(game.Joint)
	plans := [2][]game.Plan{j.Plans(game.First, nil), j.Plans(game.Second, nil)}
	k, l := len(plans[0]), len(plans[1])
	other := s.policyOf(i, p.Other(), len(plans[p.Other()]))
	values := make([]float64, len(plans[p]))
	for r := range k {
		for c := range l {
			next, child := state.Clone(), uint32(0)
			next.(game.Joint).ApplyJoint(&[2]game.Plan{plans[0][r], plans[1][c]})
			if i != 0 {
				child = follow(s.tree.edgesOf(&s.tree.nodes[i])[k+l+r*l+c])
			}
			v := s.bestResponse(next, child, p)
			if p == game.First {
				values[r] += other[c] * v
			} else {
				values[c] += other[r] * v
			}
		}
	}
	best := values[0]
	for _, v := range values {
		if p == game.First {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
	}
	return best
}

// Goofspiel with four cards, from the first prize: what best responses win against the strategies in the tree, in points,
// both sides together and in the mean over the first prize. It must fall as simulations grow.
func TestGoofspielGap(t *testing.T) {
	few, many, prizes, bound := 30_000, 100_000, []int{1, 2, 3, 4}, 0.7
	if testing.Short() {
		few, many, prizes, bound = 2_000, 15_000, []int{1, 4}, 1.2
	}
	g := toys.Goofspiel()
	for _, joint := range []JointPolicy{RegretMatching, DecoupledPUCT} {
		gaps := map[int]float64{}
		for _, prize := range prizes {
			p, err := g.New(game.Options{})
			if err != nil {
				t.Fatal(err)
			}
			p.Apply(game.Action(prize))
			cfg := NewConfig(many)
			cfg.Joint = joint
			s := newSearch(t, g, cfg)
			for _, sims := range []int{few, many} {
				if _, err := s.Run(p.State(), sims, Seed{Run: 6, Action: uint32(prize)}, Uniform{}); err != nil {
					t.Fatal(err)
				}
				gap := s.bestResponse(p.State(), s.roots[0], game.First) - s.bestResponse(p.State(), s.roots[0], game.Second)
				gaps[sims] += 10 * gap / float64(len(prizes))
				if r := s.Result(); sims == many && joint == RegretMatching {
					t.Logf("prize %d: bids %.3f, value %.3f", prize, r.Strategy[0], r.Value)
					if math.Abs(float64(r.Value)) > 0.02 {
						t.Errorf("prize %d: value %v of a symmetric game", prize, r.Value)
					}
					if root := 10 * gapOf(toys.NewExact().Matrix(p.State()), r.Strategy); root > 0.1 {
						t.Errorf("prize %d: bids %v lose %v points to best responses, the rest played perfectly", prize, r.Strategy[0], root)
					}
					if prize == 4 && r.Strategy[0][3] < 0.9 {
						t.Errorf("prize %d: bids %v", prize, r.Strategy[0])
					}
				}
			}
		}
		t.Logf("verify: goofspiel, joint policy %d: exploitability %.3f points after %d simulations, %.3f after %d", joint, gaps[few], few, gaps[many], many)
		if joint == RegretMatching && (gaps[many] > bound || gaps[many] > 0.65*gaps[few]) {
			t.Errorf("gap %v points after %d simulations, %v after %d", gaps[few], few, gaps[many], many)
		}
	}
}

// Asymmetric goofspiel: the value against exact backward induction, starting with each prize.
func TestGoofspielValues(t *testing.T) {
	g, e := toys.Goofspiel(), toys.NewExact()
	for _, c := range []string{"23 14 %s %d 0|14", "124 134 %s %d 0|123"} {
		format, prizes, _ := strings.Cut(c, "|")
		for i := range prizes {
			rest := prizes[:i] + prizes[i+1:]
			p, err := g.New(game.Options{Position: fmt.Sprintf(format, rest, prizes[i]-'0')})
			if err != nil {
				t.Fatal(err)
			}
			r, err := newSearch(t, g, NewConfig(20000)).Run(p.State(), 20000, Seed{Run: 7}, Uniform{})
			if err != nil {
				t.Fatal(err)
			}
			if want := e.Value(p.State()); math.Abs(float64(r.Value)-want) > 0.02 {
				t.Errorf("%s: value %v, want %v", p.AppendNotation(nil), r.Value, want)
			}
		}
	}
}

func TestTooManyPlans(t *testing.T) {
	cfg := NewConfig(10)
	cfg.Plans = 2
	g := toys.RockPaperScissors()
	if err := newSearch(t, g, cfg).Start(start(t, g), 10, Seed{}); !errors.Is(err, ErrPlans) {
		t.Error("no error for three plans where two are allowed")
	}
}
