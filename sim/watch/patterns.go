package watch

import "math/bits"

// Sets of squares, by square: where a man standing there could capture on an empty board, and the eight rays.
var (
	knightSquares [64]uint64
	kingSquares   [64]uint64
	pawnSquares   [2][64]uint64 // diagonally forward
	rays          [8][64]uint64
	betweens      [64][64]uint64 // squares strictly between two on one line; empty for others
)

// The rays' directions as steps of file and rank; the first four go up in square index, the last four down.
var rayStep = [8][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, -1}, {0, -1}, {-1, -1}}

func init() {
	leap := [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	for q := range square(64) {
		for i := range 8 {
			knightSquares[q] |= stepBit(q, leap[i])
			kingSquares[q] |= stepBit(q, rayStep[i])
			between := uint64(0)
			for at := stepBit(q, rayStep[i]); at != 0; at = stepBit(first(at), rayStep[i]) {
				betweens[q][first(at)] = between
				between |= at
			}
			rays[i][q] = between
		}
		for _, file := range []int{-1, 1} {
			pawnSquares[white][q] |= stepBit(q, [2]int{file, 1})
			pawnSquares[black][q] |= stepBit(q, [2]int{file, -1})
		}
	}
}

// stepBit is the square one step from q, as a set; empty off the board.
func stepBit(q square, step [2]int) uint64 {
	file, rank := q.file()+step[0], q.rank()+step[1]
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return 0
	}
	return 1 << (rank*8 + file)
}

// slide is the part of a ray up to and including the first occupied square.
func slide(direction int, q square, occupied uint64) uint64 {
	ray := rays[direction][q]
	hit := ray & occupied
	if hit == 0 {
		return ray
	}
	if direction < 4 {
		return ray &^ rays[direction][bits.TrailingZeros64(hit)]
	}
	return ray &^ rays[direction][63-bits.LeadingZeros64(hit)]
}

func rookSquares(q square, occupied uint64) uint64 {
	return slide(0, q, occupied) | slide(2, q, occupied) | slide(4, q, occupied) | slide(6, q, occupied)
}

func bishopSquares(q square, occupied uint64) uint64 {
	return slide(1, q, occupied) | slide(3, q, occupied) | slide(5, q, occupied) | slide(7, q, occupied)
}

// pattern is the set of squares on which m, standing on q, could capture [WC-006].
func pattern(m man, q square, occupied uint64) uint64 {
	switch m.kind() {
	case pawn:
		return pawnSquares[m.side()][q]
	case knight:
		return knightSquares[q]
	case bishop:
		return bishopSquares(q, occupied)
	case rook:
		return rookSquares(q, occupied)
	case queen:
		return rookSquares(q, occupied) | bishopSquares(q, occupied)
	case king:
		return kingSquares[q]
	}
	return 0
}
