package watch

import (
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/gametest"
)

// The contract, in random matches of many settings. The notation leaves settings and repetitions out, and that of a match
// that is over by a fallen King can't be played on from.
func TestConformance(t *testing.T) {
	gametest.Run(t, Game{}, gametest.Config{
		Setups: []game.Options{
			{},
			{Values: map[string]string{"mode": "king"}},
			{Params: game.Params{"mode": "king", "end.repetition": 3.0, "end.stalemate": "hold", "end.round_limit": 120.0}},
			{Params: game.Params{"timing.mode": "hybrid", "watch.round_limit.full": 1.0, "end.stalemate": "loss"}},
			{Params: game.Params{"watch.round_limit.full": 3.0, "watch.ordinary_budget": 5.0, "end.repetition": 2.0}},
			{Position: "4k3/1p4p1/8/8/3Pp3/8/1P4P1/R3K2R KQ d4,e4 1/1,2/0 190 1"},
		},
		Games:           8,
		FullGames:       100,
		MaxSteps:        200,
		Seed:            31,
		PartialNotation: true,
		Texts:           4,
	})
}

func TestPlaythroughs(t *testing.T) {
	gametest.Playthrough(t, Game{}, "full", game.Options{Params: game.Params{"end.round_limit": 40.0}}, 3)
	gametest.Playthrough(t, Game{}, "king", game.Options{Values: map[string]string{"mode": "king"}, Params: game.Params{"end.round_limit": 30.0, "timing.mode": "hybrid"}}, 5)
	gametest.Playthrough(t, Game{}, "emergency", game.Options{Position: "6rk/8/8/p2B4/Pp6/1P5p/5n1P/7K - - 12/3,12/3 1 0"}, 2)
}
