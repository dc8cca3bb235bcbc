package domain

// Cleave destroys any enemy piece but a king beside one of the caster's, at a price by the piece [CD-231].

func cleaveTargets(l *lister) {
	s, c := l.s, l.c
	n := l.r.CleaveRange
	if s.owns(c, KeyMalevolent) {
		n = l.r.CleaveRangeDomain
	}
	for near := within(s.origins(c), n) & s.hittable(c, KeyCleave); near != 0; near &= near - 1 {
		l.tryRemoved(squareAction(KeyCleave, near.First()), near&-near)
	}
}

func cleaveCost(s *State, _ Side, a act) int { return pieceCost(s.rules(), s.board[actionTo(a)].typ()) }

func cleaveCooldown(s *State, c Side) int {
	if s.owns(c, KeyMalevolent) {
		return s.rules().CdCleaveDomain
	}
	return s.rules().CdCleave
}
