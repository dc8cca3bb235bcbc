package deicide

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"variantlab/sim/game"
)

// drawing is what viewer is shown of p.
func drawing(t interface{ Fatal(...any) }, p game.Position, viewer game.Player) string {
	o, err := p.AppendObservation(nil, viewer)
	if err != nil {
		t.Fatal(err)
	}
	text, err := game.DrawFor(games[p.State().(*State).variant], o, viewer)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestDraw writes drawings of both starts and of positions with something to say beside the board.
func TestDraw(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct{ title, position, play string }{
		{"the start", deicideSetup, ""},
		{"the start of Yuri", yuriSetup, ""},
		{"everything at once", "w KGi1 RKa1 RKp1 QNh5 PWe4 PWf9~ DPc3 TMd2 SNg2 FLj2 REm3~ | b KGi16 RKp16 PWd9 PWg13~ DPh14 SMe14 CNb12; side=b " +
			"castle=a1,p1,p16 ep=f9:f8.f7 fly=TM@d5*1,tm@d9*2,FL@h9*3,tm@f8*1 last=kn:sm quiet=50 turn=7 ply=1000", ""},
		{"a launch before the second move of an extra turn", "w KGb1 SNi8 | b KGo16 TMc14 FLc3", "i8i9 c14-time:c9"},
		{"an extra turn in Yuri, in check", "w KGc3 FLb4 SNd4 | b KGh8 FLi7; yuri side=b moves=2 fly=fl@h8*1 last=kg:-", ""},
		{"mate", "w KGa1 | b KGb3 QNc2; side=b", "c2b2"},
		{"the second time", "w KGb1 RKc3 | b KGo16; last=kg:kg", "b1b2 o16o15 b2b1 o15o16"},
	} {
		v := variantOf(c.position)
		if c.position == yuriSetup {
			v = yuri
		}
		p := start(t, games[v.index], c.position, nil, c.play)
		for viewer := game.First; viewer <= game.Second; viewer++ {
			fmt.Fprintf(&b, "# %s, as %s sees it\n\n%s\n", c.title, viewer, drawing(t, p, viewer))
		}
	}
	golden(t, "drawings.txt", []byte(b.String()))
	for _, bad := range []string{"", "{", `{"history":1}`, `{"board":[]}`} {
		if _, err := New().Draw([]byte(bad)); err == nil {
			t.Errorf("%q is drawn", bad)
		}
	}
}

// Whatever the position: every square shows what stands there, all lines fit a terminal, and what is in flight is
// announced with its square and turn.
func TestDrawingIsComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawPosition(t)
		p := newPosition(games[s.variant], s, nil)
		for viewer := game.First; viewer <= game.Second; viewer++ {
			checkDrawing(t, s, viewer, strings.Split(drawing(t, p, viewer), "\n"))
		}
	})
}

func checkDrawing(t *rapid.T, s *State, viewer game.Player, lines []string) {
	size := s.v().size
	files := lines[size]
	if own := strings.TrimSpace(lines[size-1][:2]); (own == "1") != (viewer == game.First) {
		t.Fatalf("%s has rank %s below", viewer, own)
	}
	var seen set
	for _, line := range lines[:size] {
		line = fmt.Sprintf("%-80s", line)
		for column := range size {
			q, ok := parseSquare(files[3+3*column:4+3*column]+strings.TrimSpace(line[:2]), size)
			if !ok {
				t.Fatalf("no square at %d of %q", column, line)
			}
			seen = seen.or(bit[q])
			want := "."
			if s.at(q) != nobody {
				want = s.at(q).code()
			}
			if cell := line[3+3*column : 6+3*column]; strings.TrimRight(cell, " '@") != want {
				t.Fatalf("%s shows %q, not %q", q, cell, want)
			}
		}
	}
	if seen != s.v().board {
		t.Fatalf("%d squares are shown", seen.count())
	}
	for _, line := range lines {
		if len(line) > 80 {
			t.Fatalf("%d characters: %s", len(line), line)
		}
	}
	for _, f := range s.flights[:s.nFlights] {
		want := fmt.Sprintf("in flight: %s, lands on %s (@) at the end of turn %d,", f.piece.code(), f.target, s.landing(f))
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Fatalf("no line %q", want)
		}
	}
}

// [DC-109] [DC-248] Everything in flight comes down in the turn that is announced for it from its launch on, and nothing
// else does, whatever is played till then.
func TestLandingTurn(t *testing.T) {
	landings := 0
	rapid.Check(t, func(t *rapid.T) {
		s := drawPosition(t)
		for range 12 {
			if s.Turn() == game.Terminal {
				return
			}
			before := s.core
			events := s.ApplyTraced(rapid.SampledFrom(s.Actions(s.Turn(), nil)).Draw(t, "action"), nil)
			var want []string
			for _, f := range before.flights[:before.nFlights] {
				if s.core.turn > before.turn && before.landing(f) == before.turn+1 {
					landings++
				} else {
					want = append(want, fmt.Sprintf("%s %s %d", f.piece.code(), f.target, before.landing(f)))
				}
			}
			for _, e := range events {
				if words := strings.Fields(e.Text); words[0] == "launch" {
					want = append(want, fmt.Sprintf("%s %s %d", words[1], words[3], before.turn+7)) // its owner's third turn after this one
				}
			}
			var got []string
			for _, f := range s.flights[:s.nFlights] {
				got = append(got, fmt.Sprintf("%s %s %d", f.piece.code(), f.target, s.landing(f)))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("in flight are %v, want %v", got, want)
			}
		}
	})
	if landings < 20 {
		t.Errorf("only %d landings were seen", landings)
	}
}
