package watch

import (
	"math/bits"
	"strings"
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

// square is rank*8 + file, a1 = 0 [WC-002].
type square uint8

// String gives the square's name.
func (q square) String() string { return string([]byte{'a' + byte(q)&7, '1' + byte(q)>>3}) }

func (q square) bit() uint64 { return 1 << q }
func (q square) rank() int   { return int(q >> 3) }
func (q square) file() int   { return int(q & 7) }

// squareOf reads a square's name.
func squareOf(name string) (q square, ok bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return 0, false
	}
	return square(name[0]-'a') + 8*square(name[1]-'1'), true
}

// first is the lowest square of a set that isn't empty.
func first(set uint64) square { return square(bits.TrailingZeros64(set)) }

// homeRank is a side's first rank as a set of squares; lastRank is where its pawns promote.
func homeRank(c side) uint64 { return 0xff << (56 * uint(c)) }
func lastRank(c side) uint64 { return 0xff << (56 * uint(1-c)) }
