package watch

import (
	"testing"

	"variantlab/sim/board"
	"variantlab/sim/rng"
)

// WC-006, WC-007: patterns and threats by walking the board step by step.
func TestPatterns(t *testing.T) {
	steps := map[kind][][2]int{
		knight: {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}},
		bishop: {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
		rook:   {{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
	}
	steps[queen] = append(append([][2]int{}, steps[rook]...), steps[bishop]...)
	steps[king] = steps[queen]
	walk := func(m man, q square, occupied board.Set) (set board.Set) {
		list, most := steps[m.kind()], 7
		if m.kind() == pawn {
			up := 1 - 2*int(m.side())
			list = [][2]int{{-1, up}, {1, up}}
		}
		if k := m.kind(); k == pawn || k == knight || k == king {
			most = 1
		}
		for _, step := range list {
			file, rank := q.File(), q.Rank()
			for range most {
				file, rank = file+step[0], rank+step[1]
				to := board.At(file, rank)
				if to == board.None {
					break
				}
				set |= to.Bit()
				if occupied.Has(to) {
					break
				}
			}
		}
		return set
	}
	for m := full; m <= kingMode; m++ {
		everywhere(t, m, samples(200, 10000), 91, func(s *State, _ *rng.Stream) {
			var threats [2]board.Set
			for q, m := range s.board {
				if m == noMan {
					continue
				}
				want := walk(m, square(q), s.occupied())
				if got := pattern(m, square(q), s.occupied()); got != want {
					t.Fatalf("%s: %c on %v could capture on %x, want %x", s.appendWFEN(nil), m.letter(), square(q), got, want)
				}
				if !s.frozen.Has(square(q)) {
					threats[m.side()] |= want
				}
			}
			for c := white; c <= black; c++ {
				if got := s.threatened(c); got != threats[c] {
					t.Fatalf("%s: %v threatens %x, want %x", s.appendWFEN(nil), c, got, threats[c])
				}
				if s.hasKing(1-c) && (s.checkers(1-c) != 0) != threats[c].Has(s.kingSquare(1-c)) {
					t.Fatalf("%s: check on %v", s.appendWFEN(nil), 1-c)
				}
				for q := range square(64) {
					if got := s.threats(c, q, s.free(c), s.occupied()) != 0; got != threats[c].Has(q) {
						t.Fatalf("%s: %v threatens %v: %t", s.appendWFEN(nil), c, q, got)
					}
				}
			}
		})
	}
}
