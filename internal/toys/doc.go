// Package toys holds small games with known answers: they exercise the game contract, the search, the simulator and the
// networks where truth can be computed. The exact answers come from plain solvers of this package (Solve, MatrixGame,
// Kuhn's Exploitability) that share no code with the search.
package toys

import (
	"variantlab/sim/game"
)

// All lists the toys, each freshly made.
func All() []game.Game {
	return []game.Game{
		TicTacToe(), ConnectThree(), ConnectFour5(), ConnectFour(), AgainNim(), SnailRow(), DiceRace(), Pig(), Kuhn(),
		RockPaperScissors(), BiasedRPS(), Goofspiel(),
	}
}

// Lookup returns the toy of that name, nil when there is none.
func Lookup(name string) game.Game {
	for _, g := range All() {
		if g.Info().Name == name {
			return g
		}
	}
	return nil
}
