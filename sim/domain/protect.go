package domain

import "variantlab/sim/board"

// The questions that all techniques share: may this piece move, be captured, be hit, be affected by its own side. Each
// is asked here and nowhere else.

// able holds the pieces of c that may move and capture [CD-100].
func (s *State) able(c Side) Bitboard {
	free := s.of[c] &^ s.timed[Speech] &^ s.timed[Stun] &^ s.doors()
	if s.pawns != 0 && s.domain.owner != c {
		free &^= s.locked(c)
	}
	return free
}

// locked holds the pieces of c that enemy domain pawns lock [CD-342].
func (s *State) locked(c Side) Bitboard {
	side := &s.sides[c]
	touched := around(s.pawns) & s.of[c] &^ (s.types[King] | s.types[Decoy] | s.timed[Shield])
	if side.adapted.has(KeyPawns) {
		touched &^= s.types[Mahoraga]
	}
	if touched == 0 || side.jackpot > 0 || s.inCheck(c) {
		return 0
	}
	return touched
}

// bound holds the pieces of c that enemy Infinity binds [CD-223].
func (s *State) bound(c Side) Bitboard {
	side := &s.sides[c]
	if side.set == Toji && side.revealed {
		return 0
	}
	b := s.of[c]
	if side.adapted.has(KeyInfinity) {
		b &^= s.types[Mahoraga]
	}
	return b
}

// wrapped holds the pieces of c that stand in Infinity.
func (s *State) wrapped(c Side) Bitboard { return s.timed[Infinity] & s.of[c] }

// reach says where the pieces of one side may land [CD-104] and what they may capture [CD-140].
type reach struct {
	landing Bitboard // squares that a plain piece may land on, captures included
	capture Bitboard // enemy pieces and domain pawns that it may capture
}

// reachOf gives the reach of a plain piece of c, or of c's Mahoraga.
func (s *State) reachOf(c Side, mahoraga, bound bool) reach {
	x := c.foe()
	var r reach
	if s.sides[x].jackpot == 0 || mahoraga && s.sides[c].adapted.has(KeyJackpot) {
		r.capture = s.of[x]&^(s.types[King]|s.types[Decoy]|s.rikas|s.domainQueen(x)|s.timed[Shield]) | s.foreignPawns(c)
	}
	doors := s.doors()
	ring := Bitboard(0)
	if bound {
		wrapped := s.wrapped(x)
		r.capture &^= wrapped
		ring = around(wrapped)
	}
	r.capture &^= doors
	r.landing = (^s.taken(c) | r.capture) &^ doors &^ ring
	return r
}

// hittable holds the enemy pieces that c's technique or domain effect k may touch [CD-141].
func (s *State) hittable(c Side, k Key) Bitboard {
	if s.sides[c.foe()].set == Toji && techniques[k].control {
		return 0
	}
	return s.targetable(c, k)
}

// targetable is hittable without the last clause: what fails on Toji's pieces may still be tried while he is disguised
// [CD-152].
func (s *State) targetable(c Side, k Key) Bitboard {
	return s.hittableWrapped(c, k) &^ s.timed[Infinity]
}

// cuttable holds the enemy pieces that c's Malevolent Queen may cut, wherever they stand: Infinity doesn't help them
// [CD-351].
func (s *State) cuttable(c Side) Bitboard { return s.hittableWrapped(c, KeyMalevolent) }

func (s *State) hittableWrapped(c Side, k Key) Bitboard {
	x := c.foe()
	side := &s.sides[x]
	if side.jackpot > 0 {
		return 0
	}
	b := s.of[x] &^ (s.types[King] | s.types[Decoy] | s.rikas | s.domainQueen(x) | s.timed[Shield])
	if side.adapted.has(k) {
		b &^= s.types[Mahoraga]
	}
	return b
}

// exposed holds c's own pieces that its own line effect k sweeps along [CD-143].
func (s *State) exposed(c Side, k Key) Bitboard {
	b := s.of[c] &^ (s.types[King] | s.types[Decoy] | s.rikas | s.domainQueen(c))
	if s.sides[c].adapted.has(k) {
		b &^= s.types[Mahoraga]
	}
	return b
}

// movable holds c's own pieces that its own techniques may relocate; kings are for each technique to say [CD-153,
// CD-154].
func (s *State) movable(c Side) Bitboard {
	return s.of[c] &^ (s.types[Decoy] | s.rikas | s.domainQueen(c))
}

// destinations holds the squares on which a technique of c may set down a piece of type t [CD-107, CD-147].
func (s *State) destinations(c Side, t Type) Bitboard {
	empty := ^s.taken(c)
	if t == Pawn {
		empty &^= edgeRanks
	}
	return empty
}

// within is the union of the squares 1 to n steps away from the squares of b; a square of b counts when another is near.
func within(b Bitboard, n int) Bitboard {
	if n <= 0 {
		return 0
	}
	n = min(n, 7)
	if n == 1 {
		return around(b)
	}
	reach := Bitboard(0)
	for ; b != 0; b &= b - 1 {
		reach |= board.Within[b.First()][n]
	}
	return reach
}
