package gametest

import (
	"bufio"
	"os"
	"strconv"
	"strings"

	"variantlab/sim/game"
)

// perftQuick is the largest count that a quick run makes.
const perftQuick = 1_000_000

// Perft counts the positions of a table file. A row is: one-line notation; depth; count; where the count comes from.
// Empty rows and those that start with # are skipped. An empty notation is the plain start. Large counts wait for a full
// run.
func Perft(t T, g game.Game, file string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer f.Close()
	var counter game.Counter
	rows, skipped := 0, 0
	for lines, n := bufio.NewScanner(f), 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, ";")
		if len(cells) != 4 || strings.TrimSpace(cells[3]) == "" {
			t.Fatalf("%s:%d: want position; depth; count; source", file, n)
		}
		depth, err := strconv.Atoi(strings.TrimSpace(cells[1]))
		if err != nil {
			t.Fatalf("%s:%d: %v", file, n, err)
		}
		want, err := strconv.ParseUint(strings.TrimSpace(cells[2]), 10, 64)
		if err != nil {
			t.Fatalf("%s:%d: %v", file, n, err)
		}
		if want > perftQuick && !Full() {
			skipped++
			continue
		}
		p, err := g.New(game.Options{Position: strings.TrimSpace(cells[0])})
		if err != nil {
			t.Errorf("%s:%d: %v", file, n, err)
			continue
		}
		rows++
		if got, _ := counter.Perft(p.State(), depth, 0); got != want {
			t.Errorf("%s:%d: %s depth %d: %d, want %d", file, n, cells[0], depth, got, want)
		}
	}
	if rows == 0 {
		t.Errorf("%s: no row was counted", file)
	}
	t.Logf("%s: %d rows, %d more in a full run", file, rows, skipped)
}
