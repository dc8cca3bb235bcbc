package domain

import "variantlab/sim/board"

// Authentic Mutual Mate brings Rika, the shadow queen, behind one of the caster's pawns [CD-360 to CD-362].

func mutualTargets(l *lister) {
	s, c := l.s, l.c
	places := Bitboard(0)
	for b := s.of[c] & s.types[Pawn] &^ s.curses; b != 0; b &= b - 1 {
		places |= s.behind(c, b.First())
	}
	for ; places != 0; places &= places - 1 {
		l.try(squareAction(KeyMutual, places.First()))
	}
}

// behind is the square behind a pawn where Rika may appear: straight, then diagonally, the a-file's side first. Domain
// pawns, the enemy's too, are no obstacle.
func (s *State) behind(c Side, pawn Square) Bitboard {
	free := ^s.occupied()
	rank := pawn.Rank() - 1
	if c == Black {
		rank = pawn.Rank() + 1
	}
	for _, df := range [...]int{0, -1, 1} {
		if b := board.At(pawn.File()+df, rank).Bit() & free; b != 0 {
			return b
		}
	}
	return 0
}

func mutualForm(s *State, c Side, at Square, tr *trace) {
	tr.place(c, Queen, at)
	s.setDown(at, newPiece(Queen, c, Rika), tr)
	s.gain(c, s.rules().EnergyMax)
	tr.number("energy", int(s.sides[c].energy))
}

func mutualEnd(s *State, c Side, tr *trace) { s.vanishAll(c, s.rikas&s.of[c], tr) }
