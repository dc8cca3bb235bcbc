package watch

import (
	"os"
	"strconv"
	"strings"
	"testing"

	reference "variantlab/internal/reference/watch"
	"variantlab/sim/gametest"
)

// WC-118: counts of rounds, by this implementation and, where they are small, again by the second one.
func TestPerft(t *testing.T) {
	gametest.Perft(t, Game{}, "testdata/perft.txt")
	text, err := os.ReadFile("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), ";")
		if strings.HasPrefix(line, "#") || len(cells) != 4 {
			continue
		}
		depth, _ := strconv.Atoi(strings.TrimSpace(cells[1]))
		want, _ := strconv.ParseUint(strings.TrimSpace(cells[2]), 10, 64)
		if want > uint64(samples(1500, 40_000)) {
			continue
		}
		board := reference.Read(cells[0])
		if got := board.Perft(reference.Default("full"), depth); got != want {
			t.Errorf("reference: %s depth %d: %d, want %d", cells[0], depth, got, want)
		}
	}
}
