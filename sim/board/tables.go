package board

// Tables of the geometry, filled once.
var (
	steps     [64][8]Square
	distances [64][64]uint8
	// directions holds 8 where two squares share no line.
	directions [64][64]Dir

	// Rays holds the squares from a square outward to the edge.
	Rays [64][8]Set
	// KingAttacks and KnightAttacks hold the squares a king's step and a knight's leap away.
	KingAttacks, KnightAttacks [64]Set
	// PawnAttacks holds the two squares diagonally ahead; index 0 looks north, 1 south.
	PawnAttacks [2][64]Set
	// Between holds the squares strictly between two squares of one line, empty for others.
	Between [64][64]Set
	// Lines holds the whole line from edge to edge through two squares of one line, empty for others.
	Lines [64][64]Set
	// Diagonals and Straights hold the squares that a bishop and a rook reach on an empty board.
	Diagonals, Straights [64]Set
	// Star holds the squares of all lines through a square, and the square.
	Star [64]Set
	// Within holds the squares 1 to n king steps away.
	Within [64][8]Set
)

func init() {
	for a := Square(0); a < None; a++ {
		for d := N; d <= NW; d++ {
			df, dr := d.Delta()
			steps[a][d] = At(a.File()+df, a.Rank()+dr)
		}
	}
	for a := Square(0); a < None; a++ {
		for d := N; d <= NW; d++ {
			for t := Step(a, d); t != None; t = Step(t, d) {
				Rays[a][d] |= t.Bit()
			}
			if t := Step(a, d); t != None {
				KingAttacks[a] |= t.Bit()
			}
		}
		for _, j := range [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			if t := At(a.File()+j[0], a.Rank()+j[1]); t != None {
				KnightAttacks[a] |= t.Bit()
			}
		}
		for i, rank := range [2]int{1, -1} {
			for _, file := range [2]int{-1, 1} {
				if t := At(a.File()+file, a.Rank()+rank); t != None {
					PawnAttacks[i][a] |= t.Bit()
				}
			}
		}
		for b := Square(0); b < None; b++ {
			d := max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
			distances[a][b] = uint8(d)
			directions[a][b] = 8
			for n := d; n < 8 && d > 0; n++ {
				Within[a][n] |= b.Bit()
			}
		}
	}
	for a := Square(0); a < None; a++ {
		for d := N; d <= NW; d++ {
			for b := Rays[a][d]; b != 0; b &= b - 1 {
				t := b.First()
				if d&1 != 0 {
					Diagonals[a] |= t.Bit()
				} else {
					Straights[a] |= t.Bit()
				}
				Star[a] |= a.Bit() | t.Bit()
				Between[a][t] = Rays[a][d] & Rays[t][d.Opposite()]
				directions[a][t] = d
				Lines[a][t] = Rays[a][d] | Rays[a][d.Opposite()] | a.Bit()
			}
		}
	}
	initSliders()
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
