package domain

import "variantlab/sim/board"

// foe is the other side.
func (c Side) foe() Side { return c ^ 1 }

// occupied holds all pieces of both sides; domain pawns aren't among them.
func (s *State) occupied() Bitboard { return s.of[White] | s.of[Black] }

// doors holds the squares under Train Doors, whoever owns them.
func (s *State) doors() Bitboard { return s.sides[White].doors.Bit() | s.sides[Black].doors.Bit() }

// foreignPawns holds the domain pawns that c doesn't own.
func (s *State) foreignPawns(c Side) Bitboard {
	if s.domain.owner == c {
		return 0
	}
	return s.pawns
}

// taken holds the squares that are occupied as c sees it: a side's own domain pawns count as empty [CD-105, CD-156].
func (s *State) taken(c Side) Bitboard { return s.occupied() | s.foreignPawns(c) }

// king is the square of c's king.
func (s *State) king(c Side) Square { return (s.of[c] & s.types[King]).First() }

// owns reports whether c's domain of that name stands.
func (s *State) owns(c Side, name Key) bool { return s.domain.name == name && s.domain.owner == c }

// domainQueen is the set of the square of c's Malevolent Queen, empty when there is none.
func (s *State) domainQueen(c Side) Bitboard {
	if s.domain.owner != c {
		return 0
	}
	return s.domain.queen.Bit()
}

// origins holds the pieces of c from which a technique may reach [CD-148].
func (s *State) origins(c Side) Bitboard { return s.of[c] &^ s.types[Decoy] }

// around is the union of the squares beside each square of b.
func around(b Bitboard) Bitboard {
	east, west := b&^board.FileH<<1, b&^board.FileA>>1
	rows := b | east | west
	return east | west | rows<<8 | rows>>8
}

// ownRank counts ranks from c's own back rank, 0 to 7 [CD-002].
func ownRank(c Side, sq Square) int { return (sq ^ Square(c)*56).Rank() }

// rankOf is the set of the squares of one of c's own ranks, 0 to 7.
func rankOf(c Side, own int) Bitboard { return board.Rank1 << (8 * uint(own^int(c)*7)) }

const (
	southHalf Bitboard = 0x00000000ffffffff
	northHalf          = ^southHalf
)

// half is the half of the board that a square is on.
func half(sq Square) Bitboard {
	if sq < 32 {
		return southHalf
	}
	return northHalf
}

// ownHalf is c's half.
func ownHalf(c Side) Bitboard {
	if c == White {
		return southHalf
	}
	return northHalf
}

// edgeRanks are the ranks on which techniques set down no pawn [CD-107].
const edgeRanks = board.Rank1 | board.Rank8

// order runs through a set of squares by ord(c, ·): own back rank first, each rank from a to h [CD-005].
type order struct {
	left Bitboard // mirrored for Black
	flip Square
}

func inOrder(c Side, b Bitboard) order {
	if c == Black {
		return order{b.Flip(), 56}
	}
	return order{b, 0}
}

// next returns the next square; ok is false at the end.
func (o *order) next() (sq Square, ok bool) {
	if o.left == 0 {
		return NoSquare, false
	}
	sq = o.left.First() ^ o.flip
	o.left &= o.left - 1
	return sq, true
}

// nearest is the candidate with the least distance to sq, then the least ord(c, ·) [CD-005]; NoSquare without one.
func nearest(c Side, sq Square, candidates Bitboard) Square {
	candidates &^= sq.Bit()
	for n := 1; n < 8; n++ {
		if ring := candidates & board.Within[sq][n]; ring != 0 {
			o := inOrder(c, ring)
			first, _ := o.next()
			return first
		}
	}
	return NoSquare
}
