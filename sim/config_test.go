package sim_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"variantlab/internal/toys"
	"variantlab/internal/toys/dash"
	"variantlab/sim"
	"variantlab/sim/game"
)

func TestTemperature(t *testing.T) {
	for _, v := range []struct {
		t    sim.Temperature
		ply  int
		want float64
	}{
		{sim.SelfPlayTemperature, 0, 1}, {sim.SelfPlayTemperature, 11, 1}, {sim.SelfPlayTemperature, 12, 0.5},
		{sim.SelfPlayTemperature, 24, 0.25}, {sim.SelfPlayTemperature, 36, 0.2}, {sim.SelfPlayTemperature, 999, 0.2},
		{sim.MatchTemperature, 0, 0.3}, {sim.MatchTemperature, 10, 0.15}, {sim.MatchTemperature, 29, 0.075},
		{sim.MatchTemperature, 30, 0}, {sim.Temperature{}, 5, 0}, {sim.Temperature{Start: 0.7}, 500, 0.7},
		{sim.Temperature{Start: 0.1, Floor: 0.2}, 0, 0.1},
	} {
		if got := v.t.At(v.ply); math.Abs(got-v.want) > 1e-12 {
			t.Errorf("%+v at %d: %v, want %v", v.t, v.ply, got, v.want)
		}
	}
}

func TestBadConfigurations(t *testing.T) {
	good := sim.Config{Game: dash.Game{}, Units: 1, Agents: [2]sim.Agent{uniform(4), sim.RandomAgent()}}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for _, v := range []struct {
		spoil func(*sim.Config)
		says  string
	}{
		{func(c *sim.Config) { c.Game = nil }, "no game"},
		{func(c *sim.Config) { c.Units = -1 }, "Units = -1"},
		{func(c *sim.Config) { c.Slots = -1 }, "Slots = -1"},
		{func(c *sim.Config) { c.Opening.Plies = 2 }, "temperature above 0"},
		{func(c *sim.Config) { c.Opening = sim.Opening{Plies: -2, Temperature: 1} }, "plies 0 or more"},
		{func(c *sim.Config) { c.Opening = sim.Opening{Plies: 2, Temperature: math.NaN()} }, "temperature above 0"},
		{func(c *sim.Config) { c.Temperature.Start = -1 }, "negative"},
		{func(c *sim.Config) { c.Cap = sim.PlayoutCap{FullProb: 1.5} }, "FullProb = 1.5"},
		{func(c *sim.Config) { c.Cap = sim.PlayoutCap{FullProb: 0.5} }, "FastSims = 0"},
		{func(c *sim.Config) { c.Cap = sim.PlayoutCap{FullProb: 0.5, FastSims: 5} }, "more than its 4"},
		{func(c *sim.Config) { c.Agents[0].Name = "" }, "no name"},
		{func(c *sim.Config) { c.Agents[0].Mode = 9 }, "mode 9"},
		{func(c *sim.Config) { c.Agents[0].New = nil }, "no evaluator"},
		{func(c *sim.Config) { c.Agents[0].Search.Sims = 0 }, "0 simulations"},
		{func(c *sim.Config) { c.Agents[1] = uniform(8); c.Agents[1].Name = c.Agents[0].Name }, "two different agents"},
		{func(c *sim.Config) { c.Cells = []sim.Cell{{White: "walker", Black: "jogger"}} }, `"jogger"`},
		{func(c *sim.Config) { c.Options = map[string]string{"speed": "1"} }, "options.speed"},
		{func(c *sim.Config) { c.Params = game.Params{"trakc": 5.0} }, `did you mean "track"`},
		{func(c *sim.Config) { c.Params = game.Params{"track": 500.0} }, "from 3 to 40"},
		{func(c *sim.Config) {
			c.Game, c.Cells = toys.TicTacToe(), []sim.Cell{{White: "walker", Black: "walker"}}
		}, "no options"},
		{func(c *sim.Config) {
			c.Cells, c.Named = []sim.Cell{{White: "even", Black: "walker"}}, map[string]map[string]string{"even": {}}
		}, `can't be "even" against "walker"`},
		{func(c *sim.Config) {
			c.Cells, c.Named = []sim.Cell{{White: "even", Black: "even"}}, map[string]map[string]string{"even": {"white": "jogger"}}
		}, `"jogger"`},
	} {
		c := good
		v.spoil(&c)
		_, err := sim.Run(context.Background(), &c, newMemory(), sim.Options{})
		if !errors.Is(err, sim.ErrConfig) || !strings.Contains(err.Error(), v.says) {
			t.Errorf("want an error with %q, got: %v", v.says, err)
		}
	}
}

// The hash changes with everything that changes games and with nothing else.
func TestConfigHash(t *testing.T) {
	base := func() sim.Config {
		return sim.Config{Game: dash.Game{}, Units: 1, Agents: [2]sim.Agent{uniform(4), sim.RandomAgent()}}
	}
	c := base()
	want := c.Hash()
	for name, change := range map[string]func(*sim.Config){
		"units": func(c *sim.Config) { c.Units = 9 }, "first": func(c *sim.Config) { c.First = 9 },
		"slots": func(c *sim.Config) { c.Slots = 9 }, "groups": func(c *sim.Config) { c.GroupUnits = 9 },
		"default parameter": func(c *sim.Config) { c.Params = game.Params{"track": 9.0} },
	} {
		c := base()
		change(&c)
		if c.Hash() != want {
			t.Errorf("%s changes the hash", name)
		}
	}
	seen := map[string]string{want: "base"}
	for name, change := range map[string]func(*sim.Config){
		"game": func(c *sim.Config) { c.Game = toys.TicTacToe() }, "seed": func(c *sim.Config) { c.Seed = 1 },
		"parameter": func(c *sim.Config) { c.Params = game.Params{"track": 8.0} },
		"option":    func(c *sim.Config) { c.Options = map[string]string{"white": "runner"} },
		"cells":     func(c *sim.Config) { c.Cells = []sim.Cell{{White: "runner", Black: "walker"}} },
		"named":     func(c *sim.Config) { c.Named = map[string]map[string]string{"a": {"white": "runner"}} },
		"agent":     func(c *sim.Config) { c.Agents[1] = policy() }, "sims": func(c *sim.Config) { c.Agents[0].Search.Sims++ },
		"seats":   func(c *sim.Config) { c.Agents[0], c.Agents[1] = c.Agents[1], c.Agents[0] },
		"paired":  func(c *sim.Config) { c.Paired = true },
		"opening": func(c *sim.Config) { c.Opening = sim.Opening{Plies: 1, Temperature: 1} },
		"cap":     func(c *sim.Config) { c.Cap = sim.PlayoutCap{FullProb: 0.5, FastSims: 1} },
		"rows":    func(c *sim.Config) { c.NoRows = true }, "temperature": func(c *sim.Config) { c.Temperature.Start = 1 },
	} {
		c := base()
		change(&c)
		h := c.Hash()
		if seen[h] != "" {
			t.Errorf("%s has the hash of %s", name, seen[h])
		}
		seen[h] = name
	}
}
