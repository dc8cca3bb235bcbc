package mcts_test

import (
	"testing"

	"variantlab/internal/toys"
	"variantlab/mcts"
	"variantlab/sim/game"
)

func newSearch(t testing.TB, g game.Game, cfg mcts.Config) *mcts.Search {
	t.Helper()
	s, err := mcts.New(g, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func start(t testing.TB, g game.Game) game.State {
	t.Helper()
	p, err := g.New(game.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p.State()
}

func puct(sims int) mcts.Config {
	cfg := mcts.NewConfig(sims)
	cfg.Root = mcts.PUCT
	return cfg
}

// every walks all decision states that can be reached from s once.
func every(s game.State, seen map[game.Key]bool, visit func(game.State)) {
	if s.Turn() == game.Terminal || seen[s.Key()] {
		return
	}
	seen[s.Key()] = true
	if s.Turn() != game.Chance {
		visit(s)
		for _, a := range s.Actions(s.Turn(), nil) {
			next := s.Clone()
			next.Apply(a)
			every(next, seen, visit)
		}
		return
	}
	for _, o := range s.(game.Stochastic).Outcomes(nil) {
		next := s.Clone()
		next.Apply(o.Action)
		every(next, seen, visit)
	}
}

// optimal checks that the search's best action keeps the exact value.
func optimal(t *testing.T, g game.Game, e *toys.Exact, s game.State, r *mcts.Result) bool {
	t.Helper()
	actions, values := e.Actions(s)
	want := e.Value(s)
	if got := values[r.Best]; got != want {
		t.Errorf("%x: %v to move plays %s, worth %v, want %v; visits %v, Q %v of %v", s.Key(), s.Turn(),
			g.AppendAction(nil, s, s.Turn(), r.Actions[r.Best]), got, want, r.Visits, r.Q, actions)
		return false
	}
	return true
}

func TestTicTacToeEverywhere(t *testing.T) {
	g, e := toys.TicTacToe(), toys.NewExact()
	const sims = 10000
	search := newSearch(t, g, puct(sims))
	n, proven := 0, 0
	every(start(t, g), map[game.Key]bool{}, func(s game.State) {
		if t.Failed() {
			return
		}
		n++
		r, err := search.Run(s, sims, mcts.Seed{Run: 1, Action: uint32(n)}, mcts.Uniform{})
		if err != nil {
			t.Fatal(err)
		}
		optimal(t, g, e, s, r)
		if r.Proven && float64(r.Value) != e.Value(s) {
			t.Errorf("proven value %v, want %v", r.Value, e.Value(s))
		}
		if r.Proven {
			proven++
		}
	})
	t.Log(n, "positions,", proven, "of them proven")
}

func BenchmarkConnectFour(b *testing.B) {
	g := toys.ConnectFour()
	root := start(b, g)
	const sims = 1000
	cfg := puct(sims)
	cfg.Solver = false
	search := newSearch(b, g, cfg)
	b.ReportAllocs()
	for i := range b.N {
		if _, err := search.Run(root, sims, mcts.Seed{Action: uint32(i)}, mcts.Uniform{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*sims/b.Elapsed().Seconds(), "sims/s")
}
