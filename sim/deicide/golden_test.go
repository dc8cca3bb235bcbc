package deicide

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// golden compares text with a file of testdata, or rewrites the file when the tests run with -update. A reviewer reads a
// difference as a change of the rules or of the network's view.
func golden(t *testing.T, name string, text []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test -update writes it", err)
	}
	if bytes.Equal(text, want) {
		return
	}
	got, old := strings.Split(string(text), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(got), len(old)) {
		if got[i] != old[i] {
			t.Fatalf("%s:%d:\n got %s\nwant %s\nif that is meant, go test -update rewrites it", file, i+1, got[i], old[i])
		}
	}
	t.Fatalf("%s: %d lines, want %d", file, len(got), len(old))
}

// TestPlaythrough plays the start of a random game of each start of setups. The kit's playthrough would also write the
// tensors of every ply: megabytes on this board.
func TestPlaythrough(t *testing.T) {
	for i, g := range games {
		var b bytes.Buffer
		for n, position := range setups[i] {
			p, err := g.New(game.Options{Position: position})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "# game %d\n", n)
			stream := rng.New(3, uint64(n), rng.Rollout, 0, 0)
			for ply := range 120 {
				turn := p.State().Turn()
				if ply%20 == 0 || turn == game.Terminal {
					fmt.Fprintf(&b, "%s\n", p.AppendNotation(nil))
				}
				if turn == game.Terminal {
					fmt.Fprintf(&b, "%s %v\n", p.Reason(), p.State().Returns())
					break
				}
				list := p.State().Actions(turn, nil)
				a := list[stream.IntN(len(list))]
				fmt.Fprintf(&b, "%d %s, one of %d: %s\n", ply, turn, len(list), appendAction(nil, a))
				for _, e := range p.Apply(a) {
					fmt.Fprintf(&b, "  %s\n", e.Text)
				}
			}
		}
		golden(t, "playthroughs/"+g.v.name+".txt", b.Bytes())
	}
}

// TestObservation writes what both sides see of a position that has some of everything: the squares of each plane, in
// the side's own view, and the globals.
func TestObservation(t *testing.T) {
	for _, list := range []string{
		"w KGi1 RKa1 RKp1 QNh5 PWe4 PWf9~ DPc3 TMd2 SNg2 FLj2 | b KGi16 RKp16 PWd9 REe7 DPh14 SMe14 CNb12 KTm13; side=b castle=a1,p1,p16 " +
			"ep=f9:f8.f7 fly=TM@d5*1,tm@k3*2,FL@h9*3 last=kn:sm quiet=50 turn=7 ply=1000",
		"w KGc3 FLb4 SNd4 BMc5 PWd3 DPe2 TMa1 | b KGh8 FLi7 SCg6 PWf6~ DPe5~; yuri side=b moves=2 ep=d3:c3 fly=TM@d5*1,fl@j3*2 last=kg:-",
	} {
		v := variantOf(list)
		s := load(t, v, list)
		var b bytes.Buffer
		fmt.Fprintf(&b, "%s\n", s.appendFEN(nil))
		for p := game.First; p <= game.Second; p++ {
			planes, globals := tensors(v)
			s.Observe(p, planes, globals)
			fmt.Fprintf(&b, "\n# %s\n", p)
			for i, name := range v.view.planes {
				fmt.Fprintf(&b, "%s:", name)
				for cell := range v.size * v.size {
					switch x := planes[cell*len(v.view.planes)+i]; {
					case x == 1:
						fmt.Fprintf(&b, " %s", at(cell%v.size, cell/v.size))
					case x != 0 && cell < 2*v.size && cell%v.size < 2:
						fmt.Fprintf(&b, " %s=%.3f", at(cell%v.size, cell/v.size), x)
					}
				}
				fmt.Fprintln(&b)
			}
			for i, x := range globals {
				if x != 0 {
					fmt.Fprintf(&b, "global %d: %.4g\n", i, x)
				}
			}
		}
		golden(t, "observation-"+v.name+".txt", b.Bytes())
	}
}
