package domain

// keepsCurses tells whether what x captures becomes its curses (CD-145, CD-407).
func (s *State) keepsCurses(x Side) bool {
	set := s.shownSet(x)
	return set == "manipulation" || set == "copy"
}

// shownSet is the set that the other side sees (CD-402).
func (s *State) shownSet(x Side) string {
	if s.hiddenToji(x) {
		return s.Players[x].Disguise
	}
	return s.Players[x].Set
}

func (s *State) addCurse(x Side, t byte) {
	p := s.player(x)
	if p.Curses == nil {
		p.Curses = map[byte]int{}
	}
	p.Curses[t]++
}

func (s *State) spendCurse(x Side, t byte, n int) {
	p := s.player(x)
	if p.Curses[t] <= n {
		delete(p.Curses, t)
	} else {
		p.Curses[t] -= n
	}
}

// periodicCurse is S14 (CD-035).
func (s *State) periodicCurse(x Side) {
	every := s.num("curse.every")
	if s.shownSet(x) == "manipulation" && every > 0 && s.Players[x].Turns%every == 0 {
		s.addCurse(x, 'P')
		s.emit("curse")
	}
}

// releases lists Release (CD-263).
func (s *State) releases(x Side) []Action {
	var list []Action
	for _, t := range []byte("NBRQ") {
		if s.Players[x].Curses[t] == 0 {
			continue
		}
		for _, from := range s.squares(x) {
			if p := s.Board[from]; p.Kind == rikaKind || s.domainQueen(from) || !s.able(from) {
				continue
			}
			for _, to := range s.reach(from, t) {
				a := s.moveAction(from, to)
				a.Key, a.As = "release", t
				a.Text = "release:" + string(t+'a'-'A') + ":" + a.Text
				list = append(list, a)
			}
		}
	}
	return list
}

// swarmPrice is how many pawn curses devour a piece (CD-265).
func (s *State) swarmPrice(p Piece) int {
	var n int
	switch p.T {
	case 'P':
		n = s.num("swarm.pawn")
	case 'N', 'B':
		n = s.num("swarm.minor")
	case 'R':
		n = s.num("swarm.rook")
	case 'Q':
		n = s.num("swarm.queen")
	case 'M':
		n = s.num("swarm.mahoraga")
	}
	if s.Players[p.Side].Set == "toji" {
		n *= s.num("swarm.toji_factor")
	}
	return n
}

func (s *State) swarms(x Side) []Action {
	var list []Action
	for _, q := range s.targets(x, "swarm") {
		if s.Players[x].Curses['P'] >= s.swarmPrice(s.Board[q]) {
			list = append(list, aimed("swarm", q))
		}
	}
	return list
}

func (s *State) castSwarm(a Action) {
	x := s.Turn
	if price := s.swarmPrice(s.Board[a.To]); s.me().Curses['P'] >= price {
		s.spendCurse(x, 'P', price)
		s.destroy(x, a.To, "swarm")
		return
	}
	s.spendCurse(x, 'P', s.view(x).swarmPrice(s.Board[a.To]))
	s.emit("fail:%s", a.To)
}

func (s *State) curseCount(x Side) int {
	n := 0
	for _, c := range s.Players[x].Curses {
		n += c
	}
	return n
}

// swallowed lists the target of an Uzumaki, then what it takes around it (CD-155, CD-266).
func (s *State) swallowed(x Side, q Square) []Square {
	list := []Square{q}
	for _, n := range s.targets(x, "uzumaki") {
		if distance(q, n) == 1 {
			list = append(list, n)
		}
	}
	return list
}

func (s *State) uzumakis(x Side) []Action {
	if s.curseCount(x) < s.num("uzumaki.min") {
		return nil
	}
	var list []Action
	for _, q := range s.targets(x, "uzumaki") {
		list = append(list, aimed("uzumaki", q))
	}
	return firstOf(list, func(a Action) string { return names(s.swallowed(x, a.To)) })
}

func (s *State) castUzumaki(a Action) {
	s.me().Curses = nil
	for _, q := range s.swallowed(s.Turn, a.To) {
		s.destroy(s.Turn, q, "uzumaki")
	}
}

// parade is Procession coming out (CD-365).
func (s *State) parade(x Side) {
	enemy := s.player(x.other())
	for _, t := range []byte("QRBNP") {
		for s.Players[x].Curses[t] > 0 {
			q := s.paradeSquare(x)
			if q == NoSquare {
				return
			}
			s.spendCurse(x, t, 1)
			p := newPiece(t, x, curseKind, NoSquare)
			for i := len(enemy.Lost) - 1; i >= 0; i-- {
				if enemy.Lost[i].T == t {
					p.Body, p.Bt = enemy.Lost[i].Home, t
					enemy.Lost = append(enemy.Lost[:i:i], enemy.Lost[i+1:]...)
					break
				}
			}
			if t == 'P' && q.ownRank(x) == 1 {
				p.T = 'Q'
			}
			s.place(q, p)
		}
	}
}

// paradeSquare is the next square for a curse: own rank 4 down to 1, files a to h.
func (s *State) paradeSquare(x Side) Square {
	for row := 4; row >= 1; row-- {
		for _, q := range orders[x] {
			if q.ownRank(x) == row && s.free(q, x) {
				return q
			}
		}
	}
	return NoSquare
}
