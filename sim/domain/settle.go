package domain

import "variantlab/sim/board"

// settle is CD-030: what any change of the board may bring about.
func (s *State) settle(tr *trace) {
	if s.timed[Infinity] != 0 {
		s.breakInfinity()
	}
	if s.types[Decoy] != 0 {
		s.exposeDecoys(tr)
	}
	if s.castle != 0 {
		s.settleCastling()
	}
	if s.domain.name != NoKey {
		s.settleDomain(tr)
	}
}

// breakInfinity ends Infinity wherever it stands beside a piece of a revealed Toji [CD-406].
func (s *State) breakInfinity() {
	for b := s.breakable(); b != 0; b &= b - 1 {
		s.setTimer(b.First(), Infinity, 0)
	}
}

// breakable holds the wrapped pieces beside a piece of a revealed Toji.
func (s *State) breakable() (b Bitboard) {
	for c := range s.sides {
		if side := &s.sides[c]; side.set == Toji && side.revealed {
			b |= s.wrapped(Side(c).foe()) & around(s.of[c])
		}
	}
	return b
}

// exposeDecoys removes decoys that an enemy piece threatens [CD-375].
func (s *State) exposeDecoys(tr *trace) {
	for c := range s.sides {
		decoys := s.types[Decoy] & s.of[c]
		if decoys == 0 {
			continue
		}
		t := s.threats(Side(c).foe())
		for o := inOrder(Side(c), decoys); ; {
			sq, ok := o.next()
			if !ok {
				break
			}
			if t.on(sq) != 0 {
				s.told(factDecoy, uint64(sq))
				s.vanish(sq, tr)
			}
		}
	}
}

// castlingPlace is where king and rook of one right stand.
type castlingPlace struct {
	right      castling
	king, rook Square
	side       Side
}

var castlingPlaces = [4]castlingPlace{
	{whiteShort, 4, 7, White},
	{whiteLong, 4, 0, White},
	{blackShort, 60, 63, Black},
	{blackLong, 60, 56, Black},
}

// stands reports whether a real king and a real rook of the side are in place [CD-101].
func (p *castlingPlace) stands(s *State) bool {
	return s.board[p.king].code() == newPiece(King, p.side, Real).code() &&
		s.board[p.rook].code() == newPiece(Rook, p.side, Real).code()
}

// castlingNeeds holds the squares of kings and rooks that a set of rights needs.
var castlingNeeds = func() (needs [16]struct{ kings, rooks Bitboard }) {
	for rights := range needs {
		for _, p := range castlingPlaces {
			if castling(rights)&p.right != 0 {
				needs[rights].kings |= p.king.Bit()
				needs[rights].rooks |= p.rook.Bit()
			}
		}
	}
	return needs
}()

// settleCastling clears rights that have lost their king or rook.
func (s *State) settleCastling() {
	needs := &castlingNeeds[s.castle&15]
	ownSides := s.of[White]&board.Rank1 | s.of[Black]&board.Rank8
	if needs.kings&^(s.types[King]&ownSides)|needs.rooks&^(s.types[Rook]&ownSides&^s.curses) == 0 {
		return
	}
	for i := range castlingPlaces {
		if p := &castlingPlaces[i]; s.castle&p.right != 0 && !p.stands(s) {
			s.castle &^= p.right
		}
	}
}

// settleDomain ends a domain whose queen is gone, and keeps her square up to date.
func (s *State) settleDomain(tr *trace) {
	d := &s.domain
	switch d.name {
	case KeyMalevolent:
		if d.queen == NoSquare {
			s.endDomain("end", tr)
		}
	case KeyMutual:
		if s.rikas&s.of[d.owner] == 0 {
			s.endDomain("end", tr)
		}
	}
}

// push is S8(c) for the wrapped pieces of c: enemies beside them are driven straight outward [CD-224].
func (s *State) push(c Side, tr *trace) {
	x := c.foe()
	for wrapped := inOrder(c, s.wrapped(c)); ; {
		from, ok := wrapped.next()
		if !ok {
			return
		}
		for near := inOrder(c, board.KingAttacks[from]&s.hittable(c, KeyInfinity)&s.bound(x)); ; {
			sq, ok := near.next()
			if !ok {
				break
			}
			s.pushFrom(c, from, sq, tr)
		}
	}
}

// pushFrom drives the piece on sq away from the wrapped piece beside it.
func (s *State) pushFrom(c Side, from, sq Square, tr *trace) {
	p := s.board[sq]
	if p.typ() == Mahoraga {
		s.hit(sq, KeyInfinity, tr)
		return
	}
	open := s.destinations(c, p.typ()) &^ s.doors()
	d, _ := board.Direction(from, sq)
	if to := board.Nearest(board.Rays[sq][d]&open, d); to != NoSquare {
		s.relocate(sq, to, tr)
	}
}
