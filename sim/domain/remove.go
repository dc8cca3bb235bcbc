package domain

// What happens when a piece leaves the board, and what leaving costs whom.

// destroy removes the piece on sq by c's technique or domain effect k [CD-144]. A Mahoraga is hit instead.
func (s *State) destroy(c Side, k Key, sq Square, tr *trace) {
	p := s.board[sq]
	if p.typ() == Mahoraga {
		s.hit(sq, k, tr)
		return
	}
	s.strike(c, sq, tr)
}

// strike is destroy for what cannot be a Mahoraga, and for an intercept.
func (s *State) strike(c Side, sq Square, tr *trace) {
	p := s.take(sq)
	tr.at("destroy", sq)
	owner := p.side()
	s.gone(p)
	if p.kind() == Real && owner != c && s.sides[owner].shown() == LoveTrain {
		if s.sides[c].set != Toji {
			s.sides[owner].proven = true // by the drain, or by its absence
		}
		s.told(factDrain, flag(s.sides[owner].set == LoveTrain))
		if s.sides[owner].set == LoveTrain {
			s.drain(owner, tr)
		}
	}
	if sq == s.domain.queen && owner == s.domain.owner {
		s.endDomain("end", tr)
	}
}

// captured removes the piece on sq, taken by a piece or tool of c [CD-145].
func (s *State) captured(c Side, sq Square, tr *trace) {
	p := s.take(sq)
	tr.at("capture", sq)
	s.gone(p)
	if p.kind() == Real && s.collects(c) {
		s.sides[c].held[p.typ()]++
	}
	if sq == s.domain.queen && p.side() == s.domain.owner {
		s.domain.queen = NoSquare // the next settle ends the domain
	}
}

// collects reports whether c's captures become curses; a disguised Toji keeps up the show [CD-145, CD-407].
func (s *State) collects(c Side) bool {
	shown := s.sides[c].shown()
	return shown == Manipulation || shown == CopySet
}

// shown is the set that the other side takes this one for.
func (side *sideState) shown() Set {
	if side.set == Toji && !side.revealed {
		return side.disguise
	}
	return side.set
}

// gone books a piece that has left the board.
func (s *State) gone(p Piece) {
	owner := &s.sides[p.side()]
	switch p.kind() {
	case Real:
		owner.losses++
		owner.lose(p.typ(), p.home())
		s.reset = true
	case Curse:
		if p.body() != NoSquare {
			s.sides[p.side().foe()].lose(p.bodyType(), p.body())
		}
	}
}

// lose appends to the lost pool [CD-010].
func (side *sideState) lose(t Type, home Square) {
	side.lost[side.nLost] = lostPiece{t, home}
	side.nLost++
}

// restore takes entry i out of the lost pool.
func (side *sideState) restore(i int) lostPiece {
	l := side.lost[i]
	copy(side.lost[i:side.nLost], side.lost[i+1:side.nLost])
	side.nLost--
	side.lost[side.nLost] = lostPiece{}
	return l
}

// lastLost is the index of the piece of type t lost last, or -1.
func (side *sideState) lastLost(t Type) int {
	for i := int(side.nLost) - 1; i >= 0; i-- {
		if side.lost[i].typ == t {
			return i
		}
	}
	return -1
}

// vanish removes a shadow piece that nobody took.
func (s *State) vanish(sq Square, tr *trace) {
	p := s.take(sq)
	tr.at("vanish", sq)
	s.gone(p)
}

// hit is the first time that effect k meets a Mahoraga: he is stunned and adapts [CD-290]. Nobody asks for a second.
func (s *State) hit(sq Square, k Key, tr *trace) {
	s.stun(sq, tr)
	s.adapt(s.board[sq].side(), k, tr)
}

// stun holds a Mahoraga for his owner's coming turn, and for the running one if it is his owner's [§2.5].
func (s *State) stun(sq Square, tr *trace) {
	n := s.rules().DurStun
	if s.board[sq].side() == s.turn {
		n++
	}
	s.setTimer(sq, Stun, n)
	tr.at("stun", sq)
}

// adapt adds k to what c's Mahoraga has adapted to.
func (s *State) adapt(c Side, k Key, tr *trace) {
	side := &s.sides[c]
	if side.adapted.has(k) {
		return
	}
	side.adapted = side.adapted.with(k)
	side.order[side.nAdapted] = k
	side.nAdapted++
	tr.key("adapt", k)
}

// drain is Rough Cursed Energy of c on its enemy [CD-310, CD-312].
func (s *State) drain(c Side, tr *trace) {
	r := s.rules()
	if s.sides[c.foe()].set == Toji {
		return
	}
	n := r.RoughDrain
	if s.sides[c].jackpot > 0 {
		n *= r.RoughJackpotFactor
	}
	s.spend(c.foe(), n)
	tr.number("drain", n)
}

// spend and gain change c's energy within its bounds; a Toji has none [CD-015, CD-135].
func (s *State) spend(c Side, n int) { s.gain(c, -n) }

func (s *State) gain(c Side, n int) {
	side := &s.sides[c]
	if side.set != Toji {
		side.energy = uint16(min(max(int(side.energy)+n, 0), s.rules().EnergyMax))
	}
}

// addLuck changes c's luck within its bounds.
func (s *State) addLuck(c Side, n int) {
	side := &s.sides[c]
	side.luck = uint16(min(max(int(side.luck)+n, 0), s.rules().LuckMax))
}

// setDown puts a piece on a square that is empty for c: a domain pawn there goes, doors are smashed [CD-147].
func (s *State) setDown(sq Square, p Piece, tr *trace) {
	s.pawns &^= sq.Bit()
	s.put(sq, p)
	s.smash(sq, tr)
}

// smash removes all doors on a square.
func (s *State) smash(sq Square, tr *trace) {
	for c := range s.sides {
		if s.sides[c].doors == sq {
			s.sides[c].doors, s.sides[c].doorsLeft = NoSquare, 0
			tr.at("smash", sq)
		}
	}
}

// relocate moves a piece by a technique [CD-147].
func (s *State) relocate(from, to Square, tr *trace) {
	p := s.take(from)
	tr.going("set", from, to)
	s.setDown(to, p, tr)
}
