package board

import (
	"math/rand/v2"
	"testing"
)

// slow walks outward square by square.
func slow(s Square, occupied Set, dirs ...Dir) (b Set) {
	for _, d := range dirs {
		for t := Step(s, d); t != None; t = Step(t, d) {
			b |= t.Bit()
			if occupied.Has(t) {
				break
			}
		}
	}
	return b
}

func TestSlidersAgreeWithWalking(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		occupied := Set(r.Uint64())
		if r.IntN(2) == 0 {
			occupied &= Set(r.Uint64())
		}
		s := Square(r.IntN(64))
		if got, want := BishopAttacks(s, occupied), slow(s, occupied, NE, SE, SW, NW); got != want {
			t.Fatalf("bishop on %v among %x: %x, want %x", s, occupied, got, want)
		}
		if got, want := RookAttacks(s, occupied), slow(s, occupied, N, E, S, W); got != want {
			t.Fatalf("rook on %v among %x: %x, want %x", s, occupied, got, want)
		}
	}
}

func TestGeometry(t *testing.T) {
	for a := Square(0); a < None; a++ {
		if got, ok := Parse(a.String()); !ok || got != a {
			t.Errorf("%v reads back as %v", a, got)
		}
		for b := Square(0); b < None; b++ {
			df, dr := abs(a.File()-b.File()), abs(a.Rank()-b.Rank())
			if Distance(a, b) != max(df, dr) {
				t.Errorf("distance %v %v = %d", a, b, Distance(a, b))
			}
			for n := range 8 {
				if Within[a][n].Has(b) != (a != b && max(df, dr) <= n) {
					t.Errorf("%v within %d of %v: %v", b, n, a, Within[a][n].Has(b))
				}
			}
			if KingAttacks[a].Has(b) != (max(df, dr) == 1) || KnightAttacks[a].Has(b) != (df*dr == 2) {
				t.Errorf("steps from %v to %v", a, b)
			}
			aligned := a != b && (df == 0 || dr == 0 || df == dr)
			between := 0
			if aligned {
				between = max(df, dr) - 1
			}
			if Between[a][b].Count() != between || Lines[a][b].Has(a) != aligned {
				t.Errorf("line %v %v", a, b)
			}
			if d, ok := Direction(a, b); ok != aligned || ok && (!Rays[a][d].Has(b) || Nearest(Rays[a][d], d) != Step(a, d)) {
				t.Errorf("direction %v %v", a, b)
			}
		}
	}
	if b := Set(0x81); b.First().String() != "a1" || b.Last().String() != "h1" || b.Flip() != 0x81<<56 {
		t.Error("sets")
	}
}
