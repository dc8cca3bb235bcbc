package domain

import (
	"bytes"
	"testing"

	"variantlab/sim/game"
)

// Whatever parses has one canonical form, which parses to an equal state; nothing panics.
func FuzzParseState(f *testing.F) {
	f.Add([]byte(fullState))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, history, err := parseState(text)
		if err != nil {
			return
		}
		canonical := appendStateJSON(nil, s, history)
		again, historyAgain, err := parseState(canonical)
		if err != nil {
			t.Fatalf("%v in the canonical form %s", err, canonical)
		}
		if *again != *s {
			t.Fatalf("the canonical form gives another state: %s", canonical)
		}
		if twice := appendStateJSON(nil, again, historyAgain); !bytes.Equal(twice, canonical) {
			t.Fatalf("two canonical forms:\n%s\n%s", canonical, twice)
		}
		if key := s.textKey(); key != again.textKey() {
			t.Fatalf("two keys of %s", canonical)
		}
	})
}

// Whatever parses has one canonical notation, which parses to the same state.
func FuzzParseNotation(f *testing.F) {
	f.Add(startNotation)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseNotation(text, 0)
		if err != nil {
			return
		}
		canonical := appendNotation(nil, s)
		again, err := parseNotation(string(canonical), 0)
		if err != nil {
			t.Fatalf("%v in the canonical notation %s", err, canonical)
		}
		if *again != *s {
			t.Fatalf("%s gives another state than %s", canonical, text)
		}
	})
}

// Whatever reads as an action is legal and writes as it was read; a step of what reads as a state is again a state.
func FuzzParseAction(f *testing.F) {
	f.Add([]byte(fullState), "e1e2", uint8(0))
	f.Fuzz(func(t *testing.T, text []byte, action string, pick uint8) {
		p, err := Game{}.Parse(text)
		if err != nil {
			return
		}
		s := p.State().(*State)
		turn := s.Turn()
		if a, err := (Game{}).ParseAction(s, turn, action); err == nil {
			if got := string(appendAction(nil, a)); got != action {
				t.Fatalf("%s writes as %s", action, got)
			}
		}
		list := s.Actions(turn, nil)
		for _, o := range s.Outcomes(nil) {
			list = append(list, o.Action)
		}
		if len(list) == 0 || turn == game.Terminal {
			return
		}
		a := list[int(pick)%len(list)]
		p.Apply(a)
		after := p.AppendJSON(nil)
		if _, err := (Game{}).Parse(after); err != nil {
			t.Fatalf("%s leads from %s to no state: %v in %s", appendAction(nil, a), text, err, after)
		}
	})
}
