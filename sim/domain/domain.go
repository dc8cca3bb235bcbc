package domain

// expand is the effect of every domain's cast [CD-320]. It may leave a spin or a clash pending.
func expand(s *State, by cast, tr *trace) {
	c, x, name := by.c, by.c.foe(), actionKey(by.a)
	at := NoSquare
	if name == KeyMalevolent || name == KeyMutual {
		at = actionTo(by.a)
	}
	foe := &s.sides[x]
	foe.proven = true
	stands := s.domain.name != NoKey && s.domain.owner == x
	switch {
	case foe.set == Toji: // CD-403
		s.reveal(x, tr)
		s.neverForms(c, name, tr)
	case s.of[x]&s.types[Mahoraga] != 0 && foe.adapted.has(name):
		s.neverForms(c, name, tr)
	case stands && name == KeyGambit:
		s.pending = pendingState{kind: spinChance, when: spinClash, sq: NoSquare}
	case stands:
		s.pending = pendingState{kind: clashDue, name: name, sq: at}
	default:
		s.form(c, name, at, tr)
		if name == KeyGambit {
			s.pending = pendingState{kind: spinChance, when: spinExpand, sq: NoSquare}
		}
	}
}

// settleClash ends a clash that the challenger has won or lost [CD-321].
func (s *State) settleClash(won bool, tr *trace) {
	c, due := s.turn, s.pending
	s.pending = pendingState{sq: NoSquare}
	s.told(factClash, flag(won))
	if !won {
		tr.side("clash", c.foe())
		s.neverForms(c, due.name, tr)
		return
	}
	tr.side("clash", c)
	s.endDomain("shatter", tr)
	s.form(c, due.name, due.sq, tr)
}

// form sets up a domain [CD-323]; at is its square where it has one.
func (s *State) form(c Side, name Key, at Square, tr *trace) {
	d := techniques[name].domain
	s.domain = domainState{name: name, owner: c, left: uint8(d.turns(s.rules())), fresh: true, queen: NoSquare}
	tr.key("expand", name)
	d.form(s, c, at, tr)
}

// neverForms shatters a domain as it is cast [CD-331].
func (s *State) neverForms(c Side, name Key, tr *trace) {
	tr.key("shatter", name)
	s.sides[c].cd[KeyDomain] = uint8(s.rules().CdDomain)
}

// endDomain ends the standing domain, if any [CD-330]; event is "end" or "shatter".
func (s *State) endDomain(event string, tr *trace) {
	d := s.domain
	if d.name == NoKey {
		return // only after a chance node that was set up without its domain
	}
	s.domain = domainState{queen: NoSquare}
	s.sides[d.owner].cd[KeyDomain] = uint8(s.rules().CdDomain)
	tr.key(event, d.name)
	techniques[d.name].domain.end(s, d.owner, tr)
}

// vanishAll removes shadow pieces, in the order of c.
func (s *State) vanishAll(c Side, b Bitboard, tr *trace) {
	for o := inOrder(c, b); ; {
		sq, ok := o.next()
		if !ok {
			return
		}
		s.vanish(sq, tr)
	}
}
