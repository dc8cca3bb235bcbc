package domain

import "testing"

func TestClass(t *testing.T) {
	for text, want := range map[string]string{
		"e2e4": "", "e7e8q": "", "pass": "", "hit": "", "dice": "dice", "red:d4": "red", "blue:c3-c4": "blue",
		"rct:n-b1": "rct", "release:n:e2f4": "release", "purelove:ne": "purelove", "domain:pawns": "domain:pawns",
		"domain:malevolent:d1": "domain:malevolent", "copy:dice": "copy:dice", "copy:release:n:e2f4": "copy:release",
		"spear:d4d5": "spear", "cloud:d5+e5": "cloud",
	} {
		if got := (Game{}).Class(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
