package domain

// Infinity wraps one of the caster's pieces [CD-220 to CD-224]; what it keeps away is asked in protect.go and settle.go.

func infinityTargets(l *lister) {
	s := l.s
	wrappable := s.types[Pawn] | s.types[Knight] | s.types[Bishop] | s.types[Rook]
	for b := s.of[l.c] & wrappable &^ s.dogs &^ s.curses; b != 0; b &= b - 1 {
		l.try(squareAction(KeyInfinity, b.First()))
	}
}

func infinityCost(s *State, _ Side, a act) int {
	return pieceCost(s.rules(), s.board[actionTo(a)].typ())
}

func infinityEffect(s *State, by cast, _ *trace) {
	s.setTimer(actionTo(by.a), Infinity, s.rules().DurInfinity)
}
