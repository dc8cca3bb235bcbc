package domain

import "variantlab/sim/board"

// Maximum: Uzumaki spends all curses to destroy an enemy piece and all enemies around it [CD-266].

func uzumakiTargets(l *lister) {
	s, c := l.s, l.c
	held := 0
	for _, n := range s.sides[c].held {
		held += int(n)
	}
	if held < l.r.UzumakiMin {
		return
	}
	hittable := s.hittable(c, KeyUzumaki)
	var n int
	for b := hittable; b != 0; b &= b - 1 {
		sq := b.First()
		l.same[n] = sameCast{a: squareAction(KeyUzumaki, sq), affected: (sq.Bit() | board.KingAttacks[sq]) & hittable}
		n++
	}
	for _, e := range l.distinct(n) {
		l.tryRemoved(e.a, e.affected)
	}
}

func uzumakiEffect(s *State, by cast, tr *trace) {
	clear(s.sides[by.c].held[:])
	sq := actionTo(by.a)
	near := inOrder(by.c, uzumakiTakes(s, by)&^sq.Bit())
	for ok := true; ok; sq, ok = near.next() {
		s.destroy(by.c, KeyUzumaki, sq, tr)
	}
}

func uzumakiTakes(s *State, by cast) Bitboard {
	sq := actionTo(by.a)
	return (sq.Bit() | board.KingAttacks[sq]) & s.hittable(by.c, KeyUzumaki)
}
