package domain

import "slices"

// threatens tells whether the piece on from, by its capture pattern, reaches to over the board as it stands (CD-111).
func (s *State) threatens(from, to Square) bool {
	p := s.Board[from]
	if !p.piece() || p.Speech > 0 || p.Stun > 0 || s.doorsAt(from) || from == to {
		return false
	}
	if p.Kind == rikaKind && s.Board[to].T == 'K' {
		return false
	}
	if p.T == 'P' {
		return abs(from.file()-to.file()) == 1 && to.ownRank(p.Side)-from.ownRank(p.Side) == 1
	}
	t := p.T
	if s.domainQueen(from) {
		t = 'K'
	}
	steps, slides, leaps := s.pattern(t, p.Side)
	if len(steps) > 0 && distance(from, to) == 1 {
		return true
	}
	if leaps && slices.Contains(from.knightLeaps(), to) {
		return true
	}
	d, straight := line(from, to)
	if !straight || !slices.Contains(slides, d) {
		return false
	}
	for _, q := range between(from, to) {
		if s.doorsAt(q) || s.occupied(q, p.Side) {
			return false
		}
	}
	return true
}

// attacked tells whether any piece of x threatens q.
func (s *State) attacked(q Square, x Side) bool {
	for _, from := range s.squares(x) {
		if s.threatens(from, q) {
			return true
		}
	}
	return false
}

// checkers lists the pieces that give check to x, in ascending ord of x (CD-113).
func (s *State) checkers(x Side) []Square {
	king := s.king(x)
	var list []Square
	for _, from := range orders[x] {
		p := s.Board[from]
		if p.empty() || p.Side == x || !s.threatens(from, king) {
			continue
		}
		if s.Players[x].Jackpot > 0 && !(p.T == 'M' && s.adapted(p.Side, "jackpot")) {
			continue
		}
		list = append(list, from)
	}
	return list
}

// inCheck is CD-113 with its immunities.
func (s *State) inCheck(x Side) bool {
	if s.mahoraga(x) != NoSquare && s.adapted(x, "check") {
		return false
	}
	if s.owns(x.other(), "procession") {
		return false
	}
	return len(s.checkers(x)) > 0
}

// safe is what every action must leave behind (CD-109, CD-110).
func (s *State) safe(x Side) bool {
	return !s.inCheck(x) && distance(s.king(White), s.king(Black)) > 1
}

// endTest is S4(a) for the side to move: stalemate, mate and what saves from it (CD-120 to CD-124).
func (s *State) endTest() {
	for !s.over() {
		x := s.Turn
		if s.view(x).anyLegal() {
			return
		}
		switch {
		case !s.inCheck(x):
			s.draw("stalemate")
		case s.Players[x].Set == "ten" && !s.Players[x].Mahoraga && s.rise(x):
		case s.mahoraga(x) != NoSquare && s.intercept(x):
		case s.Players[x.other()].Jackpot > 0 && s.defenceWithoutJackpot():
			s.Passing = true
			return
		default:
			s.Winner, s.Reason = x.other().String(), "checkmate"
			s.emit("mate:%s", s.Winner)
		}
	}
}

// defenceWithoutJackpot tells whether the mated side to move could act if its enemy had no jackpot (CD-121(c)).
func (s *State) defenceWithoutJackpot() bool {
	c := s.trial()
	c.Players[s.Turn.other()].Jackpot = 0
	return c.view(s.Turn).anyLegal()
}

func (s *State) draw(reason string) {
	s.Winner, s.Reason = "draw", reason
	s.emit("draw:%s", reason)
}

// drawTests are S4(b) to (d) (CD-023, CD-131, CD-132).
func (s *State) drawTests() {
	key := s.Key()
	s.History = append(s.History, key)
	times := 0
	for _, k := range s.History {
		if k == key {
			times++
		}
	}
	switch n := s.num("draw.repetition"); {
	case n > 0 && times >= n:
		s.draw("repetition")
	case s.num("draw.halfmoves") > 0 && s.Halfmove >= s.num("draw.halfmoves"):
		s.draw("fifty")
	case s.num("draw.max_plies") > 0 && s.Ply >= s.num("draw.max_plies"):
		s.draw("plies")
	}
}
