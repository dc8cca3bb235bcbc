package toys

import (
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/gametest"
)

func TestConformance(t *testing.T) {
	for _, g := range All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			gametest.Run(t, g, gametest.Config{Games: 60, MaxSteps: 300, Seed: 1})
		})
	}
}

func TestPlaythroughs(t *testing.T) {
	for _, g := range All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			gametest.Playthrough(t, g, g.Info().Name, game.Options{}, 7)
		})
	}
}

func TestPerft(t *testing.T) {
	gametest.Perft(t, TicTacToe(), "testdata/perft-tictactoe.txt")
	gametest.Perft(t, ConnectFour(), "testdata/perft-connect4.txt")
}

func TestLookup(t *testing.T) {
	for _, g := range All() {
		if h := Lookup(g.Info().Name); h == nil || h.Info().Name != g.Info().Name {
			t.Errorf("%s is not found", g.Info().Name)
		}
	}
	if Lookup("chess") != nil {
		t.Error("chess is found")
	}
}
