package deicide

import "slices"

func index(black bool) int {
	if black {
		return 1
	}
	return 0
}

// raw carries out an action, without the end of the turn [DC-103 to DC-108]. It reports whether a piece was removed from
// play and whether a Snail moved.
func (p *Position) raw(a action) (removed, snailMoved bool) {
	p.Ply++
	if a.form == "pass" {
		p.MovesLeft = 0
		p.Quiet++
		return false, false
	}
	x := p.at(a.from)
	acting := p.actsAs(x)
	d := Vector{sign(a.to.File - a.from.File), sign(a.to.Rank - a.from.Rank)}
	switch a.form {
	case "time":
		p.Flights = append(p.Flights, Flight{Piece: p.remove(a.from), Target: a.to, Counters: 3, Fresh: true})
	case "castle":
		king, rook := p.remove(a.from), p.remove(a.to)
		p.place(a.from.plus(d, 2), king)
		p.place(a.from.plus(d, 1), rook)
	case "push":
		behind := a.to.plus(d, 1)
		if p.inside(behind) {
			p.place(behind, p.remove(a.to))
			p.place(a.to, p.remove(a.from))
		} else {
			removed = true
			p.capture(a.from, a.to)
		}
	case "ep":
		removed = true
		for _, s := range p.takenBy(x, a.to) {
			p.remove(s)
		}
		p.move(a)
	default:
		if p.at(a.to).empty() {
			p.move(a)
		} else {
			removed = true
			if p.capture(a.from, a.to) {
				p.pawnMoved(a)
			}
		}
	}
	p.Last[index(p.Black)] = acting
	p.MovesLeft--
	if x.Code == "SN" && p.Extra {
		p.MovesLeft = 0
	}
	p.Quiet++
	if removed || isPawn(x.Code) {
		p.Quiet = 0
	}
	return removed, x.Code == "SN"
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	default:
		return 0
	}
}

// capture removes the piece on to and moves the one on from there, or removes both [DC-281, DC-283]. It reports whether
// the capturer survived.
func (p *Position) capture(from, to Square) bool {
	victim, capturer := p.remove(to), p.remove(from)
	if victim.Code != "BM" && capturer.Code != "BM" {
		p.place(to, capturer)
		return true
	}
	if victim.Code == "BM" && capturer.Code == "BM" {
		for _, d := range dir8 {
			if s := to.plus(d, 1); p.inside(s) && !p.at(s).empty() && p.at(s).Code != "SN" {
				p.remove(s)
			}
		}
	}
	return false
}

func (p *Position) move(a action) {
	p.place(a.to, p.remove(a.from))
	p.pawnMoved(a)
}

// pawnMoved does what a pawn's own action does besides moving it: the flag, promotion, an en passant entry.
func (p *Position) pawnMoved(a action) {
	x := p.at(a.to)
	if !isPawn(x.Code) {
		return
	}
	x.Moved = true
	if a.promote != "" {
		x = Piece{Code: a.promote, Black: x.Black}
	}
	p.place(a.to, x)
	d := Vector{sign(a.to.File - a.from.File), sign(a.to.Rank - a.from.Rank)}
	if e := (Passing{Pawn: a.to}); a.from.plus(d, 1) != a.to {
		for s := a.from.plus(d, 1); s != a.to; s = s.plus(d, 1) {
			e.Passed = append(e.Passed, s)
		}
		p.Passings = append(p.Passings, e)
	}
}

// end finishes the turn [DC-109 to DC-113]. It reports whether a landing removed a piece.
func (p *Position) end(snailMoved bool) (removed bool) {
	flights := p.Flights
	p.Flights = nil
	for _, f := range flights {
		if f.Piece.Black != p.Black {
			p.Flights = append(p.Flights, f)
			continue
		}
		if f.Fresh {
			f.Fresh = false
		} else {
			f.Counters--
		}
		if f.Counters > 0 {
			p.Flights = append(p.Flights, f)
			continue
		}
		switch y := p.at(f.Target); {
		case y.empty():
			p.place(f.Target, f.Piece)
			continue
		case y.Code == "SN":
		case y.Code == "BM":
			p.remove(f.Target)
		default:
			p.remove(f.Target)
			p.place(f.Target, f.Piece)
		}
		removed = true
	}
	if removed {
		p.Quiet = 0
	}
	p.Passings = slices.DeleteFunc(p.Passings, func(e Passing) bool { return p.at(e.Pawn).Black != p.Black })
	bonus := snailMoved && !p.Extra
	p.Black = !p.Black
	p.MovesLeft, p.Extra = 1, false
	if bonus {
		p.MovesLeft, p.Extra = 2, true
	}
	p.Turn++
	return removed
}

// threat: the other side, moving once, removes the King of a side [DC-402].
func (p *Position) threat(black bool) bool {
	k, ok := p.king(black)
	if !ok {
		return true
	}
	due := func(t Square) bool {
		return slices.ContainsFunc(p.Flights, func(f Flight) bool {
			return f.Piece.Black != black && f.Counters == 1 && !f.Fresh && f.Target == t
		})
	}
	if due(k) { // T2
		return true
	}
	for f := 1; f <= p.Size; f++ {
		for r := 1; r <= p.Size; r++ {
			s := Square{f, r}
			x := p.at(s)
			if x.empty() || x.Black == black {
				continue
			}
			if p.capturesKing(s, x, k) { // T1
				return true
			}
			if x.Code == "SM" { // T3, T4
				for _, d := range dir8 {
					if t, ok := p.pushTarget(s, d, x.Black); ok && t == k {
						behind := k.plus(d, 1)
						if !p.inside(behind) || p.at(behind).empty() && due(behind) {
							return true
						}
					}
				}
			}
			if x.Code == "BM" { // T5
				for _, d := range dir8 {
					if t := s.plus(d, 1); p.inside(t) && p.at(t).Code == "BM" && p.at(t).Black == black && adjacent(t, k) {
						return true
					}
				}
			}
		}
	}
	return false
}

func adjacent(s, t Square) bool {
	return s != t && max(s.File-t.File, t.File-s.File) <= 1 && max(s.Rank-t.Rank, t.Rank-s.Rank) <= 1
}

func (p *Position) capturesKing(s Square, x Piece, k Square) bool {
	code := p.actsAs(x)
	if code == "SN" {
		return adjacent(s, k)
	}
	if code == "KG" && p.Yuri {
		return false
	}
	if code == "SC" { // spares listing the board
		code = "PR"
	}
	_, captures := p.reaches(s, code, x.Black)
	return slices.Contains(captures, k)
}

// selfLanding: a piece of the side lands on its own King this turn [DC-403].
func (p *Position) selfLanding(black bool) bool {
	k, ok := p.king(black)
	return ok && slices.ContainsFunc(p.Flights, func(f Flight) bool {
		return f.Piece.Black == black && f.Counters == 1 && f.Target == k
	})
}

func (p *Position) inCheck(black bool) bool {
	return p.threat(black) || p.Black == black && p.selfLanding(black)
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.inCheck(p.Black) }

// Threat reports whether the King of a side is threatened.
func (p *Position) Threat(black bool) bool { return p.threat(black) }

// safe: after the action and the end of the turn the own King is there and not threatened [DC-401].
func (p *Position) safe(a action) bool {
	e := p.clone()
	e.raw(a)
	e.end(false)
	return !e.threat(p.Black)
}

// Step carries out a legal action, given as text, on a copy [DC-130].
func (p *Position) Step(text string) *Position {
	for _, a := range p.pseudo() {
		if a.String() == text {
			return p.step(a)
		}
	}
	panic(text + " is no action in " + p.FEN())
}

func (p *Position) step(a action) *Position {
	m := p.clone()
	byKing := p.takesKing(a)
	stoodThere := p.selfLanding(!p.Black)
	removed, snailMoved := m.raw(a)
	if removed {
		clear(m.Seen)
	}
	if _, ok := m.king(!p.Black); !ok {
		m.kingGone(byKing)
		return m
	}
	if m.MovesLeft > 0 {
		ended := m.clone()
		ended.end(false)
		check := m.threat(!p.Black) || ended.threat(!p.Black) || ended.selfLanding(!p.Black) && !stoodThere
		if !check {
			if m.MaxPlies > 0 && m.Ply >= m.MaxPlies {
				m.Result = Result{"draw", "max_plies"}
			}
			return m
		}
	}
	if m.end(snailMoved) {
		clear(m.Seen)
	}
	m.Seen[m.Key()]++
	if _, ok := m.king(m.Black); !ok {
		m.Black = !m.Black
		m.kingGone(false)
		m.Black = !m.Black
		return m
	}
	if m.standing(); m.Result.Reason != "" {
		return m
	}
	switch {
	case m.Repetition > 0 && m.Seen[m.Key()] >= m.Repetition:
		m.Result = Result{"draw", "repetition"}
	case m.QuietLimit > 0 && m.Quiet >= m.QuietLimit:
		m.Result = Result{"draw", "quiet"}
	case m.MaxPlies > 0 && m.Ply >= m.MaxPlies:
		m.Result = Result{"draw", "max_plies"}
	}
	return m
}

// kingGone ends the game: p's side to move has removed the other King [DC-420, DC-511, DC-513].
func (p *Position) kingGone(byKing bool) {
	winner := side(p.Black)
	if p.Yuri {
		winner = side(byKing)
	}
	p.Result = Result{winner, "king_captured"}
}

func side(black bool) string {
	if black {
		return "b"
	}
	return "w"
}

// standing tests mate, stalemate and bare Kings.
func (p *Position) standing() {
	if !slices.ContainsFunc(p.pseudo(), p.isLegal) {
		switch {
		case !p.InCheck():
			p.Result = Result{"draw", "stalemate"}
		case p.Yuri:
			p.Result = Result{"w", "checkmate"}
		default:
			p.Result = Result{side(!p.Black), "checkmate"}
		}
		return
	}
	count := len(p.Flights)
	for _, s := range p.squares() {
		if !p.at(s).empty() {
			count++
		}
	}
	if count == 2 && !p.Yuri {
		p.Result = Result{"draw", "bare_kings"}
	}
}

// RemovesKing plays everything that the other side could do at once, its own King's safety and the cost of a Snail's move
// left aside, and reports whether the King of a side is gone at the end of some such turn [DC-400]. Where Kings may
// touch, their captures of Kings do not count [DC-510].
func (p *Position) RemovesKing(black bool) bool {
	start := p.clone()
	start.Black, start.MovesLeft, start.Extra = !black, 1, false
	gone := func(q *Position) bool {
		_, there := q.king(black)
		q.end(false)
		_, stays := q.king(black)
		return !there || !stays
	}
	if gone(start.clone()) { // a landing, whatever is moved
		return true
	}
	k, _ := start.king(black)
	for _, a := range start.pseudo() {
		if start.takesKing(a) {
			continue
		}
		next := start.clone()
		if next.raw(a); gone(next) {
			return true
		}
	}
	for _, s := range start.squares() { // Snails capture Kings, which is no action of theirs in a game
		if x := start.at(s); !x.empty() && x.Black != black && start.actsAs(x) == "SN" && adjacent(s, k) {
			return true
		}
	}
	return false
}
