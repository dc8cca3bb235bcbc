package gametest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// playthroughSteps is the most steps that a playthrough shows.
const playthroughSteps = 400

// Playthrough plays one random game from o and compares its text with testdata/playthroughs/NAME.txt: every position,
// what both sides see, the legal lists, the outcomes with their probabilities, the events. With -update it writes the
// file. A reviewer reads its difference as a change of the rules.
func Playthrough(t T, g game.Game, name string, o game.Options, seed uint64) {
	t.Helper()
	p, err := g.New(o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	text := playthrough(g, p, seed)
	file := filepath.Join("testdata", "playthroughs", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatalf("%v", err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatalf("%v", err)
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
			t.Fatalf("%s:%d:\n got %s\nwant %s\nif the rules have changed, go test -update rewrites it", file, i+1, got[i], old[i])
		}
	}
	t.Fatalf("%s: %d lines, want %d", file, len(got), len(old))
}

func playthrough(g game.Game, p game.Position, seed uint64) []byte {
	w := &writer{g: g, tensors: newTensors(g.Info().Net)}
	fmt.Fprintf(w, "%s, rules %s, seed %d\n", g.Info().Name, g.Info().Rules, seed)
	stream := rng.New(seed, 0, rng.Rollout, 0, 0)
	var roller game.Roller
	for n := range playthroughSteps {
		s := p.State()
		turn := s.Turn()
		fmt.Fprintf(w, "\n# %d %v\n%s\n", n, turn, p.AppendNotation(nil))
		w.views(p)
		if turn == game.Terminal {
			fmt.Fprintf(w, "%s %v\n", p.Reason(), s.Returns())
			break
		}
		var events []game.Event
		if turn == game.Simultaneous {
			both := roller.PickPlans(s, &stream)
			for side := range both {
				fmt.Fprintf(w, "%v plays %s\n", game.Player(side), g.(game.JointText).AppendPlan(nil, s, game.Player(side), &both[side]))
			}
			events = p.ApplyJoint(&both)
		} else {
			a, prob := roller.Pick(s, &stream)
			fmt.Fprintf(w, "%v plays %s", turn, g.AppendAction(nil, s, turn, a))
			if turn == game.Chance {
				fmt.Fprintf(w, " (%.6g)", prob)
			}
			fmt.Fprintln(w)
			events = p.Apply(a)
		}
		for _, e := range events {
			private := ""
			if e.Private {
				private = fmt.Sprintf(" (only %v)", e.Player)
			}
			fmt.Fprintf(w, "  %s%s\n", e.Text, private)
		}
	}
	return w.Bytes()
}

// writer writes a playthrough.
type writer struct {
	bytes.Buffer
	g       game.Game
	tensors tensors
}

// views writes what either side sees and may do.
func (w *writer) views(p game.Position) {
	s, turn := p.State(), p.State().Turn()
	for side := game.First; side <= game.Second; side++ {
		if seen, err := p.AppendObservation(nil, side); err == nil && !bytes.Equal(seen, p.AppendJSON(nil)) {
			fmt.Fprintf(w, "%v sees %s\n", side, seen)
		}
		if turn == side || turn == game.Simultaneous {
			w.list(s, side, s.Actions(side, nil))
		}
	}
	if turn == game.Chance {
		for _, o := range s.(game.Stochastic).Outcomes(nil) {
			fmt.Fprintf(w, "%s %.6g\n", w.g.AppendAction(nil, s, game.Chance, o.Action), o.Prob)
		}
	}
	if e, ok := s.(game.Encoder); ok && turn.Side() && len(w.tensors.planes) > 0 {
		w.encoding(e, turn)
	}
}

func (w *writer) list(s game.State, side game.Player, actions []game.Action) {
	fmt.Fprintf(w, "%v has %d:", side, len(actions))
	for _, a := range actions {
		fmt.Fprintf(w, " %s", w.g.AppendAction(nil, s, side, a))
	}
	fmt.Fprintln(w)
}

// encoding writes the planes that are not empty, from the first rank up, and the globals that are not zero.
func (w *writer) encoding(e game.Encoder, side game.Player) {
	n := w.g.Info().Net
	w.tensors.observe(e, side, 0)
	for k, name := range n.Planes {
		line, any := "", false
		for sq := range n.Files * n.Ranks {
			if sq > 0 && sq%n.Files == 0 {
				line += "/"
			}
			switch x := w.tensors.planes[sq*len(n.Planes)+k]; x {
			case 0:
				line += "◯"
			case 1:
				line, any = line+"◉", true
			default:
				line, any = line+fmt.Sprintf("(%.3g)", x), true
			}
		}
		if any {
			fmt.Fprintf(w, "%s %s\n", line, name)
		}
	}
	for _, part := range []struct {
		name string
		list []float32
	}{{"globals", w.tensors.globals}, {"hidden", w.tensors.hidden}} {
		sep := part.name
		for i, x := range part.list {
			if x != 0 {
				fmt.Fprintf(w, "%s %d:%.4g", sep, i, x)
				sep = ""
			}
		}
		if sep == "" {
			fmt.Fprintln(w)
		}
	}
}
