package domain

import (
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/gametest"
)

// TestConformance runs the kit on all matchups: by the default rules, and by rules that let everything happen soon. A
// short run takes the one or the other by turns.
func TestConformance(t *testing.T) {
	matchups(t, func(t *testing.T, white, black Set) {
		values := map[string]string{"white": white.String(), "black": black.String()}
		setups := []game.Options{{Values: values}, {Values: values, Params: quick}}
		if !fullTests {
			i := (white + black) % 2
			setups = setups[i : i+1]
		}
		gametest.Run(t, Game{}, gametest.Config{
			Setups: setups, Games: 1, FullGames: 500, MaxSteps: 5000, PartialNotation: true, Texts: 3,
			Seed: uint64(white)<<8 | uint64(black),
		})
	})
}
