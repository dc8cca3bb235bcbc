package board

import (
	"strings"
	"testing"
)

// Each square stands in the row of its rank and the column of its file, from either side.
func TestDraw(t *testing.T) {
	for _, c := range []struct {
		turned                     bool
		top, bottom, files, corner string
	}{
		{false, " 8 ", " 1 ", "a  b  c  d  e  f  g  h", "a8"},
		{true, " 1 ", " 8 ", "h  g  f  e  d  c  b  a", "h1"},
	} {
		lines := strings.Split(Draw(c.turned, 2, Square.String), "\n")
		if len(lines) != 10 || !strings.HasPrefix(lines[0], c.top+" "+c.corner) || !strings.HasPrefix(lines[7], c.bottom) {
			t.Fatalf("turned %v: %q", c.turned, lines)
		}
		if got := strings.TrimSpace(lines[8]); got != c.files || lines[9] != "" {
			t.Errorf("turned %v: files %q", c.turned, got)
		}
		for _, line := range lines[:8] {
			for column, name := range strings.Fields(line)[1:] {
				if name[:1] != strings.Fields(c.files)[column] || name[1] != line[1] {
					t.Errorf("turned %v: %s in %q", c.turned, name, line)
				}
			}
		}
	}
}
