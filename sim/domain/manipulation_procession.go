package domain

// Procession of the Fallen brings all curses to the board [CD-365, CD-366].

func processionTargets(l *lister) {
	if l.s.sides[l.c].held != [Queen + 1]uint16{} {
		l.try(keyAction(KeyProcession))
	}
}

func processionForm(s *State, c Side, _ Square, tr *trace) {
	side, foe := &s.sides[c], &s.sides[c.foe()]
	rank := 3
	for _, t := range [...]Type{Queen, Rook, Bishop, Knight, Pawn} {
		for side.held[t] > 0 {
			free := ^s.taken(c) & rankOf(c, rank)
			if free == 0 {
				if rank == 0 {
					return
				}
				rank--
				continue
			}
			side.held[t]--
			p := newPiece(t, c, Curse)
			if i := foe.lastLost(t); i >= 0 {
				p = p.withBody(foe.restore(i).home, t)
			}
			if t == Pawn && rank == 0 {
				p = p.withType(Queen)
			}
			tr.place(c, p.typ(), free.First())
			s.setDown(free.First(), p, tr)
		}
	}
}

func processionEnd(s *State, c Side, tr *trace) { s.vanishAll(c, s.curses&s.of[c], tr) }
