package deicide

import (
	"maps"
	"slices"
	"strconv"

	"variantlab/sim/game"
)

// AppendJSON writes the canonical JSON: keys in ASCII order, defaults left out, no space [DC-620 to DC-624].
func (p *Position) AppendJSON(dst []byte) []byte {
	c := &p.s.core
	dst = append(dst, `{"board":[`...)
	dst = c.appendBoard(dst)
	dst = append(dst, ']')
	if c.rights != [2]uint16{} {
		dst = append(dst, `,"castling":[`...)
		for i, text := range c.castlingTexts() {
			dst = appendQuoted(comma(dst, i), text)
		}
		dst = append(dst, ']')
	}
	if c.nPassing > 0 {
		dst = append(dst, `,"en_passant":[`...)
		dst = c.appendPassings(dst)
		dst = append(dst, ']')
	}
	if c.extra {
		dst = append(dst, `,"extra_turn":true`...)
	}
	dst = append(dst, `,"format":"`+stateFormat+`"`...)
	dst = p.appendHistory(dst)
	if c.nFlights > 0 {
		dst = append(dst, `,"in_flight":[`...)
		for i, f := range c.flights[:c.nFlights] {
			dst = f.appendJSON(comma(dst, i))
		}
		dst = append(dst, ']')
	}
	if c.last != [2]kind{} {
		dst = appendType(append(dst, `,"last_moved":{"b":`...), c.last[black])
		dst = appendType(append(dst, `,"w":`...), c.last[white])
		dst = append(dst, '}')
	}
	if c.movesLeft != 1 {
		dst = appendNumber(dst, "moves_left", uint32(c.movesLeft))
	}
	dst = appendParams(dst, p.params)
	if c.ply > 0 {
		dst = appendNumber(dst, "ply", c.ply)
	}
	if c.quiet > 0 {
		dst = appendNumber(dst, "quiet", c.quiet)
	}
	if r := p.s.result; r.over() {
		dst = append(dst, `,"result":{"reason":"`+r.reason()+`","winner":`...)
		if winner, ok := r.winner(); ok {
			dst = appendQuoted(dst, winner.letter())
		} else {
			dst = append(dst, "null"...)
		}
		dst = append(dst, '}')
	}
	if c.side == black {
		dst = append(dst, `,"side":"b"`...)
	}
	if c.turn > 0 {
		dst = appendNumber(dst, "turn", c.turn)
	}
	if c.v() != deicide {
		dst = append(dst, `,"variant":"`+c.v().name+`"`...)
	}
	return append(dst, '}')
}

const stateFormat = "deicide-state/1"

func (c *core) appendBoard(dst []byte) []byte {
	i := 0
	for q := range c.occupied().each {
		p := c.at(q)
		dst = append(comma(dst, i), `{"color":"`+p.color().letter()+`"`...)
		if p.isPawn() && p.moved() != c.movedByDefault(p, q) {
			dst = strconv.AppendBool(append(dst, `,"moved":`...), p.moved())
		}
		dst = append(appendSquare(append(dst, `,"sq":"`...), q), `","type":"`+p.kind().String()+`"}`...)
		i++
	}
	return dst
}

// appendPassings writes the entries by the text of the pawn's square [DC-621].
func (c *core) appendPassings(dst []byte) []byte {
	entries := slices.Clone(c.passings[:c.nPassing])
	slices.SortFunc(entries, func(a, b passing) int {
		return slices.Compare(appendSquare(nil, a.pawn), appendSquare(nil, b.pawn))
	})
	for i, e := range entries {
		dst = append(comma(dst, i), `{"passed":[`...)
		for j, q := range e.passed[:e.n] {
			dst = appendQuoted(comma(dst, j), q.String())
		}
		dst = append(appendQuoted(append(dst, `],"pawn":`...), e.pawn.String()), '}')
	}
	return dst
}

func (f flight) appendJSON(dst []byte) []byte {
	dst = append(dst, `{"color":"`+f.piece.color().letter()+`","counters":`...)
	dst = strconv.AppendUint(dst, uint64(f.counters), 10)
	if f.fresh {
		dst = append(dst, `,"fresh":true`...)
	}
	dst = appendSquare(append(dst, `,"target":"`...), f.target)
	return append(dst, `","type":"`+f.piece.kind().String()+`"}`...)
}

// appendHistory writes the table of repetitions unless it is what a fresh position has: its own key once, or nothing
// before the second move of an extra turn.
func (p *Position) appendHistory(dst []byte) []byte {
	fresh := len(p.past) == 0
	if !p.s.midTurn() {
		fresh = len(p.past) == 1 && p.past[p.key()] == 1
	}
	if fresh {
		return dst
	}
	dst = append(dst, `,"history":{`...)
	for i, key := range slices.Sorted(maps.Keys(p.past)) {
		dst = append(appendQuoted(comma(dst, i), key), ':')
		dst = strconv.AppendInt(dst, int64(p.past[key]), 10)
	}
	return append(dst, '}')
}

// midTurn: the second move of an extra turn is next.
func (c *core) midTurn() bool { return c.extra && c.movesLeft == 1 }

func appendParams(dst []byte, params game.Params) []byte {
	if len(params) == 0 {
		return dst
	}
	dst = append(dst, `,"params":{`...)
	for i, name := range slices.Sorted(maps.Keys(params)) {
		dst = append(appendQuoted(comma(dst, i), name), ':')
		switch v := params[name].(type) {
		case float64: // a whole number: all that can be changed are
			dst = strconv.AppendInt(dst, int64(v), 10)
		case bool:
			dst = strconv.AppendBool(dst, v)
		case string:
			dst = appendQuoted(dst, v)
		}
	}
	return append(dst, '}')
}

// appendQuoted writes a text of printable ASCII without quotes and backslashes: keys, squares and notations are.
func appendQuoted(dst []byte, text string) []byte {
	return append(append(append(dst, '"'), text...), '"')
}

func appendType(dst []byte, k kind) []byte {
	if k == none {
		return append(dst, "null"...)
	}
	return appendQuoted(dst, k.String())
}

func appendNumber(dst []byte, key string, n uint32) []byte {
	return strconv.AppendUint(append(dst, `,"`+key+`":`...), uint64(n), 10)
}

// comma separates the i-th entry of a list from the one before.
func comma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
