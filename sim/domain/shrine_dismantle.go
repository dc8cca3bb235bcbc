package domain

// Dismantle destroys a pawn, knight, bishop or rook near any of the caster's pieces; it stuns Mahoraga [CD-230].

func dismantleTargets(l *lister) {
	s, c := l.s, l.c
	n := l.r.DismantleRange
	if s.owns(c, KeyMalevolent) {
		n = l.r.DismantleRangeDomain
	}
	near := within(s.origins(c), n) & s.hittable(c, KeyDismantle) &^ s.types[Queen]
	for ; near != 0; near &= near - 1 {
		l.tryRemoved(squareAction(KeyDismantle, near.First()), near&-near)
	}
}

func dismantleCooldown(s *State, c Side) int {
	if s.owns(c, KeyMalevolent) {
		return s.rules().CdDismantleDomain
	}
	return s.rules().CdDismantle
}
