package watch

import (
	"bytes"
	"slices"
	"testing"

	"variantlab/sim/game"
)

// Whatever is accepted as a WFEN is written back the same, and play goes on from it.
func FuzzWFEN(f *testing.F) {
	for _, sc := range allScenarios(f) {
		f.Add(sc["pos"], sc["set"] == "mode=king")
	}
	f.Fuzz(func(t *testing.T, wfen string, kings bool) {
		m := full
		if kings {
			m = kingMode
		}
		p, err := Game{}.New(game.Options{Position: wfen, Params: game.Params{"mode": modeNames[m]}})
		if err != nil {
			if _, ok := err.(*game.InputError); !ok {
				t.Fatalf("error of type %T", err)
			}
			return
		}
		if got := string(p.AppendNotation(nil)); wfen != "" && got != wfen {
			t.Fatalf("%q read as %q", wfen, got)
		}
		playSome(t, p)
	})
}

// Whatever is accepted as a state has one canonical form, which reads back the same.
func FuzzState(f *testing.F) {
	f.Add([]byte(written))
	f.Add([]byte(lean))
	f.Add([]byte(half))
	for _, sc := range allScenarios(f) {
		f.Add(startAt(f, sc["pos"], sc.params(f)).AppendJSON(nil))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := Game{}.Parse(text)
		if err != nil {
			if _, ok := err.(*game.InputError); !ok {
				t.Fatalf("error of type %T", err)
			}
			return
		}
		canonical := p.AppendJSON(nil)
		back, err := Game{}.Parse(canonical)
		if err != nil {
			t.Fatalf("%s: its canonical form %s is refused: %v", text, canonical, err)
		}
		if again := back.AppendJSON(nil); !bytes.Equal(again, canonical) || back.State().Key() != p.State().Key() {
			t.Fatalf("%s becomes %s, then %s", text, canonical, again)
		}
		playSome(t, p)
	})
}

// A text is a plan exactly if it is the text of a plan of the list.
func FuzzPlan(f *testing.F) {
	boards := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR KQkq - 12/3,12/3 1 0",
		"6rk/8/8/p2B4/Pp6/1P5p/5n1P/7K - - 12/3,12/3 1 0",
		"1r5k/8/8/8/8/8/7r/K5N1 - g1 0/0,0/3 2 0",
		"3r4/4P2k/8/8/8/8/8/R3K3 Q - 2/1,2/1 1 0",
	}
	for i := range boards {
		for _, text := range []string{"e2e4", "e2e4 w:b1>d2 kw:d1>e1", "w:b3>a4 kw:d5>h1", "hold", "e7d8q", "e1c1", "w:a1>a2 w:h1>h2", "w:h1>h2 w:a1>a2", "kw:d1>e1", ""} {
			f.Add(i, text)
		}
	}
	var lists [][]string
	var states []*State
	for _, wfen := range boards {
		states = append(states, &startAt(f, wfen, nil).s)
		lists = append(lists, planTexts(states[len(states)-1], game.First))
	}
	f.Fuzz(func(t *testing.T, board int, text string) {
		if board < 0 || board >= len(boards) {
			return
		}
		plan, err := Game{}.ParsePlan(states[board], game.First, text)
		if _, in := slices.BinarySearch(lists[board], text); in != (err == nil) {
			t.Fatalf("%q: listed %t, error %v", text, in, err)
		}
		if err == nil && string(Game{}.AppendPlan(nil, states[board], game.First, &plan)) != text {
			t.Fatalf("%q read as %v", text, plan)
		}
	})
}

// playSome plays a few random rounds.
func playSome(t *testing.T, p game.Position) {
	r := streamOf(7)
	var f game.Factors
	for range 4 {
		s := p.State().(*State)
		if s.Turn() == game.Terminal {
			return
		}
		var plans [2]game.Plan
		for player := game.First; player <= game.Second; player++ {
			s.Factors(player, &f)
			if f.Count(1) == 0 {
				t.Fatalf("%s: %v has no plan", p.AppendJSON(nil), player)
			}
			plans[player] = f.Sample(&r)
			if !s.LegalPlan(player, &plans[player]) {
				t.Fatalf("%s: %v drew an illegal plan", p.AppendJSON(nil), player)
			}
		}
		p.ApplyJoint(&plans)
	}
}
