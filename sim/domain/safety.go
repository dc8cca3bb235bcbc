package domain

import "variantlab/sim/board"

// guard knows which moves of one side leave its king safe, as long as nothing but the move itself changes the board.
type guard struct {
	t      threats // against the king
	king   Square
	foe    Bitboard // squares beside the enemy king, where no king may go
	answer Bitboard // squares that answer the check; all when there is none
	pinned Bitboard
	check  bool
	touch  bool // the kings stand side by side, so only the king can put it right
}

// calm reports whether an action of c changes nothing at S8 and S9 beyond what it does itself, and brings about nothing
// hidden, unless it starts from or ends on one of the uneasy squares: then the safety of the king after it can be read
// off the position before it.
func (s *State) calm(c Side) (calm bool, uneasy Bitboard) {
	if s.types[Decoy] != 0 || s.pawns != 0 && s.domain.owner == c {
		return false, 0
	}
	if b := s.types[Mahoraga] & s.of[c.foe()]; b&(b-1) != 0 || b != 0 && s.rules().DurStun == 0 {
		return false, 0 // a hit strengthens another, or one whom it doesn't even stun
	}
	for b := s.dogs & s.of[c]; b != 0; b &= b - 1 {
		if s.board[b.First()].left() <= 1 {
			return false, 0
		}
	}
	if s.timed[Infinity] != 0 {
		if s.pushable(White)|s.pushable(Black)|s.breakable() != 0 {
			return false, 0
		}
		uneasy = s.timed[Infinity] | around(s.timed[Infinity])
	}
	if s.domain.name == KeyMalevolent {
		if s.exposedToCut() != 0 {
			return false, 0
		}
		uneasy |= s.domain.queen.Bit() | board.KingAttacks[s.domain.queen&63]
	}
	return true, uneasy | s.timed[Mark]&s.of[c.foe()]
}

// pushable holds the pieces that stand beside c's Infinity and would be pushed [CD-224].
func (s *State) pushable(c Side) Bitboard {
	return around(s.wrapped(c)) & s.hittable(c, KeyInfinity) & s.bound(c.foe())
}

// guard gives the guard of c; plain says what the method does.
func (s *State) guard(c Side, plain bool) guard {
	g := guard{king: s.king(c) & 63, answer: ^Bitboard(0)}
	if plain {
		g.t = s.chessThreats(c.foe())
	} else {
		g.t = s.kingThreats(c)
	}
	g.foe = board.KingAttacks[s.king(c.foe())&63]
	if checkers := g.t.on(g.king); checkers != 0 {
		g.check = true
		g.answer = 0
		if checkers&(checkers-1) == 0 {
			g.answer = checkers | board.Between[g.king][checkers.First()&63]
		}
	}
	if g.foe.Has(g.king) {
		g.touch, g.answer = true, 0
	}
	behind := g.t.blockers &^ s.of[c]
	if !plain {
		behind |= s.doors()
	}
	var snipers Bitboard
	if g.t.diagonals&board.Diagonals[g.king&63] != 0 {
		snipers = board.BishopAttacks(g.king, behind) & g.t.diagonals
	}
	if g.t.straights&board.Straights[g.king&63] != 0 {
		snipers |= board.RookAttacks(g.king, behind) & g.t.straights
	}
	for ; snipers != 0; snipers &= snipers - 1 {
		screen := board.Between[g.king][snipers.First()&63] & g.t.blockers
		if screen&(screen-1) == 0 {
			g.pinned |= screen
		}
	}
	return g
}

// filter keeps the landing squares of the piece on from, which isn't the king, that leave the king safe.
func (g *guard) filter(from Square, to Bitboard) Bitboard {
	to &= g.answer
	if g.pinned.Has(from) {
		to &= board.Lines[g.king][from&63]
	}
	return to
}

// filterCarried is filter for a piece that doesn't go over the board and could so come to stand behind what pins it.
func (g *guard) filterCarried(from Square, to Bitboard) Bitboard {
	if g.pinned.Has(from) {
		open := g.t.blockers &^ from.Bit()
		d, _ := board.Direction(g.king, from)
		to &= (board.BishopAttacks(g.king, open) | board.RookAttacks(g.king, open)) & board.Rays[g.king][d]
	}
	return to & g.answer
}

// filterKing keeps the landing squares of the king that are safe.
func (g *guard) filterKing(to Bitboard) Bitboard {
	to &^= g.foe
	if to == 0 {
		return 0
	}
	return to &^ g.t.covered(g.t.blockers&^g.king.Bit())
}

// allowsEnPassant reports whether taking victim from from to to leaves the king safe.
func (g *guard) allowsEnPassant(from, to, victim Square) bool {
	blockers := g.t.blockers&^(from.Bit()|victim.Bit()) | to.Bit()
	return !g.touch && g.t.over(g.king, blockers)&^victim.Bit() == 0
}

// allowsCrossing reports whether the king may set out and pass; the right of that index must be there otherwise.
func (g *guard) allowsCrossing(i int) bool {
	return !g.check && g.t.over(castlingSquares[i].rookGoal, g.t.blockers&^g.king.Bit()) == 0
}

// allowsCastling is allowsCrossing, and that the king arrives safely.
func (g *guard) allowsCastling(i int) bool {
	p, q := &castlingPlaces[i], &castlingSquares[i]
	blockers := g.t.blockers&^(p.king.Bit()|p.rook.Bit()) | q.rookGoal.Bit()
	return g.allowsCrossing(i) && !g.foe.Has(q.goal) && g.t.over(q.goal, blockers) == 0
}
