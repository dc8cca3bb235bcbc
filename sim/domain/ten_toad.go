package domain

// Toad drags a piece to the side of another [CD-282].

func toadTargets(l *lister) {
	s, c := l.s, l.c
	prey := s.movable(c) &^ s.types[King]
	if s.owns(c, KeyShadow) {
		prey |= s.hittable(c, KeyToad)
	}
	friends := s.origins(c)
	for ; prey != 0; prey &= prey - 1 {
		from := prey.First()
		l.carries(from, around(friends&^from.Bit())&s.destinations(c, s.board[from].typ()))
	}
}

// carryEffect is the effect of a technique that takes a piece from one square to another.
func carryEffect(s *State, by cast, tr *trace) { s.carry(by, tr) }
