package domain

// Most casts need no trial: where all is calm, the safety of the king after a cast follows from what the cast changes on
// the board. The methods here try casts by such changes, and fall back on trials where more may happen.

// grant appends a main cast whose verdict is known.
func (l *lister) grant(a act, safe bool) {
	if safe && !l.done && l.payable(a) {
		l.found(a | l.via)
	}
}

// tryMoved tries actions that take the own piece on from to each of the squares; base is their common part. A pawn that
// comes to its last rank promotes.
func (l *lister) tryMoved(base act, from Square, to Bitboard) {
	safe, known := l.known(from, to)
	promoting := Bitboard(0)
	if l.s.board[from&63].typ() == Pawn {
		promoting = rankOf(l.c, 7)
	}
	for to &= safe | ^known; to != 0 && !l.done; to &= to - 1 {
		a := base | act(to.First())<<1
		if promoting.Has(to.First()) {
			a |= 1
		}
		if known.Has(to.First()) {
			l.grant(a, true)
		} else {
			l.try(a)
		}
	}
}

// tryDragged tries casts that take the enemy piece on from to each of the squares.
func (l *lister) tryDragged(from Square, to Bitboard) {
	known := ^l.uneasy
	if !l.calm || l.uneasy.Has(from) || l.s.doors().Has(from) { // without its doors it may threaten
		known = 0
	}
	bit := from.Bit()
	for ; to != 0 && !l.done; to &= to - 1 {
		a := pairAction(l.key, from, to.First())
		if !known.Has(to.First()) {
			l.try(a)
			continue
		}
		t := l.g.t
		t.carry(bit, to&-to)
		l.grant(a, !l.g.touch && t.on(l.g.king) == 0)
	}
}

// tryRemoved tries a cast that destroys or captures pieces of either side; a Mahoraga among them is stunned.
func (l *lister) tryRemoved(a act, b Bitboard) {
	if !l.calm {
		l.try(a)
		return
	}
	t := l.g.t
	t.only(^b)
	gone := b &^ (l.s.types[Mahoraga] | l.s.doors()) // doors stay
	l.grant(a, !l.g.touch && t.over(l.g.king, t.blockers&^gone) == 0)
}

// trySilenced tries a cast after which the enemy piece on sq threatens nothing, and stays.
func (l *lister) trySilenced(a act, sq Square) {
	if !l.calm {
		l.try(a)
		return
	}
	t := l.g.t
	t.only(^sq.Bit())
	l.grant(a, !l.g.touch && t.on(l.g.king) == 0)
}

// tryPlaced tries a cast that puts something on an empty square that blocks it.
func (l *lister) tryPlaced(a act, sq Square) {
	if !l.calm || l.uneasy.Has(sq) {
		l.try(a)
		return
	}
	l.grant(a, l.g.answer.Has(sq))
}

// tryStill tries a cast that changes no line and no threat.
func (l *lister) tryStill(a act) {
	if !l.calm {
		l.try(a)
		return
	}
	l.grant(a, !l.g.touch && !l.g.check)
}

// carry takes a piece from one square to another, both given as sets.
func (t *threats) carry(from, to Bitboard) {
	for _, b := range [...]*Bitboard{&t.pawns, &t.leaps, &t.steps, &t.diagonals, &t.straights} {
		if *b&from != 0 {
			*b ^= from | to
		}
	}
	t.blockers = t.blockers&^from | to
}
