package domain

// Mahoraga is summoned once enough has been lost; squares of enemy domain pawns count as empty for him [CD-285].

func mahoragaTargets(l *lister) {
	s, side := l.s, &l.s.sides[l.c]
	if side.summoned || int(side.losses) < l.r.MahoragaLosses {
		return
	}
	for b := ownHalf(l.c) &^ s.occupied(); b != 0; b &= b - 1 {
		l.try(squareAction(KeyMahoraga, b.First()))
	}
}

func mahoragaEffect(s *State, by cast, tr *trace) { s.arriveMahoraga(by.c, actionTo(by.a), tr) }
