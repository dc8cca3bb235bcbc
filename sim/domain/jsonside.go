package domain

// presence says when a field is written.
type presence uint8

const (
	never presence = iota
	unlessDefault
	always
)

// sideText says which of a side's fields are written, and the values of those that depend on who looks.
type sideText struct {
	set             Set
	seen            int
	energy, cd, saw presence // saw: the field seen
	disguise        bool     // disguise and revealed
}

// wholeSide writes everything about a side, as states do.
func (w *jsonWriter) wholeSide(s *State, c Side) {
	side := &s.sides[c]
	w.key(c.String())
	w.side(side, c, sideText{
		set: side.set, seen: int(side.seen), disguise: true,
		energy: unlessDefault, cd: unlessDefault, saw: unlessDefault,
	})
}

func (w *jsonWriter) side(side *sideState, c Side, show sideText) {
	energyAbsent := 100
	if side.set == Toji {
		energyAbsent = 0
	}
	w.open('{')
	w.optList("adapted", keyTexts(side.order[:side.nAdapted]))
	w.cooldowns(side, show.cd)
	w.optTrue("checked", side.checked)
	w.curses(side)
	if show.disguise {
		w.optText("disguise", side.disguise.String())
	}
	if side.doors != NoSquare {
		w.key("doors")
		w.open('{')
		w.number("left", int(side.doorsLeft))
		w.text("sq", side.doors.String())
		w.close('}')
	}
	w.numberWhen(show.energy, "energy", int(side.energy), energyAbsent)
	w.optNumber("jackpot", int(side.jackpot), 0)
	w.optList("learned", keyTexts(side.learned.sorted()))
	w.optNumber("losses", int(side.losses), 0)
	w.lost(side)
	w.optNumber("luck", int(side.luck), 0)
	w.optTrue("mahoraga", side.summoned)
	w.optList("primed", side.primes())
	w.optTrue("reading", side.reading)
	w.optList("recent", keyTexts(side.recent[:side.nRecent]))
	w.optTrue("revealed", show.disguise && side.revealed)
	w.numberWhen(show.saw, "seen", show.seen, 100)
	w.text("set", show.set.String())
	w.optNumber("turns", int(side.turns), firstTurns(c))
	w.close('}')
}

func (w *jsonWriter) numberWhen(when presence, name string, value, absent int) {
	switch when {
	case unlessDefault:
		w.optNumber(name, value, absent)
	case always:
		w.number(name, value)
	}
}

// cooldowns writes those that run, in the order of their names.
func (w *jsonWriter) cooldowns(side *sideState, when presence) {
	running := keySet(0)
	for k, n := range side.cd {
		if n != 0 {
			running = running.with(Key(k))
		}
	}
	if when == never || when == unlessDefault && running == 0 {
		return
	}
	w.key("cd")
	w.open('{')
	for _, k := range running.sorted() {
		w.number(k.String(), int(side.cd[k]))
	}
	w.close('}')
}

// curseOrder has the types in the order of their letters.
var curseOrder = [...]Type{Bishop, Knight, Pawn, Queen, Rook}

func (w *jsonWriter) curses(side *sideState) {
	if side.held == ([Queen + 1]uint16{}) {
		return
	}
	w.key("curses")
	w.open('{')
	for _, t := range curseOrder {
		w.optNumber(t.String(), int(side.held[t]), 0)
	}
	w.close('}')
}

func (w *jsonWriter) lost(side *sideState) {
	if side.nLost == 0 {
		return
	}
	w.key("lost")
	w.open('[')
	for _, l := range side.lost[:side.nLost] {
		w.next()
		w.open('{')
		w.text("home", l.home.String())
		w.text("t", l.typ.String())
		w.close('}')
	}
	w.close(']')
}

func (side *sideState) primes() []string {
	var names []string
	if side.primed&primedBlue != 0 {
		names = append(names, "blue")
	}
	if side.primed&primedRed != 0 {
		names = append(names, "red")
	}
	return names
}

func keyTexts(keys []Key) []string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.String()
	}
	return names
}
