package watch

import "variantlab/sim/board"

// threats is the set of men of c that threaten q, of those in free, on a board with these squares occupied; men of c on
// squares that aren't in free don't count [WC-007].
func (s *State) threats(c side, q square, free, occupied board.Set) board.Set {
	straight := s.kinds[rook] | s.kinds[queen]
	diagonal := s.kinds[bishop] | s.kinds[queen]
	from := board.PawnAttacks[1-c][q]&s.kinds[pawn] | board.KnightAttacks[q]&s.kinds[knight] | board.KingAttacks[q]&s.kinds[king]
	if straight &= free; straight != 0 {
		from |= board.RookAttacks(q, occupied) & straight
	}
	if diagonal &= free; diagonal != 0 {
		from |= board.BishopAttacks(q, occupied) & diagonal
	}
	return from & free
}

// free is the set of c's men that aren't frozen.
func (s *State) free(c side) board.Set { return s.men[c] &^ s.frozen }

// checkers is the set of enemies that threaten c's King [WC-008].
func (s *State) checkers(c side) board.Set {
	return s.threats(1-c, s.kingSquare(c), s.free(1-c), s.occupied())
}

// shield tells quickly which Moves of a side are safe.
type shield struct {
	checked bool
	lines   board.Set // squares that see the King along a line: only men there can open one
}

func (s *State) shield(c side) shield {
	q := s.kingSquare(c)
	return shield{s.checkers(c) != 0, board.RookAttacks(q, s.occupied()) | board.BishopAttacks(q, s.occupied())}
}

// safe reports whether no unfrozen enemy threatens c's King after the man on from has gone to to and all others have
// stood still [WC-073, WC-074]. It isn't for castling.
func (s *State) safe(c side, from, to square, sh shield) bool {
	q := s.kingSquare(c)
	switch {
	case from == q:
		q = to
	case !sh.checked && sh.lines&from.Bit() == 0:
		return true
	}
	occupied := s.occupied()&^from.Bit() | to.Bit()
	return s.threats(1-c, q, s.free(1-c)&^to.Bit(), occupied) == 0
}

// A castling: the squares that it concerns, on White's first rank [WC-022, WC-072].
type castling struct {
	right            rights // White's; Black's is two bits higher
	kingTo           square
	rookFrom, rookTo square
	between          board.Set // squares that must be empty
}

var castlings = [2]castling{
	{whiteShort, 6, 7, 5, 1<<5 | 1<<6},
	{whiteLong, 2, 0, 3, 1<<1 | 1<<2 | 1<<3},
}

const kingHome square = 4

// castlingTargets is the set of squares to which c's King may castle; every such Move is safe. Only men in free act.
func (s *State) castlingTargets(c side, free board.Set) (to board.Set) {
	if s.castling>>(2*c)&(whiteShort|whiteLong) == 0 {
		return 0
	}
	base := square(56 * uint8(c))
	home := (base + kingHome).Bit()
	for i := range castlings {
		k := &castlings[i]
		rookFrom := (base + k.rookFrom).Bit()
		if s.castling>>(2*c)&k.right == 0 || free&home == 0 || free&rookFrom == 0 || s.occupied()&(k.between<<base) != 0 {
			continue
		}
		lifted := s.occupied() &^ home
		if s.threats(1-c, base+k.rookTo, s.free(1-c), lifted) != 0 {
			continue
		}
		after := lifted&^rookFrom | (base + k.rookTo).Bit() | (base + k.kingTo).Bit()
		if s.threats(1-c, base+k.kingTo, s.free(1-c), after) == 0 {
			to |= (base + k.kingTo).Bit()
		}
	}
	return to
}

// targets is the set of squares to which the man of c on q may be planned to go, safe or not, but for castling [WC-070,
// WC-071].
func (s *State) targets(c side, q square) board.Set {
	m := s.board[q]
	if m.kind() != pawn {
		return pattern(m, q, s.occupied()) &^ s.men[c]
	}
	empty := ^s.occupied()
	to := board.PawnAttacks[c][q] & s.men[1-c]
	if c == white {
		one := q.Bit() << 8 & empty
		return to | one | (one&(0xff<<16))<<8&empty
	}
	one := q.Bit() >> 8 & empty
	return to | one | (one&(0xff<<40))>>8&empty
}

// watched is the set of friends that the man of c on q can watch, the King among them [WC-075, WC-076].
func (s *State) watched(c side, q square) board.Set {
	return pattern(s.board[q], q, s.occupied()) & s.men[c]
}
