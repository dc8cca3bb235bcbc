package domain

// restores lists the casts of Reverse Cursed Technique (CD-200).
func (s *State) restores(x Side) []Action {
	seen := map[byte]bool{}
	var list []Action
	for _, l := range s.Players[x].Lost {
		if seen[l.T] {
			continue
		}
		seen[l.T] = true
		row := 1
		if l.T == 'P' {
			row = 2
		}
		for _, q := range orders[x] {
			if q.ownRank(x) == row && s.free(q, x) {
				t := l.T + 'a' - 'A'
				list = append(list, Action{Key: "rct", As: l.T, To: q, Text: "rct:" + string(t) + "-" + q.String()})
			}
		}
	}
	return list
}

// restore brings back the piece of the type that was lost last.
func (s *State) restore(a Action) {
	me := s.me()
	for i := len(me.Lost) - 1; i >= 0; i-- {
		if l := me.Lost[i]; l.T == a.As {
			me.Lost = append(me.Lost[:i:i], me.Lost[i+1:]...)
			s.place(a.To, newPiece(l.T, s.Turn, real, l.Home))
			return
		}
	}
}

// newPiece is a piece without statuses.
func newPiece(t byte, side Side, kind string, home Square) Piece {
	return Piece{T: t, Side: side, Kind: kind, Home: home, Body: NoSquare}
}
