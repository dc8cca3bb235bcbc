package domain

import "strings"

// hols lists Higher or Lower (CD-302).
func (s *State) hols(x Side) []Action {
	var list []Action
	for _, q := range s.squares(x) {
		if p := s.Board[q]; p.Kind == real && strings.ContainsRune("PNBRQ", rune(p.T)) && !s.domainQueen(q) {
			list = append(list, aimed("hol", q))
		}
	}
	return list
}

// bet carries out the result of Higher or Lower (CD-302).
func (s *State) bet(q Square, win bool) {
	x := s.Turn
	p := s.on(q)
	if win {
		s.emit("hol:win")
		switch p.T {
		case 'P':
			p.T = 'N'
		case 'N', 'B':
			p.T = 'R'
		case 'R':
			p.T = 'Q'
		case 'Q':
			p.Shield = s.num("dur.shield")
		}
		return
	}
	s.emit("hol:lose")
	switch p.T {
	case 'P':
		s.addLuck(x, -s.num("hol.pawn_luck"))
		return
	case 'N', 'B':
		p.T = 'P'
	case 'R':
		p.T = 'B'
	case 'Q':
		p.T = 'R'
	}
	s.gain(x, -s.num("hol.lose_energy"))
	s.addLuck(x, -s.num("hol.lose_luck"))
}

// roll carries out the result of Dice Roll (CD-301).
func (s *State) roll(hit bool) {
	x := s.Turn
	if hit {
		s.emit("dice:hit")
		s.addLuck(x, s.num("luck.dice"))
		return
	}
	s.emit("dice:miss")
	s.gain(x, -s.num("dice.miss_energy"))
	s.addLuck(x, -s.num("dice.miss_luck"))
}

// doors lists Train Doors (CD-305).
func (s *State) doors(x Side) []Action {
	if s.Players[x].Doors != NoSquare {
		return nil
	}
	var list []Action
	for _, q := range orders[x] {
		if !s.doorsAt(q) && (s.free(q, x) || s.target(x, q, "doors")) {
			list = append(list, aimed("doors", q))
		}
	}
	return list
}

func (s *State) castDoors(a Action) {
	me := s.me()
	onPiece := s.occupied(a.To, s.Turn)
	switch {
	case onPiece && s.fails(a.To, "doors"):
		return
	case onPiece && s.Board[a.To].T == 'M':
		s.hitMahoraga(a.To, "doors")
	default:
		me.Doors, me.DoorsLeft = a.To, s.num("dur.doors")
		s.emit("doors:%s", a.To)
	}
	if onPiece {
		s.drain(s.Turn)
	}
}

// thrower is the own piece that Pachinko Balls fly from (CD-306).
func (s *State) thrower(x Side, target Square) Square {
	best, bestScore := NoSquare, 0
	for _, q := range s.squares(x) {
		df, dr := q.file()-target.file(), q.rank()-target.rank()
		score := distance(q, target)*1000 + df*df + dr*dr
		if best == NoSquare || score < bestScore {
			best, bestScore = q, score
		}
	}
	return best
}

// pachinkos lists Pachinko Balls (CD-306).
func (s *State) pachinkos(x Side) []Action {
	var list []Action
	for _, q := range s.within(x, "pachinko", s.num("pachinko.range")) {
		list = append(list, aimed("pachinko", q))
	}
	return list
}

func (s *State) castPachinko(a Action) {
	x := s.Turn
	p := s.Board[a.To]
	if s.fails(a.To, "pachinko") {
		return
	}
	s.addLuck(x, s.struckLuck(p.T))
	if p.T == 'M' {
		s.hitMahoraga(a.To, "pachinko")
		return
	}
	from := s.thrower(x, a.To)
	df, dr := sign(a.To.file()-from.file()), sign(a.To.rank()-from.rank())
	q := a.To
	for range s.num("pachinko.distance") {
		n := at(q.file()+df, q.rank()+dr)
		if n == NoSquare {
			s.remove(x, a.To)
			return
		}
		if s.occupied(n, x) || s.doorsAt(n) {
			break
		}
		q = n
	}
	switch {
	case q == a.To:
	case p.T == 'P' && q.ownRank(p.Side) == 8:
		s.remove(x, a.To)
	default:
		s.shift(a.To, q)
	}
}

// struckLuck is the luck a Pachinko hit brings (CD-307).
func (s *State) struckLuck(t byte) int {
	switch t {
	case 'P':
		return s.num("luck.pachinko_pawn")
	case 'N', 'B':
		return s.num("luck.pachinko_minor")
	case 'R':
		return s.num("luck.pachinko_rook")
	case 'Q':
		return s.num("luck.pachinko_queen")
	}
	return s.num("luck.pachinko_mahoraga")
}

// jackpot is the hit of a spin (CD-382); clash is true when it wins a clash.
func (s *State) jackpot(x Side, clash bool) {
	s.emit("jackpot")
	me := s.player(x)
	switch {
	case s.Domain.Owner == x:
		s.end("end")
	case clash:
		s.end("shatter")
	}
	me.Luck = 0
	me.Energy = s.num("energy.max")
	s.returnLost(x)
	me.Jackpot = s.num("dur.jackpot")
	s.setCd(x, "rct", 0)
	s.setCd(x, "domain", 0)
	s.settle()
}

// returnLost brings back the last pieces x lost, the last first (CD-382).
func (s *State) returnLost(x Side) {
	me := s.player(x)
	oldest := max(0, len(me.Lost)-s.num("jackpot.returns"))
	for i := len(me.Lost) - 1; i >= oldest; i-- {
		l := me.Lost[i]
		q := NoSquare
		if s.standable(l.Home, l.T, x) {
			q = l.Home
		} else {
			var free []Square
			for _, c := range orders[x] {
				if c.ownRank(x) <= 4 && s.standable(c, l.T, x) {
					free = append(free, c)
				}
			}
			q = nearest(x, l.Home, free)
		}
		if q == NoSquare {
			continue
		}
		me.Lost = append(me.Lost[:i:i], me.Lost[i+1:]...)
		s.place(q, newPiece(l.T, x, real, l.Home))
	}
}
