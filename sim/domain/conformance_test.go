package domain

import (
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/gametest"
)

// TestConformance runs the kit on all matchups: by the default rules, and by rules that let everything happen soon.
func TestConformance(t *testing.T) {
	matchups(t, func(t *testing.T, white, black Set) {
		values := map[string]string{"white": white.String(), "black": black.String()}
		gametest.Run(t, Game{}, gametest.Config{
			Setups: []game.Options{{Values: values}, {Values: values, Params: quick}},
			Games:  1, FullGames: 500, MaxSteps: 5000, PartialNotation: true, Texts: 3,
			Seed: uint64(white)<<8 | uint64(black),
		})
	})
}
