package domain

// Cursed Speech silences an enemy piece anywhere [CD-244].

func speechTargets(l *lister) {
	for b := l.s.hittable(l.c, KeySpeech); b != 0; b &= b - 1 {
		a := squareAction(KeySpeech, b.First())
		if l.r.DurSpeech > 0 {
			l.trySilenced(a, b.First())
		} else {
			l.try(a)
		}
	}
}

func speechEffect(s *State, by cast, tr *trace) {
	sq := actionTo(by.a)
	switch {
	case s.fails(by, sq, tr):
	case s.board[sq].typ() == Mahoraga:
		s.hit(sq, KeySpeech, tr)
	default:
		s.setTimer(sq, Speech, s.rules().DurSpeech)
	}
}
