package deicide

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// rows reads a table of cells separated by semicolons.
func rows(t *testing.T, file string, cells int) (list [][]string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		row := strings.Split(line, ";")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		if len(row) == cells {
			list = append(list, row)
		}
	}
	return list
}

// alone stands one piece on an empty board without Kings and counts the squares that it can go to as k.
func alone(v *variant, p piece, q square, as kind) int {
	c := newDraft(v, v.rules).core()
	c.side = p.color()
	c.put(q, p)
	switch {
	case as == none:
		return 0
	case as == timeMachine:
		return c.launchTargets(q, c.side).count()
	case p.isPawn():
		return c.pawnMoves(q, as, c.side, c.occupied()).count()
	}
	quiet, captures := c.destinations(q, as, c.side)
	return quiet.or(captures).count()
}

func TestCounts(t *testing.T) {
	places := []struct {
		v *variant
		q square
	}{{deicide, at(7, 7)}, {deicide, at(0, 0)}, {yuri, at(4, 4)}, {yuri, at(0, 0)}}
	list := rows(t, "testdata/counts.txt", 5)
	if len(list) != int(numKinds)-1 {
		t.Errorf("%d rows, want one for each of %d types", len(list), numKinds-1)
	}
	for _, row := range list {
		k := kindByKey(row[0])
		if k == none {
			t.Fatalf("no type %q", row[0])
		}
		for i, place := range places {
			if !place.v.kinds.has(k) {
				if row[1+i] != "-" {
					t.Errorf("%s is not in %s", k, place.v.name)
				}
				continue
			}
			want, _ := strconv.Atoi(row[1+i])
			p := pieceOf(white, k)
			if p.isPawn() {
				p |= movedBit
			}
			as := k
			if k == fool {
				as = none
			}
			if got := alone(place.v, p, place.q, as); got != want {
				t.Errorf("DC-700: %s of %s on %s: %d, want %d", k, place.v.name, place.q, got, want)
			}
			if got := alone(place.v, pieceOf(white, fool), place.q, as); got != want { // [DC-702]
				t.Errorf("DC-702: a Fool as %s of %s on %s: %d, want %d", k, place.v.name, place.q, got, want)
			}
		}
	}
	for _, row := range rows(t, "testdata/counts.txt", 4) {
		v := deicide
		if row[0] == "yuri" {
			v = yuri
		}
		q, _ := parseSquare(row[2], v.size)
		want, _ := strconv.Atoi(row[3])
		if got := alone(v, codes[row[1]], q, codes[row[1]].kind()); got != want {
			t.Errorf("DC-701: %s on %s of %s: %d, want %d", row[1], q, v.name, got, want)
		}
	}
}
