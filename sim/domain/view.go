package domain

// veiled reports whether c sees the position other than it is [CD-151].
func (s *State) veiled(c Side) bool {
	x := c.foe()
	side := &s.sides[x]
	return side.set == Toji && !side.revealed || s.unseenMarks(c) != 0
}

// unseenMarks are the marked pieces of the enemy that no piece of c stands beside [CD-414].
func (s *State) unseenMarks(c Side) Bitboard {
	marks := s.timed[Mark] & s.of[c.foe()]
	if marks == 0 {
		return 0
	}
	return marks &^ around(s.of[c]&^s.types[Decoy])
}

// seenMarks are the marked pieces of the enemy that c sees.
func (s *State) seenMarks(c Side) Bitboard { return s.timed[Mark] & s.of[c.foe()] &^ s.unseenMarks(c) }

// unveil turns s into what c sees: unseen marks are absent, and an unrevealed Toji counts as a player of his disguise.
func (s *State) unveil(c Side) {
	for b := s.unseenMarks(c); b != 0; b &= b - 1 {
		s.setTimer(b.First(), Mark, 0)
	}
	side := &s.sides[c.foe()]
	side.set = side.shown()
}
