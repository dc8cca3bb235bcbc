package domain

// Train Doors shut a square off, or an enemy piece in [CD-305, CD-310].

func doorsTargets(l *lister) {
	s, c := l.s, l.c
	if s.sides[c].doors != NoSquare {
		return
	}
	for b := (^s.taken(c) | s.hittable(c, KeyDoors)) &^ s.doors(); b != 0; b &= b - 1 {
		sq := b.First()
		if a := squareAction(KeyDoors, sq); s.board[sq] == 0 {
			l.tryPlaced(a, sq)
		} else {
			l.trySilenced(a, sq)
		}
	}
}

func doorsCost(s *State, _ Side, a act) int {
	if s.board[actionTo(a)] != 0 {
		return s.rules().CostDoorsPiece
	}
	return s.rules().CostDoorsEmpty
}

func leastDoors(r *Rules) int { return min(r.CostDoorsEmpty, r.CostDoorsPiece) }

func doorsEffect(s *State, by cast, tr *trace) {
	side, sq := &s.sides[by.c], actionTo(by.a)
	p := s.board[sq]
	switch {
	case p != 0 && s.fails(by, sq, tr):
		return
	case p.typ() == Mahoraga:
		s.hit(sq, KeyDoors, tr)
	default:
		side.doors, side.doorsLeft = sq, uint8(s.rules().DurDoors)
		tr.at("doors", sq)
	}
	if p != 0 {
		s.drain(by.c, tr)
	}
}
