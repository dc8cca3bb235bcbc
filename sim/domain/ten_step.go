package domain

// Shadow Step lets a piece re-emerge beside another of its side; in King's Shadow Board, as Shadow Sneak, also beside
// enemies, and the king may go [CD-281].

func stepTargets(l *lister) {
	s, c := l.s, l.c
	movers := s.movable(c)
	lurk := Bitboard(0)
	if s.owns(c, KeyShadow) {
		lurk = around(s.of[c.foe()] &^ (s.types[King] | s.types[Queen] | s.types[Decoy]))
	} else {
		movers &^= s.types[King]
	}
	friends := s.origins(c)
	for ; movers != 0; movers &= movers - 1 {
		from := movers.First()
		near := around(friends&^from.Bit()) | lurk
		l.carries(from, near&s.destinations(c, s.board[from].typ()))
	}
}
