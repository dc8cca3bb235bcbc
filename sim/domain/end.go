package domain

// judge is S4(a): it ends the game by mate or stalemate, lets Mahoraga prevent a mate, or grants the pass of CD-121(c).
// It reports whether the game is over.
func (s *State) judge(tr *trace) bool {
	c := s.turn
	side := &s.sides[c]
	for !s.hasAction() {
		if !s.inCheck(c) {
			s.finish(drawn, byStalemate, tr)
			return true
		}
		switch {
		case side.set == TenPieces && !side.summoned && s.rise(c, tr):
			continue
		case s.of[c]&s.types[Mahoraga] != 0 && s.intercept(c, tr):
			continue
		case s.shieldedMate():
			s.passing = true
			return false
		}
		s.finish(1+uint8(c.foe()), byCheckmate, tr)
		return true
	}
	return false
}

// shieldedMate reports whether only the enemy's jackpot keeps the mated side from an answer [CD-121(c)].
func (s *State) shieldedMate() bool {
	x := s.turn.foe()
	if s.sides[x].jackpot == 0 {
		return false
	}
	l := listers.Get().(*lister)
	defer listers.Put(l)
	l.trial.core = s.core
	l.trial.sides[x].jackpot = 0
	return l.trial.hasAction()
}

// testDraws is S4(b) to (d); it reports whether the game is over.
func (s *State) testDraws(r *Rules, tr *trace) bool {
	id := s.identity()
	s.remember(id)
	switch {
	case r.DrawRepetition > 0 && s.times(id, r.DrawRepetition) >= r.DrawRepetition:
		s.finish(drawn, byRepetition, tr)
	case r.DrawHalfmoves > 0 && int(s.halfmove) >= r.DrawHalfmoves:
		s.finish(drawn, byFifty, tr)
	case r.DrawMaxPlies > 0 && int(s.ply) >= r.DrawMaxPlies:
		s.finish(drawn, byPlies, tr)
	default:
		return false
	}
	return true
}

func (s *State) finish(winner uint8, why reason, tr *trace) {
	s.winner, s.reason = winner, why
	if tr == nil {
		return
	}
	if winner == drawn {
		tr.say("draw:" + why.String())
	} else {
		tr.side("mate", Side(winner-1))
	}
}

// rise brings c's Mahoraga to the board out of a mate [CD-296]. It reports whether there was room for him.
func (s *State) rise(c Side, tr *trace) bool {
	s.arriveMahoraga(c, NoSquare, tr)
	return s.sides[c].summoned
}

// arriveMahoraga is CD-294: he is summoned on sq, or rises beside his king when sq is NoSquare.
func (s *State) arriveMahoraga(c Side, sq Square, tr *trace) {
	x := c.foe()
	met := NoKey
	if s.domain.name != NoKey && s.domain.owner == x {
		met = s.domain.name
		s.endDomain("shatter", tr)
	}
	risen := sq == NoSquare
	checkers := Bitboard(0)
	if risen {
		checkers = s.checkers(c)
		if sq = nearest(c, s.king(c), ^s.taken(c)); sq == NoSquare {
			return
		}
		tr.at("rise", sq)
	} else {
		tr.place(c, Mahoraga, sq)
	}
	s.sides[c].summoned = true
	s.setDown(sq, newPiece(Mahoraga, c, KindMahoraga), tr)
	s.cutCheckers(c, checkers, tr)
	if met != NoKey {
		s.adapt(c, met, tr)
	}
	if s.sides[c].checked {
		s.adapt(c, KeyCheck, tr)
	}
	if risen {
		s.adapt(c, KeyCheckmate, tr)
	}
}

// intercept is CD-295. It reports whether it has changed who gives check.
func (s *State) intercept(c Side, tr *trace) bool {
	checkers := s.checkers(c)
	tr.say("intercept")
	s.cutCheckers(c, checkers, tr)
	s.adapt(c, KeyCheckmate, tr)
	return s.checkers(c) != checkers
}

// cutCheckers destroys what gives check to c, whatever protects it; a Mahoraga is stunned, and a king, which only a
// set-up position can have beside c's, stays [CD-014].
func (s *State) cutCheckers(c Side, checkers Bitboard, tr *trace) {
	for o := inOrder(c, checkers&^s.types[King]); ; {
		sq, ok := o.next()
		if !ok {
			return
		}
		if s.board[sq].typ() == Mahoraga {
			s.stun(sq, tr)
		} else {
			s.strike(c, sq, tr)
		}
	}
}
