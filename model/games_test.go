//go:build torch

package model

import (
	"fmt"
	"math"
	"testing"

	"variantlab/datasets"
	"variantlab/mcts"
	"variantlab/sim"
	"variantlab/sim/game"
	"variantlab/sim/games"
	"variantlab/sim/rng"
)

// randomSamples makes samples of positions from random play, each with a random target and the game's next decision of
// the other side.
func randomSamples(t testing.TB, g game.Game, n int) []*Sample {
	t.Helper()
	var all []*Sample
	var roller game.Roller
	for id := uint64(0); len(all) < n; id++ {
		r := rng.New(1, id, rng.Rollout, 0, 0)
		options := game.Options{}
		if sets := g.Info().Sets; len(sets) > 0 {
			options.Values = map[string]string{"white": sets[r.IntN(len(sets))], "black": sets[r.IntN(len(sets))]}
		}
		p, err := g.New(options)
		if err != nil {
			t.Fatal(err)
		}
		s := p.State()
		var last *Sample
		for step := range 40 {
			if s.Turn() == game.Simultaneous {
				all = append(all, randomRound(t, s, 2*step, &r)...)
			} else if turn := s.Turn(); turn.Side() {
				x := &Sample{State: s.Clone(), Player: turn, Actions: s.Actions(turn, nil), Weight: 1, Outcome: float32(r.IntN(3) - 1), Left: 10}
				x.Target = make([]float32, len(x.Actions))
				x.Target[r.IntN(len(x.Target))] = 1
				if last != nil && last.Player != turn {
					last.Next = x
				}
				last, all = x, append(all, x)
			}
			if roller.Play(s, &r, 1) == 0 {
				break
			}
		}
	}
	return all[:n]
}

// randomRound makes both sides' samples of a simultaneous round, each with a random plan as its target.
func randomRound(t testing.TB, s game.State, step int, r *rng.Stream) []*Sample {
	t.Helper()
	var list []*Sample
	var roller game.Roller
	outcome := float32(r.IntN(3) - 1)
	for side, plan := range roller.PickPlans(s, r) {
		row := &datasets.Row{Step: uint32(step + side), Player: game.Player(side), Flags: sim.FullSearch | sim.JointChoice, Weight: 1,
			Outcome: outcome, Left: 10, Actions: []game.Action{plan.Move}, Target: []float32{1}, Watch: [][]uint16{plan.Watch[:plan.N]}}
		x, err := newSample(row, s)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
		outcome = 0 - outcome
	}
	return list
}

// Every game's own encoding drives a network: all its actions have finite logits, batches agree with single rows, and a
// few steps of training on fixed samples lower the loss.
func TestNetworksOfTheGames(t *testing.T) {
	for _, g := range games.All() {
		info := g.Info()
		t.Run(info.Name, func(t *testing.T) {
			arch, err := SizedArch("xs", info.Net)
			if err != nil {
				t.Fatal(err)
			}
			spec, err := NewSpec(info, arch)
			if err != nil {
				t.Fatal(err)
			}
			samples := randomSamples(t, g, 32)
			e := NewEvaluator(fakeNet(t, spec))
			defer e.Close()
			batch, single := mcts.NewBatch(info, 32, e), mcts.NewBatch(info, 1, e)
			for _, x := range samples {
				batch.Add(x.State, x.Player, rng.Stream{})
			}
			eval(t, e, batch)
			for i, x := range samples[:8] {
				single.N = 0
				single.Add(x.State, x.Player, rng.Stream{})
				eval(t, e, single)
				for j, got := range batch.RowLogits(i) {
					if want := single.RowLogits(0)[j]; math.Abs(float64(got-want)) > 1e-4 {
						t.Errorf("row %d action %d: %v in the batch, %v alone", i, j, got, want)
					}
				}
			}
			trainer := fakeTrainer(t, spec, DefaultConfig().Train)
			var first, last Losses
			for i := range 12 {
				if last, err = trainer.Step(samples, 2e-3); err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					first = last
				}
			}
			t.Logf("%d parameters, loss %+v → %+v", countParams(spec.Params()), first, last)
			if last.Policy > 0.9*first.Policy || last.Total > 0.9*first.Total {
				t.Errorf("loss %+v after 12 steps, %+v before", last, first)
			}
			if info.Joint && last.Pairs >= first.Pairs {
				t.Errorf("loss of pairs %v after 12 steps, %v before", last.Pairs, first.Pairs)
			}
		})
	}
}

// BenchmarkGameEval measures evaluations of real positions, their encoding included.
func BenchmarkGameEval(b *testing.B) {
	for _, g := range games.All() {
		info := g.Info()
		for _, rows := range []int{1, 16, 64} {
			b.Run(fmt.Sprintf("game=%s/net=xs/batch=%d", info.Name, rows), func(b *testing.B) {
				arch, err := SizedArch("xs", info.Net)
				if err != nil {
					b.Fatal(err)
				}
				e := NewEvaluator(fakeNet(b, Spec{Net: info.Net, Arch: arch}))
				defer e.Close()
				samples, batch := randomSamples(b, g, rows), mcts.NewBatch(info, rows, e)
				for b.Loop() {
					batch.N = 0
					for _, x := range samples {
						batch.Add(x.State, x.Player, rng.Stream{})
					}
					eval(b, e, batch)
				}
				b.ReportMetric(float64(rows*b.N)/b.Elapsed().Seconds(), "evals/s")
			})
		}
	}
}

// BenchmarkGameTrain measures training on real positions with the default batch, encoding included.
func BenchmarkGameTrain(b *testing.B) {
	for _, g := range games.All() {
		b.Run("game="+g.Info().Name+"/net=xs", func(b *testing.B) {
			arch, err := SizedArch("xs", g.Info().Net)
			if err != nil {
				b.Fatal(err)
			}
			samples := randomSamples(b, g, DefaultConfig().Train.Batch)
			trainer := fakeTrainer(b, Spec{Game: g.Info().Name, Net: g.Info().Net, Arch: arch}, DefaultConfig().Train)
			for b.Loop() {
				if _, err := trainer.Step(samples, 1e-3); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(samples)*b.N)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}
