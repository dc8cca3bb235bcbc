// Package gametest is the conformance kit of the game contract: Run plays random games and checks at every position
// what package game promises; Perft counts against a table; Playthrough keeps a whole game as text, to be read and
// compared. A game's own tests call them.
package gametest

import (
	"flag"
	"os"
)

// update makes Playthrough rewrite its files: go test -update.
var update = flag.Bool("update", false, "rewrite golden playthroughs")

// Full reports whether tests run at the sizes that the issues name (make verify), not the quick ones.
func Full() bool { return os.Getenv("VARIANTLAB_FULL") == "1" }

// T is what the kit needs of *testing.T; the kit's own tests put a recorder in its place.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
	Failed() bool
}
