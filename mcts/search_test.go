package mcts

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"variantlab/internal/toys"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// encoded is noisy, computed from what a network would see.
type encoded struct{}

func (encoded) Tensors() bool { return true }

func (encoded) Eval(b *Batch) error {
	planes, globals := len(b.Planes)/b.Cap, len(b.Globals)/b.Cap
	for i := range b.N {
		h := uint64(b.Player[i])
		for _, x := range append(append([]float32{}, b.Planes[i*planes:][:planes]...), b.Globals[i*globals:][:globals]...) {
			h = h*0x9e3779b97f4a7c15 + uint64(math.Float32bits(x))
		}
		stream := rng.New(h, 0, rng.Rollout, 0, 0)
		b.Value[i] = float32(2*stream.Float64() - 1)
		for j := range b.RowLogits(i) {
			flat := b.Flat[i*b.MaxActions+j]
			s := rng.New(h, uint64(flat), rng.Rollout, 1, uint32(b.Aux[i*b.MaxActions+j]))
			b.RowLogits(i)[j] = float32(2 * s.Normal())
		}
	}
	return nil
}

func text(r *Result) string { return fmt.Sprintf("%+v", *r) }

// The same position, evaluator and seed give the same search: with used and fresh memory, alone and in lockstep with
// others, whatever the row.
func TestSearchIsAFunction(t *testing.T) {
	for _, g := range toys.All() {
		var ev Evaluator = noisy{}
		if len(g.Info().Net.Planes) > 0 {
			ev = encoded{}
		}
		const slots, sims = 7, 60
		b := NewBatch(g.Info(), slots, ev)
		states := randomStates(t, g, slots)
		var alone []string
		one := newSearch(t, g, NewConfig(sims))
		for i, s := range states {
			r, err := one.Run(s, sims, Seed{Run: 5, Game: uint64(i), Action: 3}, ev)
			if err != nil {
				t.Fatal(err)
			}
			alone = append(alone, text(r))
		}
		group := make([]*Search, slots)
		for i := range group {
			group[i] = newSearch(t, g, NewConfig(sims))
			if err := group[i].Start(states[i], sims, Seed{Run: 5, Game: uint64(i), Action: 3}); err != nil {
				t.Fatal(err)
			}
		}
		for {
			var waits []*Search
			for i := range group {
				if s := group[slots-1-i]; s.Step(b) {
					waits = append(waits, s)
				}
			}
			if len(waits) == 0 {
				break
			}
			if err := ev.Eval(b); err != nil {
				t.Fatal(err)
			}
			for _, s := range waits {
				s.Deliver(b)
			}
			b.N = 0
		}
		for i, s := range group {
			if got := text(s.Result()); got != alone[i] || s.Err() != nil {
				t.Errorf("%s, game %d: in lockstep %s\nalone %s", g.Info().Name, i, got, alone[i])
			}
		}
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	runs := 20
	if testing.Short() {
		runs = 5
	}
	for _, g := range toys.All() {
		for _, cfg := range []Config{NewConfig(200), puct(200)} {
			s := newSearch(t, g, cfg)
			states := randomStates(t, g, 5)
			evs := []Evaluator{Uniform{}, NewRollout()}
			run := func() {
				for i, state := range states {
					if _, err := s.Run(state, 200, Seed{Action: uint32(i)}, evs[i%2]); err != nil {
						t.Fatal(err)
					}
				}
			}
			run()
			if n := testing.AllocsPerRun(runs, run); n != 0 {
				t.Errorf("%s, root %d: %v allocations", g.Info().Name, cfg.Root, n)
			}
		}
	}
}

func TestEncodingAllocatesNothing(t *testing.T) {
	g := toys.ConnectFour()
	b, s := NewBatch(g.Info(), 2, encoded{}), start(t, g)
	if n := testing.AllocsPerRun(20, func() {
		b.N = 0
		b.Add(s, game.First, rng.Stream{})
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Beyond a row's legal list the indices are zero, also when a longer list lay there before.
func TestBatchClearsOldRows(t *testing.T) {
	g := toys.TicTacToe()
	b := NewBatch(g.Info(), 1, encoded{})
	s := start(t, g)
	for s.Turn() != game.Terminal {
		b.N = 0
		b.Add(s, s.Turn(), rng.Stream{})
		for i, flat := range b.Flat {
			if i >= b.Count[0] && (flat != 0 || b.Aux[i] != 0) {
				t.Fatalf("%d actions, index %d is %d", b.Count[0], i, flat)
			}
		}
		s.Apply(b.Legal(0)[0])
	}
}

// A small arena ends the search early and says so.
func TestSaturation(t *testing.T) {
	g := toys.ConnectFour()
	for _, limit := range []struct{ nodes, edges int }{{30, 0}, {0, 200}} {
		for _, root := range []RootPolicy{Gumbel, PUCT} {
			cfg := NewConfig(1000)
			cfg.Root, cfg.Nodes, cfg.Edges = root, limit.nodes, limit.edges
			r, err := newSearch(t, g, cfg).Run(start(t, g), 1000, Seed{}, noisy{})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Saturated || r.Sims < 20 || r.Sims > 40 {
				t.Errorf("%+v: saturated %v after %d simulations", limit, r.Saturated, r.Sims)
			}
			checkResult(t, r)
		}
	}
	cfg := NewConfig(10)
	cfg.Edges = 5
	if err := newSearch(t, g, cfg).Start(start(t, g), 10, Seed{}); err == nil {
		t.Error("no error for an arena that doesn't hold the root")
	}
}

// wrong gives one answer that cannot be.
type wrong struct {
	value, logit float32
	at           int
	calls        *int
}

func (wrong) Tensors() bool { return false }

func (w wrong) Eval(b *Batch) error {
	Uniform{}.Eval(b)
	if *w.calls++; *w.calls == w.at {
		b.Value[0] = w.value
		b.RowLogits(0)[0] = w.logit
	}
	return nil
}

func TestUnusableAnswers(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, w := range []wrong{{nan, 0, 1, nil}, {nan, 0, 5, nil}, {2, 0, 3, nil}, {0, nan, 1, nil}, {0, nan, 4, nil}, {0, inf, 2, nil}, {0, -inf, 2, nil}} {
		w.calls = new(int)
		_, err := newSearch(t, toys.ConnectFour(), NewConfig(20)).Run(start(t, toys.ConnectFour()), 20, Seed{}, w)
		if !errors.Is(err, ErrAnswer) {
			t.Errorf("%+v: error %v, want ErrAnswer", w, err)
		}
	}
}

func TestBadUse(t *testing.T) {
	g := toys.DiceRace()
	s := newSearch(t, g, NewConfig(10))
	for _, text := range []string{"0 0 x rolls", "16 3 x"} {
		p, err := g.New(game.Options{Position: text})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Start(p.State(), 10, Seed{}); !errors.Is(err, ErrRoot) {
			t.Errorf("%s: error %v, want ErrRoot", text, err)
		}
	}
	for _, sims := range []int{0, -1, 11} {
		if err := s.Start(start(t, g), sims, Seed{}); err == nil {
			t.Errorf("no error for %d simulations", sims)
		}
	}
	for _, change := range []func(*Config){
		func(c *Config) { c.Sims = 0 }, func(c *Config) { c.Considered = 0 }, func(c *Config) { c.Worlds = 0 },
		func(c *Config) { c.Plans = 0 }, func(c *Config) { c.CPUCT = -1 }, func(c *Config) { c.NoiseWeight = 2 },
		func(c *Config) { c.NoiseWeight, c.NoiseTotal = 0.25, 0 },
	} {
		cfg := NewConfig(10)
		change(&cfg)
		if _, err := New(g, cfg); err == nil {
			t.Errorf("no error for %+v", cfg)
		}
	}
}

// Dirichlet noise: gamma variates have the right moments, noisy priors sum to one and differ from the net's.
func TestNoise(t *testing.T) {
	stream := rng.New(3, 0, rng.Noise, 0, 0)
	for _, shape := range []float64{0.05, 0.5, 1, 3} {
		const n = 200000
		var sum, squares float64
		for range n {
			x := gamma(&stream, shape)
			sum += x
			squares += x * x
		}
		mean := sum / n
		if variance := squares/n - mean*mean; math.Abs(mean-shape) > 0.03*shape+0.003 || math.Abs(variance-shape) > 0.06*shape {
			t.Errorf("shape %v: mean %v, variance %v", shape, mean, variance)
		}
	}
	g := toys.ConnectFour()
	cfg := puct(100)
	cfg.NoiseWeight = 0.25
	s := newSearch(t, g, cfg)
	first, err := s.Run(start(t, g), 100, Seed{Run: 1}, noisy{})
	if err != nil {
		t.Fatal(err)
	}
	visits := append([]uint32{}, first.Visits...)
	sum, moved := 0.0, 0.0
	for i, p := range s.root.noisy {
		sum += p
		moved += math.Abs(p - s.root.prior[i])
	}
	if math.Abs(sum-1) > 1e-9 || moved < 0.05 {
		t.Errorf("noisy priors %v sum to %v, of %v", s.root.noisy, sum, s.root.prior)
	}
	second, err := s.Run(start(t, g), 100, Seed{Run: 2}, noisy{})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(visits) == fmt.Sprint(second.Visits) {
		t.Error("noise of two seeds gives the same visits")
	}
}

func TestChoose(t *testing.T) {
	r := &Result{Actions: make([]game.Action, 3), Policy: []float32{0.5, 0.3, 0.2}, Best: 2}
	for _, c := range []struct {
		temperature float64
		want        [3]float64
	}{
		{0, [3]float64{0, 0, 1}},
		{1, [3]float64{0.5, 0.3, 0.2}},
		{0.5, [3]float64{0.25 / 0.38, 0.09 / 0.38, 0.04 / 0.38}},
		{1e-6, [3]float64{1, 0, 0}},
	} {
		stream := rng.New(4, 0, rng.MoveChoice, 0, 0)
		var count [3]float64
		const n = 40000
		for range n {
			count[r.Choose(&stream, c.temperature)] += 1. / n
		}
		for i := range count {
			if math.Abs(count[i]-c.want[i]) > 0.01 {
				t.Errorf("temperature %v: %v, want %v", c.temperature, count, c.want)
			}
		}
	}
}

// leaning likes First by a fixed amount, whoever moves.
type leaning struct{}

func (leaning) Tensors() bool { return false }

func (leaning) Eval(b *Batch) error {
	for i := range b.N {
		b.Value[i] = 0.5
		if b.Player[i] == game.Second {
			b.Value[i] = -0.5
		}
		clear(b.RowLogits(i))
	}
	return nil
}

// Values in results are from First's view, whoever moves at the root and wherever a second move or chance intervenes.
func TestResultsAreFromFirstsView(t *testing.T) {
	for _, c := range []struct {
		g        game.Game
		position string
	}{
		{toys.ConnectFour(), ""}, {toys.ConnectFour(), "......./......./......./......./......./x...... o"},
		{toys.AgainNim(), "12 x"}, {toys.AgainNim(), "12 o"}, {toys.AgainNim(), "11 o again"},
		{toys.DiceRace(), "0 0 x"}, {toys.DiceRace(), "0 1 o"}, {toys.Kuhn(), "KQ -"}, {toys.Kuhn(), "KQ p"},
		{toys.Goofspiel(), "1234 1234 134 2 0"},
	} {
		p, err := c.g.New(game.Options{Position: c.position})
		if err != nil {
			t.Fatal(err)
		}
		for _, cfg := range []Config{NewConfig(6), puct(6)} {
			cfg.Solver = false
			r, err := newSearch(t, c.g, cfg).Run(p.State(), 6, Seed{}, leaning{})
			if err != nil {
				t.Fatal(err)
			}
			// Kuhn's games end within six simulations, with results that differ from the evaluator's.
			if r.Raw != 0.5 || math.Abs(float64(r.Value)-0.5) > 1e-6 && c.g.Info().Name != "kuhn" {
				t.Errorf("%s %s: value %v, raw %v, want 0.5", c.g.Info().Name, c.position, r.Value, r.Raw)
			}
		}
	}
}

// Run, game and action each name other random numbers.
func TestSeedsDiffer(t *testing.T) {
	g := toys.ConnectFour()
	s := newSearch(t, g, NewConfig(64))
	seen := map[string]Seed{}
	for _, seed := range []Seed{{}, {Run: 1}, {Game: 1}, {Action: 1}, {Run: 1, Game: 1}} {
		r, err := s.Run(start(t, g), 64, seed, NewRollout())
		if err != nil {
			t.Fatal(err)
		}
		if other, same := seen[text(r)]; same {
			t.Errorf("%+v searches like %+v", seed, other)
		}
		seen[text(r)] = seed
	}
}
