package watch

import (
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// midgame are positions of random matches of a mode, for benchmarks.
func midgame(b testing.TB, m mode, n int) []State {
	var list []State
	roam(b, m, n, 101, func(s *State, _ *rng.Stream) { list = append(list, *s) })
	return list
}

// Drawing plans and resolving rounds allocate nothing, in either mode and with repetitions counted.
func TestHotPathAllocatesNothing(t *testing.T) {
	for m := full; m <= kingMode; m++ {
		states := midgame(t, m, 200)
		var f game.Factors
		for i := range states { // buffers grow once
			s := states[i]
			s.Factors(game.First, &f)
			f.Sample(&rng.Stream{})
		}
		r := rng.New(1, 1, rng.Rollout, 0, 0)
		next := &State{}
		i := 0
		if n := testing.AllocsPerRun(len(states), func() {
			s := &states[i%len(states)]
			s.set.Repetition = uint16(2 * (i % 2))
			i++
			next.CopyFrom(s)
			var plans [2]game.Plan
			for p := game.First; p <= game.Second; p++ {
				s.Factors(p, &f)
				plans[p] = f.Sample(&r)
				f.Count(1 << 20)
				s.Reduced(p, &f)
				f.Sample(&r)
				s.LegalPlan(p, &plans[p])
			}
			next.ApplyJoint(&plans)
		}); n != 0 {
			t.Errorf("%s: %v allocations a round", modeNames[m], n)
		}
	}
}

// Random matches from the start, both plans drawn evenly: rounds a second.
func BenchmarkRounds(b *testing.B) {
	for m := full; m <= kingMode; m++ {
		b.Run("mode="+modeNames[m], func(b *testing.B) {
			start := &startAt(b, "", game.Params{"mode": modeNames[m]}).s
			r := rng.New(1, 1, rng.Rollout, 0, 0)
			var roller game.Roller
			s := &State{}
			s.CopyFrom(start)
			b.ReportAllocs()
			for b.Loop() {
				if s.Turn() == game.Terminal {
					s.CopyFrom(start)
				}
				plans := roller.PickPlans(s, &r)
				s.ApplyJoint(&plans)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rounds/s")
		})
	}
}

// The parts of a round: one side's plans factored, reduced, one drawn; a round resolved and opened; a view encoded.
func BenchmarkParts(b *testing.B) {
	for m := full; m <= kingMode; m++ {
		states := midgame(b, m, 512)
		plans := make([][2]game.Plan, len(states))
		var f game.Factors
		r := rng.New(1, 1, rng.Rollout, 0, 0)
		for i := range states {
			for p := game.First; p <= game.Second; p++ {
				states[i].Factors(p, &f)
				plans[i][p] = f.Sample(&r)
			}
		}
		next := &State{}
		var planes [64 * planeCount]float32
		var globals [globalCount]float32
		var actions []game.Action
		for _, part := range []struct {
			name string
			run  func(i int)
		}{
			{"factors", func(i int) { states[i].Factors(game.First, &f) }},
			{"reduced", func(i int) { states[i].Reduced(game.First, &f) }},
			{"factors+sample", func(i int) { states[i].Factors(game.First, &f); f.Sample(&r) }},
			{"actions", func(i int) { actions = states[i].Actions(game.First, actions[:0]) }},
			{"copy", func(i int) { next.CopyFrom(&states[i]) }},
			{"copy+round", func(i int) { next.CopyFrom(&states[i]); next.ApplyJoint(&plans[i]) }},
			{"observe", func(i int) { states[i].Observe(game.First, planes[:], globals[:]) }},
			{"key", func(i int) { states[i].Key() }},
		} {
			b.Run("mode="+modeNames[m]+"/part="+part.name, func(b *testing.B) {
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					part.run(i & 511)
					i++
				}
			})
		}
	}
}
