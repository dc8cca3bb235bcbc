// Package games is the one list of the games that the program plays.
package games

import (
	"fmt"
	"strings"

	"variantlab/sim/deicide"
	"variantlab/sim/domain"
	"variantlab/sim/game"
	"variantlab/sim/watch"
)

// All lists the games in the order in which people are shown them.
func All() []game.Game {
	return []game.Game{domain.Game{}, deicide.New(), deicide.NewYuri(), watch.Game{}}
}

// Lookup finds a game by its name; the error lists the known names.
func Lookup(name string) (game.Game, error) {
	var known []string
	for _, g := range All() {
		if g.Info().Name == name {
			return g, nil
		}
		known = append(known, g.Info().Name)
	}
	return nil, fmt.Errorf("unknown game %q%s (games: %s)", name, game.Nearest(name, known), strings.Join(known, ", "))
}
