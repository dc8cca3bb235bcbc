package deicide

import (
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// BenchmarkPlayout plays random games from the standard start. playouts/s and plies/s count whole games and actions,
// ns/action is the whole cost of a ply over the length of its legal list.
func BenchmarkPlayout(b *testing.B) {
	for _, v := range variants {
		b.Run("game="+v.name, func(b *testing.B) {
			start := load(b, v, v.setup)
			s := start.Clone().(*State)
			actions := make([]game.Action, 0, 4096)
			stream := rng.New(1, 0, rng.Rollout, 0, 0)
			plies, listed := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				s.CopyFrom(start)
				for s.Turn() != game.Terminal {
					actions = s.Actions(s.Turn(), actions[:0])
					listed += len(actions)
					s.Apply(actions[stream.IntN(len(actions))])
					plies++
				}
			}
			seconds := b.Elapsed().Seconds()
			b.ReportMetric(float64(b.N)/seconds, "playouts/s")
			b.ReportMetric(float64(plies)/seconds, "plies/s")
			b.ReportMetric(float64(plies)/float64(b.N), "plies/playout")
			b.ReportMetric(seconds*1e9/float64(listed), "ns/action")
		})
	}
}

// BenchmarkPerft makes every leaf of two levels from the standard start.
func BenchmarkPerft(b *testing.B) {
	for _, v := range variants {
		b.Run("game="+v.name+"/depth=2", func(b *testing.B) {
			s := load(b, v, v.setup)
			var c game.Counter
			nodes := uint64(0)
			for b.Loop() {
				n, _ := c.Perft(s, 2, 0)
				nodes += n
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkActions lists the legal actions of positions of random games, those that start them included.
func BenchmarkActions(b *testing.B) {
	for _, v := range variants {
		b.Run("game="+v.name, func(b *testing.B) {
			positions := playedPositions(b, v)
			actions := make([]game.Action, 0, 4096)
			listed := 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s := &positions[i%len(positions)]
				actions = s.Actions(s.Turn(), actions[:0])
				listed += len(actions)
			}
			b.ReportMetric(float64(listed)/float64(b.N), "actions")
			b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(listed), "ns/action")
		})
	}
}

// BenchmarkApply carries out one action of such positions on a copy.
func BenchmarkApply(b *testing.B) {
	for _, v := range variants {
		b.Run("game="+v.name, func(b *testing.B) {
			positions := playedPositions(b, v)
			var chosen []game.Action
			stream := rng.New(1, 0, rng.Rollout, 0, 0)
			for i := range positions {
				list := positions[i].Actions(positions[i].Turn(), nil)
				chosen = append(chosen, list[stream.IntN(len(list))])
			}
			s := positions[0].Clone()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.CopyFrom(&positions[i%len(positions)])
				s.Apply(chosen[i%len(positions)])
			}
		})
	}
}

// BenchmarkObserve writes the network's input.
func BenchmarkObserve(b *testing.B) {
	for _, v := range variants {
		b.Run("game="+v.name, func(b *testing.B) {
			positions := playedPositions(b, v)
			planes, globals := tensors(v)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s := &positions[i%len(positions)]
				s.Observe(s.Turn(), planes, globals)
			}
		})
	}
}

func tensors(v *variant) (planes, globals []float32) {
	n := v.net()
	return make([]float32, n.Files*n.Ranks*len(n.Planes)), make([]float32, n.Globals)
}

// playedPositions are every tenth position of random games.
func playedPositions(tb testing.TB, v *variant) (list []State) {
	stream := rng.New(2, 0, rng.Rollout, 0, 0)
	var actions []game.Action
	for len(list) < 64 {
		s := load(tb, v, v.setup)
		for ply := 0; s.Turn() != game.Terminal; ply++ {
			if ply%10 == 0 {
				list = append(list, *s)
			}
			actions = s.Actions(s.Turn(), actions[:0])
			s.Apply(actions[stream.IntN(len(actions))])
		}
	}
	return list
}
