package domain

import "variantlab/sim/board"

// Pachinko Balls knock an enemy piece away from the caster's nearest one [CD-306, CD-307].

func pachinkoTargets(l *lister) {
	s, c := l.s, l.c
	for b := within(s.origins(c), l.r.PachinkoRange) & s.hittable(c, KeyPachinko); b != 0; b &= b - 1 {
		l.try(squareAction(KeyPachinko, b.First()))
	}
}

func pachinkoEffect(s *State, by cast, tr *trace) {
	c, r, sq := by.c, s.rules(), actionTo(by.a)
	if s.fails(by, sq, tr) {
		return
	}
	p := s.board[sq]
	luck := [numTypes]int{
		Pawn: r.LuckPachinkoPawn, Knight: r.LuckPachinkoMinor, Bishop: r.LuckPachinkoMinor, Rook: r.LuckPachinkoRook,
		Queen: r.LuckPachinkoQueen, Mahoraga: r.LuckPachinkoMahoraga,
	}
	s.addLuck(c, luck[p.typ()])
	if p.typ() == Mahoraga {
		s.hit(sq, KeyPachinko, tr)
		return
	}
	switch to := s.pachinkoFlight(c, sq); to {
	case NoSquare:
		s.destroy(c, KeyPachinko, sq, tr)
	case sq:
	default:
		s.relocate(sq, to, tr)
	}
}

// pachinkoFlight is where the ball drives the piece on sq; NoSquare when it destroys it.
func (s *State) pachinkoFlight(c Side, sq Square) Square {
	stops := s.taken(c) | s.doors()
	df, dr := away(s.thrower(c, sq), sq)
	at := sq
	for range s.rules().PachinkoDistance {
		next := board.At(at.File()+df, at.Rank()+dr)
		if next == NoSquare {
			return NoSquare
		}
		if stops.Has(next) {
			break
		}
		at = next
	}
	if p := s.board[sq]; at != sq && p.typ() == Pawn && ownRank(p.side(), at) == 7 {
		return NoSquare
	}
	return at
}

// thrower is the nearest origin, by king steps, then as the crow flies, then by order.
func (s *State) thrower(c Side, sq Square) Square {
	best, bestFar := NoSquare, 0
	for o := inOrder(c, s.origins(c)); ; {
		from, ok := o.next()
		if !ok {
			return best
		}
		df, dr := from.File()-sq.File(), from.Rank()-sq.Rank()
		far := board.Distance(from, sq)<<8 + df*df + dr*dr
		if best == NoSquare || far < bestFar {
			best, bestFar = from, far
		}
	}
}

// away is the sign of the difference of two squares in files and ranks.
func away(from, to Square) (df, dr int) {
	return sign(to.File() - from.File()), sign(to.Rank() - from.Rank())
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	default:
		return 0
	}
}
