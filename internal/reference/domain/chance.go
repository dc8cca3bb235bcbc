package domain

import "sort"

// Outcomes lists the results of the waiting chance node by name, with their probabilities (§10); nil at other nodes.
func (s *State) Outcomes() []Outcome {
	me := s.me()
	luck := float64(me.Luck) / 100
	switch s.Pending.Kind {
	case "spin":
		return either("hit", "miss", s.frac("gambit.base")+luck*s.frac("luck.spin_scale"))
	case "clock":
		return either("out", "ok", s.frac("clock.timeout_prob"))
	case "dice":
		return either("hit", "miss", s.frac("dice.base")+luck*s.frac("luck.dice_scale"))
	case "hol":
		base := map[byte]string{'P': "hol.pawn", 'N': "hol.minor", 'B': "hol.minor", 'R': "hol.rook", 'Q': "hol.queen"}
		return either("win", "lose", s.frac(base[s.Board[s.Pending.Sq].T])+luck*s.frac("luck.hol_scale"))
	case "disguise":
		var list []Outcome
		for set := range domains {
			list = append(list, Outcome{set, 1.0 / 6})
		}
		sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
		return list
	}
	return nil
}

// either is a node of two outcomes of which the first has probability p; impossible ones are left out.
func either(first, second string, p float64) []Outcome {
	p = min(max(p, 0), 1)
	var list []Outcome
	if p > 0 {
		list = append(list, Outcome{first, p})
	}
	if p < 1 {
		list = append(list, Outcome{second, 1 - p})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// deal carries out an outcome without what follows it in the pipeline.
func (s *State) deal(outcome string) {
	x := s.Turn
	node := s.Pending
	s.Pending = Pending{Sq: NoSquare}
	switch node.Kind {
	case "spin":
		s.emit("spin:%s", outcome)
		switch {
		case outcome == "hit":
			s.jackpot(x, node.When == "clash")
		case node.When == "clash":
			s.clash(x, "gambit", NoSquare)
		}
	case "clock":
		if outcome == "out" {
			s.timeout(x)
		}
	case "dice":
		s.roll(outcome == "hit")
	case "hol":
		s.bet(node.Sq, outcome == "win")
	case "disguise":
		s.player(node.Side).Disguise = outcome
		s.askDisguise()
	}
}

// resolve deals an outcome and goes on with the turn.
func (s *State) resolve(outcome string) {
	s.stepped = NoSquare
	node := s.Pending
	s.deal(outcome)
	switch node.Kind {
	case "spin":
		if node.When == "end" {
			s.close()
		} else {
			s.afterFree()
		}
	case "dice":
		s.afterFree()
	case "hol":
		s.afterMain()
	case "clock":
		if outcome == "out" {
			s.afterMain()
		}
	}
}

// timeout takes the pawn that a side out of time loses, if any (CD-395).
func (s *State) timeout(x Side) {
	s.emit("timeout")
	var pawns []Square
	for _, q := range s.squares(x) {
		if p := s.Board[q]; p.T != 'P' || p.Kind != real || !s.hittable(q, "dismantle") {
			continue
		}
		c := s.trial()
		c.Board[q] = Piece{}
		if !c.inCheck(x) {
			pawns = append(pawns, q)
		}
	}
	if s.Domain.Queen == NoSquare { // a clock that was set up without its domain
		return
	}
	if q := nearest(x, s.Domain.Queen, pawns); q != NoSquare {
		s.remove(x.other(), q)
	}
}

// askDisguise makes the chance node for the first Toji that is neither disguised nor revealed (CD-394, CD-442).
func (s *State) askDisguise() {
	for _, x := range []Side{White, Black} {
		if s.hiddenToji(x) && s.Players[x].Disguise == "" {
			s.Pending = Pending{Kind: "disguise", Side: x, Sq: NoSquare}
			return
		}
	}
}
