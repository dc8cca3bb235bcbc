package domain

// Swarm spends pawn curses to devour an enemy piece [CD-265].

func swarmTargets(l *lister) {
	s, c := l.s, l.c
	held := int(s.sides[c].held[Pawn])
	for b := s.hittable(c, KeySwarm); b != 0; b &= b - 1 {
		sq := b.First()
		need := swarmNeed(l.r, s.board[sq].typ())
		if s.sides[c.foe()].set == Toji {
			need *= l.r.SwarmTojiFactor
		}
		if held >= need {
			l.tryRemoved(squareAction(KeySwarm, sq), sq.Bit())
		}
	}
}

// swarmNeed is how many pawn curses a piece takes.
func swarmNeed(r *Rules, t Type) int {
	return [numTypes]int{
		Pawn: r.SwarmPawn, Knight: r.SwarmMinor, Bishop: r.SwarmMinor, Rook: r.SwarmRook, Queen: r.SwarmQueen,
		Mahoraga: r.SwarmMahoraga,
	}[t]
}

func swarmEffect(s *State, by cast, tr *trace) {
	c, r, sq := by.c, s.rules(), actionTo(by.a)
	side := &s.sides[c]
	need := swarmNeed(r, s.board[sq].typ())
	s.sides[c.foe()].proven = true
	if s.sides[c.foe()].set == Toji {
		if int(side.held[Pawn]) < need*r.SwarmTojiFactor { // tried on a Toji in disguise
			side.held[Pawn] -= uint16(need)
			s.told(factFail, uint64(sq))
			tr.at("fail", sq)
			return
		}
		need *= r.SwarmTojiFactor
	}
	side.held[Pawn] -= uint16(need)
	s.destroy(c, KeySwarm, sq, tr)
}
