package domain

import "variantlab/sim/board"

// King's Shadow Board frees the caster's movement and hides a decoy beside its king [CD-370 to CD-375].

func shadowForm(s *State, c Side, _ Square, tr *trace) {
	side := &s.sides[c]
	side.cd[KeyDog] = min(side.cd[KeyDog], uint8(s.rules().CdDogDomain)) // CD-139
	t := s.threats(c.foe())
	for o := inOrder(c, board.KingAttacks[s.king(c)]&^s.taken(c)&^s.doors()); ; {
		sq, ok := o.next()
		if !ok {
			return
		}
		if t.on(sq) == 0 {
			tr.place(c, Decoy, sq)
			s.setDown(sq, newPiece(Decoy, c, KindDecoy), tr)
			return
		}
	}
}

func shadowEnd(s *State, c Side, tr *trace) { s.vanishAll(c, s.types[Decoy]&s.of[c], tr) }
