package domain

// expansions lists the domain casts of x's set; none while its own domain stands (CD-136, CD-320).
func (s *State) expansions(x Side) []Action {
	p := s.Players[x]
	name := domains[p.Set]
	cast := func(q Square) Action {
		a := Action{Key: "domain", Name: name, To: q, Text: "domain:" + name}
		if q != NoSquare {
			a.Text += ":" + q.String()
		}
		return a
	}
	var list []Action
	switch name {
	case "":
	case "malevolent":
		for _, q := range orders[x] {
			if o := s.Board[q]; o.T == 'Q' && o.Kind == real && o.Side == x {
				list = append(list, cast(q))
			}
		}
	case "mutual":
		seen := map[Square]bool{}
		for _, q := range orders[x] {
			if o := s.Board[q]; o.T != 'P' || o.Kind != real || o.Side != x {
				continue
			}
			if r := s.rikaSquare(x, q); r != NoSquare && !seen[r] {
				seen[r] = true
				list = append(list, cast(r))
			}
		}
	case "procession":
		if s.curseCount(x) > 0 {
			list = append(list, cast(NoSquare))
		}
	case "gambit":
		if p.Jackpot == 0 {
			list = append(list, cast(NoSquare))
		}
	default:
		list = append(list, cast(NoSquare))
	}
	return list
}

// rikaSquare is where the shadow queen of the pawn on q appears (CD-360).
func (s *State) rikaSquare(x Side, q Square) Square {
	back := q.rank() - forward(x).rank
	for _, file := range []int{q.file(), q.file() - 1, q.file() + 1} {
		r := at(file, back)
		if r == NoSquare {
			continue
		}
		if o := s.Board[r]; o.empty() || o.Kind == pawnKind {
			return r
		}
	}
	return NoSquare
}

// expand is the paid cast of a domain: the first of the five cases that applies (CD-320).
func (s *State) expand(a Action) {
	x := s.Turn
	enemy := x.other()
	enemyDomain := s.Domain.Name != ""
	switch {
	case s.Players[enemy].Set == "toji":
		s.reveal(enemy)
		s.fizzle(x, a.Name)
	case s.mahoraga(enemy) != NoSquare && s.adapted(enemy, a.Name):
		s.fizzle(x, a.Name)
	case a.Name == "gambit" && enemyDomain:
		s.Pending = Pending{Kind: "spin", When: "clash", Sq: NoSquare}
	case enemyDomain:
		s.clash(x, a.Name, a.To)
	default:
		s.form(x, a.Name, a.To)
		if a.Name == "gambit" {
			s.Pending = Pending{Kind: "spin", When: "expand", Sq: NoSquare}
		}
	}
}

// fizzle is the shattering of a domain that never formed (CD-331).
func (s *State) fizzle(x Side, name string) {
	s.emit("shatter:%s", name)
	s.setCd(x, "domain", s.num("cd.domain"))
}

// clash decides between the challenger x and the domain that stands (CD-321).
func (s *State) clash(x Side, name string, q Square) {
	won := s.Players[x].Energy > s.Players[x.other()].Energy
	if s.fate != byEnergy {
		won = s.fate == clashWon
	}
	if !won {
		s.emit("clash:%s", x.other())
		s.fizzle(x, name)
		return
	}
	s.emit("clash:%s", x)
	s.end("shatter")
	s.form(x, name, q)
}

// form sets up x's domain and does what it does at once (CD-323).
func (s *State) form(x Side, name string, q Square) {
	s.Domain = Domain{Name: name, Owner: x, Left: s.num("domain.turns"), Fresh: true, Queen: NoSquare}
	s.emit("expand:%s", name)
	switch name {
	case "pawns":
		s.refill()
	case "malevolent":
		s.Domain.Queen = q
		s.lowerCd(x, "dismantle", s.num("cd.dismantle_domain"))
		s.lowerCd(x, "cleave", s.num("cd.cleave_domain"))
		s.cut()
	case "mutual":
		s.Domain.Left = s.num("domain.mutual_turns")
		s.place(q, newPiece('Q', x, rikaKind, NoSquare))
		s.player(x).Energy = s.num("energy.max")
		s.emit("energy:%d", s.num("energy.max"))
	case "procession":
		s.parade(x)
	case "shadow":
		s.lowerCd(x, "dog", s.num("cd.dog_domain"))
		s.setDecoy(x)
	}
}

// refill fills the empty squares of the other half with domain pawns (CD-340, CD-341).
func (s *State) refill() {
	x := s.Domain.Owner
	n := 0
	for _, q := range orders[x] {
		if q.ownRank(x) >= 5 && s.Board[q].empty() && !s.doorsAt(q) {
			s.Board[q] = newPiece('P', x, pawnKind, NoSquare)
			n++
		}
	}
	s.emit("refill:%d", n)
}

// end takes down the domain that stands, with the event "end" or "shatter" (CD-330, CD-331).
func (s *State) end(event string) {
	d := s.Domain
	if d.Name == "" {
		return
	}
	s.emit("%s:%s", event, d.Name)
	s.Domain = Domain{Queen: NoSquare}
	s.setCd(d.Owner, "domain", s.num("cd.domain"))
	for _, q := range orders[d.Owner] {
		p := s.Board[q]
		switch {
		case p.empty() || p.Side != d.Owner:
		case d.Name == "pawns" && p.Kind == pawnKind:
			s.Board[q] = Piece{}
		case d.Name == "mutual" && p.Kind == rikaKind,
			d.Name == "procession" && p.Kind == curseKind,
			d.Name == "shadow" && p.Kind == decoyKind:
			s.vanish(q)
		}
	}
}
