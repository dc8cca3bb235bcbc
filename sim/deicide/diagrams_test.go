package deicide

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	_ "variantlab/sim/gametest" // has the flag -update
)

//go:generate go test -run TestPieceDiagrams -update

const diagramFile = "../../docs/rules/deicide-pieces.md"

// TestPieceDiagrams draws how every piece moves, asking the engine square by square, and compares the drawings with the
// page in docs. With -update it writes the page.
func TestPieceDiagrams(t *testing.T) {
	page := pieceDiagrams()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(diagramFile, page, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(diagramFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(page, want) {
		t.Errorf("%s does not show how the pieces move; go generate ./sim/deicide rewrites it", diagramFile)
	}
}

// What the letters of a diagram mean.
const (
	goesOrTakes = "*"
	goes        = "o"
	takes       = "x"
	overOne     = "^"
	pushesTo    = "p"
	launchesTo  = "t"
	startsTo    = "s"
	takesKing   = "k"
)

const diagramLegend = `# How the pieces move

Drawn by a program from the tables that the engine plays by (` + "`go generate ./sim/deicide`" + `); the rules are in
[deicide.md](deicide.md). White's piece, in capitals, stands on an otherwise empty board; a letter says what it may do
on that square:

| letter | |
|---|---|
| ` + "`*`" + ` | goes there, and takes an enemy there |
| ` + "`o`" + ` | goes there, takes nothing |
| ` + "`x`" + ` | takes an enemy there, doesn't go there otherwise |
| ` + "`^`" + ` | takes an enemy there with exactly one piece standing in between; goes there with none |
| ` + "`s`" + ` | goes there with its head start, while it has one |
| ` + "`p`" + ` | goes there; pushes an enemy who stands there one square on |
| ` + "`t`" + ` | may be launched there |
| ` + "`k`" + ` | goes there; takes nobody but the King there |

What stands between matters to every piece that slides. A Fool moves as whatever the opponent moved last.

`

func pieceDiagrams() []byte {
	var b bytes.Buffer
	b.WriteString(diagramLegend)
	for _, v := range variants {
		fmt.Fprintf(&b, "## %s, %dx%d\n\n", v.title, v.size, v.size)
		for k := king; k < numKinds; k++ {
			switch {
			case !v.kinds.has(k) || v == yuri && !pawnKinds.has(k):
				continue
			case k == fool:
				continue
			}
			fmt.Fprintf(&b, "### %s (%s)\n\n```\n%s```\n\n", strings.ReplaceAll(k.String(), "_", " "), names[k].code, diagram(v, k))
		}
		if v == yuri {
			b.WriteString("All other types move as on the large board.\n")
		}
	}
	return b.Bytes()
}

// diagram draws the board from the last rank down.
func diagram(v *variant, k kind) string {
	from := at(v.size/2-1, v.size/2-1)
	if pawnKinds.has(k) { // where it has its head start
		from = at(3, 3)
		if !v.starts[white][k].has(from) {
			from = at(7, v.starts[white][k].first().rank())
		}
	}
	var b strings.Builder
	for r := v.size - 1; r >= 0; r-- {
		fmt.Fprintf(&b, "%2d ", r+1)
		for f := range v.size {
			cell := names[k].code
			if q := at(f, r); q != from {
				cell = mark(v, k, from, q)
			}
			fmt.Fprintf(&b, "%-3s", cell)
		}
		trimmed := strings.TrimRight(b.String(), " ")
		b.Reset()
		b.WriteString(trimmed + "\n")
	}
	b.WriteString("   ")
	for f := range v.size {
		fmt.Fprintf(&b, "%c  ", 'a'+f)
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}

// mark asks the engine what k on from may do on q.
func mark(v *variant, k kind, from, q square) string {
	empty := newDraft(v, v.rules).core()
	empty.put(from, pieceOf(white, k))
	quiet, _ := empty.destinations(from, k, white)
	enemy := *empty
	enemy.put(q, pieceOf(black, prince))
	_, captures := enemy.destinations(from, k, white)
	goesThere, takesThere := quiet.has(q), captures.has(q)
	switch {
	case k == timeMachine && empty.launchTargets(from, white).has(q):
		return launchesTo
	case k == sumo && goesThere:
		if _, met := enemy.sumoSlides(from); enemy.pushable(from, met, white).has(q) {
			return pushesTo
		}
	case pawnKinds.has(k) && !goesThere && empty.pawnMoves(from, k, white, empty.occupied()).has(q):
		return startsTo
	case k == snail && goesThere:
		target := *empty
		target.put(q, pieceOf(black, king))
		if target.threatened(black) {
			return takesKing
		}
	case goesThere && takesThere:
		return goesOrTakes
	case takesThere:
		return takes
	case goesThere && hurdled(v, k, from, q):
		return overOne
	}
	if goesThere {
		return goes
	}
	return "."
}

// hurdled reports whether k on from takes on q once a piece stands on some square between.
func hurdled(v *variant, k kind, from, q square) bool {
	d := heading(from, q)
	if d < 0 {
		return false
	}
	for between := range v.between(from, q, d).each {
		c := newDraft(v, v.rules).core()
		c.put(from, pieceOf(white, k))
		c.put(q, pieceOf(black, prince))
		c.put(between, pieceOf(white, prince))
		if _, captures := c.destinations(from, k, white); captures.has(q) {
			return true
		}
	}
	return false
}
