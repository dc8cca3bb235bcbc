package mcts

import (
	"fmt"
	"math"
	"testing"

	"variantlab/internal/toys"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// noisy is an evaluator with pseudo-random values and priors, a function of the position.
type noisy struct{}

func (noisy) Tensors() bool { return false }

func (noisy) Eval(b *Batch) error {
	for i := range b.N {
		k := b.States[i].Key()
		stream := rng.New(k.Hi, k.Lo, rng.Rollout, 0, 0)
		b.Value[i] = float32(2*stream.Float64() - 1)
		for j := range b.RowLogits(i) {
			b.RowLogits(i)[j] = float32(3 * stream.Normal())
		}
	}
	return nil
}

// verify checks what must hold for a tree between simulations.
func (s *Search) verify() error {
	t := &s.tree
	roots := map[uint32]bool{}
	for _, r := range s.roots[:s.worldsN] {
		roots[r] = true
	}
	for i := uint32(1); i < uint32(t.usedNodes); i++ {
		n := &t.nodes[i]
		edges := t.edgesOf(n)
		visits, sum, mass := uint32(0), 0.0, 0.0
		if n.kind == joint {
			k, l := n.jointShape()
			edges = edges[k+l:]
		}
		for k := range edges {
			e := &edges[k]
			visits += e.n
			sum += float64(e.n) * float64(e.q)
			mass += float64(e.p)
			if e.n == 0 {
				continue
			}
			c := &t.nodes[e.child&^closed]
			if c.n != e.n && !roots[i] {
				return fmt.Errorf("node %d edge %d: %d visits, its child has %d", i, k, e.n, c.n)
			}
			if n.kind != joint && (e.q < c.lo-1e-6 || e.q > c.hi+1e-6) {
				return fmt.Errorf("node %d edge %d: Q %v outside [%v, %v]", i, k, e.q, c.lo, c.hi)
			}
		}
		switch n.kind {
		case decision, wide, joint:
			if n.n > 0 && n.n != 1+visits && !(n.proven() && n.n > visits) {
				return fmt.Errorf("node %d: N = %d, its edges have %d", i, n.n, visits)
			}
			if own := n.sum - sum; n.n > 0 && math.Abs(own) > 1+1e-4*float64(n.n) {
				return fmt.Errorf("node %d: sum %v is %v off the edges', want a value in [-1, 1]", i, n.sum, own)
			}
			if n.kind == joint {
				continue
			}
			for k := range edges {
				if visited := k < int(n.visits); !roots[i] && visited != (edges[k].n > 0) {
					return fmt.Errorf("node %d: %d visited edges, edge %d has %d visits", i, n.visits, k, edges[k].n)
				}
				if k > 0 && !roots[i] && (n.kind == decision || k < sortedEdges) && edges[k-1].p < edges[k].p {
					return fmt.Errorf("node %d: edge %d out of order", i, k)
				}
			}
		case chance:
			if n.n != visits && !(n.proven() && n.n > visits) { // simulations end at proven nodes
				return fmt.Errorf("chance node %d: N = %d, its edges have %d", i, n.n, visits)
			}
		}
		low := 1.0
		if n.cut {
			low -= lostMass
		}
		if len(edges) > 0 && n.kind != joint && (mass < low-1e-5 || mass > 1+1e-5) {
			return fmt.Errorf("node %d: probabilities sum to %v", i, mass)
		}
	}
	return nil
}

func TestInvariantsAfterEverySimulation(t *testing.T) {
	starts := 6
	if testing.Short() {
		starts = 2
	}
	for _, g := range toys.All() {
		for _, root := range []RootPolicy{Gumbel, PUCT} {
			for _, solver := range []bool{false, true} {
				cfg := NewConfig(300)
				cfg.Root, cfg.Solver = root, solver
				s, err := New(g, cfg)
				if err != nil {
					t.Fatal(err)
				}
				b := NewBatch(g.Info(), 1, noisy{})
				for game, state := range randomStates(t, g, starts) {
					if err := s.Start(state, 300, Seed{Run: 1, Game: uint64(game)}); err != nil {
						t.Fatal(err)
					}
					for s.Step(b) {
						noisy{}.Eval(b)
						s.Deliver(b)
						b.N = 0
						if err := s.verify(); err != nil {
							t.Fatalf("%s, root %d, solver %v, game %d: %v", g.Info().Name, root, solver, game, err)
						}
					}
					if s.Err() != nil {
						t.Fatal(s.Err())
					}
					checkResult(t, s.Result())
				}
			}
		}
	}
}

// randomStates draws decision or simultaneous states, one from each of n random games, the start first.
func randomStates(t testing.TB, g game.Game, n int) []game.State {
	t.Helper()
	var list []game.State
	var roller game.Roller
	for i := range n {
		p, err := g.New(game.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := p.State().Clone()
		stream := rng.New(7, uint64(i), rng.Rollout, 0, 0)
		last := game.State(nil)
		for k := 0; s.Turn() != game.Terminal && (last == nil || k <= 2*i); k++ {
			if s.Turn() != game.Chance {
				last = s.Clone()
			}
			roller.Play(s, &stream, 1)
		}
		list = append(list, last)
	}
	return list
}

func checkResult(t *testing.T, r *Result) {
	t.Helper()
	sums := func(what string, p []float32) {
		sum := 0.0
		for _, x := range p {
			sum += float64(x)
			if x < 0 {
				t.Errorf("%s has %v", what, x)
			}
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Errorf("%s sums to %v", what, sum)
		}
	}
	if !(r.Value >= -1 && r.Value <= 1) || !(r.Raw >= -1 && r.Raw <= 1) {
		t.Errorf("value %v, raw %v", r.Value, r.Raw)
	}
	if r.Player == game.Simultaneous {
		sums("strategy", r.Strategy[0])
		sums("strategy", r.Strategy[1])
		return
	}
	sums("policy", r.Policy)
	sums("prior", r.Prior)
	visits := 0
	for _, n := range r.Visits {
		visits += int(n)
	}
	if visits != r.Sims {
		t.Errorf("visits sum to %d, %d simulations", visits, r.Sims)
	}
}

// The visited prefix and one more edge give the same choice as a scan over all edges would.
func TestPrefixScanIsFullScan(t *testing.T) {
	g := toys.ConnectFour()
	s, err := New(g, NewConfig(1))
	if err != nil {
		t.Fatal(err)
	}
	s.tree = newArena(2, 256, 0)
	s.keys = make([]uint64, 0, 256)
	stream := rng.New(3, 0, rng.Shuffle, 0, 0)
	nodes := 1_000_000
	if testing.Short() {
		nodes = 100_000
	}
	for range nodes {
		s.tree.reset()
		i := s.tree.add(decision, game.Player(stream.IntN(2)))
		l := 1 + stream.IntN(20)
		edges := s.tree.extend(i, l)
		n := &s.tree.nodes[i]
		n.visits, n.n = uint16(stream.IntN(l+1)), 1
		left, mass := float32(1), float32(0)
		for k := range edges {
			e := &edges[k]
			e.p = left * float32(stream.Float64()) / 2
			if k > 0 && stream.IntN(4) == 0 || k > 0 && e.p > edges[k-1].p {
				e.p = edges[k-1].p
			}
			left -= e.p
			if k < int(n.visits) {
				e.n, e.q = uint32(1+stream.IntN(20)), float32(stream.IntN(9))/4-1
				n.n += e.n
				mass += e.p
			}
		}
		n.sum = (2*stream.Float64() - 1) * float64(n.n)
		want := fullScan(s, n, edges, mass)
		if got := int(s.selectEdge(i) - n.first); got != want {
			t.Fatalf("prefix scan gives %d, full scan %d: %+v %+v", got, want, *n, edges)
		}
	}
}

func fullScan(s *Search, n *node, edges []edge, mass float32) int {
	sign := float32(1)
	if n.player == game.Second {
		sign = -1
	}
	scale := s.cfg.CPUCT * float32(math.Sqrt(float64(n.n)))
	fpu := sign*float32(n.sum/float64(n.n)) - s.cfg.FPU*float32(math.Sqrt(float64(mass)))
	best, at := math.Inf(-1), 0
	for k := range edges {
		u := fpu + scale*edges[k].p
		if edges[k].n > 0 {
			u = sign*edges[k].q + scale*edges[k].p/float32(1+edges[k].n)
		}
		if float64(u) > best {
			best, at = float64(u), k
		}
	}
	return at
}

// A node with more edges than are sorted at once ends up with all of them in order, and each visited once.
func TestWideNodes(t *testing.T) {
	cfg := NewConfig(1)
	cfg.KeptEdges = 0
	s, err := New(toys.ConnectFour(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	const l = 500
	s.tree = newArena(l+2, 2*l, 0)
	s.keys, s.priors = make([]uint64, 0, l), make([]float32, l)
	stream := rng.New(4, 0, rng.Shuffle, 0, 0)
	actions, logits := make([]game.Action, l), make([]float32, l)
	for range 50 {
		for k := range actions {
			actions[k] = game.Action(3*k + 1)
			logits[k] = float32(math.Round(4 * stream.Normal())) // many ties
		}
		s.tree.reset()
		i := s.tree.add(decision, game.First)
		if err := s.expand(i, 0, actions, logits); err != nil {
			t.Fatal(err)
		}
		n := &s.tree.nodes[i]
		if n.kind != wide {
			t.Fatal("not a wide node")
		}
		edges := s.tree.edgesOf(n)
		for range l {
			e := s.selectEdge(i) - n.first
			edges[e].n, edges[e].q = 1, -1000 // the next selection is an unvisited edge
			n.n++
		}
		if n.kind != decision || int(n.visits) != l {
			t.Fatalf("after %d selections %d edges are visited", l, n.visits)
		}
		for k := 1; k < l; k++ {
			a, b := s.tree.actions[int(n.first)+k-1], s.tree.actions[int(n.first)+k]
			if edges[k-1].p < edges[k].p || edges[k-1].p == edges[k].p && a >= b {
				t.Fatalf("edge %d out of order: %v %d, %v %d", k, edges[k-1].p, a, edges[k].p, b)
			}
		}
	}
}
