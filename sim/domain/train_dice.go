package domain

// Dice Roll gambles for luck [CD-301].

func diceEffect(s *State, _ cast, _ *trace) {
	s.pending = pendingState{kind: diceChance, sq: NoSquare}
}

func (s *State) settleDice(o Outcome, tr *trace) {
	c, r := s.turn, s.rules()
	tr.result("dice", o)
	if o == Hit {
		s.addLuck(c, r.LuckDice)
		return
	}
	s.spend(c, r.DiceMissEnergy)
	s.addLuck(c, -r.DiceMissLuck)
}
