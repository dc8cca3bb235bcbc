//go:build torch

package model

import (
	"context"
	"testing"

	"variantlab/analysis"
	"variantlab/internal/toys"
	"variantlab/mcts"
	"variantlab/sim"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// results is a Sink that counts points of an agent.
type results struct {
	agent  string
	points float64
	games  int
	pairs  []float64 // mean score of each pair, in [0, 1]
}

func (r *results) Commit(group *sim.Group) error {
	for _, g := range group.Games {
		side := game.First
		if g.Agents[game.First] != r.agent {
			side = game.Second
		}
		score := float64(1+g.Returns[side]) / 2
		r.points += score
		if r.games++; g.ID == g.Pair {
			r.pairs = append(r.pairs, score/2)
		} else {
			r.pairs[len(r.pairs)-1] += score / 2
		}
	}
	return nil
}

func (r *results) Committed(seed, id uint64) (string, bool) { return "", false }

// A network that plays connect three from zero must come to beat a random player and to agree with the exact solver. A
// wrong sign anywhere between search, record and loss makes it worse than it began.
func TestLearnsConnectThree(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	config := DefaultConfig()
	config.Net = NetConfig{Size: "xs", Channels: 16, Blocks: 2, Device: "cpu"}
	tr := &config.Train
	tr.Start, tr.Iterations, tr.Games, tr.Batch, tr.Threads, tr.Warmup, tr.SamplesPerRow = StartZero, 10, 120, 64, 1, 50, 8
	run := toyRun(t.TempDir(), config, 24)
	first, last := 0.0, 0.0
	run.Progress = func(p Progress) {
		if p.Checkpoint != "" {
			t.Logf("round %d: %d rows, window %d, losses %+v", p.Round, p.Rows, p.Window, p.Mean)
			if last = p.Mean.Value; first == 0 {
				first = last
			}
		}
	}
	if err := run.Train(context.Background()); err != nil {
		t.Fatal(err)
	}
	untrained, err := LoadNet(run.Dir+"@0", run.Game.Info(), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	defer untrained.Net.Free()
	trained, err := LoadNet(run.Dir, run.Game.Info(), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	defer trained.Net.Free()

	before, after := agreement(t, untrained.Net, 500), agreement(t, trained.Net, 500)
	t.Logf("verify: net: the policy's first choice is optimal in %.1f %% of 500 positions, %.1f %% untrained", 100*after, 100*before)
	if after < 0.8 || after < before+0.1 {
		t.Errorf("the policy's first choice is optimal in %.1f %% of positions, want 80 %% and more than the untrained %.1f %%", 100*after, 100*before)
	}
	for _, mode := range []struct {
		name  string
		agent sim.Agent
		want  float64
	}{
		{"searching", matchAgent(trained, 50), 95},
		{"without search", func() sim.Agent { a := netAgent(trained, 1); a.Mode = sim.PolicyMode; return a }(), 85},
	} {
		r := &results{agent: mode.agent.Name}
		_, err := sim.Run(context.Background(), &sim.Config{Game: run.Game, Seed: 99, Units: 50, Paired: true, NoRows: true,
			Agents: [2]sim.Agent{mode.agent, sim.RandomAgent()}}, r, sim.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("verify: net, %s, scores %.1f of %d against random", mode.name, r.points, r.games)
		if r.games != 100 || r.points < mode.want {
			t.Errorf("%s it scores %.1f of %d against random, want %v of 100", mode.name, r.points, r.games, mode.want)
		}
	}
	if full() {
		beatsRollouts(t, run.Game, trained)
	}
}

// beatsRollouts plays the network's search against one of the same size that plays its leaves out at random, until a
// sequential test decides between no difference and 100 Elo.
func beatsRollouts(t *testing.T, g game.Game, trained *Player) {
	t.Helper()
	agent := matchAgent(trained, 50)
	rollouts := sim.Agent{Name: "rollout:50", Search: agent.Search, New: func() (mcts.Evaluator, error) { return mcts.NewRollout(), nil }}
	test := analysis.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.01, Beta: 0.01}
	r := &results{agent: agent.Name}
	for unit := uint64(0); unit < 400; unit += 40 {
		_, err := sim.Run(context.Background(), &sim.Config{Game: g, Seed: 7, First: unit, Units: 40, Paired: true, NoRows: true,
			Opening: sim.Opening{Plies: 2, Temperature: 3}, Agents: [2]sim.Agent{agent, rollouts}}, r, sim.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("verify: net scores %.1f of %d against rollouts: %s", r.points, r.games, test.Decide(r.pairs))
		if test.Decide(r.pairs) != analysis.Continue {
			break
		}
	}
	if test.Decide(r.pairs) != analysis.AcceptH1 {
		t.Errorf("%.1f of %d against rollouts: verdict %s", r.points, r.games, test.Decide(r.pairs))
	}
}

// matchAgent searches with a network and plays the most visited action. It proves nothing: in a position that is proven
// lost it would make no difference to it how a random player has to win.
func matchAgent(p *Player, sims int) sim.Agent {
	a := netAgent(p, sims)
	a.Search.Root, a.Search.Solver = mcts.PUCT, false
	return a
}

// agreement is the share of n random positions, with a choice between good and bad, in which the policy's largest logit
// belongs to an optimal action.
func agreement(t *testing.T, net *Net, n int) float64 {
	t.Helper()
	g, exact := toys.ConnectThree(), toys.NewExact()
	e := NewEvaluator(net)
	defer e.Close()
	b := mcts.NewBatch(g.Info(), 1, e)
	good, seen := 0, 0
	for i := uint64(0); seen < n; i++ {
		r := rng.New(i, 1, rng.Rollout, 0, 0)
		p, err := g.New(game.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := p.State()
		for range r.IntN(9) {
			if s.Turn() == game.Terminal {
				break
			}
			list := s.Actions(s.Turn(), nil)
			s.Apply(list[r.IntN(len(list))])
		}
		if s.Turn() == game.Terminal {
			continue
		}
		_, values := exact.Actions(s)
		best, worst := values[0], values[0]
		for _, v := range values {
			best, worst = max(best, v), min(worst, v)
		}
		if s.Turn() == game.Second {
			best, worst = worst, best
		}
		if best == worst {
			continue
		}
		b.N = 0
		b.Add(s, s.Turn(), rng.Stream{})
		eval(t, e, b)
		choice, logits := 0, b.RowLogits(0)
		for j, x := range logits {
			if x > logits[choice] {
				choice = j
			}
		}
		if seen++; values[choice] == best {
			good++
		}
	}
	return float64(good) / float64(n)
}
