package datasets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"variantlab/internal/toys"
	"variantlab/internal/toys/dash"
	"variantlab/sim"
)

func TestStats(t *testing.T) {
	cfg := configs()["dash"]
	dir := t.TempDir()
	play(t, dir, cfg, 2)
	s, err := open(t, dir).Stats()
	if err != nil {
		t.Fatal(err)
	}
	games := record(t, cfg)
	if s.Games != len(games) || s.Game != "dash" || !slices.Equal(s.Seeds, []uint64{11}) || !slices.Equal(s.Agents, []string{"material:8", "uniform:8"}) || len(s.Rules) != 1 {
		t.Errorf("%+v", s)
	}
	sum := 0
	for _, c := range s.Cells {
		sequences, wins, draws, plies, n, longest := map[uint64]bool{}, 0, 0, 0, 0, 0
		for _, g := range games {
			if g.Cell.White != c.White || g.Cell.Black != c.Black || g.Agents[0] != c.WhiteAgent || g.Agents[1] != c.BlackAgent {
				continue
			}
			n++
			plies += g.Plies
			longest = max(longest, g.Plies)
			sequences[g.Sequence()] = true
			if g.Returns[0] > 0 {
				wins++
			} else if g.Returns[0] == 0 {
				draws++
			}
		}
		if n == 0 || c.Games != n || c.Distinct != len(sequences) || c.Wins != wins || c.Draws != draws || c.Losses != n-wins-draws ||
			c.Plies.Mean != float64(plies)/float64(n) || c.Plies.Max != longest || c.Reasons["through"]+c.Reasons["tired"] != n {
			t.Errorf("cell %+v; counted %d games, %d distinct, %d wins, %d draws, %d plies", c, n, len(sequences), wins, draws, plies)
		}
		sum += n
	}
	if sum != len(games) {
		t.Errorf("cells hold %d games of %d", sum, len(games))
	}
	if text := s.String(); !strings.Contains(text, "walker") || strings.Count(text, "\n") != 2+len(s.Cells) {
		t.Errorf("table:\n%s", text)
	}
	// Repeats are counted once.
	again := *games[0]
	again.ID = 10_000
	s, err = open(t, commit(t, []*sim.Game{games[0], &again, games[1]})).Stats()
	if err != nil || s.Games != 3 || s.Distinct != 2 {
		t.Errorf("%v: %d distinct of %d", err, s.Distinct, s.Games)
	}
}

func TestMerge(t *testing.T) {
	cfg := configs()["dash"]
	all, a, b, c, to := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	play(t, all, cfg, 1)
	first, second, third := cfg, cfg, cfg
	first.Units = 7
	second.First, second.Units = 5, 7
	third.Seed++
	play(t, a, first, 1)
	play(t, b, second, 1)
	play(t, c, third, 1)
	m, err := Merge(to, dash.Game{}, a, b)
	if err != nil || m != (Merged{Games: 24, Doubles: 4}) {
		t.Fatalf("%+v, %v", m, err)
	}
	if got, want := mustVerify(t, to, 24), mustVerify(t, all, 24); got != want {
		t.Errorf("merged %s, want %s", got, want)
	}
	m, err = Merge(to, dash.Game{}, a, c, b)
	if err != nil || m != (Merged{Games: 24, Doubles: 28}) {
		t.Errorf("%+v, %v", m, err)
	}
	merged := mustVerify(t, to, 48)
	if v := verify(t, to); v.Rows == 0 {
		t.Error("no rows came along")
	}

	conflicting := third
	conflicting.Agents[0] = uniform(8)
	d := t.TempDir()
	play(t, d, conflicting, 1)
	if _, err := Merge(to, dash.Game{}, a, d); !errors.Is(err, ErrConflict) || !strings.Contains(err.Error(), "game 0 of seed 12") {
		t.Errorf("conflict: %v", err)
	}
	other := t.TempDir()
	play(t, other, configs()["tictactoe"], 1)
	if _, err := Merge(to, dash.Game{}, other); err == nil || !strings.Contains(err.Error(), "tictactoe") {
		t.Errorf("another game: %v", err)
	}
	if _, err := Merge(to, dash.Game{}, t.TempDir()); !errors.Is(err, ErrNoData) {
		t.Errorf("no data: %v", err)
	}
	if got := mustVerify(t, to, 48); got != merged {
		t.Error("a refused merge changed the folder")
	}
	for _, from := range [][]string{{a, all, c, d}, {a, other}, {a, t.TempDir()}} {
		fresh := filepath.Join(t.TempDir(), "run", "data")
		if _, err := Merge(fresh, dash.Game{}, from...); err == nil {
			t.Errorf("%v is not refused", from)
		}
		if _, err := os.Stat(filepath.Dir(fresh)); err == nil {
			t.Error("a refused merge makes a folder")
		}
	}
}

func TestExportJSONL(t *testing.T) {
	for _, name := range []string{"dash", "connect4"} {
		cfg := configs()[name]
		dir := t.TempDir()
		play(t, dir, cfg, 1)
		var out bytes.Buffer
		if err := open(t, dir).ExportJSONL(&out); err != nil {
			t.Fatal(err)
		}
		games := record(t, cfg)
		for i, line := range bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n")) {
			var x jsonGame
			if err := json.Unmarshal(line, &x); err != nil {
				t.Fatal(err)
			}
			g := games[i]
			if x.GameID != g.ID || x.White != g.Cell.White || string(x.Start) != g.Start || len(x.Steps) != len(g.Steps) ||
				x.WhiteReturn != g.Returns[0] || x.Sequence != fmt.Sprintf("%016x", g.Sequence()) {
				t.Errorf("game %d: %s", g.ID, line)
			}
			for j, s := range x.Steps {
				w := g.Steps[j]
				if s.Text != w.Text || s.Player != w.Player.String() || s.Joint != w.Joint || (s.Value != nil) != (w.Sims > 0) || s.Value != nil && *s.Value != w.Value {
					t.Errorf("game %d step %d: %+v, want %+v", g.ID, j, s, w)
				}
			}
		}
	}
}

// The text of a game, by hand: First runs, the dice hold, a simultaneous round, Second wins.
func TestExportText(t *testing.T) {
	g := &sim.Game{ID: 3, Seed: 1, Pair: 3, Cell: sim.Cell{White: "walker", Black: "runner"}, Options: "{}", Params: `{"track":8}`,
		Rules: "r", Config: "c", Agents: [2]string{"random", `net "x"`}, Start: `{"white":"walker"}`, Returns: [2]float32{-1, 1}, Reason: "through",
		Steps: []sim.Step{
			{Player: 0, Action: 1, Text: "breathe"}, {Player: 0, Action: 3, Text: "long"}, {Player: 2, Action: 5, Text: "hold"},
			{Player: 1, Action: 2, Text: "short"}, {Player: 2, Action: 5, Text: "hold"},
			{Player: 0, Action: 6, Text: "push+guard", Joint: true, Watch: []uint16{66}}, {Player: 1, Action: 7, Text: "dodge", Joint: true},
			{Player: 1, Action: 3, Text: "long"}, {Player: 2, Action: 4, Text: "slip"}, {Player: 0, Action: 2, Text: "short"},
		}}
	var out strings.Builder
	if err := open(t, commit(t, []*sim.Game{g})).ExportText(&out); err != nil {
		t.Fatal(err)
	}
	want := `[Game "dash"]
[Round "1.3"]
[White "random"]
[Black "net \"x\""]
[WhiteSet "walker"]
[BlackSet "runner"]
[Params "{\"track\":8}"]
[Start "{\"white\":\"walker\"}"]
[Termination "through"]
[Result "0-1"]

1. breathe long (hold) short (hold) 2. push+guard | dodge 3... long (slip) 4. short 0-1

`
	if out.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", out.String(), want)
	}
	// Long games are broken into lines.
	out.Reset()
	dir := t.TempDir()
	play(t, dir, configs()["connect4"], 1)
	if err := open(t, dir).ExportText(&out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if len(line) > 101 && !strings.HasPrefix(line, "[") {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
}

// docs/data.md has every column with its type and explanation.
func TestColumnsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/data.md")
	if err != nil {
		t.Fatal(err)
	}
	games, moves := Columns()
	for _, table := range [][]ColumnDoc{games, moves} {
		for _, c := range table {
			line := fmt.Sprintf("| `%s` | %s | %s |", c.Name, c.Type, strings.ReplaceAll(c.Doc, "|", `\|`))
			if !strings.Contains(string(page), line+"\n") {
				t.Errorf("docs/data.md lacks the line\n%s", line)
			}
		}
	}
	if want := fmt.Sprintf("schema version %d", SchemaVersion); !strings.Contains(string(page), want) {
		t.Errorf("docs/data.md does not say %q", want)
	}
	text, err := json.Marshal(Entry{})
	if err != nil {
		t.Fatal(err)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatal(err)
	}
	for name := range object {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/data.md does not explain the manifest's %q", name)
		}
	}
}

func TestFeatureHash(t *testing.T) {
	n := toys.ConnectFour().Info().Net
	a := FeatureHash(n)
	n.Globals++
	if b := FeatureHash(n); a == b {
		t.Error("another shape has the same hash")
	}
}
