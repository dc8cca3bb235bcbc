package domain

import "variantlab/sim/board"

// Hollow Purple erases all on the line from the caster to the edge, its own side's pieces too [CD-213, CD-214].

func hollowTargets(l *lister) {
	s, c := l.s, l.c
	if s.sides[c].set == techniques[KeyHollow].set && s.sides[c].primed != primedBlue|primedRed {
		return
	}
	swept := s.hittable(c, KeyHollow) | s.exposed(c, KeyHollow)
	var n int
	for b := s.origins(c); b != 0; b &= b - 1 {
		from := b.First()
		for d := board.N; d <= board.NW; d++ {
			if affected := board.Rays[from][d] & swept; affected != 0 {
				l.same[n] = sameCast{a: dirAction(KeyHollow, from, d), affected: affected}
				n++
			}
		}
	}
	for _, e := range l.distinct(n) {
		l.tryRemoved(e.a, e.affected)
	}
}

func hollowEffect(s *State, by cast, tr *trace) {
	s.sides[by.c].primed = 0 // CD-213
	s.sweep(by, hollowTakes(s, by), actionDir(by.a), tr)
}

func hollowTakes(s *State, by cast) Bitboard {
	return board.Rays[actionFrom(by.a)][actionDir(by.a)] & (s.hittable(by.c, KeyHollow) | s.exposed(by.c, KeyHollow))
}

// sweep destroys pieces of one line in the order of direction d [CD-155].
func (s *State) sweep(by cast, affected Bitboard, d board.Dir, tr *trace) {
	for affected != 0 {
		sq := board.Nearest(affected, d)
		affected &^= sq.Bit()
		s.destroy(by.c, actionKey(by.a), sq, tr)
	}
}
