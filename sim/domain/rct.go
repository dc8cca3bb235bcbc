package domain

// Reverse Cursed Technique brings back one of one's own lost pieces [CD-200, CD-201].

func rctCooldown(s *State, c Side) int {
	if s.sides[c].jackpot > 0 { // CD-383
		return 0
	}
	return s.rules().CdRct
}

func rctTargets(l *lister) {
	side := &l.s.sides[l.c]
	empty := ^l.s.taken(l.c)
	for t := Pawn; t <= Queen; t++ {
		if side.lastLost(t) < 0 {
			continue
		}
		for b := empty & rctRank(l.c, t); b != 0; b &= b - 1 {
			l.tryPlaced(typeAction(KeyRCT, t, 0, b.First()), b.First())
		}
	}
}

// rctRank is where a piece of a type comes back.
func rctRank(c Side, t Type) Bitboard {
	if t == Pawn {
		return rankOf(c, 1)
	}
	return rankOf(c, 0)
}

func rctEffect(s *State, by cast, tr *trace) {
	side, t, to := &s.sides[by.c], actionType(by.a), actionTo(by.a)
	back := side.restore(side.lastLost(t))
	tr.place(by.c, t, to)
	s.setDown(to, newPiece(t, by.c, Real).withHome(back.home), tr)
}
