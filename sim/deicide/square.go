package deicide

import "strconv"

// square is 16*(rank-1) + file with file a = 0, on boards of every size: a1 is 0, p16 is 255 [DC-001].
type square uint8

func (q square) file() int { return int(q & 15) }
func (q square) rank() int { return int(q >> 4) }

// at gives the square of a file and a rank, both from 0, which must be on the board.
func at(file, rank int) square { return square(rank<<4 | file) }

// appendSquare writes a file letter and a rank without leading zero.
func appendSquare(dst []byte, q square) []byte {
	return strconv.AppendInt(append(dst, 'a'+byte(q&15)), int64(q>>4)+1, 10)
}

// String gives "a1" to "p16".
func (q square) String() string { return string(appendSquare(nil, q)) }

// readSquare reads a square at the start of text on a board of size files and ranks. The rank is as long as it can be:
// "a12" is never a1 followed by a 2. rest is what follows.
func readSquare(text string, size int) (q square, rest string, ok bool) {
	if text == "" || text[0] < 'a' || int(text[0]-'a') >= size {
		return 0, text, false
	}
	rank, n := 0, 1
	for n < len(text) && n < 3 && text[n] >= '0' && text[n] <= '9' {
		rank = rank*10 + int(text[n]-'0')
		n++
	}
	if n == 1 || text[1] == '0' || rank > size {
		return 0, text, false
	}
	return at(int(text[0]-'a'), rank-1), text[n:], true
}

// parseSquare reads a square that is all of text.
func parseSquare(text string, size int) (square, bool) {
	q, rest, ok := readSquare(text, size)
	return q, ok && rest == ""
}

// vector is a difference of files and ranks.
type vector struct{ df, dr int }

func (v vector) times(n int) vector { return vector{v.df * n, v.dr * n} }

// from is the square that lies v away from q, on a board of size files and ranks.
func (v vector) from(q square, size int) (square, bool) {
	f, r := q.file()+v.df, q.rank()+v.dr
	if uint(f) >= uint(size) || uint(r) >= uint(size) {
		return 0, false
	}
	return at(f, r), true
}

// ring holds the eight directions clockwise from north [DC-004]: even ones are orthogonal, odd ones diagonal.
var ring = [8]vector{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// rising reports whether squares grow along direction d.
func rising(d int) bool { return d <= 2 || d == 7 }

// opposite is the direction back.
func opposite(d int) int { return d ^ 4 }

// directions is a set of directions; bit i is ring[i].
type directions uint8

// The usual sets of directions.
const (
	orthogonal directions = 0b01010101
	diagonal   directions = 0b10101010
	everywhere            = orthogonal | diagonal
)

func (ds directions) has(d int) bool { return ds>>d&1 != 0 }

// headings maps a difference of files and ranks to the direction that points along it, or -1 where none does. Index
// (dr+15)*31 + df+15.
var headings = func() (t [31 * 31]int8) {
	for i := range t {
		t[i] = -1
	}
	for d, v := range ring {
		for n := 1; n <= 15; n++ {
			t[(v.dr*n+15)*31+v.df*n+15] = int8(d)
		}
	}
	return t
}()

// heading is the direction from one square to another on the same line, -1 if they share none or are equal.
func heading(from, to square) int {
	df, dr := to.file()-from.file(), to.rank()-from.rank()
	return int(headings[(dr+15)*31+df+15])
}

// distance is the number of king steps between two squares.
func distance(p, q square) int {
	return max(abs(p.file()-q.file()), abs(p.rank()-q.rank()))
}

func abs(n int) int { return max(n, -n) }

func sign(n int) int { return min(max(n, -1), 1) }
