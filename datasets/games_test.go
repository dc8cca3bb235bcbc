package datasets

import (
	"testing"

	"variantlab/sim"
	"variantlab/sim/game"
	"variantlab/sim/games"
)

// caps bound the length of the games, by each game's own parameter, so that a test sees many of them.
var caps = map[string]game.Params{
	"domain":  {"draw.max_plies": 60.0},
	"deicide": {"limits.max_plies": 60.0},
	"yuri":    {"limits.max_plies": 60.0},
	"watch":   {"end.round_limit": 25.0},
}

// The real games, played at random and by small searches over all matchups, are recorded, replayed by their rules to
// the same end, and the same for any number of workers.
func TestRealGames(t *testing.T) {
	for _, g := range games.All() {
		name := g.Info().Name
		t.Run(name, func(t *testing.T) {
			var cells []sim.Cell
			for _, w := range g.Info().Sets {
				for _, b := range g.Info().Sets {
					cells = append(cells, sim.Cell{White: w, Black: b})
				}
			}
			random := sim.Config{Game: g, Seed: 31, Units: scale(max(8, len(cells)), 10*max(8, len(cells))), Params: caps[name], Cells: cells,
				Agents: [2]sim.Agent{sim.RandomAgent(), sim.RandomAgent()}, GroupUnits: 8}
			searching := random
			searching.Seed, searching.Units, searching.Paired = 32, scale(4, 20), true
			searching.Agents = [2]sim.Agent{uniform(4), sim.RandomAgent()}
			searching.Temperature, searching.Opening = sim.SelfPlayTemperature, sim.Opening{Plies: 14, Temperature: 1}
			for _, cfg := range []sim.Config{random, searching} {
				one, two := t.TempDir(), t.TempDir()
				play(t, one, cfg, 1)
				play(t, two, cfg, 2)
				a, b := realVerify(t, one, cfg.Games()), realVerify(t, two, cfg.Games())
				if a != b {
					t.Errorf("1 worker gives %s, 2 give %s", a, b)
				}
			}
		})
	}
}

func realVerify(t *testing.T, dir string, want int) string {
	t.Helper()
	v, err := Verify(dir, games.Lookup)
	if err != nil {
		t.Fatal(err)
	}
	if !v.OK() || v.Replayed != want {
		t.Fatalf("want %d good games:\n%s", want, v)
	}
	return v.ContentHash
}
