package mcts

import (
	"fmt"
	"testing"
	"time"

	"variantlab/internal/toys"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// spin is a fixed amount of arithmetic, about as long as a selection: figures relative to it travel between machines.
func spin(x uint64) uint64 {
	for range 32 {
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	}
	return x
}

var sink uint64

// calibration is how many ns spin takes here and now, the best of five.
func calibration() float64 {
	const n = 100_000
	best := time.Duration(1<<63 - 1)
	for range 5 {
		begin := time.Now()
		for range n {
			sink = spin(sink + 1)
		}
		best = min(best, time.Since(begin))
	}
	return float64(best.Nanoseconds()) / n
}

// BenchmarkSelect selects at nodes with 5, 20 and 600 visited edges.
func BenchmarkSelect(b *testing.B) {
	for _, visited := range []int{5, 20, 600} {
		b.Run(fmt.Sprintf("visited=%d", visited), func(b *testing.B) {
			s := newSearch(b, toys.ConnectFour(), NewConfig(1))
			const nodes = 64
			l := visited + 1
			s.tree = newArena(nodes, nodes*l, 0)
			s.tree.reset()
			stream := rng.New(1, 0, rng.Shuffle, 0, 0)
			for range nodes {
				i := s.tree.add(decision, game.First)
				edges := s.tree.extend(i, l)
				n := &s.tree.nodes[i]
				n.visits, n.n = uint16(visited), 1
				for k := range edges {
					edges[k] = edge{n: uint32(1 + stream.IntN(20)), q: float32(stream.Float64()), p: 1 / float32(l)}
					n.n += edges[k].n
				}
				edges[visited] = edge{}
				n.sum = -float64(n.n) // the unvisited edge is never chosen
			}
			scale := calibration()
			b.ResetTimer()
			for k := range b.N {
				sink += uint64(s.selectEdge(uint32(1 + k%nodes)))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/scale, "x-spin")
		})
	}
}

// BenchmarkSearch runs searches with an evaluator that knows nothing: the tree and the rules, no more.
func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct {
		g    game.Game
		sims int
		root RootPolicy
	}{
		{toys.ConnectFour(), 64, Gumbel}, {toys.ConnectFour(), 1000, PUCT}, {toys.ConnectFour(), 100_000, PUCT},
		{toys.Pig(), 1000, PUCT}, {toys.Goofspiel(), 1000, PUCT},
	} {
		b.Run(fmt.Sprintf("game=%s/sims=%d", c.g.Info().Name, c.sims), func(b *testing.B) {
			cfg := NewConfig(c.sims)
			cfg.Root, cfg.Solver = c.root, false
			s := newSearch(b, c.g, cfg)
			p, err := c.g.New(game.Options{})
			if err != nil {
				b.Fatal(err)
			}
			for p.State().Turn() == game.Chance || len(p.State().Actions(game.First, nil)) == 1 {
				list := p.State().Actions(game.First, nil)
				if p.State().Turn() == game.Chance {
					list = append(list, p.State().(game.Stochastic).Outcomes(nil)[1].Action)
				}
				p.Apply(list[0])
			}
			scale := calibration()
			b.ReportAllocs()
			b.ResetTimer()
			for k := range b.N {
				if _, err := s.Run(p.State(), c.sims, Seed{Action: uint32(k)}, Uniform{}); err != nil {
					b.Fatal(err)
				}
			}
			ns := float64(b.Elapsed().Nanoseconds()) / float64(b.N*c.sims)
			b.ReportMetric(1e9/ns, "sims/s")
			b.ReportMetric(ns/scale, "x-spin")
		})
	}
}
