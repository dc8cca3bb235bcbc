package deicide

import "testing"

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
