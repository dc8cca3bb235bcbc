package domain

// appendObservation writes what c may know of the state [CD-420 to CD-433, CD-443]; log is the log as c sees it.
func appendObservation(dst []byte, s *State, c Side, log [][]string) []byte {
	x := c.foe()
	masked := s.owns(x, KeyShadow)
	w := jsonWriter{dst}
	w.open('{')
	w.boardSeenBy(s, c)
	if !masked {
		w.optText("castle", s.castle.String())
	}
	w.optTrue("check", s.inCheck(c))
	if s.domain.name != NoKey {
		w.key("domain")
		w.domain(s)
	}
	if !masked {
		w.optText("ep", s.ep.String())
	}
	w.optNumber("halfmove", int(s.halfmove), 0)
	w.log(log)
	w.key("me")
	own, other := &s.sides[c], &s.sides[x]
	w.side(own, c, sideText{set: own.set, disguise: true, energy: always, cd: always})
	w.key("other")
	shown := sideText{set: other.shown(), seen: int(own.seen), saw: always}
	if own.reading && other.set != Toji {
		shown.energy, shown.cd = always, always
	}
	w.side(other, x, shown)
	if s.pending.kind != noChance {
		w.key("pending")
		w.open('{')
		w.text("kind", s.pending.kind.String())
		w.close('}')
	}
	w.text("player", c.String())
	w.optNumber("ply", int(s.ply), 0)
	w.result(s)
	w.text("turn", s.turn.String())
	w.close('}')
	return w.buf
}

func (w *jsonWriter) boardSeenBy(s *State, c Side) {
	w.key("board")
	w.open('{')
	for _, sq := range squaresByName {
		switch p := s.seenBy(c, sq); {
		case p != 0:
			w.key(sq.String())
			w.piece(sq, p)
		case s.pawns.Has(sq):
			w.key(sq.String())
			w.domainPawn(s.domain.owner)
		}
	}
	w.close('}')
}

// seenBy is the piece that c sees on a square. In the enemy's King's Shadow Board all its own pieces look like pawns
// [CD-430]; an enemy decoy looks like a king, and then the king gives nothing away either [CD-431]; enemy marks show
// only to pieces beside them [CD-414].
func (s *State) seenBy(c Side, sq Square) Piece {
	x, p := c.foe(), s.board[sq]
	switch {
	case p == 0:
		return 0
	case p.side() == c:
		if s.owns(x, KeyShadow) {
			return newPiece(Pawn, c, Real).withHome(sq)
		}
		return p
	case p.typ() == Decoy, p.typ() == King && s.types[Decoy]&s.of[x] != 0:
		return newPiece(King, x, Real).withHome(sq)
	case s.unseenMarks(c).Has(sq):
		return p.withTimer(Mark, 0)
	}
	return p
}

func (w *jsonWriter) log(log [][]string) {
	if len(log) == 0 {
		return
	}
	w.key("log")
	w.open('[')
	for _, ply := range log {
		w.next()
		w.open('[')
		for _, event := range ply {
			w.next()
			w.quote(event)
		}
		w.close(']')
	}
	w.close(']')
}
