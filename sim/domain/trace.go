package domain

import (
	"strconv"

	"variantlab/sim/game"
)

// trace collects what happens, for ApplyTraced. All methods accept nil, which collects nothing; the hot path runs so.
type trace struct{ events []game.Event }

func (t *trace) say(text string) {
	if t != nil {
		t.events = append(t.events, game.Event{Text: text})
	}
}

// at adds "name:square".
func (t *trace) at(name string, sq Square) {
	if t != nil {
		t.say(name + ":" + sq.String())
	}
}

// key adds "name:key".
func (t *trace) key(name string, k Key) {
	if t != nil {
		t.say(name + ":" + k.String())
	}
}

// side adds "name:white" or "name:black".
func (t *trace) side(name string, c Side) {
	if t != nil {
		t.say(name + ":" + c.String())
	}
}

// number adds "name:n".
func (t *trace) number(name string, n int) {
	if t != nil {
		t.say(name + ":" + strconv.Itoa(n))
	}
}

// result adds "name:outcome".
func (t *trace) result(name string, o Outcome) {
	if t != nil {
		t.say(name + ":" + o.String())
	}
}

// going adds "name:from-to".
func (t *trace) going(name string, from, to Square) {
	if t != nil {
		t.say(name + ":" + from.String() + "-" + to.String())
	}
}

// place adds "place:T-square", which only c may see when the piece is a decoy.
func (t *trace) place(c Side, typ Type, sq Square) {
	if t != nil {
		t.events = append(t.events, game.Event{
			Text: "place:" + typ.String() + "-" + sq.String(), Private: typ == Decoy, Player: game.Player(c),
		})
	}
}

// private adds an event that only c may see.
func (t *trace) private(c Side, text string) {
	if t != nil {
		t.events = append(t.events, game.Event{Text: text, Private: true, Player: game.Player(c)})
	}
}
