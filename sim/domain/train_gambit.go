package domain

// Idle Death Gambit spins for a jackpot [CD-380 to CD-383].

func gambitTargets(l *lister) {
	if l.s.sides[l.c].jackpot == 0 {
		l.try(keyAction(KeyGambit))
	}
}

// settleSpin is CD-381. A miss in a clash leaves the clash to energy.
func (s *State) settleSpin(when spinWhen, o Outcome, tr *trace) {
	tr.result("spin", o)
	switch {
	case o == Hit:
		s.hitJackpot(when, tr)
	case when == spinClash:
		s.pending = pendingState{kind: clashDue, name: KeyGambit, sq: NoSquare}
	}
}

// hitJackpot is CD-382.
func (s *State) hitJackpot(when spinWhen, tr *trace) {
	c, r := s.turn, s.rules()
	side := &s.sides[c]
	tr.say("jackpot")
	switch {
	case s.domain.owner == c:
		s.endDomain("end", tr)
	case when == spinClash:
		s.endDomain("shatter", tr)
	}
	side.luck = 0
	s.gain(c, r.EnergyMax)
	for i, n := int(side.nLost)-1, r.JackpotReturns; i >= 0 && n > 0; i, n = i-1, n-1 {
		s.comeBack(c, i, tr)
	}
	side.jackpot = uint8(r.DurJackpot)
	side.cd[KeyRCT], side.cd[KeyDomain] = 0, 0
	s.settle(tr)
}

// comeBack returns entry i of c's lost pool to its home or the nearest free square of the own half; it stays lost where
// there is none.
func (s *State) comeBack(c Side, i int, tr *trace) {
	l := s.sides[c].lost[i]
	free := s.destinations(c, l.typ)
	to := l.home
	if !free.Has(to) {
		to = nearest(c, l.home, free&ownHalf(c))
	}
	if to == NoSquare {
		return
	}
	s.sides[c].restore(i)
	tr.place(c, l.typ, to)
	s.setDown(to, newPiece(l.typ, c, Real).withHome(l.home), tr)
}
