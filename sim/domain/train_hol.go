package domain

// Higher or Lower bets on one of the caster's own pieces [CD-302, CD-303].

func holTargets(l *lister) {
	s := l.s
	bets := s.of[l.c] &^ (s.dogs | s.curses | s.rikas | s.types[King] | s.types[Mahoraga] | s.types[Decoy] | s.domainQueen(l.c))
	for ; bets != 0; bets &= bets - 1 {
		l.tryStill(squareAction(KeyHol, bets.First()))
	}
}

func holEffect(s *State, by cast, _ *trace) {
	s.pending = pendingState{kind: holChance, sq: actionTo(by.a)}
}

var (
	higher = [numTypes]Type{Pawn: Knight, Knight: Rook, Bishop: Rook, Rook: Queen}
	lower  = [numTypes]Type{Knight: Pawn, Bishop: Pawn, Rook: Bishop, Queen: Rook}
)

func (s *State) settleHol(sq Square, o Outcome, tr *trace) {
	c, r := s.turn, s.rules()
	p := s.board[sq]
	tr.result("hol", o)
	switch {
	case o == Win && p.typ() == Queen:
		s.setTimer(sq, Shield, r.DurShield)
	case o == Win:
		s.put(sq, s.take(sq).withType(higher[p.typ()]))
	case p.typ() == Pawn:
		s.addLuck(c, -r.HolPawnLuck)
	default:
		s.put(sq, s.take(sq).withType(lower[p.typ()]))
		s.spend(c, r.HolLoseEnergy)
		s.addLuck(c, -r.HolLoseLuck)
	}
}
