package domain

import "variantlab/sim/board"

// moves appends the legal moves [CD-007] of the side to move in ascending order: plain moves, captures, e.p., castling,
// promotions.
func (l *lister) moves() {
	m := l.s.mover(l.c, l.plain)
	before := len(l.dst)
	switch {
	case !l.calm || l.uneasy != 0:
		l.tryMoves(&m)
	case l.first && m.hasMove(&l.g):
		l.done = true
	default:
		l.dst = m.appendMoves(&l.g, l.dst)
		l.done = l.first && len(l.dst) > before
	}
	l.hasMove = l.done || len(l.dst) > before
}

// hasMove reports whether some piece has a legal move; it may miss a lone e.p. capture.
func (m *mover) hasMove(g *guard) bool {
	for b := m.able; b != 0; b &= b - 1 {
		from := b.First()
		to := m.targets(from)
		if to == 0 {
			continue
		}
		if from == g.king {
			to = g.filterKing(to)
		} else {
			to = g.filter(from, to)
		}
		if to != 0 {
			return true
		}
	}
	return false
}

// plainMove is hasMove for the side to move of a plain position. Without a check, a piece on no line with its king can
// go wherever it reaches.
func (s *State) plainMove(checkers Bitboard) bool {
	c := s.turn
	if checkers == 0 && !s.kingsTouch() {
		free := s.of[c] & s.types[Pawn] &^ board.Star[s.king(c)&63]
		if (free<<8>>(16*c))&^s.occupied() != 0 { // one step ahead: up for White, down for Black
			return true
		}
	}
	m := s.chessMover(c)
	g := s.guard(c, true)
	return m.hasMove(&g)
}

// appendMoves appends the legal moves where the guard can judge them.
func (m *mover) appendMoves(g *guard, dst []act) []act {
	s := m.s
	last := rankOf(m.c, 7)
	for b := m.able; b != 0; b &= b - 1 {
		from := b.First()
		to := m.targets(from)
		base := pairAction(KeyMove, from, 0)
		switch s.board[from&63].typ() {
		case Pawn:
			if s.ep != NoSquare {
				if victim := m.enPassant(from); victim != NoSquare {
					to &^= s.ep.Bit()
					if g.allowsEnPassant(from, s.ep, victim) {
						dst = m.appendPawn(base, g.filter(from, to)|s.ep.Bit(), last, dst)
						continue
					}
				}
			}
			dst = m.appendPawn(base, g.filter(from, to), last, dst)
			continue
		case King:
			to = g.filterKing(to) | m.castlings(g, true)
		default:
			to = g.filter(from, to)
		}
		for ; to != 0; to &= to - 1 {
			dst = append(dst, base|act(to.First())<<1)
		}
	}
	return dst
}

func (m *mover) appendPawn(base act, to, last Bitboard, dst []act) []act {
	for ; to != 0; to &= to - 1 {
		a := base | act(to.First())<<1
		if last.Has(to.First()) {
			a |= 1
		}
		dst = append(dst, a)
	}
	return dst
}

// tryMoves appends the legal moves where the guard cannot judge all of them.
func (l *lister) tryMoves(m *mover) {
	last := rankOf(l.c, 7)
	for b := m.able; b != 0; b &= b - 1 {
		from := b.First()
		to := m.targets(from)
		base := pairAction(KeyMove, from, 0)
		var promoting, special Bitboard
		switch l.s.board[from&63].typ() {
		case Pawn:
			promoting = last
			if m.enPassant(from) != NoSquare {
				special = l.s.ep.Bit()
			}
		case King:
			special = m.castlings(&l.g, false)
		}
		safe, known := l.known(from, to)
		known &^= special
		for to |= special; to != 0; to &= to - 1 {
			a := base | act(to.First())<<1
			if promoting.Has(to.First()) {
				a |= 1
			}
			if !known.Has(to.First()) {
				l.add(a)
			} else if safe.Has(to.First()) {
				l.found(a)
			}
			if l.done {
				return
			}
		}
	}
}

// known gives which of the landing squares of the own piece on from are safe, and for which that is known.
func (l *lister) known(from Square, to Bitboard) (safe, known Bitboard) {
	switch {
	case !l.calm || l.uneasy.Has(from) || from == l.g.king && l.s.doors().Has(from): // doors, if set up over a king, stay behind
		return 0, 0
	case from == l.g.king:
		return l.g.filterKing(to), ^l.uneasy
	default:
		return l.g.filterCarried(from, to), ^l.uneasy
	}
}

// castlings are the goals of the king's castling moves; whether it arrives safely is only known when all is calm.
func (m *mover) castlings(g *guard, calm bool) (goals Bitboard) {
	if m.s.castle == 0 {
		return 0
	}
	for i := 2 * int(m.c); i < 2*int(m.c)+2; i++ {
		if m.mayCastle(i) && g.allowsCrossing(i) && (!calm || g.allowsCastling(i)) {
			goals |= castlingSquares[i].goal.Bit()
		}
	}
	return goals
}

// play carries out a plain move [S7].
func (s *State) play(c Side, a act, tr *trace) {
	from, to := actionFrom(a), actionTo(a)
	p := s.board[from]
	victim := to
	switch p.typ() {
	case Pawn:
		if to == s.ep {
			m := s.mover(c, false)
			if pawn := m.enPassant(from); pawn != NoSquare {
				victim = pawn
			}
		}
	case King:
		if board.Distance(from, to) == 2 {
			s.playCastling(from, to, tr)
			return
		}
	}
	s.travel(c, from, to, victim, promotes(a), tr)
}

// travel takes the piece on victim, if any, and brings the piece on from to to: all that moves, Release and the e.p.
// capture have in common. A marked victim counters.
func (s *State) travel(c Side, from, to, victim Square, queen bool, tr *trace) {
	if s.timed[Mark].Has(victim) && s.counter(c, from, victim, tr) {
		return
	}
	if s.board[victim] != 0 {
		s.captured(c, victim, tr)
	} else if s.foreignPawns(c).Has(to) {
		tr.at("capture", to)
	}
	s.arrive(from, to, queen, tr)
}

// arrive brings the piece on from to to, where nothing but a domain pawn stands any more.
func (s *State) arrive(from, to Square, queen bool, tr *trace) {
	p := s.board[from]
	tr.going("move", from, to)
	if p.typ() == Pawn {
		if p.kind() == Real {
			s.reset = true
		}
		if from^to == 16 && ownRank(p.side(), from) == 1 {
			s.stepped = to
		}
	}
	s.pawns &^= to.Bit()
	if queen {
		s.put(to, s.take(from).withType(Queen))
		tr.at("promote", to)
	} else {
		s.bring(from, to)
	}
	if from == s.domain.queen && p.side() == s.domain.owner {
		s.domain.queen = to
	}
}

func (s *State) playCastling(from, to Square, tr *trace) {
	for i := range castlingSquares {
		if q := &castlingSquares[i]; q.goal == to && castlingPlaces[i].king == from {
			s.arrive(from, to, false, tr)
			s.arrive(castlingPlaces[i].rook, q.rookGoal, false, tr)
			return
		}
	}
}

// passedOver gives the e.p. square at the end of S9 [CD-102].
func (s *State) passedOver(c Side) Square {
	at := s.stepped
	s.stepped = NoSquare
	if at == NoSquare || s.of[c]&s.types[Pawn]&at.Bit() == 0 {
		return NoSquare
	}
	bit := at.Bit()
	if (bit&^board.FileA>>1|bit&^board.FileH<<1)&s.of[c.foe()]&s.types[Pawn] == 0 {
		return NoSquare
	}
	return at ^ 8
}
