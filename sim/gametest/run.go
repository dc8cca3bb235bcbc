package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// Config says what Run plays.
type Config struct {
	Setups    []game.Options // each is played; the plain start if empty
	Games     int            // random games of each setup, 20 if zero
	FullGames int            // the same in a full run, 50 times Games if zero
	MaxSteps  int            // actions, outcomes and rounds within which every game must end
	Seed      uint64
	// PartialNotation says that the one-line notation leaves things out: it must be read back, but may give another state,
	// and that of a finished game may be refused.
	PartialNotation bool
	// Texts is how many positions of a game, spread evenly in the mean, are also checked for what is slow: texts, copies
	// of positions, resampling. 8 if zero.
	Texts int
}

// Run checks g against the contract. A failure prints the position.
func Run(t T, g game.Game, cfg Config) {
	t.Helper()
	if len(cfg.Setups) == 0 {
		cfg.Setups = []game.Options{{}}
	}
	if cfg.Games == 0 {
		cfg.Games = 20
	}
	if cfg.FullGames == 0 {
		cfg.FullGames = 50 * cfg.Games
	}
	if cfg.MaxSteps == 0 {
		t.Fatalf("gametest: MaxSteps is missing: every game must end")
	}
	if cfg.Texts == 0 {
		cfg.Texts = 8
	}
	games := cfg.Games
	if Full() {
		games = cfg.FullGames
	}
	checkInfo(t, g)
	checkBadInput(t, g)
	total := 0
	varied, hides := 0, 0
	for i, o := range cfg.Setups {
		p, err := g.New(o)
		if err != nil {
			t.Fatalf("setup %d: %v", i, err)
		}
		c := newChecker(t, g, &cfg, p)
		for n := range games {
			if t.Failed() {
				return
			}
			c.play(p.Clone(), rng.New(cfg.Seed, uint64(i)<<32|uint64(n), rng.Rollout, 0, 0))
		}
		total += c.steps
		varied, hides = varied+c.varied, hides+c.hides
	}
	const few = 16 // so few positions may by chance have no world but the truth
	if g.Info().Hidden && (hides == 0 || varied == 0 && hides > few) {
		t.Errorf("%d positions with something hidden, resampling changed %d: a resampler that returns the truth is none", hides, varied)
	}
	t.Logf("verify: conformance of %s: %d setups, %d games each, %d steps", g.Info().Name, len(cfg.Setups), games, total)
}

// checker checks the positions of one game after the other.
type checker struct {
	T
	g    game.Game
	info game.Info
	cfg  *Config

	pos     game.Position
	state   game.State
	scratch game.State
	stream  rng.Stream
	roller  game.Roller

	length              int // of the last game, to spread slow checks
	steps               int
	varied, hides       int
	seen                map[game.Key]string // notation and legal list by key
	actions             []game.Action
	outcomes            []game.Outcome
	plans               [2][]game.Plan
	tensors, repetition tensors
}

func newChecker(t T, g game.Game, cfg *Config, p game.Position) *checker {
	t.Helper()
	checkFlat(t, reflect.TypeOf(p.State()).Elem(), "state")
	info := g.Info()
	return &checker{
		T: t, g: g, info: info, cfg: cfg, length: 40, scratch: p.State().Clone(), seen: map[game.Key]string{},
		tensors: newTensors(info.Net), repetition: newTensors(info.Net),
	}
}

// failf reports a broken promise with the position.
func (c *checker) failf(format string, args ...any) {
	c.Helper()
	c.Errorf("%s\nposition %s", fmt.Sprintf(format, args...), c.pos.AppendJSON(nil))
}

// play plays one random game from p.
func (c *checker) play(p game.Position, stream rng.Stream) {
	c.Helper()
	c.pos, c.stream = p, stream
	for n := 0; !c.Failed(); n++ {
		c.state = p.State()
		slow := n == 0 || c.state.Turn() == game.Terminal || c.stream.IntN(max(1, c.length)) < c.cfg.Texts
		c.node()
		if slow {
			c.texts()
			c.knowledge()
			c.copies()
		}
		if c.steps%997 == 0 {
			c.allocations()
		}
		if c.state.Turn() == game.Terminal {
			c.length = n
			return
		}
		if n == c.cfg.MaxSteps {
			c.failf("no end after %d steps", n)
			return
		}
		c.step()
		c.steps++
	}
}

// step plays a random step, on the position and, to compare, on its state alone.
func (c *checker) step() {
	c.scratch.CopyFrom(c.state)
	alone := c.scratch
	switch turn := c.state.Turn(); turn {
	case game.Simultaneous:
		both := c.roller.PickPlans(c.state, &c.stream)
		alone.(game.Joint).ApplyJoint(&both)
		c.pos.ApplyJoint(&both)
	default:
		a, _ := c.roller.Pick(c.state, &c.stream)
		alone.Apply(a)
		c.pos.Apply(a)
	}
	if alone.Key() != c.pos.State().Key() {
		c.failf("the position's step and its state's lead to different states; this is the position's")
	}
}

// checkInfo checks what can be checked without playing.
func checkInfo(t T, g game.Game) {
	t.Helper()
	info := g.Info()
	if info.Name == "" || info.Title == "" || info.Rules == "" || info.MaxActions <= 0 {
		t.Errorf("Info lacks name, title, rules version or MaxActions: %+v", info)
	}
	if n := info.Net; len(n.Planes) > 0 && (n.Files <= 0 || n.Ranks <= 0 || n.Flat() <= 0 || n.Aux < 1) {
		t.Errorf("Info.Net is incomplete: %+v", n)
	}
}

// checkBadInput checks that nonsense is refused with an InputError.
func checkBadInput(t T, g game.Game) {
	t.Helper()
	refused := func(what string, err error) {
		t.Helper()
		var input *game.InputError
		if !errors.As(err, &input) {
			t.Errorf("%s: error %v, want a *game.InputError", what, err)
		}
	}
	p, err := g.New(game.Options{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	good := p.AppendJSON(nil)
	for _, text := range []string{
		"", "null", "[]", "7", `"x"`, "{", string(good[:len(good)-1]), string(good) + "x", string(good) + string(good),
		`{"no such field":1,` + string(good[1:]), "\xff\xfe",
	} {
		_, err := g.Parse([]byte(text))
		refused(fmt.Sprintf("Parse(%q)", text), err)
	}
	_, err = g.New(game.Options{Position: "no such position"})
	refused("New with a bad position", err)
	_, err = g.New(game.Options{Values: map[string]string{"no such option": "1"}})
	refused("New with an unknown option", err)
	_, err = g.New(game.Options{Params: game.Params{"no.such.parameter": 1.0}})
	refused("New with an unknown parameter", err)
	for _, text := range []string{"", "no such action", "\x00", string(bytes.Repeat([]byte("a"), 5000))} {
		_, err = g.ParseAction(p.State(), p.State().Turn(), text)
		refused(fmt.Sprintf("ParseAction(%.20q)", text), err)
	}
}

// checkFlat checks that a state type holds nothing that a copy would share.
func checkFlat(t T, typ reflect.Type, path string) {
	t.Helper()
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface, reflect.String, reflect.UnsafePointer:
		t.Errorf("%s is a %s: a state is a flat value", path, typ.Kind())
	case reflect.Array:
		checkFlat(t, typ.Elem(), path+"[]")
	case reflect.Struct:
		for f := range typ.NumField() {
			checkFlat(t, typ.Field(f).Type, path+"."+typ.Field(f).Name)
		}
	}
}
