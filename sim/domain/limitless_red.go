package domain

import "variantlab/sim/board"

// Reversal Red blasts every enemy piece that touches the caster straight away [CD-212].

func redTargets(l *lister) {
	s, c := l.s, l.c
	hittable := s.hittable(c, KeyRed)
	var n int
	for b := s.origins(c); b != 0; b &= b - 1 {
		from := b.First()
		touched := board.KingAttacks[from] & hittable
		if touched == 0 {
			continue
		}
		l.same[n] = sameCast{a: squareAction(KeyRed, from), affected: touched, result: s.redResult(c, from, touched)}
		n++
	}
	for _, e := range l.distinct(n) {
		l.try(e.a)
	}
}

// redResult tells blasts of the same pieces apart: one byte for where each piece ends, NoSquare when it is destroyed.
// A Mahoraga is stunned where he is, by whatever caster.
func (s *State) redResult(c Side, from Square, touched Bitboard) (result uint64) {
	for ; touched != 0; touched &= touched - 1 {
		sq := touched.First()
		to := sq
		if s.board[sq].typ() != Mahoraga {
			d, _ := board.Direction(from, sq)
			to = s.redFlight(c, sq, d)
		}
		result = result<<8 | uint64(to)
	}
	return result
}

// redFlight is where a blast in direction d takes the piece on sq; NoSquare when it destroys it.
func (s *State) redFlight(c Side, sq Square, d board.Dir) Square {
	taken := s.taken(c)
	at := sq
	for range s.rules().RedDistance {
		next := board.Step(at, d)
		if next == NoSquare {
			return NoSquare
		}
		if taken.Has(next) {
			break
		}
		at = next
	}
	if at != sq && s.board[sq].typ() == Pawn && edgeRanks.Has(at) {
		return NoSquare
	}
	return at
}

func redEffect(s *State, by cast, tr *trace) {
	if by.native {
		s.sides[by.c].primed |= primedRed // CD-213
	}
	from := actionTo(by.a)
	for o := inOrder(by.c, board.KingAttacks[from]&s.targetable(by.c, KeyRed)); ; {
		sq, ok := o.next()
		if !ok {
			return
		}
		if s.fails(by, sq, tr) {
			continue
		}
		if s.board[sq].typ() == Mahoraga {
			s.hit(sq, KeyRed, tr)
			continue
		}
		d, _ := board.Direction(from, sq)
		switch to := s.redFlight(by.c, sq, d); to {
		case NoSquare:
			s.destroy(by.c, KeyRed, sq, tr)
		case sq:
		default:
			s.relocate(sq, to, tr)
		}
	}
}
