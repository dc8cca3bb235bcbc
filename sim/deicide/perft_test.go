package deicide

import (
	"testing"

	reference "variantlab/internal/reference/deicide"
	"variantlab/sim/gametest"
)

func load(t testing.TB, v *variant, text string) *State {
	t.Helper()
	parse := parseFEN
	if looksShort(text) {
		parse = parseShort
	}
	c, err := parse(v, v.rules, text, "position")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return c.start()
}

func TestPerft(t *testing.T) {
	for _, g := range []*Game{New(), NewYuri()} {
		t.Run("DC-703/"+g.v.name, func(t *testing.T) {
			gametest.Perft(t, g, "testdata/perft-"+g.v.name+".txt")
		})
	}
}

// TestDepthThree counts three levels from the standard starts with the slow engine, whose last level is the length of its
// legal lists; a quick run stops a level earlier. The numbers are those of the perft tables.
func TestDepthThree(t *testing.T) {
	for _, c := range []struct {
		v            *variant
		quick, whole int
	}{{deicide, 54678, 16065818}, {yuri, 8827, 996815}} {
		t.Run(c.v.name, func(t *testing.T) {
			depth := sample(2, 3)
			want := c.quick
			if depth == 3 {
				want = c.whole
			}
			if got := slowPerft(reference.Load(c.v.setup, c.v == yuri), depth); got != want {
				t.Errorf("depth %d: %d, want %d", depth, got, want)
			}
		})
	}
}

func slowPerft(p *reference.Position, depth int) (n int) {
	legal := p.Legal()
	if depth == 1 {
		return len(legal)
	}
	for _, a := range legal {
		n += slowPerft(p.Step(a), depth-1)
	}
	return n
}
