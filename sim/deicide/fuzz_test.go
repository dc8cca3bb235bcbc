package deicide

import (
	"testing"
	"unicode/utf8"

	"variantlab/sim/game"
)

// games are the two games; fuzzing picks one.
var games = [2]*Game{New(), NewYuri()}

func pick(second bool) *Game {
	if second {
		return games[1]
	}
	return games[0]
}

// A text is refused with an InputError, or it is a position that is written and read back the same and can be played.
func FuzzNotation(f *testing.F) {
	for _, g := range games {
		f.Add(g.v.setup, g.v == yuri)
	}
	for _, sc := range scenarios(f) {
		f.Add(sc.position, variantOf(sc.position) == yuri)
	}
	f.Fuzz(func(t *testing.T, text string, second bool) {
		g := pick(second)
		p, err := g.New(game.Options{Position: text})
		if err != nil {
			if _, ok := err.(*game.InputError); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		line := string(p.AppendNotation(nil))
		if text == "" {
			line = ""
		}
		back, err := g.New(game.Options{Position: line})
		if err != nil {
			t.Fatalf("%q, read from %q: %v", line, text, err)
		}
		if again := string(back.AppendNotation(nil)); line != "" && again != line {
			t.Fatalf("%q reads back as %q", line, again)
		}
		try(t, g, p)
	})
}

func FuzzJSON(f *testing.F) {
	for i, g := range games {
		for _, position := range setups[i][1:] {
			p, err := g.New(game.Options{Position: position})
			if err != nil {
				f.Fatal(err)
			}
			f.Add(p.AppendJSON(nil), i == 1)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, second bool) {
		g := pick(second)
		p, err := g.Parse(text)
		if err != nil {
			if input, ok := err.(*game.InputError); !ok || input.Path == "" {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		written := p.AppendJSON(nil)
		back, err := g.Parse(written)
		if err != nil {
			t.Fatalf("%s, read from %s: %v", written, text, err)
		}
		if again := back.AppendJSON(nil); string(again) != string(written) {
			t.Fatalf("%s reads back as %s", written, again)
		}
		if back.State().Key() != p.State().Key() {
			t.Fatalf("%s: another key when read back", written)
		}
		try(t, g, p)
	})
}

// try lists the actions of a position and plays some of them.
func try(t *testing.T, g *Game, p game.Position) {
	s := p.State()
	turn := s.Turn()
	if turn == game.Terminal {
		return
	}
	list := s.Actions(turn, nil)
	if len(list) == 0 || len(list) > g.Info().MaxActions {
		t.Fatalf("%d actions in %s", len(list), p.AppendNotation(nil))
	}
	for i := 0; i < len(list); i += 1 + len(list)/8 {
		next := p.Clone()
		next.Apply(list[i])
		if next.State().(*State).result.why == kingCaptured {
			continue
		}
		if _, err := g.Parse(next.AppendJSON(nil)); err != nil {
			t.Fatalf("%s after %s: %v", p.AppendJSON(nil), appendAction(nil, list[i]), err)
		}
	}
}

func FuzzParseAction(f *testing.F) {
	for _, text := range []string{
		"d4e5", "d15d16=queen", "d15d16", "d4-time:d9", "d4-push:d5", "i1-castle:a1", "d8-ep:e7", "pass", "", "a1a1", "p16a1=snail", "d4-time:",
	} {
		f.Add(text, 0, false)
	}
	f.Fuzz(func(t *testing.T, text string, start int, second bool) {
		g := pick(second)
		list := setups[g.v.index]
		p, err := g.New(game.Options{Position: list[uint(start)%uint(len(list))]})
		if err != nil {
			t.Fatal(err)
		}
		a, err := g.ParseAction(p.State(), p.State().Turn(), text)
		if err != nil {
			input, ok := err.(*game.InputError)
			if !ok || input.Code != game.IllegalAction || !utf8.ValidString(input.Msg) {
				t.Fatalf("%T: %q", err, err)
			}
			return
		}
		if got := string(g.AppendAction(nil, p.State(), p.State().Turn(), a)); got != text {
			t.Fatalf("%q is read as %q", text, got)
		}
	})
}
