package domain

import "variantlab/sim/board"

// Chain of a Thousand Miles captures along a clear line, and nobody moves [CD-412].

func chainTargets(l *lister) {
	s, c := l.s, l.c
	blockers := s.taken(c) | s.doors()
	prey := s.reachOf(c, false, false).capture & s.hittable(c, KeyChain) &^ s.types[Queen]
	inReach := Bitboard(0)
	for b := s.origins(c); b != 0; b &= b - 1 {
		from := b.First()
		inReach |= (board.BishopAttacks(from, blockers) | board.RookAttacks(from, blockers)) & within(from.Bit(), l.r.ChainRange)
	}
	for b := prey & inReach; b != 0; b &= b - 1 {
		l.tryRemoved(squareAction(KeyChain, b.First()), b&-b)
	}
}

func chainEffect(s *State, by cast, tr *trace) {
	sq := actionTo(by.a)
	if s.board[sq].typ() == Mahoraga {
		s.hit(sq, KeyChain, tr)
		return
	}
	s.captured(by.c, sq, tr)
}
