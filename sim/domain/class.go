package domain

import (
	"strings"

	"variantlab/sim/game"
)

// Class names the technique of an action's text: its key, with the name for domains ("domain:pawns") and the inner key
// for Copy ("copy:red"); "" for moves, for pass and for outcomes.
func (Game) Class(text string) string {
	key, rest, _ := strings.Cut(text, ":")
	switch {
	case key == KeyCopy.String():
		inner, _, _ := strings.Cut(rest, ":")
		return key + ":" + inner
	case key == KeyDomain.String():
		name, _, _ := strings.Cut(rest, ":")
		return key + ":" + name
	case key != text || key == KeyDice.String():
		return key
	}
	return ""
}

var _ game.Classifier = Game{}
