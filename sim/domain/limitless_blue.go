package domain

import "variantlab/sim/board"

// Lapse Blue pulls a piece that a piece of the caster's sees to an empty square of the half it stands on [CD-210].

func blueTargets(l *lister) {
	s, c := l.s, l.c
	seen := Bitboard(0)
	blockers := s.taken(c)
	for b := s.origins(c); b != 0; b &= b - 1 {
		from := b.First()
		seen |= board.BishopAttacks(from, blockers) | board.RookAttacks(from, blockers)
	}
	for b := seen & (s.hittable(c, KeyBlue) | s.movable(c)&^s.types[King]); b != 0; b &= b - 1 {
		from := b.First()
		l.carries(from, s.destinations(c, s.board[from].typ())&half(from))
	}
}

func blueEffect(s *State, by cast, tr *trace) {
	if by.native {
		s.sides[by.c].primed |= primedBlue // CD-213
	}
	s.carry(by, tr)
}

// carries tries taking the piece on from to each of the squares. An enemy Mahoraga is only stunned, wherever he should
// go: one cast stands for all [CD-012, CD-211].
func (l *lister) carries(from Square, to Bitboard) {
	p := l.s.board[from]
	switch {
	case p.side() == l.c:
		l.tryMoved(pairAction(l.key, from, 0), from, to)
	case p.typ() != Mahoraga:
		l.tryDragged(from, to)
	case to != 0:
		l.trySilenced(pairAction(l.key, from, firstInText(to)), from)
	}
}

// firstInText is the square of a set that is not empty whose name comes first.
func firstInText(b Bitboard) Square {
	file := board.FileA
	for b&file == 0 {
		file <<= 1
	}
	return (b & file).First()
}

// carry takes the piece from one square to another; it fails on Toji's, and stuns an enemy Mahoraga.
func (s *State) carry(by cast, tr *trace) {
	from, to := actionFrom(by.a), actionTo(by.a)
	p := s.board[from]
	switch {
	case s.fails(by, from, tr):
	case p.typ() == Mahoraga && p.side() != by.c:
		s.hit(from, actionKey(by.a), tr)
	default:
		s.relocate(from, to, tr)
	}
}
