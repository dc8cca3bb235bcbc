package domain

import "variantlab/sim/board"

// mover answers where the pieces of one side may go by their movement, before the king's safety is asked.
type mover struct {
	s        *State
	c        Side
	able     Bitboard
	empty    Bitboard // squares empty for c, doors aside
	blockers Bitboard // what stops c's lines
	doors    Bitboard
	plain    reach
	mahoraga reach    // only used when c has one
	king     Bitboard // c's domain queen, who walks like a king
	shadow   bool     // c's King's Shadow Board stands
}

func (s *State) mover(c Side, plain bool) mover {
	if plain {
		return s.chessMover(c)
	}
	taken := s.taken(c)
	m := mover{
		s:      s,
		c:      c,
		able:   s.able(c),
		empty:  ^taken,
		doors:  s.doors(),
		plain:  s.reachOf(c, false, true),
		king:   s.domainQueen(c),
		shadow: s.owns(c, KeyShadow),
	}
	m.blockers = taken | m.doors
	if side := &s.sides[c]; side.set == Toji && side.revealed {
		m.plain = s.reachOf(c, false, false)
	}
	if s.types[Mahoraga]&s.of[c] != 0 {
		m.mahoraga = s.reachOf(c, true, s.bound(c)&s.types[Mahoraga] != 0)
	}
	return m
}

// chessMover is mover in a plain position.
func (s *State) chessMover(c Side) mover {
	taken, prey := s.occupied(), s.of[c.foe()]&^s.types[King]
	return mover{
		s: s, c: c, able: s.of[c], empty: ^taken, blockers: taken,
		plain: reach{landing: ^taken | prey, capture: prey},
	}
}

// targets gives where the piece on a square may land, castling and e.p. captures aside.
func (m *mover) targets(from Square) Bitboard {
	from &= 63
	var to Bitboard
	typ := m.s.board[from].typ()
	switch typ {
	case Pawn:
		to = m.pawnTargets(from)
	case Knight:
		to = board.KnightAttacks[from] & m.plain.landing
	case Bishop:
		to = board.BishopAttacks(from, m.blockers) & m.plain.landing
	case Rook:
		to = board.RookAttacks(from, m.blockers) & m.plain.landing
	case Queen:
		if m.king.Has(from) {
			return board.KingAttacks[from] & m.plain.landing
		}
		return (board.BishopAttacks(from, m.blockers) | board.RookAttacks(from, m.blockers)) & m.plain.landing
	case King:
		return board.KingAttacks[from] & m.plain.landing
	case Mahoraga:
		to = m.mahoragaTargets(from)
	case Decoy:
		return board.KingAttacks[from] & m.empty & m.plain.landing
	}
	if m.shadow {
		landing := m.plain.landing
		if typ == Mahoraga {
			landing = m.mahoraga.landing
		}
		to |= (board.BishopAttacks(from, m.blockers) | board.RookAttacks(from, m.blockers)) & m.empty & landing
	}
	return to
}

// pawnTargets is CD-103 and plain captures.
func (m *mover) pawnTargets(from Square) Bitboard {
	bit := from.Bit()
	open := m.empty &^ m.doors
	var one, two Bitboard
	if m.c == White {
		one = bit << 8 & open
		two = one << 8 & open & (board.Rank1 << 24)
	} else {
		one = bit >> 8 & open
		two = one >> 8 & open & (board.Rank1 << 32)
	}
	return (one | two | board.PawnAttacks[m.c&1][from]&m.plain.capture) & m.plain.landing
}

func (m *mover) mahoragaTargets(from Square) Bitboard {
	to := board.KingAttacks[from] | board.KnightAttacks[from]
	if adapted := m.s.sides[m.c].nAdapted; adapted > 0 {
		to |= board.BishopAttacks(from, m.blockers)
		if adapted > 1 {
			to |= board.RookAttacks(from, m.blockers)
		}
	}
	return to & m.mahoraga.landing
}

// enPassant gives the pawn that the pawn of c on from takes by going to the e.p. square, or NoSquare [CD-102].
func (m *mover) enPassant(from Square) Square {
	s := m.s
	to := s.ep
	if to == NoSquare || !board.PawnAttacks[m.c&1][from&63].Has(to) || !m.empty.Has(to) || !m.plain.landing.Has(to) {
		return NoSquare
	}
	if s.sides[White].jackpot > 0 || s.sides[Black].jackpot > 0 {
		return NoSquare
	}
	victim := to ^ 8
	if !(s.types[Pawn] & s.of[m.c.foe()] & m.plain.capture).Has(victim) {
		return NoSquare
	}
	return victim
}

// castlingSquares are where king and rook end, and what lies between them, by the order of castlingPlaces.
var castlingSquares = [4]struct {
	goal, rookGoal Square
	between        Bitboard
}{
	{6, 5, 0x60},
	{2, 3, 0x0e},
	{62, 61, 0x60 << 56},
	{58, 59, 0x0e << 56},
}

// mayCastle is CD-101 for the right of that index, but for the safety of the king.
func (m *mover) mayCastle(i int) bool {
	p, q := &castlingPlaces[i], &castlingSquares[i]
	if m.s.castle&p.right == 0 || q.between&m.blockers != 0 {
		return false
	}
	needs := p.king.Bit() | p.rook.Bit()
	goals := q.goal.Bit() | q.rookGoal.Bit()
	return p.stands(m.s) && m.able&needs == needs && goals&^m.plain.landing == 0
}
