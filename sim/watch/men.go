package watch

import (
	"strings"

	"variantlab/sim/board"
)

// side is White (0) or Black (1).
type side uint8

const (
	white side = iota
	black
)

// letters of the sides in states, events and plans.
const sideLetters = "wb"

// kind is a kind of man.
type kind uint8

const (
	noKind kind = iota
	pawn
	knight
	bishop
	rook
	queen
	king
)

// man is a kind with its side; 0 is an empty square.
type man uint8

const noMan man = 0

func makeMan(c side, k kind) man { return man(uint8(c)<<3 | uint8(k)) }
func (m man) side() side         { return side(m >> 3) }
func (m man) kind() kind         { return kind(m & 7) }

// letter is the man's letter in notations and traces: upper case for White.
func (m man) letter() byte { return ".PNBRQK..pnbrqk"[m] }

// manOf is the inverse of letter; ok is false for any other byte.
func manOf(letter byte) (m man, ok bool) {
	for c, letters := range [2]string{"PNBRQK", "pnbrqk"} {
		if i := strings.IndexByte(letters, letter); i >= 0 {
			return makeMan(side(c), kind(i+1)), true
		}
	}
	return noMan, false
}

// A square is rank*8 + file, a1 = 0 [WC-002].
type square = board.Square

// homeRank is a side's first rank; lastRank is where its pawns promote.
func homeRank(c side) board.Set { return board.Rank1 << (56 * uint(c)) }
func lastRank(c side) board.Set { return board.Rank1 << (56 * uint(1-c)) }

// pattern is the set of squares on which m, standing on q, could capture [WC-006].
func pattern(m man, q square, occupied board.Set) board.Set {
	switch m.kind() {
	case pawn:
		return board.PawnAttacks[m.side()][q]
	case knight:
		return board.KnightAttacks[q]
	case bishop:
		return board.BishopAttacks(q, occupied)
	case rook:
		return board.RookAttacks(q, occupied)
	case queen:
		return board.RookAttacks(q, occupied) | board.BishopAttacks(q, occupied)
	case king:
		return board.KingAttacks[q]
	}
	return 0
}
