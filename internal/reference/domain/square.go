package domain

import "fmt"

// Square is 0 for a1 to 63 for h8, rank by rank (CD-002); NoSquare stands for none.
type Square int

// NoSquare is no square at all.
const NoSquare Square = -1

// Side is one of the two players.
type Side int

// The two sides.
const (
	White Side = iota
	Black
)

// String gives the name of the JSON form.
func (s Side) String() string {
	if s == White {
		return "white"
	}
	return "black"
}

// letter is the one-letter name of keys and notation.
func (s Side) letter() string { return s.String()[:1] }

func (s Side) other() Side { return 1 - s }

func sideNamed(name string) (Side, error) {
	switch name {
	case "white":
		return White, nil
	case "black":
		return Black, nil
	}
	return White, fmt.Errorf("side %q: want white or black", name)
}

func at(file, rank int) Square {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare
	}
	return Square(rank*8 + file)
}

func (q Square) file() int { return int(q) % 8 }
func (q Square) rank() int { return int(q) / 8 }

// String is the square's name, "" for NoSquare.
func (q Square) String() string {
	if q == NoSquare {
		return ""
	}
	return string([]byte{byte('a' + q.file()), byte('1' + q.rank())})
}

func squareNamed(name string) (Square, error) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return NoSquare, fmt.Errorf("square %q: want a1 to h8", name)
	}
	return at(int(name[0]-'a'), int(name[1]-'1')), nil
}

// ownRank is 1 for the side's back rank to 8 for its last (CD-002).
func (q Square) ownRank(s Side) int {
	if s == White {
		return q.rank() + 1
	}
	return 8 - q.rank()
}

// ord is the order in which s handles squares: own back rank first, files a to h (CD-005).
func (q Square) ord(s Side) int { return (q.ownRank(s)-1)*8 + q.file() }

// byOrd lists all squares in ascending ord of s.
func byOrd(s Side) []Square {
	list := make([]Square, 0, 64)
	for own := 1; own <= 8; own++ {
		for f := 0; f < 8; f++ {
			if s == White {
				list = append(list, at(f, own-1))
			} else {
				list = append(list, at(f, 8-own))
			}
		}
	}
	return list
}

var orders = [2][]Square{byOrd(White), byOrd(Black)}

func abs(n int) int { return max(n, -n) }

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// distance counts king steps (CD-003).
func distance(a, b Square) int {
	return max(abs(a.file()-b.file()), abs(a.rank()-b.rank()))
}

// direction is a step of one of the eight compass directions, the same for both sides (CD-004).
type direction struct {
	name       string
	file, rank int
}

var directions = []direction{
	{"n", 0, 1}, {"ne", 1, 1}, {"e", 1, 0}, {"se", 1, -1},
	{"s", 0, -1}, {"sw", -1, -1}, {"w", -1, 0}, {"nw", -1, 1},
}

// step goes one square in a direction; NoSquare off the board.
func (q Square) step(d direction) Square { return at(q.file()+d.file, q.rank()+d.rank) }

// around lists the squares at distance 1.
func (q Square) around() []Square {
	var list []Square
	for _, d := range directions {
		if n := q.step(d); n != NoSquare {
			list = append(list, n)
		}
	}
	return list
}

// knightLeaps lists the squares a knight reaches.
func (q Square) knightLeaps() []Square {
	var list []Square
	for _, j := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
		if n := at(q.file()+j[0], q.rank()+j[1]); n != NoSquare {
			list = append(list, n)
		}
	}
	return list
}

// line finds the direction of the straight line from a to b; ok is false where there is none.
func line(a, b Square) (direction, bool) {
	df, dr := b.file()-a.file(), b.rank()-a.rank()
	if a == b || df != 0 && dr != 0 && abs(df) != abs(dr) {
		return direction{}, false
	}
	for _, d := range directions {
		if d.file == sign(df) && d.rank == sign(dr) {
			return d, true
		}
	}
	return direction{}, false
}

// between lists the squares strictly between a and b on a straight line.
func between(a, b Square) []Square {
	d, ok := line(a, b)
	if !ok {
		return nil
	}
	var list []Square
	for q := a.step(d); q != b; q = q.step(d) {
		list = append(list, q)
	}
	return list
}

// sameHalf tells whether two squares are both on ranks 1-4 or both on 5-8.
func sameHalf(a, b Square) bool { return (a.rank() < 4) == (b.rank() < 4) }

// lastRow tells whether a square is on rank 1 or 8, where techniques never put pawns (CD-107).
func (q Square) lastRow() bool { return q.rank() == 0 || q.rank() == 7 }

// nearest is the candidate of least distance, then of least ord of s (CD-005); NoSquare without candidates.
func nearest(s Side, from Square, candidates []Square) Square {
	best := NoSquare
	for _, c := range candidates {
		if best == NoSquare || distance(from, c) < distance(from, best) ||
			distance(from, c) == distance(from, best) && c.ord(s) < best.ord(s) {
			best = c
		}
	}
	return best
}
