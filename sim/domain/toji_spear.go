package domain

import "variantlab/sim/board"

// Inverted Spear of Heaven captures an adjacent piece through every protection [CD-410]. The shadow queen may bear it too:
// she is a piece like any other there, and the Spear is what CD-154 lets through.

func spearTargets(l *lister) {
	s, c := l.s, l.c
	prey := s.of[c.foe()] &^ (s.types[King] | s.types[Decoy])
	for b := s.able(c) &^ (s.types[Decoy] | s.domainQueen(c)); b != 0; b &= b - 1 {
		from := b.First()
		l.tryMoved(pairAction(KeySpear, from, 0), from, board.KingAttacks[from]&prey)
	}
}

func spearEffect(s *State, by cast, tr *trace) {
	from, to := actionFrom(by.a), actionTo(by.a)
	s.captured(by.c, to, tr)
	s.arrive(from, to, promotes(by.a), tr)
	s.smash(to, tr)
}
