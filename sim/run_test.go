package sim_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync/atomic"
	"testing"

	"variantlab/internal/toys"
	"variantlab/internal/toys/dash"
	"variantlab/mcts"
	"variantlab/sim"
	"variantlab/sim/game"
)

// memory is a Sink that keeps records as JSON.
type memory struct {
	games  map[uint64]string
	config map[uint64]string
	raw    map[uint64]*sim.Game
	groups int
	commit func(*memory) error // called before every commit
}

func newMemory() *memory {
	return &memory{games: map[uint64]string{}, config: map[uint64]string{}, raw: map[uint64]*sim.Game{}}
}

func (m *memory) Commit(g *sim.Group) error {
	if m.commit != nil {
		if err := m.commit(m); err != nil {
			return err
		}
	}
	if g.ID != g.Games[0].ID {
		return fmt.Errorf("group %d begins with game %d", g.ID, g.Games[0].ID)
	}
	for i, x := range g.Games {
		if i > 0 && x.ID <= g.Games[i-1].ID {
			return fmt.Errorf("game %d after %d", x.ID, g.Games[i-1].ID)
		}
		if _, ok := m.games[x.ID]; ok {
			return fmt.Errorf("game %d twice", x.ID)
		}
		c := *x
		c.Group = 0 // says how games were grouped, not what was played
		text, err := json.Marshal(c)
		if err != nil {
			return err
		}
		m.games[x.ID], m.config[x.ID], m.raw[x.ID] = string(text), x.Config, x
	}
	m.groups++
	return nil
}

func (m *memory) Committed(_, id uint64) (string, bool) {
	c, ok := m.config[id]
	return c, ok
}

func (m *memory) sorted() []*sim.Game {
	var out []*sim.Game
	for _, id := range slices.Sorted(maps.Keys(m.raw)) {
		out = append(out, m.raw[id])
	}
	return out
}

func uniform(sims int) sim.Agent {
	return sim.Agent{Name: fmt.Sprintf("uniform:%d", sims), Search: mcts.NewConfig(sims),
		New: func() (mcts.Evaluator, error) { return mcts.Uniform{}, nil }}
}

func rollout(sims int) sim.Agent {
	return sim.Agent{Name: fmt.Sprintf("rollout:%d", sims), Search: mcts.NewConfig(sims),
		New: func() (mcts.Evaluator, error) { return mcts.NewRollout(), nil }}
}

func policy() sim.Agent {
	return sim.Agent{Name: "policy", Mode: sim.PolicyMode, New: func() (mcts.Evaluator, error) { return mcts.Uniform{}, nil }}
}

func material(g game.Game, sims int) sim.Agent {
	return sim.Agent{Name: fmt.Sprintf("material:%d", sims), Search: mcts.NewConfig(sims),
		New: func() (mcts.Evaluator, error) { return mcts.NewMaterial(g) }}
}

func scale(quick, full int) int {
	if os.Getenv("VARIANTLAB_FULL") == "1" {
		return full
	}
	return quick
}

func run(t testing.TB, cfg sim.Config, m *memory, workers int) sim.Progress {
	t.Helper()
	p, err := sim.Run(context.Background(), &cfg, m, sim.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// configs are runs over games with every kind of node, with equal and different agents, paired and not.
func configs() map[string]sim.Config {
	all := map[string]sim.Config{}
	games := append(toys.All(), dash.Game{})
	for i, g := range games {
		name := g.Info().Name
		units := scale(6, 40)
		all[name+"/random"] = sim.Config{Game: g, Seed: 7, Units: units, Slots: 3, GroupUnits: 4,
			Agents: [2]sim.Agent{sim.RandomAgent(), sim.RandomAgent()}}
		c := sim.Config{Game: g, Seed: 8 + uint64(i), Units: units, Slots: 4, GroupUnits: 3, Paired: i%2 == 0,
			Agents: [2]sim.Agent{rollout(12), rollout(12)}, Temperature: sim.SelfPlayTemperature,
			Opening: sim.Opening{Plies: 2, Temperature: 1}, Cap: sim.PlayoutCap{FullProb: 0.5, FastSims: 4}}
		all[name+"/self-play"] = c
		c.Agents[1] = uniform(8)
		c.Temperature = sim.MatchTemperature
		c.Paired = !c.Paired
		all[name+"/match"] = c
	}
	g := dash.Game{}
	cells := []sim.Cell{{White: "walker", Black: "runner"}, {White: "runner", Black: "runner"}}
	all["dash/cells"] = sim.Config{Game: g, Seed: 3, Units: 10, Slots: 3, Cells: cells, Paired: true,
		Params: game.Params{"track": 7.0}, Agents: [2]sim.Agent{material(g, 8), policy()},
		Temperature: sim.SelfPlayTemperature, Opening: sim.Opening{Plies: 3, Temperature: 0.5}}
	all["dash/policy"] = sim.Config{Game: g, Seed: 3, Units: 10, Agents: [2]sim.Agent{policy(), sim.RandomAgent()},
		Temperature: sim.SelfPlayTemperature, Opening: sim.Opening{Plies: 1, Temperature: 1}}
	return all
}

// A game is a function of seed, configuration and number: not of workers, slots, groups, or what was played before.
func TestSameGamesHoweverTheyArePlayed(t *testing.T) {
	for name, cfg := range configs() {
		t.Run(name, func(t *testing.T) {
			one := newMemory()
			run(t, cfg, one, 1)
			if len(one.games) != cfg.Games() {
				t.Fatalf("%d games, want %d", len(one.games), cfg.Games())
			}
			other := cfg
			other.Slots, other.GroupUnits = 5, 2
			first, rest := cfg, cfg
			first.Units = cfg.Units / 2
			for _, v := range []struct {
				name string
				runs []sim.Config
				with int
			}{{"2 workers", []sim.Config{cfg}, 2}, {"3 workers, other groups", []sim.Config{other}, 3}, {"in two calls", []sim.Config{first, rest}, 2}} {
				m := newMemory()
				for _, c := range v.runs {
					run(t, c, m, v.with)
				}
				if !maps.Equal(one.games, m.games) {
					for id, want := range one.games {
						if m.games[id] != want {
							t.Fatalf("%s: game %d differs:\n%s\n%s", v.name, id, want, m.games[id])
						}
					}
					t.Fatalf("%s: %d games, want %d", v.name, len(m.games), len(one.games))
				}
			}
			other.Seed++
			m := newMemory()
			run(t, other, m, 2)
			if maps.Equal(one.games, m.games) {
				t.Error("another seed plays the same games")
			}
		})
	}
}

func TestRecordsReplay(t *testing.T) {
	for name, cfg := range configs() {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			run(t, cfg, m, 2)
			for _, g := range m.sorted() {
				visits := 0
				err := sim.ReplayPositions(cfg.Game, g, func(step int, p game.Position, _ []game.Event) error {
					s := p.State()
					visits++
					if step == len(g.Steps) {
						if s.Turn() != game.Terminal || s.Returns() != g.Returns || p.Reason() != g.Reason {
							return fmt.Errorf("ends %v %v %q, record says %v %q", s.Turn(), s.Returns(), p.Reason(), g.Returns, g.Reason)
						}
						return nil
					}
					st := &g.Steps[step]
					text := cfg.Game.AppendAction(nil, s, st.Player, st.Action)
					if st.Joint {
						plan := st.Plan()
						text = cfg.Game.(game.JointText).AppendPlan(nil, s, st.Player, &plan)
					}
					if string(text) != st.Text {
						return fmt.Errorf("step %d is %q, record says %q", step, text, st.Text)
					}
					return nil
				})
				if err != nil || visits != len(g.Steps)+1 {
					t.Fatalf("game %d: %v; %d visits for %d steps", g.ID, err, visits, len(g.Steps))
				}
				checkRows(t, &cfg, g)
			}
		})
	}
}

// checkRows compares training rows with the replayed positions.
func checkRows(t *testing.T, cfg *sim.Config, g *sim.Game) {
	t.Helper()
	next := 0
	err := sim.Replay(cfg.Game, g, func(step int, s game.State) error {
		if next == len(g.Rows) || int(g.Rows[next].Step) != step {
			return nil
		}
		r := &g.Rows[next]
		next++
		st := &g.Steps[step]
		if r.Player != st.Player || step < g.Opening || r.Sims != st.Sims {
			return fmt.Errorf("row %+v for step %+v (opening %d)", r, st, g.Opening)
		}
		if r.Flags&sim.JointChoice == 0 {
			if list := s.Actions(r.Player, nil); !slices.Equal(list, r.Actions) {
				return fmt.Errorf("step %d: legal %v, row has %v", step, list, r.Actions)
			}
		}
		i := slices.Index(r.Actions, st.Action)
		if i < 0 {
			return fmt.Errorf("step %d: played %v is not among %v", step, st.Action, r.Actions)
		}
		sum := float32(0)
		for _, p := range r.Target {
			sum += p
		}
		if len(r.Target) != len(r.Actions) || sum < 0.9999 || sum > 1.0001 {
			return fmt.Errorf("step %d: target %v", step, r.Target)
		}
		return nil
	})
	if err != nil || next != len(g.Rows) {
		t.Fatalf("game %d: %v; %d of %d rows met", g.ID, err, next, len(g.Rows))
	}
	for i := range g.Rows {
		if g.Rows[i].Flags&sim.FullSearch == 0 {
			t.Fatalf("game %d has a row of a fast search", g.ID)
		}
	}
}

func TestTamperedRecordsDoNotReplay(t *testing.T) {
	cfg := configs()["dash/self-play"]
	m := newMemory()
	run(t, cfg, m, 1)
	joint := func(g *sim.Game) int { return slices.IndexFunc(g.Steps, func(s sim.Step) bool { return s.Joint }) }
	for name, tamper := range map[string]func(*sim.Game) bool{
		"wrong player": func(g *sim.Game) bool { g.Steps[0].Player = game.Second; return true },
		"wrong action": func(g *sim.Game) bool { g.Steps[0].Action = 99; return true },
		"wrong outcome": func(g *sim.Game) bool {
			i := slices.IndexFunc(g.Steps, func(s sim.Step) bool { return s.Player == game.Chance })
			g.Steps[i].Action = 99
			return true
		},
		"missing step":  func(g *sim.Game) bool { g.Steps = g.Steps[:len(g.Steps)-1]; return true },
		"wrong result":  func(g *sim.Game) bool { g.Returns = [2]float32{0.5, -0.5}; return true },
		"step too many": func(g *sim.Game) bool { g.Steps = append(g.Steps, g.Steps[0]); return true },
		"wrong plan": func(g *sim.Game) bool {
			i := joint(g)
			if i >= 0 {
				g.Steps[i].Watch = []uint16{5}
			}
			return i >= 0
		},
		"half a round": func(g *sim.Game) bool {
			i := joint(g)
			if i >= 0 {
				g.Steps = g.Steps[:i+1]
			}
			return i >= 0
		},
		"bad start": func(g *sim.Game) bool { g.Start = `{"x":1}`; return true },
	} {
		t.Run(name, func(t *testing.T) {
			tried := false
			for _, g := range m.sorted() {
				c := *g
				c.Steps = slices.Clone(g.Steps)
				if !tamper(&c) {
					continue
				}
				tried = true
				if err := sim.Replay(cfg.Game, &c, func(int, game.State) error { return nil }); err == nil {
					t.Fatalf("game %d replays", g.ID)
				}
			}
			if !tried {
				t.Fatal("no game to tamper with")
			}
		})
	}
}

// A named cell plays its options for both colours and names itself in the record; the games are those that the same
// options give without a name.
func TestNamedCells(t *testing.T) {
	options := map[string]map[string]string{
		"fast": {"white": "runner", "black": "runner"}, "slow": {"white": "walker", "black": "walker"},
	}
	cfg := configs()["dash/cells"]
	cfg.Named, cfg.Cells = options, []sim.Cell{{White: "fast", Black: "fast"}, {White: "slow", Black: "slow"}}
	named := newMemory()
	run(t, cfg, named, 2)
	for i, name := range []string{"fast", "slow"} {
		cfg.Named, cfg.Cells, cfg.Options = nil, nil, options[name]
		plain := newMemory()
		run(t, cfg, plain, 1)
		for unit := uint64(i); unit < uint64(cfg.Units); unit += 2 {
			for id := 2 * unit; id < 2*unit+2; id++ {
				a, b := named.raw[id], plain.raw[id]
				if a.Cell != (sim.Cell{White: name, Black: name}) || a.Options != b.Options || a.Start != b.Start {
					t.Errorf("game %d: cell %v, options %s, want %q with %s", id, a.Cell, a.Options, name, b.Options)
				}
				if a.Sequence() != b.Sequence() {
					t.Errorf("game %d differs from that of the same options without a name", id)
				}
			}
		}
	}
}

func TestPairsShareOpeningAndDice(t *testing.T) {
	cfg := configs()["dash/cells"]
	m := newMemory()
	run(t, cfg, m, 2)
	openings := map[string]bool{}
	for unit := range uint64(cfg.Units) {
		a, b := m.raw[2*unit], m.raw[2*unit+1]
		if a.Pair != 2*unit || b.Pair != 2*unit {
			t.Errorf("pair %d: games name pairs %d and %d", unit, a.Pair, b.Pair)
		}
		if want := cfg.Cells[unit%2]; a.Cell != want || b.Cell != (sim.Cell{White: want.Black, Black: want.White}) {
			t.Errorf("pair %d: cells %v and %v", unit, a.Cell, b.Cell)
		}
		if a.Agents != [2]string{"material:8", "policy"} || b.Agents != [2]string{"policy", "material:8"} {
			t.Errorf("pair %d: agents %v and %v", unit, a.Agents, b.Agents)
		}
		if a.Opening == 0 || a.Opening != b.Opening {
			t.Errorf("pair %d: openings of %d and %d steps", unit, a.Opening, b.Opening)
		}
		for _, g := range []*sim.Game{a, b} {
			checkWhoPlayed(t, g)
		}
		opening := ""
		for i := range a.Opening {
			if a.Steps[i].Text != b.Steps[i].Text || a.Steps[i].Sims != 0 {
				t.Errorf("pair %d: opening step %d is %+v and %+v", unit, i, a.Steps[i], b.Steps[i])
			}
			opening += a.Steps[i].Text + " "
		}
		openings[opening] = true
		// Dice with the same odds at the same step fall the same way, whatever was played before.
		for i := range min(len(a.Steps), len(b.Steps)) {
			x, y := a.Steps[i], b.Steps[i]
			if x.Player == game.Chance && y.Player == game.Chance && a.Steps[i-1].Action == b.Steps[i-1].Action &&
				(i < 2 || a.Steps[i-2].Action == b.Steps[i-2].Action) && x.Action != y.Action {
				t.Errorf("pair %d step %d: %s and %s", unit, i, x.Text, y.Text)
			}
		}
	}
	if len(openings) < 3 {
		t.Errorf("only %d different openings in %d pairs", len(openings), cfg.Units)
	}
}

// checkWhoPlayed tells the searching side from the other by its simulations.
func checkWhoPlayed(t *testing.T, g *sim.Game) {
	t.Helper()
	searched := 0
	for i, s := range g.Steps[g.Opening:] {
		if s.Sims == 0 {
			continue
		}
		searched++
		if name := g.Agents[s.Player]; name != "material:8" {
			t.Errorf("game %d step %d: %v is %s and searched", g.ID, g.Opening+i, s.Player, name)
		}
	}
	if searched == 0 {
		t.Errorf("game %d: nobody searched", g.ID)
	}
}

// An opening longer than any game stops before it ends one.
func TestOpeningsEndNoGame(t *testing.T) {
	for _, g := range append(toys.All(), dash.Game{}) {
		cfg := sim.Config{Game: g, Seed: 5, Units: 8, Paired: true, Opening: sim.Opening{Plies: 1000, Temperature: 1},
			Agents: [2]sim.Agent{uniform(4), uniform(4)}}
		m := newMemory()
		run(t, cfg, m, 2)
		for _, x := range m.sorted() {
			if x.Opening >= len(x.Steps) {
				t.Errorf("%s: game %d is all opening: %d of %d steps", g.Info().Name, x.ID, x.Opening, len(x.Steps))
			}
		}
	}
}

func TestPlayoutCap(t *testing.T) {
	cfg := sim.Config{Game: toys.ConnectFour(), Seed: 1, Units: scale(20, 200), Agents: [2]sim.Agent{uniform(10), uniform(10)},
		Temperature: sim.SelfPlayTemperature, Cap: sim.PlayoutCap{FullProb: 0.25, FastSims: 3}}
	m := newMemory()
	p := run(t, cfg, m, 2)
	fast, full, rows := 0, 0, 0
	for _, g := range m.sorted() {
		rows += len(g.Rows)
		for _, s := range g.Steps {
			switch {
			case s.Sims > 0 && s.Sims <= 3:
				fast++
			case s.Sims > 0:
				full++
			}
		}
	}
	if share := float64(full) / float64(full+fast); share < 0.15 || share > 0.35 {
		t.Errorf("%d full and %d fast searches", full, fast)
	}
	if share := float64(rows) / float64(p.Positions); share < 0.15 || share > 0.35 {
		t.Errorf("%d rows for %d decisions", rows, p.Positions)
	}
	if p.Finished != cfg.Units || p.Committed != cfg.Units || p.Positions == 0 || p.Sims == 0 || p.Evals > p.Rows {
		t.Errorf("progress %+v", p)
	}
}

func TestInterruptAndResume(t *testing.T) {
	cfg := configs()["dash/self-play"]
	cfg.Units, cfg.GroupUnits = 20, 2
	want := newMemory()
	run(t, cfg, want, 1)
	for stopAfter := range 5 {
		m := newMemory()
		ctx, cancel := context.WithCancel(context.Background())
		m.commit = func(m *memory) error {
			if m.groups == stopAfter {
				cancel()
			}
			return nil
		}
		p, err := sim.Run(ctx, &cfg, m, sim.Options{Workers: 2})
		cancel()
		if !sim.IsStop(err) {
			t.Fatalf("error %v", err)
		}
		if m.groups != stopAfter+1 || p.Committed != len(m.games) {
			t.Errorf("%d groups kept after the stop at %d; progress says %d games of %d", m.groups, stopAfter, p.Committed, len(m.games))
		}
		m.commit = nil
		run(t, cfg, m, 2)
		if !maps.Equal(m.games, want.games) {
			t.Error("resumed games differ")
		}
	}
}

type broken struct{ mcts.Uniform }

// closer counts how often it is closed.
type closer struct{ mcts.Uniform }

var closed atomic.Int64

func (closer) Close() error { closed.Add(1); return nil }

var errBroken = errors.New("broken")

func (broken) Eval(*mcts.Batch) error { return errBroken }

func TestErrorsEndTheRun(t *testing.T) {
	cfg := sim.Config{Game: toys.TicTacToe(), Seed: 1, Units: 9, GroupUnits: 2, Agents: [2]sim.Agent{uniform(4), uniform(4)}}
	t.Run("evaluator", func(t *testing.T) {
		c := cfg
		c.Agents[1] = sim.Agent{Name: "bad", Search: mcts.NewConfig(4), New: func() (mcts.Evaluator, error) { return broken{}, nil }}
		if _, err := sim.Run(context.Background(), &c, newMemory(), sim.Options{Workers: 2}); !errors.Is(err, errBroken) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("making an evaluator", func(t *testing.T) {
		c := cfg
		c.Agents[1] = sim.Agent{Name: "bad", Search: mcts.NewConfig(4), New: func() (mcts.Evaluator, error) { return nil, errBroken }}
		if _, err := sim.Run(context.Background(), &c, newMemory(), sim.Options{Workers: 2}); !errors.Is(err, errBroken) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("closing", func(t *testing.T) {
		c := cfg
		c.Agents[1] = sim.Agent{Name: "closes", Search: mcts.NewConfig(4), New: func() (mcts.Evaluator, error) { return closer{}, nil }}
		if _, err := sim.Run(context.Background(), &c, newMemory(), sim.Options{Workers: 2}); err != nil {
			t.Errorf("all games are kept, and yet: %v", err)
		}
		c.Agents[0] = sim.Agent{Name: "bad", Search: mcts.NewConfig(4), New: func() (mcts.Evaluator, error) { return broken{}, nil }}
		closed.Store(0)
		if _, err := sim.Run(context.Background(), &c, newMemory(), sim.Options{Workers: 1}); !errors.Is(err, errBroken) || closed.Load() != 1 {
			t.Errorf("error %v; closed %d times", err, closed.Load())
		}
	})
	t.Run("sink", func(t *testing.T) {
		m := newMemory()
		m.commit = func(m *memory) error {
			if m.groups == 2 {
				return errBroken
			}
			return nil
		}
		if _, err := sim.Run(context.Background(), &cfg, m, sim.Options{Workers: 2}); !errors.Is(err, errBroken) {
			t.Errorf("error %v", err)
		}
		if m.groups != 2 {
			t.Errorf("%d groups after the error", m.groups)
		}
	})
	t.Run("endless game", func(t *testing.T) {
		c := cfg
		c.MaxSteps = 3
		if _, err := sim.Run(context.Background(), &c, newMemory(), sim.Options{Workers: 2}); err == nil {
			t.Error("no error")
		}
	})
	t.Run("another configuration", func(t *testing.T) {
		m := newMemory()
		run(t, cfg, m, 1)
		c := cfg
		c.Agents = [2]sim.Agent{uniform(5), uniform(5)}
		if _, err := sim.Run(context.Background(), &c, m, sim.Options{}); !errors.Is(err, sim.ErrConfig) {
			t.Errorf("error %v", err)
		}
	})
}

// Without GroupUnits a run of any size has work for several workers and groups no larger than twice the slots.
func TestDefaultGroups(t *testing.T) {
	for _, v := range []struct {
		units, slots int
		paired       bool
		groups       int
	}{{1, 0, false, 1}, {6, 0, false, 3}, {8, 0, true, 4}, {64, 0, false, 4}, {200, 0, false, 7}, {200, 4, true, 50}} {
		cfg := sim.Config{Game: toys.TicTacToe(), Seed: 1, Units: v.units, Slots: v.slots, Paired: v.paired,
			Agents: [2]sim.Agent{sim.RandomAgent(), sim.RandomAgent()}}
		m := newMemory()
		run(t, cfg, m, 2)
		if m.groups != v.groups {
			t.Errorf("%d units in %d slots, paired %v: %d groups, want %d", v.units, v.slots, v.paired, m.groups, v.groups)
		}
	}
}

func TestProgressIsReported(t *testing.T) {
	cfg := sim.Config{Game: toys.ConnectFour(), Seed: 1, Units: 8, Agents: [2]sim.Agent{uniform(4), uniform(4)}}
	var last sim.Progress
	p, err := sim.Run(context.Background(), &cfg, newMemory(), sim.Options{Workers: 2, Every: 1, Progress: func(p sim.Progress) {
		if p.Finished < last.Finished || p.Positions < last.Positions {
			t.Errorf("progress went back: %+v after %+v", p, last)
		}
		last = p
	}})
	if err != nil || last.Committed != 8 || last.Games != 8 || p.Committed != 8 || last.GamesPerSecond() <= 0 || last.SimsPerSecond() <= 0 || last.PositionsPerSecond() <= 0 {
		t.Errorf("%v: last report %+v", err, last)
	}
}
