package domain

// High Sense marks one of the caster's pieces, unseen; whoever captures it dies instead [CD-413 to CD-416].

func senseTargets(l *lister) {
	s := l.s
	for b := s.movable(l.c) &^ s.types[King]; b != 0; b &= b - 1 {
		l.try(squareAction(KeySense, b.First()))
	}
}

func senseEffect(s *State, by cast, _ *trace) {
	s.setTimer(actionTo(by.a), Mark, s.rules().DurMark)
}

// counter lets a marked piece strike back at the piece of c that would capture it on victim. It reports whether it did
// [CD-415].
func (s *State) counter(c Side, from, victim Square, tr *trace) bool {
	x := c.foe()
	if s.board[victim].side() != x || !s.hittable(x, KeySense).Has(from) {
		return false
	}
	s.told(factCounter, uint64(victim))
	tr.at("counter", victim)
	s.destroy(x, KeySense, from, tr)
	s.reveal(x, tr)
	s.note(x, KeySense)
	return true
}
