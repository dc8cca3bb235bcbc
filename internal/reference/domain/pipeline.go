package domain

// The pipeline of a turn (§2): act for S6 and S7, then afterEffects (S8), sinkDogs (S9), finish (S10 to S16), start (S1 to S5)
// of the other side. A chance node interrupts it; resolve in chance.go takes it up again.

// act carries out a legal action on the true state.
func (s *State) act(a Action) {
	s.stepped = NoSquare
	s.Passing = false
	s.do(a)
	switch {
	case s.Pending.Kind != "":
	case a.free():
		s.afterFree()
	default:
		s.afterMain()
	}
}

// do is F1 to F3 of a free action and S7 of a main action, up to its chance node if it has one.
func (s *State) do(a Action) {
	switch a.Key {
	case "move":
		s.move(a, false)
	case "pass":
		s.emit("pass")
	default:
		s.pay(a)
		s.effect(a)
	}
}

// afterFree is F4 and the repeated S4(a).
func (s *State) afterFree() {
	s.settle()
	s.endTest()
}

// afterMain is everything from S8 on.
func (s *State) afterMain() {
	s.afterEffects()
	s.sinkDogs()
	s.finish()
}

// afterEffects is S8.
func (s *State) afterEffects() {
	x := s.Turn
	s.settle()
	s.cut()
	s.push(x)
	s.push(x.other())
	if s.owns(x, "pawns") {
		s.refill()
	}
	s.settle()
}

// sinkDogs is S9.
func (s *State) sinkDogs() {
	x := s.Turn
	if !s.owns(x, "shadow") {
		for _, q := range orders[x] {
			p := s.on(q)
			if p.Kind != dogKind || p.Side != x {
				continue
			}
			if p.Left--; p.Left <= 0 {
				s.vanish(q)
			}
		}
	}
	s.settle()
	s.Ep = s.enPassantSquare(x)
}

// settle is CD-030.
func (s *State) settle() {
	for _, x := range []Side{White, Black} {
		if s.Players[x].Set == "toji" && s.Players[x].Revealed {
			s.breakInfinity(x)
		}
	}
	for _, x := range []Side{White, Black} {
		for _, q := range orders[x] {
			if p := s.Board[q]; p.Kind == decoyKind && p.Side == x && s.attacked(q, x.other()) {
				s.vanish(q)
			}
		}
	}
	castle := ""
	for _, c := range castlings {
		for _, r := range s.Castle {
			if byte(r) == c.right && s.castlingPieces(c) {
				castle += string(r)
			}
		}
	}
	s.Castle = castle
	switch d := s.Domain; {
	case d.Name == "malevolent" && !s.domainQueen(d.Queen):
		s.end("end")
	case d.Name == "mutual" && s.rika(d.Owner) == NoSquare:
		s.end("end")
	}
}

// finish is S10 and S11; the spin node stops it.
func (s *State) finish() {
	x := s.Turn
	s.endure(x)
	if s.owns(x, "gambit") && !s.Domain.Fresh {
		s.Pending = Pending{Kind: "spin", When: "end", Sq: NoSquare}
		return
	}
	s.close()
}

// close is the end of S11 and S12 to S16, then the other side's start.
func (s *State) close() {
	x := s.Turn
	me := s.me()
	s.Domain.Fresh = false
	if me.Set != "toji" {
		s.gain(x, s.num("energy.regain"))
	}
	for key := range me.Cd {
		s.setCd(x, key, me.Cd[key]-1)
	}
	s.periodicCurse(x)
	s.sixEyes(x)
	if s.Reset {
		s.Halfmove, s.History, s.Reset = 0, nil, false
	} else {
		s.Halfmove++
	}
	s.Ply++
	s.Turn = x.other()
	s.start()
}

// start is S1 to S5.
func (s *State) start() {
	x := s.Turn
	s.me().Turns++
	s.expire(x)
	s.settle()
	if s.inCheck(x) {
		s.me().Checked = true
	}
	s.endTest()
	if s.over() {
		return
	}
	s.drawTests()
	if s.over() {
		return
	}
	if s.owns(x.other(), "malevolent") && !s.inCheck(x) && s.frac("clock.timeout_prob") > 0 {
		s.Pending = Pending{Kind: "clock", Sq: NoSquare}
	}
}

// expire is S2 without its settle.
func (s *State) expire(x Side) {
	me := s.player(x)
	if me.Jackpot > 0 {
		if me.Jackpot--; me.Jackpot == 0 {
			s.emit("jackpot-end")
		}
	}
	for q := range s.Board {
		p := &s.Board[q]
		if p.empty() {
			continue
		}
		if p.Side == x {
			p.Infinity = max(0, p.Infinity-1)
			p.Shield = max(0, p.Shield-1)
			p.Mark = max(0, p.Mark-1)
		} else {
			p.Speech = max(0, p.Speech-1)
			p.Stun = max(0, p.Stun-1)
		}
	}
	if me.Doors != NoSquare {
		if me.DoorsLeft--; me.DoorsLeft <= 0 {
			s.emit("doors-end:%s", me.Doors)
			me.Doors, me.DoorsLeft = NoSquare, 0
		}
	}
	if s.Domain.Name != "" && s.Domain.Owner == x {
		if s.Domain.Left--; s.Domain.Left <= 0 {
			s.end("end")
		}
	}
}
