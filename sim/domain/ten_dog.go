package domain

// Demon Dogs summon a shadow knight for some turns [CD-280].

func dogTargets(l *lister) {
	s, c := l.s, l.c
	if (s.dogs & s.of[c]).Count() >= l.r.DogMax {
		return
	}
	places := s.destinations(c, Knight)
	if !s.owns(c, KeyShadow) {
		places &= ownHalf(c)
	}
	for ; places != 0; places &= places - 1 {
		if l.r.DurDog > 0 {
			l.tryPlaced(squareAction(KeyDog, places.First()), places.First())
		} else {
			l.try(squareAction(KeyDog, places.First()))
		}
	}
}

func dogCooldown(s *State, c Side) int {
	if s.owns(c, KeyShadow) {
		return s.rules().CdDogDomain
	}
	return s.rules().CdDog
}

func dogEffect(s *State, by cast, tr *trace) {
	left, sq := s.rules().DurDog, actionTo(by.a)
	if !s.owns(by.c, KeyShadow) {
		left++ // S9 of this turn takes one
	}
	tr.place(by.c, Knight, sq)
	s.setDown(sq, newPiece(Knight, by.c, Dog).withLeft(left), tr)
}
