package domain

import "variantlab/sim/board"

// threats are the pieces of one side that threaten something, by the pattern in which they capture [CD-111]. A piece
// stands under each of its patterns. Lines run over blockers.
type threats struct {
	pawns, leaps, steps, diagonals, straights Bitboard
	blockers                                  Bitboard
	side                                      Side
}

// threats collects what c threatens with: not silenced, stunned or doored pieces, domain pawns or decoys.
func (s *State) threats(c Side) threats {
	free := s.of[c] &^ s.timed[Speech] &^ s.timed[Stun]
	queens := s.types[Queen]
	t := threats{
		pawns:    s.types[Pawn] & free,
		leaps:    s.types[Knight] & free,
		steps:    s.types[King] & free,
		blockers: s.taken(c),
		side:     c,
	}
	if doors := s.doors(); doors != 0 {
		free &^= doors
		t.pawns &^= doors
		t.leaps &^= doors
		t.steps &^= doors
		t.blockers |= doors
	}
	if dq := s.domainQueen(c); dq != 0 {
		queens &^= dq
		t.steps |= dq & free
	}
	t.diagonals = (s.types[Bishop] | queens) & free
	t.straights = (s.types[Rook] | queens) & free
	if m := s.types[Mahoraga] & free; m != 0 {
		t.leaps |= m
		t.steps |= m
		if adapted := s.sides[c].nAdapted; adapted > 0 {
			t.diagonals |= m
			if adapted > 1 {
				t.straights |= m
			}
		}
	}
	return t
}

// chessThreats is threats in a plain position.
func (s *State) chessThreats(c Side) threats {
	own := s.of[c]
	return threats{
		pawns:     s.types[Pawn] & own,
		leaps:     s.types[Knight] & own,
		steps:     s.types[King] & own,
		diagonals: (s.types[Bishop] | s.types[Queen]) & own,
		straights: (s.types[Rook] | s.types[Queen]) & own,
		blockers:  s.occupied(),
		side:      c,
	}
}

// only keeps the pieces of b.
func (t *threats) only(b Bitboard) {
	t.pawns &= b
	t.leaps &= b
	t.steps &= b
	t.diagonals &= b
	t.straights &= b
}

// kingThreats are the threats that count against c's king. None does while c is check-immune; Rika never counts; and
// during c's jackpot only a Mahoraga adapted to it does [CD-113, CD-361].
func (s *State) kingThreats(c Side) threats {
	x := c.foe()
	t := s.threats(x)
	if s.rikas != 0 {
		t.only(^s.rikas)
	}
	if s.sides[c].jackpot > 0 {
		if s.sides[x].adapted.has(KeyJackpot) {
			t.only(s.types[Mahoraga])
		} else {
			t.only(0)
		}
	}
	if s.owns(x, KeyProcession) || s.sides[c].adapted.has(KeyCheck) && s.of[c]&s.types[Mahoraga] != 0 {
		t.only(0)
	}
	return t
}

// on gives the pieces that threaten a square.
func (t *threats) on(sq Square) Bitboard { return t.over(sq, t.blockers) }

// over is on with other blockers.
func (t *threats) over(sq Square, blockers Bitboard) Bitboard {
	sq &= 63
	hit := board.PawnAttacks[t.side.foe()&1][sq]&t.pawns | board.KnightAttacks[sq]&t.leaps | board.KingAttacks[sq]&t.steps
	if t.diagonals&board.Diagonals[sq] != 0 {
		hit |= board.BishopAttacks(sq, blockers) & t.diagonals
	}
	if t.straights&board.Straights[sq] != 0 {
		hit |= board.RookAttacks(sq, blockers) & t.straights
	}
	return hit
}

// covered gives all squares that are threatened over some blockers.
func (t *threats) covered(blockers Bitboard) Bitboard {
	east, west := t.pawns&^board.FileH, t.pawns&^board.FileA
	hit := east<<9 | west<<7
	if t.side == Black {
		hit = east>>7 | west>>9
	}
	for b := t.leaps; b != 0; b &= b - 1 {
		hit |= board.KnightAttacks[b.First()]
	}
	for b := t.steps; b != 0; b &= b - 1 {
		hit |= board.KingAttacks[b.First()]
	}
	for b := t.diagonals; b != 0; b &= b - 1 {
		hit |= board.BishopAttacks(b.First(), blockers)
	}
	for b := t.straights; b != 0; b &= b - 1 {
		hit |= board.RookAttacks(b.First(), blockers)
	}
	return hit
}

// checkers are the enemy pieces that give check to c's king; empty when c isn't in check.
func (s *State) checkers(c Side) Bitboard {
	t := s.kingThreats(c)
	return t.on(s.king(c))
}

// checkersIn is checkers where it is known whether the position is plain.
func (s *State) checkersIn(c Side, plain bool) Bitboard {
	if !plain {
		return s.checkers(c)
	}
	sq, own := s.king(c)&63, s.of[c.foe()]
	diagonals, straights := (s.types[Bishop]|s.types[Queen])&own, (s.types[Rook]|s.types[Queen])&own
	hit := (board.PawnAttacks[c&1][sq]&s.types[Pawn] | board.KnightAttacks[sq]&s.types[Knight] |
		board.KingAttacks[sq]&s.types[King]) & own
	if diagonals&board.Diagonals[sq] != 0 {
		hit |= board.BishopAttacks(sq, s.occupied()) & diagonals
	}
	if straights&board.Straights[sq] != 0 {
		hit |= board.RookAttacks(sq, s.occupied()) & straights
	}
	return hit
}

// inCheck is CD-113.
func (s *State) inCheck(c Side) bool { return s.checkers(c) != 0 }

// kingsTouch reports whether the two real kings are adjacent [CD-109].
func (s *State) kingsTouch() bool {
	return board.KingAttacks[s.king(White)&63]&s.of[Black]&s.types[King] != 0
}

// safe is CD-110 for the position as it stands.
func (s *State) safe(c Side) bool { return !s.inCheck(c) && !s.kingsTouch() }
