package domain

// Unlimited Pawns fills the opponent's half with domain pawns [CD-340 to CD-343]; how they lock and block is asked in
// protect.go and board.go.

func pawnsForm(s *State, _ Side, _ Square, tr *trace) { s.refill(tr) }

func pawnsEnd(s *State, _ Side, _ *trace) { s.pawns = 0 }

// refill puts a domain pawn on every empty square of the opponent's half that has no doors.
func (s *State) refill(tr *trace) {
	fresh := ownHalf(s.domain.owner.foe()) &^ (s.occupied() | s.pawns | s.doors())
	s.pawns |= fresh
	tr.number("refill", fresh.Count())
}
