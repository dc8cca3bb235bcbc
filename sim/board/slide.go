package board

import "math/bits"

// Sliding attacks by subtraction: taking a slider's bit from the blockers of its line borrows up to the first blocker;
// mirrored by a byte swap the same works downwards ("hyperbola quintessence", Kindervater and Isenberg,
// chessprogramming.org). Byte swaps cannot mirror a rank, which has a table of its own.

// lineMasks are the lines through a square without the square.
type lineMasks struct{ file, diagonal, anti Set }

var (
	lines [64]lineMasks
	// ranks holds the attacks along a rank by the six inner blockers and the slider's file.
	ranks [64][8]uint8
)

func initSliders() {
	for s := Square(0); s < None; s++ {
		lines[s] = lineMasks{
			file:     Rays[s][N] | Rays[s][S],
			diagonal: Rays[s][NE] | Rays[s][SW],
			anti:     Rays[s][NW] | Rays[s][SE],
		}
	}
	for inner := range 64 {
		occupied := inner << 1
		for file := range 8 {
			for _, step := range [2]int{-1, 1} {
				for t := file + step; t >= 0 && t < 8; t += step {
					ranks[inner][file] |= 1 << t
					if occupied>>t&1 != 0 {
						break
					}
				}
			}
		}
	}
}

func alongLine(bit, occupied, mask Set) Set {
	up := occupied & mask
	down := bits.ReverseBytes64(uint64(up)) - bits.ReverseBytes64(uint64(bit))
	up -= bit
	return (up ^ Set(bits.ReverseBytes64(down))) & mask
}

// BishopAttacks is where a bishop on s reaches, the first blocker of each line included.
func BishopAttacks(s Square, occupied Set) Set {
	bit, m := s.Bit(), &lines[s&63]
	return alongLine(bit, occupied, m.diagonal) | alongLine(bit, occupied, m.anti)
}

// RookAttacks is where a rook on s reaches, the first blocker of each line included.
func RookAttacks(s Square, occupied Set) Set {
	shift := s & 56
	rank := Set(ranks[occupied>>(shift+1)&63][s&7]) << shift
	return alongLine(s.Bit(), occupied, lines[s&63].file) | rank
}
