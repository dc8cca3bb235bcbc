package main

import (
	"fmt"
	"reflect"

	"variantlab/mcts"
	"variantlab/sim"
	"variantlab/sim/domain"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// Names of figures that are asked for by name.
const (
	listedFigure = "actions listed"
	perftFigure  = "perft"
)

// chessGame is the name under which orthodox chess is measured.
const chessGame = "chess"

// chessRules leave of Domain what chess libraries play at random: nobody can pay for a technique, no position is drawn
// by repetition, and a game ends after 512 plies.
var chessRules = game.Params{"energy.start": 0.0, "energy.regain": 0.0, "draw.repetition": 0.0, "draw.max_plies": 512.0}

// chessPerfts are counted whole each time: counts from positions and to depths without promotions, where the game's
// rule that a pawn becomes a queen makes no difference.
var chessPerfts = []struct {
	name, position string
	depth          int
	paths          uint64
}{
	{"perft start", "", 4, 197281},
	{"perft kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 limitless limitless -", 3, 97862},
}

// chessSubject is orthodox chess by the engine of Domain.
func chessSubject() (*subject, error) {
	g := domain.Game{}
	p, err := g.New(game.Options{Params: chessRules})
	if err != nil {
		return nil, err
	}
	s := &subject{}
	s.addRules(g.Info(), p.State())
	for _, c := range chessPerfts {
		p, err := g.New(game.Options{Params: chessRules, Position: c.position})
		if err != nil {
			return nil, err
		}
		var counter game.Counter
		s.add(func(counts []int) error {
			n, _ := counter.Perft(p.State(), c.depth, 0)
			if n != c.paths {
				return fmt.Errorf("chess: %s of depth %d gives %d, want %d", c.name, c.depth, n, c.paths)
			}
			counts[0] += int(n)
			return nil
		}, c.name, "positions")
	}
	return s, nil
}

// gameSubject is a game, or a matchup of it, by the rules of the settings.
func (s *settings) gameSubject(g game.Game, cell sim.Cell, sims int) (*subject, error) {
	o := game.Options{Values: map[string]string{}, Params: s.rules}
	one := &subject{}
	if cell.White != "" {
		o.Values["white"], o.Values["black"] = cell.White, cell.Black
		one.Matchup = cell.White + ":" + cell.Black
	}
	p, err := g.New(o)
	if err != nil {
		return nil, s.rulesError(err)
	}
	start := p.State()
	seen := one.addRules(g.Info(), start)
	one.addViews(g.Info(), seen)
	if g.Info().Joint {
		return one, nil
	}
	one.add(counting(start), perftFigure, "positions")
	config := mcts.NewConfig(sims)
	config.Root = mcts.PUCT
	search, err := mcts.New(g, config)
	if err != nil {
		return nil, err
	}
	one.add(searching(search, start, sims), "search", "simulations")
	return one, nil
}

// addRules adds the figures of what every simulation does; it returns the games on which they are measured.
func (s *subject) addRules(info game.Info, start game.State) *recording {
	s.StateBytes = int(reflect.TypeOf(start).Elem().Size())
	seen := record(start)
	if !info.Joint {
		s.add(seen.listing(), "lists", "lists", listedFigure, "actions")
	}
	s.add(seen.replaying(), "apply", "steps")
	s.add(seen.copying(), "copy", "states")
	unit := "plies"
	switch {
	case info.Joint:
		unit = "rounds"
	case s.Matchup != "":
		unit = "steps" // free actions and dealt outcomes are no plies
	}
	s.add(playouts(start), unit, unit, "games", "games")
	return seen
}

// addViews adds the figures of what a side sees: a network's input, and states that it may hold possible.
func (s *subject) addViews(info game.Info, seen *recording) {
	if len(info.Net.Planes) > 0 {
		s.add(seen.observing(info.Net), "observe", "views")
	}
	if run := seen.resampling(); run != nil {
		s.add(run, "resample", "states")
	}
}

// Bounds of a recording: enough positions to differ, few enough to stay in a core's cache.
const (
	recordedSteps = 4096
	keptStates    = 64
)

// recording is some random games and positions spread over them.
type recording struct {
	start  game.State
	games  [][]step
	states []game.State // in which somebody acts
}

// step is an action, an outcome or a pair of plans.
type step struct {
	action game.Action
	plans  [2]game.Plan
}

func (t *step) apply(s game.State) {
	if t.action == game.None {
		s.(game.Joint).ApplyJoint(&t.plans)
	} else {
		s.Apply(t.action)
	}
}

// record plays random games to their ends, until there are recordedSteps.
func record(start game.State) *recording {
	r := &recording{start: start}
	var roller game.Roller
	total := 0
	for number := uint64(1); total < recordedSteps; number++ {
		stream := rng.New(1, number, rng.Rollout, 0, 0)
		var steps []step
		for s := start.Clone(); s.Turn() != game.Terminal; total++ {
			if total%(recordedSteps/keptStates) == 0 && s.Turn() != game.Chance {
				r.states = append(r.states, s.Clone())
			}
			var t step
			if s.Turn() == game.Simultaneous {
				t.plans = roller.PickPlans(s, &stream)
			} else if t.action, _ = roller.Pick(s, &stream); t.action == game.None {
				break
			}
			t.apply(s)
			steps = append(steps, t)
		}
		r.games = append(r.games, steps)
		if len(steps) == 0 {
			break
		}
	}
	return r
}

// listing lists the legal actions of the side that acts: lists and actions.
func (r *recording) listing() func([]int) error {
	buffer := []game.Action{}
	return func(counts []int) error {
		for _, s := range r.states {
			buffer = s.Actions(s.Turn(), buffer[:0])
			counts[1] += len(buffer)
		}
		counts[0] += len(r.states)
		return nil
	}
}

// replaying plays the recorded games again.
func (r *recording) replaying() func([]int) error {
	s, next := r.start.Clone(), 0
	return func(counts []int) error {
		s.CopyFrom(r.start)
		steps := r.games[next]
		for i := range steps {
			steps[i].apply(s)
		}
		counts[0] += len(steps)
		next = (next + 1) % len(r.games)
		return nil
	}
}

func (r *recording) copying() func([]int) error {
	into := r.start.Clone()
	return func(counts []int) error {
		for _, s := range r.states {
			into.CopyFrom(s)
		}
		counts[0] += len(r.states)
		return nil
	}
}

// observing writes what each side shows a network.
func (r *recording) observing(net game.NetInfo) func([]int) error {
	planes := make([]float32, net.Ranks*net.Files*len(net.Planes))
	globals := make([]float32, net.Globals)
	return func(counts []int) error {
		for _, s := range r.states {
			for p := game.First; p <= game.Second; p++ {
				s.(game.Encoder).Observe(p, planes, globals)
				counts[0]++
			}
		}
		return nil
	}
}

// resampling draws worlds for sides that lack something; nil when nobody ever does.
func (r *recording) resampling() func([]int) error {
	type view struct {
		state game.Resampler
		p     game.Player
	}
	var views []view
	for _, s := range r.states {
		drawer, ok := s.(game.Resampler)
		for p := game.First; p <= game.Second && ok; p++ {
			if s.(game.Hidden).Hides(p) {
				views = append(views, view{drawer, p})
			}
		}
	}
	if views == nil {
		return nil
	}
	into := r.start.Clone()
	stream := rng.New(1, 1, rng.Rollout, 0, 0)
	return func(counts []int) error {
		for _, v := range views {
			v.state.ResampleInto(v.p, into, &stream)
		}
		counts[0] += len(views)
		return nil
	}
}

// playouts plays random games from start: steps and games.
func playouts(start game.State) func([]int) error {
	var roller game.Roller
	s := start.Clone()
	number := uint64(0)
	return func(counts []int) error {
		s.CopyFrom(start)
		number++
		stream := rng.New(1, number, rng.Rollout, 0, 0)
		counts[0] += roller.Play(s, &stream, 1<<20)
		counts[1]++
		return nil
	}
}

// counting makes all positions two levels below start.
func counting(start game.State) func([]int) error {
	var counter game.Counter
	return func(counts []int) error {
		for depth := 1; depth <= 2; depth++ {
			n, _ := counter.Perft(start, depth, 0)
			counts[0] += int(n)
		}
		return nil
	}
}

// searching runs searches whose leaves cost nothing.
func searching(search *mcts.Search, start game.State, sims int) func([]int) error {
	at := start.Clone()
	var roller game.Roller
	stream := rng.New(1, 1, rng.Rollout, 0, 0)
	for at.Turn() == game.Chance {
		a, _ := roller.Deal(at, &stream)
		at.Apply(a)
	}
	number := uint32(0)
	return func(counts []int) error {
		number++
		r, err := search.Run(at, sims, mcts.Seed{Run: 1, Action: number}, mcts.Uniform{})
		counts[0] += r.Sims
		return err
	}
}

// calibrate draws random numbers: integer work that fits in registers.
func calibrate() job {
	stream := rng.New(1, 1, rng.Rollout, 0, 0)
	return job{
		figures: []*figure{{Name: "calibration", Unit: "random blocks"}},
		run: func(counts []int) error {
			const blocks = 10000
			for range 4 * blocks {
				stream.Uint32()
			}
			counts[0] += blocks
			return nil
		},
	}
}
