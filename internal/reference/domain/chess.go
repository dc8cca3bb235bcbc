package domain

import "strings"

// able tells whether the piece on q may move and capture (CD-100).
func (s *State) able(q Square) bool {
	p := s.Board[q]
	if p.empty() || p.Kind == pawnKind || p.Speech > 0 || p.Stun > 0 {
		return false
	}
	return !s.doorsAt(q) && !s.locked(q)
}

// locked is the lock of Unlimited Pawns (CD-342).
func (s *State) locked(q Square) bool {
	p := s.Board[q]
	if p.T == 'K' || p.Kind == decoyKind || p.Shield > 0 || s.Players[p.Side].Jackpot > 0 {
		return false
	}
	if p.T == 'M' && s.adapted(p.Side, "pawns") {
		return false
	}
	for _, n := range q.around() {
		if o := s.Board[n]; o.Kind == pawnKind && o.Side != p.Side {
			return !s.inCheck(p.Side)
		}
	}
	return false
}

// binds tells whether Infinity holds for the piece p of the other side (CD-223).
func (s *State) binds(p Piece) bool {
	owner := s.Players[p.Side]
	if owner.Set == "toji" && owner.Revealed {
		return false
	}
	return !(p.T == 'M' && s.adapted(p.Side, "infinity"))
}

// barred tells whether an enemy Infinity keeps p from landing on q (CD-104).
func (s *State) barred(p Piece, q Square) bool {
	if !s.binds(p) {
		return false
	}
	for _, n := range q.around() {
		if o := s.Board[n]; !o.empty() && o.Side != p.Side && o.Infinity > 0 {
			return true
		}
	}
	return false
}

// mayLand is CD-104 for the arrival square, whatever stands there.
func (s *State) mayLand(p Piece, q Square) bool { return !s.doorsAt(q) && !s.barred(p, q) }

// capturable tells whether the piece on from may capture what stands on to by a move (CD-140).
func (s *State) capturable(from, to Square) bool { return s.capturableBy(s.Board[from], to) }

func (s *State) capturableBy(p Piece, to Square) bool {
	t := s.Board[to]
	if t.empty() || t.Side == p.Side || t.T == 'K' || t.Kind == decoyKind || t.Kind == rikaKind || s.domainQueen(to) {
		return false
	}
	if t.Infinity > 0 && s.binds(p) || t.Shield > 0 || s.doorsAt(to) {
		return false
	}
	if s.Players[t.Side].Jackpot > 0 && !(p.T == 'M' && s.adapted(p.Side, "jackpot")) {
		return false
	}
	return true
}

// mayGo tells whether the piece on from may end a move on to: land there, on nothing or on something capturable.
func (s *State) mayGo(from, to Square) bool {
	p := s.Board[from]
	return s.mayLand(p, to) && (s.free(to, p.Side) || s.capturable(from, to))
}

var straight = []direction{directions[0], directions[2], directions[4], directions[6]}
var diagonal = []direction{directions[1], directions[3], directions[5], directions[7]}

// pattern gives the steps, slides and leaps of a movement: N B R Q K, or M with the strength of its side's adaptations
// (CD-286).
func (s *State) pattern(t byte, side Side) (steps []direction, slides []direction, leaps bool) {
	switch t {
	case 'N':
		leaps = true
	case 'B':
		slides = diagonal
	case 'R':
		slides = straight
	case 'Q':
		slides = directions
	case 'K', 'D':
		steps = directions
	case 'M':
		steps, leaps = directions, true
		if len(s.Players[side].Adapted) >= 1 {
			slides = diagonal
		}
		if len(s.Players[side].Adapted) >= 2 {
			slides = directions
		}
	}
	return steps, slides, leaps
}

// reach lists where the piece on from may go by pattern t.
func (s *State) reach(from Square, t byte) []Square {
	side := s.Board[from].Side
	steps, slides, leaps := s.pattern(t, side)
	goals := map[Square]bool{}
	for _, d := range steps {
		if to := from.step(d); to != NoSquare {
			goals[to] = true
		}
	}
	if leaps {
		for _, to := range from.knightLeaps() {
			goals[to] = true
		}
	}
	for _, d := range slides {
		for to := from.step(d); to != NoSquare; to = to.step(d) {
			goals[to] = true
			if s.occupied(to, side) || s.doorsAt(to) {
				break
			}
		}
	}
	var list []Square
	for to := Square(0); to < 64; to++ {
		if goals[to] && s.mayGo(from, to) {
			list = append(list, to)
		}
	}
	return list
}

func forward(side Side) direction {
	if side == White {
		return direction{"n", 0, 1}
	}
	return direction{"s", 0, -1}
}

// pawnReach lists a pawn's moves; e.p. captures included (CD-102, CD-103).
func (s *State) pawnReach(from Square) []Square {
	p := s.Board[from]
	var list []Square
	one := from.step(forward(p.Side))
	if one == NoSquare {
		return nil
	}
	if s.free(one, p.Side) && s.mayLand(p, one) {
		list = append(list, one)
	}
	if from.ownRank(p.Side) == 2 {
		two := one.step(forward(p.Side))
		if s.free(one, p.Side) && !s.doorsAt(one) && s.free(two, p.Side) && s.mayLand(p, two) {
			list = append(list, two)
		}
	}
	for _, file := range []int{from.file() - 1, from.file() + 1} {
		to := at(file, one.rank())
		if to == NoSquare {
			continue
		}
		if s.mayLand(p, to) && s.capturable(from, to) || s.enPassant(from, to) != NoSquare {
			list = append(list, to)
		}
	}
	return list
}

// enPassant gives the square of the pawn that a pawn going from-to captures in passing, NoSquare if it doesn't.
func (s *State) enPassant(from, to Square) Square {
	p := s.Board[from]
	if p.T != 'P' || to != s.Ep || abs(from.file()-to.file()) != 1 || to.ownRank(p.Side)-from.ownRank(p.Side) != 1 {
		return NoSquare
	}
	victim := at(to.file(), from.rank())
	v := s.Board[victim]
	if v.T != 'P' || v.Kind == pawnKind || v.Side == p.Side || !s.free(to, p.Side) {
		return NoSquare
	}
	if !s.capturable(from, victim) || !s.mayLand(p, to) || s.Players[0].Jackpot > 0 || s.Players[1].Jackpot > 0 {
		return NoSquare
	}
	return victim
}

// castling describes one of the four castlings.
type castling struct {
	right              byte
	side               Side
	king, rook         Square
	kingGoal, rookGoal Square
}

var castlings = []castling{
	{'K', White, at(4, 0), at(7, 0), at(6, 0), at(5, 0)},
	{'Q', White, at(4, 0), at(0, 0), at(2, 0), at(3, 0)},
	{'k', Black, at(4, 7), at(7, 7), at(6, 7), at(5, 7)},
	{'q', Black, at(4, 7), at(0, 7), at(2, 7), at(3, 7)},
}

// castlingPieces tells whether king and rook of a right are where it needs them (CD-101).
func (s *State) castlingPieces(c castling) bool {
	k, r := s.Board[c.king], s.Board[c.rook]
	return k.T == 'K' && k.Side == c.side && r.T == 'R' && r.Kind == real && r.Side == c.side
}

// castles lists where the king on from may castle to, all but the legality point (CD-101).
func (s *State) castles(from Square) []Square {
	p := s.Board[from]
	var list []Square
	for _, c := range castlings {
		if c.side != p.Side || c.king != from || !strings.Contains(s.Castle, string(c.right)) || !s.castlingPieces(c) {
			continue
		}
		ok := s.able(c.rook) && !s.inCheck(p.Side)
		for _, q := range between(c.king, c.rook) {
			ok = ok && s.free(q, p.Side) && !s.doorsAt(q)
		}
		ok = ok && !s.barred(p, c.kingGoal) && !s.barred(s.Board[c.rook], c.rookGoal)
		if ok {
			crossing := s.trial()
			crossing.Board[c.rookGoal] = crossing.Board[from]
			crossing.Board[from] = Piece{}
			ok = !crossing.inCheck(p.Side)
		}
		if ok {
			list = append(list, c.kingGoal)
		}
	}
	return list
}

// pieceMoves lists the squares the piece on from may go to by a move (CD-007).
func (s *State) pieceMoves(from Square) []Square {
	p := s.Board[from]
	if !s.able(from) {
		return nil
	}
	goals := map[Square]bool{}
	add := func(list []Square) {
		for _, q := range list {
			goals[q] = true
		}
	}
	switch {
	case p.Kind == decoyKind:
		for _, to := range from.around() {
			if s.free(to, p.Side) && s.mayLand(p, to) {
				goals[to] = true
			}
		}
	case p.T == 'P':
		add(s.pawnReach(from))
	case s.domainQueen(from):
		add(s.reach(from, 'K'))
	case p.T == 'K':
		add(s.reach(from, 'K'))
		add(s.castles(from))
	default:
		add(s.reach(from, p.T))
	}
	if s.owns(p.Side, "shadow") && p.T != 'K' && p.Kind != decoyKind {
		for _, to := range s.reach(from, 'Q') {
			if s.free(to, p.Side) {
				goals[to] = true
			}
		}
	}
	var list []Square
	for q := Square(0); q < 64; q++ {
		if goals[q] {
			list = append(list, q)
		}
	}
	return list
}

// moveAction names the move from-to; pawns arriving on their last rank promote (CD-106).
func (s *State) moveAction(from, to Square) Action {
	a := Action{Key: "move", From: from, To: to, Text: from.String() + to.String()}
	if p := s.Board[from]; p.T == 'P' && to.ownRank(p.Side) == 8 {
		a.Text += "q"
	}
	return a
}

// moves lists the moves of x without asking for the king's safety.
func (s *State) moves(x Side) []Action {
	var list []Action
	for _, from := range orders[x] {
		if p := s.Board[from]; p.empty() || p.Side != x {
			continue
		}
		for _, to := range s.pieceMoves(from) {
			list = append(list, s.moveAction(from, to))
		}
	}
	return list
}

// carry takes the piece on from to an empty or emptied square and keeps the domain queen's square up to date.
func (s *State) carry(from, to Square) {
	if s.domainQueen(from) {
		s.Domain.Queen = to
	}
	s.Board[to] = s.Board[from]
	s.Board[from] = Piece{}
}

// travel is what moves, Releases and the Spear have in common once nothing stands in the way: the piece arrives, a pawn
// may have gone two squares and may be crowned.
func (s *State) travel(from, to Square) {
	p := s.Board[from]
	s.emit("move:%s-%s", from, to)
	s.carry(from, to)
	if p.T != 'P' {
		return
	}
	if p.Kind == real {
		s.Reset = true
	}
	if from.file() == to.file() && from.ownRank(p.Side) == 2 && to.ownRank(p.Side) == 4 {
		s.stepped = to
	}
	if to.ownRank(p.Side) == 8 {
		s.Board[to].T = 'Q'
	}
}

// crown announces a promotion.
func (s *State) crown(p Piece, to Square) {
	if p.T == 'P' && to.ownRank(p.Side) == 8 {
		s.emit("promote:%s", to)
	}
}

// move carries out a move or, with release set, a Release.
func (s *State) move(a Action, release bool) {
	p := s.Board[a.From]
	victim := a.To
	if !release {
		if q := s.enPassant(a.From, a.To); q != NoSquare {
			victim = q
		}
		for _, c := range castlings {
			if p.T == 'K' && c.king == a.From && c.kingGoal == a.To && distance(a.From, a.To) == 2 {
				s.travel(a.From, a.To)
				s.travel(c.rook, c.rookGoal)
				return
			}
		}
	}
	if s.occupied(victim, p.Side) {
		if s.countered(a.From, victim) {
			return
		}
		s.capture(p.Side, victim)
	}
	s.travel(a.From, a.To)
	s.crown(p, a.To)
}

// enPassantSquare is the new e.p. square after a turn of x (CD-102).
func (s *State) enPassantSquare(x Side) Square {
	if s.stepped == NoSquare {
		return NoSquare
	}
	p := s.Board[s.stepped]
	if p.T != 'P' || p.Side != x || p.Kind == pawnKind {
		return NoSquare
	}
	for _, file := range []int{s.stepped.file() - 1, s.stepped.file() + 1} {
		q := at(file, s.stepped.rank())
		if q == NoSquare {
			continue
		}
		if o := s.Board[q]; o.T == 'P' && o.Kind != pawnKind && o.Side != x {
			return at(s.stepped.file(), s.stepped.rank()-forward(x).rank)
		}
	}
	return NoSquare
}
