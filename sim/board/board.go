// Package board has the geometry of the 8x8 board: squares, sets of squares as 64-bit words, directions, rays, and the
// attack sets of the chess pieces.
package board

import "math/bits"

// Square is 8*(rank-1) + file, a1 = 0 to h8 = 63.
type Square uint8

// None is no square.
const None Square = 64

// At gives the square of a file and a rank, both 0 to 7, or None off the board.
func At(file, rank int) Square {
	if uint(file) > 7 || uint(rank) > 7 {
		return None
	}
	return Square(rank*8 + file)
}

// File is 0 for a to 7 for h.
func (s Square) File() int { return int(s & 7) }

// Rank is 0 for the first to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Bit is the set that holds only s; empty for None.
func (s Square) Bit() Set { return 1 << s }

// String gives "a1" to "h8", "" for None.
func (s Square) String() string {
	if s >= None {
		return ""
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// Parse reads "a1" to "h8".
func Parse(text string) (Square, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return None, false
	}
	return Square(text[1]-'1')*8 + Square(text[0]-'a'), true
}

// Set is a set of squares; bit i is square i.
type Set uint64

// Has reports whether s is in the set.
func (b Set) Has(s Square) bool { return b>>s&1 != 0 }

// First is the least square of a set that is not empty.
func (b Set) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Last is the greatest square of a set that is not empty.
func (b Set) Last() Square { return Square(63 - bits.LeadingZeros64(uint64(b))) }

// Count is the number of squares.
func (b Set) Count() int { return bits.OnesCount64(uint64(b)) }

// Flip mirrors the set top to bottom.
func (b Set) Flip() Set { return Set(bits.ReverseBytes64(uint64(b))) }

// Ranks and files as sets.
const (
	Rank1 Set = 0xff
	Rank8 Set = 0xff << 56
	FileA Set = 0x0101010101010101
	FileH Set = FileA << 7
)

// Dir is one of the eight directions, clockwise from north.
type Dir uint8

// The directions: north is towards rank 8, east towards file h.
const (
	N Dir = iota
	NE
	E
	SE
	S
	SW
	W
	NW
)

var dirNames = [8]string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}

// String gives "n" to "nw".
func (d Dir) String() string { return dirNames[d] }

// ParseDir reads "n" to "nw".
func ParseDir(text string) (Dir, bool) {
	for d, name := range dirNames {
		if name == text {
			return Dir(d), true
		}
	}
	return 0, false
}

// Delta is the step of a direction in files and ranks.
func (d Dir) Delta() (file, rank int) { return fileDelta[d], rankDelta[d] }

// Opposite is the direction turned round.
func (d Dir) Opposite() Dir { return (d + 4) & 7 }

var (
	fileDelta = [8]int{0, 1, 1, 1, 0, -1, -1, -1}
	rankDelta = [8]int{1, 1, 0, -1, -1, -1, 0, 1}
)

// Step is the next square in a direction, or None.
func Step(s Square, d Dir) Square { return steps[s][d] }

// Direction is where to lies as seen from a square of one line with it; ok is false for others.
func Direction(from, to Square) (d Dir, ok bool) {
	d = directions[from][to]
	return d & 7, d < 8
}

// Nearest is the first square of a set on one ray of direction d, or None when the set is empty.
func Nearest(ray Set, d Dir) Square {
	switch {
	case ray == 0:
		return None
	case d <= E || d == NW:
		return ray.First()
	default:
		return ray.Last()
	}
}

// Distance is the number of king steps between two squares.
func Distance(a, b Square) int { return int(distances[a][b]) }
