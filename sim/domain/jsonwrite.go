package domain

import (
	"slices"
	"strconv"
)

// jsonWriter appends canonical JSON: the caller gives names in ascending order and leaves defaults out.
type jsonWriter struct{ buf []byte }

func (w *jsonWriter) open(bracket byte)  { w.buf = append(w.buf, bracket) }
func (w *jsonWriter) close(bracket byte) { w.buf = append(w.buf, bracket) }

// next separates what comes from what stands before it in the same object or list.
func (w *jsonWriter) next() {
	if last := w.buf[len(w.buf)-1]; last != '{' && last != '[' {
		w.buf = append(w.buf, ',')
	}
}

// key starts a field; its value must follow. Names are plain ASCII.
func (w *jsonWriter) key(name string) {
	w.next()
	w.quote(name)
	w.buf = append(w.buf, ':')
}

func (w *jsonWriter) quote(text string) {
	w.buf = append(w.buf, '"')
	w.buf = append(w.buf, text...)
	w.buf = append(w.buf, '"')
}

func (w *jsonWriter) text(name, value string) {
	w.key(name)
	w.quote(value)
}

func (w *jsonWriter) number(name string, value int) {
	w.key(name)
	w.buf = strconv.AppendInt(w.buf, int64(value), 10)
}

// The following leave out what is the default.

func (w *jsonWriter) optText(name, value string) {
	if value != "" {
		w.text(name, value)
	}
}

func (w *jsonWriter) optNumber(name string, value, absent int) {
	if value != absent {
		w.number(name, value)
	}
}

func (w *jsonWriter) optTrue(name string, value bool) {
	if value {
		w.key(name)
		w.buf = append(w.buf, "true"...)
	}
}

func (w *jsonWriter) optList(name string, values []string) {
	if len(values) == 0 {
		return
	}
	w.key(name)
	w.open('[')
	for _, v := range values {
		w.next()
		w.quote(v)
	}
	w.close(']')
}

// appendStateJSON writes the state with the keys of its history [CD-441].
func appendStateJSON(dst []byte, s *State, history []uint64) []byte {
	w := jsonWriter{dst}
	w.open('{')
	w.wholeSide(s, Black)
	w.board(s)
	w.optText("castle", s.castle.String())
	if s.domain.name != NoKey {
		w.key("domain")
		w.domain(s)
	}
	w.optText("ep", s.ep.String())
	w.optNumber("halfmove", int(s.halfmove), 0)
	if len(history) > 0 {
		w.key("history")
		w.open('[')
		for _, key := range history {
			w.next()
			w.quote(keyHex(key))
		}
		w.close(']')
	}
	if given, text := overridesOf(s.params); len(given) > 0 {
		w.key("params")
		w.buf = append(w.buf, text...)
	}
	w.optTrue("passing", s.passing)
	if s.pending.kind != noChance {
		w.key("pending")
		w.pending(&s.pending)
	}
	w.optNumber("ply", int(s.ply), 0)
	w.optTrue("reset", s.reset)
	w.result(s)
	if s.turn != White {
		w.text("turn", s.turn.String())
	}
	w.wholeSide(s, White)
	w.close('}')
	return w.buf
}

func (w *jsonWriter) pending(p *pendingState) {
	w.open('{')
	w.text("kind", p.kind.String())
	switch p.kind {
	case disguiseChance:
		w.text("side", p.side.String())
	case holChance:
		w.text("sq", p.sq.String())
	case spinChance:
		w.text("when", p.when.String())
	}
	w.close('}')
}

func (w *jsonWriter) result(s *State) {
	if s.winner == 0 {
		return
	}
	w.key("result")
	w.open('{')
	w.text("reason", s.reason.String())
	w.text("winner", winnerNames[s.winner])
	w.close('}')
}

func (w *jsonWriter) domain(s *State) {
	d := &s.domain
	w.open('{')
	w.optTrue("fresh", d.fresh)
	w.number("left", int(d.left))
	w.text("name", d.name.String())
	w.text("owner", d.owner.String())
	w.optText("queen", d.queen.String())
	w.optTrue("slash", d.slash)
	w.close('}')
}

func (w *jsonWriter) board(s *State) {
	w.key("board")
	w.open('{')
	for _, sq := range squaresByName {
		switch {
		case s.board[sq] != 0:
			w.key(sq.String())
			w.piece(sq, s.board[sq])
		case s.pawns.Has(sq):
			w.key(sq.String())
			w.domainPawn(s.domain.owner)
		}
	}
	w.close('}')
}

// squaresByName has the squares in the order of their names: a1, a2, … h8.
var squaresByName = sortSquares()

func sortSquares() []Square {
	var list []Square
	for sq := range NoSquare {
		list = append(list, sq)
	}
	slices.SortFunc(list, func(a, b Square) int { return 8*(a.File()-b.File()) + a.Rank() - b.Rank() })
	return list
}

func (w *jsonWriter) domainPawn(owner Side) {
	w.open('{')
	w.text("kind", pawnKind)
	w.text("side", owner.String())
	w.text("t", Pawn.String())
	w.close('}')
}

func (w *jsonWriter) piece(sq Square, p Piece) {
	kind := p.kind()
	w.open('{')
	if kind == Curse && p.body() != NoSquare {
		w.text("body", p.body().String())
		w.text("bt", p.bodyType().String())
	}
	if kind == Real && p.home() != sq {
		w.text("home", p.home().String())
	}
	w.optNumber("infinity", p.timer(Infinity), 0)
	if kind != Real {
		w.text("kind", kind.String())
	}
	if kind == Dog {
		w.optNumber("left", p.left(), 0)
	}
	w.optNumber("mark", p.timer(Mark), 0)
	w.optNumber("shield", p.timer(Shield), 0)
	w.text("side", p.side().String())
	w.optNumber("speech", p.timer(Speech), 0)
	w.optNumber("stun", p.timer(Stun), 0)
	w.text("t", p.typ().String())
	w.close('}')
}
