package watch

import (
	"slices"
	"strings"
	"testing"

	"variantlab/sim/game"
)

// A drawing shows the men from the viewer's side, frozen ones marked, and both sides' means.
func TestDraw(t *testing.T) {
	p := startAt(t, "r3k2r/8/8/3n4/8/8/4P3/R3K2R KQkq d5 7/2,0/1 12 1", nil)
	for viewer, want := range map[game.Player][]string{
		game.First: {" 8  r  .  .  .  k  .  .  r", " 5  .  .  .  n*", " 1  R  .  .  .  K  .  .  R", "    a  b  c",
			"round 12, full mode, castling KQkq, 1 idle", "White: 7 Watches, 2 King Watches left; normal", "Black: 0 Watches, 1 King Watches left"},
		game.Second: {" 1  R  .  .  K  .  .  .  R", "    h  g  f"},
	} {
		o, err := p.AppendObservation(nil, viewer)
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := Game{}.Draw(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range want {
			if !strings.Contains(drawn, line) {
				t.Errorf("%v sees no %q in\n%s", viewer, line, drawn)
			}
		}
		if first := strings.Index(drawn, "8 "); viewer == game.Second && first < strings.Index(drawn, "1 ") {
			t.Errorf("Black's first rank is not below:\n%s", drawn)
		}
	}
	if _, err := (Game{}).Draw([]byte(`{"board":"9"}`)); err == nil {
		t.Error("a board that is none is drawn")
	}
}

// Sealed Watches are counted for the side that seals them, triggered ones for the watcher's side; a person
// reads the events in words.
func TestCountEvent(t *testing.T) {
	p := startAt(t, "4k3/8/8/3r4/8/2N5/3P4/4K3 - - 12/3,12/3 1 0", nil)
	s := p.State()
	type counted struct {
		p    game.Player
		kind string
	}
	counts := map[counted]int{}
	add := func(p game.Player, kind string) { counts[counted{p, kind}]++ }
	plans := [2]game.Plan{}
	for c, text := range []string{"w:e1>d2 w:d2>c3", "d5d2"} {
		plan, err := Game{}.ParsePlan(s, game.Player(c), text)
		if err != nil {
			t.Fatal(err)
		}
		plans[c] = plan
	}
	var lines []string
	before := s.Clone()
	for _, e := range p.ApplyJoint(&plans) {
		Game{}.CountEvent(before, e.Text, add)
		lines = append(lines, Game{}.Narrate(e.Text))
	}
	story := []string{" 0  White sealed w:e1>d2 w:d2>c3", " 0  Black sealed d5d2", " 1  r d5-d4", " 2  r d4-d3", " 3  r d3-d2",
		" 3  r takes P on d2", " 3  Watch e1>d2 is called", " 4  K e1-d2", " 4  K takes r on d2", " 4  d2 freezes"}
	if !slices.Equal(lines, story) {
		t.Errorf("told as\n%s", strings.Join(lines, "\n"))
	}
	want := map[counted]int{{game.First, "watch sealed"}: 2, {game.First, "watch triggered"}: 1}
	if len(counts) != len(want) {
		t.Errorf("counted %v", counts)
	}
	for k, n := range want {
		if counts[k] != n {
			t.Errorf("counted %v, want %v of %v", counts, n, k)
		}
	}
}
