package domain

import (
	"bytes"
	"testing"
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
