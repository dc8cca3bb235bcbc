package deicide

import (
	"testing"

	"variantlab/sim/game"
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

func TestQuick(t *testing.T) {
	var c game.Counter
	for _, v := range variants {
		s := load(t, v, v.setup)
		for d := 1; d <= 2; d++ {
			n, _ := c.Perft(s, d, 0)
			t.Log(v.name, d, n)
		}
	}
	for _, row := range []struct{ pos string; d int; n uint64 }{
		{"w KGb1 SNd4 | b KGo16 SNm13", 3, 2001},
		{"w KGi1 RKa1 RKp1 | b KGi16; castle=a1,p1", 2, 232},
		{"w KGb1 SMd4 FLf4 | b KGo16 KNd5 BMe6; last=-:kn", 3, 13172},
		{"w KGb1 PWe4 DPg3 REi3 | b KGo16 PWd7 DPh7 REj7", 3, 4035},
		{"w KGb1 KTd4 | b KGo16 WWm13", 2, 4410},
		{"w KGb1 PRc4 BMe5 | b KGo16 BMf6 SMe7 SNd7; fly=TM@d5*2,tm@c5*1", 3, 12518},
		{"w KGb1 CNd4 ARf4 PRd6 | b KGo16 WZd8 CPh6", 2, 858},
		{"w KGb1 KNc3 SNe5 | b KGo16 KNm12 FLl12; fly=TM@n15*2", 3, 7634},
	} {
		n, _ := c.Perft(load(t, deicide, row.pos), row.d, 0)
		if n != row.n { t.Errorf("%s %d: %d want %d", row.pos, row.d, n, row.n) }
	}
	for _, row := range []struct{ pos string; d int; n uint64 }{
		{"w KGb1 PWd4 FLc3 | b KGi10 PWg7 FLh8; yuri", 3, 1706},
		{"w KGd4 DPe3 SNc5 | b KGg6 DPf7 KNh5; yuri", 3, 3350},
	} {
		n, _ := c.Perft(load(t, yuri, row.pos), row.d, 0)
		if n != row.n { t.Errorf("%s %d: %d want %d", row.pos, row.d, n, row.n) }
	}
}

func BenchmarkTmpPerft2(b *testing.B) {
	s := load(b, deicide, deicide.setup)
	var c game.Counter
	for b.Loop() { c.Perft(s, 2, 0) }
}
func BenchmarkTmpActions(b *testing.B) {
	s := load(b, deicide, deicide.setup)
	buf := make([]game.Action, 0, 1000)
	b.ReportAllocs()
	for b.Loop() { buf = s.Actions(0, buf[:0]) }
}
