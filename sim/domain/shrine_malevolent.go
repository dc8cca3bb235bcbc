package domain

import "variantlab/sim/board"

// Malevolent Queen: the caster's queen cuts down what comes beside her [CD-350 to CD-353].

func malevolentTargets(l *lister) {
	s := l.s
	for b := s.of[l.c] & s.types[Queen] &^ (s.curses | s.rikas); b != 0; b &= b - 1 {
		l.try(squareAction(KeyMalevolent, b.First()))
	}
}

func malevolentForm(s *State, c Side, at Square, tr *trace) {
	s.domain.queen = at
	side, r := &s.sides[c], s.rules()
	side.cd[KeyDismantle] = min(side.cd[KeyDismantle], uint8(r.CdDismantleDomain)) // CD-139
	side.cd[KeyCleave] = min(side.cd[KeyCleave], uint8(r.CdCleaveDomain))
	s.cut(tr)
}

// cut destroys the enemies beside a standing Malevolent Queen. Infinity is no help against it [CD-351].
func (s *State) cut(tr *trace) {
	if s.domain.name != KeyMalevolent {
		return
	}
	c := s.domain.owner
	for o := inOrder(c, s.exposedToCut()); ; {
		sq, ok := o.next()
		if !ok {
			return
		}
		s.destroy(c, KeyMalevolent, sq, tr)
	}
}

// exposedToCut holds the pieces that stand beside Malevolent Queen, where she stands, and aren't proof against her.
func (s *State) exposedToCut() Bitboard {
	if s.domain.queen == NoSquare {
		return 0
	}
	return board.KingAttacks[s.domain.queen] & s.cuttable(s.domain.owner)
}

// timeOut is CD-395: the clock of Malevolent Queen runs out for the side to move.
func (s *State) timeOut(tr *trace) {
	c, x := s.turn, s.turn.foe()
	tr.say("timeout")
	if s.domain.queen == NoSquare {
		return // only at a node that was set up without its domain
	}
	t := s.kingThreats(c)
	candidates := s.types[Pawn] & s.hittable(x, KeyDismantle) &^ s.curses
	for b := candidates; b != 0; b &= b - 1 {
		if t.over(s.king(c), t.blockers&^b.First().Bit()) != 0 {
			candidates &^= b.First().Bit()
		}
	}
	if sq := nearest(c, s.domain.queen, candidates); sq != NoSquare {
		s.destroy(x, KeyMalevolent, sq, tr)
	}
}
