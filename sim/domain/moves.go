package domain

import "variantlab/sim/board"

// moves appends c's legal moves [CD-007] to l in ascending order: plain moves, captures, e.p., castling, promotions.
func (l *lister) moves() {
	s, c := l.s, l.c
	m := s.mover(c)
	g := s.guard(c)
	calm := s.calm(c)
	for b := m.able; b != 0; b &= b - 1 {
		from := b.First()
		to := m.targets(from)
		switch typ := s.board[from&63].typ(); {
		case typ == Pawn:
			special := Bitboard(0)
			if victim := m.enPassant(from); victim != NoSquare {
				special = s.ep.Bit()
				if calm && !g.allowsEnPassant(from, s.ep, victim) {
					special = 0
				}
				to &^= s.ep.Bit()
			}
			if calm {
				to = g.filter(from, to)
			}
			l.pawnMoves(from, to|special, calm)
		case typ == King:
			if calm {
				to = g.filterKing(to)
			}
			l.pieceMoves(from, to|l.castlings(&m, &g, calm), calm)
		default:
			if calm {
				to = g.filter(from, to)
			}
			l.pieceMoves(from, to, calm)
		}
		if l.done {
			return
		}
	}
}

// castlings are the goals of the king's castling moves; whether it arrives safely is only known when all is calm.
func (l *lister) castlings(m *mover, g *guard, calm bool) (goals Bitboard) {
	if l.s.castle == 0 {
		return 0
	}
	for i := range castlingPlaces {
		if m.mayCastle(i) && g.allowsCrossing(i) && (!calm || g.allowsCastling(i)) {
			goals |= castlingSquares[i].goal.Bit()
		}
	}
	return goals
}

func (l *lister) pieceMoves(from Square, to Bitboard, known bool) {
	for ; to != 0 && !l.done; to &= to - 1 {
		l.move(pairAction(KeyMove, from, to.First()), known)
	}
}

func (l *lister) pawnMoves(from Square, to Bitboard, known bool) {
	last := rankOf(l.c, 7)
	for ; to != 0 && !l.done; to &= to - 1 {
		a := pairAction(KeyMove, from, to.First())
		if to&-to&last != 0 {
			a |= 1
		}
		l.move(a, known)
	}
}

// move appends a move that is known to be legal, or that a trial shows to be.
func (l *lister) move(a act, known bool) {
	if known {
		l.found(a)
		return
	}
	l.add(a)
}

// play carries out a plain move [S7].
func (s *State) play(c Side, a act, tr *trace) {
	from, to := actionFrom(a), actionTo(a)
	p := s.board[from]
	victim := to
	switch p.typ() {
	case Pawn:
		if to == s.ep {
			m := s.mover(c)
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
	p := s.take(from)
	tr.going("move", from, to)
	if p.typ() == Pawn {
		if p.kind() == Real {
			s.reset = true
		}
		if from^to == 16 && ownRank(p.side(), from) == 1 {
			s.stepped = to
		}
		if queen {
			p = p.withType(Queen)
			tr.at("promote", to)
		}
	}
	s.pawns &^= to.Bit()
	s.put(to, p)
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
