package domain

import "variantlab/sim/board"

// Release lets a piece make one move as a captured one [CD-263].

func releaseTargets(l *lister) {
	s, c := l.s, l.c
	m := s.mover(c, s.plain())
	for t := Knight; t <= Queen; t++ {
		if s.sides[c].held[t] == 0 {
			continue
		}
		for b := m.able &^ (s.types[Decoy] | s.rikas | s.domainQueen(c)); b != 0; b &= b - 1 {
			from := b.First()
			reach := m.plain
			if s.board[from].typ() == Mahoraga {
				reach = m.mahoraga
			}
			l.tryMoved(typeAction(KeyRelease, t, from, 0), from, pattern(t, from, m.blockers)&reach.landing)
		}
	}
}

// pattern is where a piece of type N, B, R or Q reaches.
func pattern(t Type, from Square, blockers Bitboard) Bitboard {
	switch t {
	case Knight:
		return board.KnightAttacks[from]
	case Bishop:
		return board.BishopAttacks(from, blockers)
	case Rook:
		return board.RookAttacks(from, blockers)
	default:
		return board.BishopAttacks(from, blockers) | board.RookAttacks(from, blockers)
	}
}

func releaseEffect(s *State, by cast, tr *trace) {
	s.sides[by.c].held[actionType(by.a)]--
	to := actionTo(by.a)
	s.travel(by.c, actionFrom(by.a), to, to, promotes(by.a), tr)
}
