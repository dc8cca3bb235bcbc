package deicide

import (
	"fmt"

	"variantlab/sim/game"
)

// draft is a position as its text forms give it, before it is known to be one.
type draft struct {
	v         *variant
	rules     rules
	pieces    [256]piece
	side      color
	movesLeft uint8
	extra     bool
	castling  []square
	passings  []passing
	flights   []flight
	last      [2]kind
	quiet     uint32
	turn      uint32
	ply       uint32
	// kingTaken: the game is over because a King was captured, so one may be missing and safety means nothing.
	kingTaken bool
}

func newDraft(v *variant, r rules) *draft {
	return &draft{v: v, rules: r, movesLeft: 1}
}

// fault says what is wrong with a draft: the part of the position, as JSON names it, and the entry within it or -1.
type fault struct {
	part  string
	entry int
	msg   string
}

func faultf(part string, entry int, format string, args ...any) *fault {
	return &fault{part, entry, fmt.Sprintf(format, args...)}
}

// at makes an error of a fault; path leads to the position as a whole.
func (f *fault) at(path string) error {
	path += "." + f.part
	if f.entry >= 0 {
		path = fmt.Sprintf("%s.%d", path, f.entry)
	}
	return game.Errorf(game.BadState, path, "%s", f.msg)
}

// build tests everything that makes a position valid [DC-610] and returns it.
func (d *draft) build() (*core, *fault) {
	c := d.core()
	for _, check := range [...]func(*core) *fault{d.checkBoard, d.checkCastling, d.checkPassings, d.checkFlights, d.checkLast} {
		if f := check(c); f != nil {
			return nil, f
		}
	}
	for _, q := range d.castling {
		c.rights[c.at(q).color()] |= 1 << q.file()
	}
	c.nPassing = uint8(copy(c.passings[:], d.passings))
	c.nFlights = uint8(copy(c.flights[:], d.flights))
	return c, d.checkSafety(c)
}

// core stands the pieces on a board and sets what cannot be wrong.
func (d *draft) core() *core {
	c := &core{
		variant: d.v.index, rules: d.rules, kings: [2]int16{-1, -1}, side: d.side, movesLeft: d.movesLeft,
		extra: d.extra, last: d.last, quiet: d.quiet, turn: d.turn, ply: d.ply,
	}
	for q := range d.v.board.each {
		if d.pieces[q] != nobody {
			c.put(q, d.pieces[q])
		}
	}
	return c
}

// midTurn: the second move of an extra turn is next.
func (d *draft) midTurn() bool { return d.extra && d.movesLeft == 1 }

func (d *draft) checkBoard(c *core) *fault {
	var kings [2]int
	for q := range d.v.board.each {
		p := c.at(q)
		switch k := p.kind(); {
		case k == king:
			kings[p.color()]++
		case k != none && !d.v.kinds.has(k):
			return faultf("board", -1, "%s has no %s (on %s)", d.v.name, k, q)
		}
	}
	for side, n := range kings {
		if n > 1 || n == 0 && !d.kingTaken {
			return faultf("board", -1, "%s has %d Kings; there must be one", game.Player(side), n)
		}
	}
	return nil
}

func (d *draft) checkCastling(c *core) *fault {
	seen := set{}
	for i, q := range d.castling {
		p := c.at(q)
		if p.kind() != rook {
			return faultf("castling", i, "there is no Rook on %s", q)
		}
		if k := c.kings[p.color()]; k < 0 || square(k).rank() != q.rank() {
			return faultf("castling", i, "the Rook on %s is not on the rank of its King", q)
		}
		if seen.has(q) {
			return faultf("castling", i, "%s is named twice", q)
		}
		seen = seen.or(bit[q])
	}
	return nil
}

func (d *draft) checkPassings(c *core) *fault {
	if len(d.passings) > loadPassings {
		return faultf("en_passant", loadPassings, "%d entries; there can be at most %d", len(d.passings), loadPassings)
	}
	seen := set{}
	for i, e := range d.passings {
		p := c.at(e.pawn)
		switch {
		case !p.isPawn():
			return faultf("en_passant", i, "there is no pawn on %s", e.pawn)
		case p.color() == d.side && !d.midTurn():
			return faultf("en_passant", i, "the pawn on %s is the mover's; it must be one that can be taken", e.pawn)
		case e.n == 0:
			return faultf("en_passant", i, "the pawn on %s passed no square", e.pawn)
		case seen.has(e.pawn):
			return faultf("en_passant", i, "the pawn on %s has two entries", e.pawn)
		}
		seen = seen.or(bit[e.pawn])
	}
	return nil
}

func (d *draft) checkFlights(*core) *fault {
	if len(d.flights) > loadFlights {
		return faultf("in_flight", loadFlights, "%d pieces; there can be at most %d", len(d.flights), loadFlights)
	}
	for i, f := range d.flights {
		switch k := f.piece.kind(); {
		case k != timeMachine && k != fool:
			return faultf("in_flight", i, "a %s cannot be in flight, only time_machine and fool", k)
		case f.counters < 1 || f.counters > launchCounters:
			return faultf("in_flight", i, "%d counters; there must be 1 to %d", f.counters, launchCounters)
		case f.fresh && (!d.midTurn() || f.piece.color() != d.side || f.counters != launchCounters):
			return faultf("in_flight", i, "fresh is only what the mover launched with the first move of an extra turn, with %d counters", launchCounters)
		}
	}
	return nil
}

func (d *draft) checkLast(*core) *fault {
	for side, k := range d.last {
		switch {
		case k == fool:
			return faultf("last_moved", -1, "%s cannot have moved as a fool: a Fool moves as what it copies", game.Player(side))
		case k != none && !d.v.kinds.has(k):
			return faultf("last_moved", -1, "%s has no %s", d.v.name, k)
		}
	}
	return nil
}

// checkSafety: the side that just moved has left its King safe.
func (d *draft) checkSafety(c *core) *fault {
	if d.kingTaken {
		return nil
	}
	if c.threatened(d.side ^ 1) {
		return faultf("board", -1, "%s is to move and could take the King", game.Player(d.side))
	}
	if d.midTurn() {
		after := *c
		after.endTurn(false, nil)
		if after.threatened(d.side) {
			return faultf("board", -1, "%s's first move of this turn has left its King in danger", game.Player(d.side))
		}
	}
	return nil
}

// start makes a State of a position that is loaded without a past [DC-437].
func (c *core) start() *State {
	s := &State{core: *c}
	if c.extra && c.movesLeft == 1 {
		return s
	}
	s.table.count(s.positionHash())
	s.result = s.standing()
	return s
}
