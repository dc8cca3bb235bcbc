package domain

import "variantlab/sim/board"

// Pure Love is Rika's beam, which spares her own side [CD-245].

func pureLoveTargets(l *lister) {
	s, c := l.s, l.c
	rika := s.rikas & s.of[c]
	if rika == 0 {
		return
	}
	hittable := s.hittable(c, KeyPureLove)
	for d := board.N; d <= board.NW; d++ {
		if hit := board.Rays[rika.First()][d] & hittable; hit != 0 {
			l.tryRemoved(dirAction(KeyPureLove, 0, d), hit)
		}
	}
}

func pureLoveEffect(s *State, by cast, tr *trace) {
	s.sweep(by, pureLoveTakes(s, by), actionDir(by.a), tr)
}

func pureLoveTakes(s *State, by cast) Bitboard {
	return board.Rays[(s.rikas & s.of[by.c]).First()][actionDir(by.a)] & s.hittable(by.c, KeyPureLove)
}
