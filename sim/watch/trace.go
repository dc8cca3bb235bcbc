package watch

import (
	"slices"
	"strconv"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

// eventKind is one kind of event of a round [WC-112].
type eventKind uint8

const (
	evSeal eventKind = iota
	evBlock
	evStep
	evSwap
	evMeet
	evCapture
	evContact
	evIntercept
	evStop
	evFall
	evTrigger
	evPromote
	evThaw
	evFreeze
	evEnd
)

var eventNames = []string{"seal", "block", "step", "collide", "collide", "capture", "kcontact", "intercept", "wstop", "kfall",
	"trigger", "promote", "thaw", "freeze", "end"}

// event is one thing that happened in a round; which fields count depends on its kind.
type event struct {
	kind   eventKind
	tick   uint8
	side   side
	guard  bool // the trigger is that of a King Watch
	man    man
	victim man
	at     square // where; the square stepped to, the watcher's home
	other  square // the square stepped from, the blocking square, the watched square, the sealing side's King
	home   square // of the man that stepped
	men    [3]placed
	n      uint8 // men that collide
	score  int8
	reason Reason
	plan   game.Plan
}

// placed is a man with the square that it left and its home.
type placed struct {
	man        man
	left, home square
}

// addMan adds one of the men that collide: White's first, then by the square left; friends that left one square by home.
func (e *event) addMan(m *traveller) {
	p := placed{m.man, m.left, m.home}
	i := e.n
	for ; i > 0 && p.before(e.men[i-1]); i-- {
		e.men[i] = e.men[i-1]
	}
	e.men[i] = p
	e.n++
}

func (p placed) before(o placed) bool {
	if p.man.side() != o.man.side() {
		return p.man.side() < o.man.side()
	}
	if p.left != o.left {
		return p.left < o.left
	}
	return p.home < o.home
}

func (r *resolution) tell(e event) {
	e.tick = r.tick
	*r.trace = append(*r.trace, e)
}

func (r *resolution) tellContact(k eventKind, m *traveller, victim man) {
	if r.trace != nil {
		r.tell(event{kind: k, man: m.man, at: m.at, victim: victim})
	}
}

// tellSquares tells an event for each man on a set of squares, by square.
func (r *resolution) tellSquares(k eventKind, set board.Set) {
	for ; set != 0; set &= set - 1 {
		r.tell(event{kind: k, at: set.First()})
	}
}

// sort puts this tick's events of a kind, which are the last of the trace, in order: White's first, then by square;
// friends that left one square by home.
func (r *resolution) sort(k eventKind) {
	from := len(*r.trace)
	for from > 0 && (*r.trace)[from-1].kind == k && (*r.trace)[from-1].tick == r.tick {
		from--
	}
	slices.SortFunc((*r.trace)[from:], func(a, b event) int { return a.order() - b.order() })
}

// order is the place of an event among those of its kind and tick.
func (e *event) order() int {
	at := e.at
	if e.kind == evStep {
		at = e.other
	}
	return (int(e.man.side())*64+int(at))*64 + int(e.home)
}

// scoreTexts are the scores of a match, by White's result + 1.
var scoreTexts = [3]string{"0-1", "1/2", "1-0"}

func scoreText(score int8) string { return scoreTexts[score+1] }

// appendLine writes the event as a line.
func (e *event) appendLine(dst []byte) []byte {
	dst = strconv.AppendUint(dst, uint64(e.tick), 10)
	dst = append(dst, ' ')
	dst = append(dst, eventNames[e.kind]...)
	dst = append(dst, ' ')
	switch e.kind {
	case evSeal:
		dst = append(dst, sideLetters[e.side], ' ')
		return appendPlan(dst, &e.plan, e.other)
	case evBlock:
		dst = append(dst, e.man.letter(), ' ')
		dst = append(dst, e.at.String()...)
		dst = append(dst, " by "...)
		return append(dst, e.other.String()...)
	case evStep:
		dst = append(dst, e.man.letter(), ' ')
		dst = append(dst, e.other.String()...)
		dst = append(dst, '-')
		return append(dst, e.at.String()...)
	case evSwap, evMeet:
		if e.kind == evSwap {
			dst = append(dst, "swap"...)
		} else {
			dst = append(dst, "square "...)
			dst = append(dst, e.at.String()...)
		}
		for _, p := range e.men[:e.n] {
			dst = append(dst, ' ', p.man.letter(), ' ')
			dst = append(dst, p.left.String()...)
		}
		return dst
	case evCapture, evIntercept, evFall:
		dst = append(dst, e.man.letter(), ' ')
		dst = append(dst, e.at.String()...)
		return append(dst, " x "+string(rune(e.victim.letter()))...)
	case evContact, evStop:
		dst = append(dst, e.man.letter(), ' ')
		return append(dst, e.at.String()...)
	case evTrigger:
		dst = append(dst, triggerKind(e.guard)+" "...)
		dst = append(dst, e.at.String()...)
		dst = append(dst, '>')
		return append(dst, e.other.String()...)
	case evPromote:
		dst = append(dst, e.at.String()...)
		return append(dst, ' ', e.man.letter())
	case evEnd:
		dst = append(dst, scoreText(e.score)...)
		dst = append(dst, ' ')
		return append(dst, e.reason.String()...)
	}
	return append(dst, e.at.String()...)
}

func triggerKind(guard bool) string {
	if guard {
		return "kw"
	}
	return "w"
}

// appendJSON writes the event as an object with ascending keys.
func (e *event) appendJSON(dst []byte) []byte {
	text := func(key, value string) {
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(dst, `"`+key+`":"`+value+`"`...)
	}
	letter := func(m man) string { return string(rune(m.letter())) }
	dst = append(dst, '{')
	switch e.kind {
	case evBlock, evContact, evCapture, evIntercept, evFall, evMeet, evPromote, evThaw, evFreeze:
		text("at", e.at.String())
	}
	if e.kind == evBlock {
		text("by", e.other.String())
	}
	text("e", eventNames[e.kind])
	switch e.kind {
	case evSeal:
		text("plan", string(appendPlan(nil, &e.plan, e.other)))
		text("side", sideLetters[e.side:e.side+1])
	case evStep:
		text("from", e.other.String())
		text("p", letter(e.man))
	case evStop:
		text("home", e.at.String())
		text("p", letter(e.man))
	case evSwap, evMeet:
		text("kind", map[eventKind]string{evSwap: "swap", evMeet: "square"}[e.kind])
		dst = append(dst, `,"pieces":[`...)
		for i, p := range e.men[:e.n] {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, `["`+letter(p.man)+`","`+p.left.String()+`"]`...)
		}
		dst = append(dst, ']')
	case evBlock, evContact, evCapture, evIntercept, evFall:
		text("p", letter(e.man))
	case evTrigger:
		text("kind", triggerKind(e.guard))
	case evEnd:
		text("reason", e.reason.String())
		text("score", scoreText(e.score))
	}
	dst = append(dst, `,"t":`...)
	dst = strconv.AppendUint(dst, uint64(e.tick), 10)
	switch e.kind {
	case evStep:
		text("to", e.at.String())
	case evPromote:
		text("to", letter(e.man))
	case evCapture, evIntercept, evFall:
		text("victim", letter(e.victim))
	case evTrigger:
		text("watched", e.other.String())
		text("watcher", e.at.String())
	}
	return append(dst, '}')
}
