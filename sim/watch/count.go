package watch

import (
	"strings"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

// CountEvent counts the Watches that plans seal, each with the side that seals it, and those that trigger, with the side
// of the watcher.
func (Game) CountEvent(before game.State, text string, count func(p game.Player, kind string)) {
	e, ok := readEvent(text)
	if !ok {
		return
	}
	switch e.E {
	case eventNames[evSeal]:
		c := game.Player(strings.Index(sideLetters, e.Side))
		for _, token := range strings.Fields(e.Plan) {
			switch prefix, _, _ := strings.Cut(token, ":"); {
			case prefix == token:
			case prefix == triggerKind(true):
				count(c, "king watch sealed")
			case prefix == triggerKind(false):
				count(c, "watch sealed")
			}
		}
	case eventNames[evTrigger]:
		sq, ok := board.Parse(e.Watcher)
		if !ok {
			return
		}
		kind := "watch triggered"
		if e.Kind == triggerKind(true) {
			kind = "king watch triggered"
		}
		count(game.Player(before.(*State).board[sq].side()), kind)
	}
}

var _ game.EventCounter = Game{}
