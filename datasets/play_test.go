package datasets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"variantlab/internal/toys"
	"variantlab/internal/toys/dash"
	"variantlab/mcts"
	"variantlab/sim"
	"variantlab/sim/game"
)

func scale(quick, full int) int {
	if os.Getenv("VARIANTLAB_FULL") == "1" {
		return full
	}
	return quick
}

// lookup knows the toys.
func lookup(name string) (game.Game, error) {
	if name == "dash" {
		return dash.Game{}, nil
	}
	if g := toys.Lookup(name); g != nil {
		return g, nil
	}
	return nil, fmt.Errorf("unknown game %q", name)
}

func searcher(name string, sims int, ev func() (mcts.Evaluator, error)) sim.Agent {
	return sim.Agent{Name: fmt.Sprintf("%s:%d", name, sims), Search: mcts.NewConfig(sims), New: ev}
}

func uniform(sims int) sim.Agent {
	return searcher("uniform", sims, func() (mcts.Evaluator, error) { return mcts.Uniform{}, nil })
}

func rollout(sims int) sim.Agent {
	return searcher("rollout", sims, func() (mcts.Evaluator, error) { return mcts.NewRollout(), nil })
}

func material(sims int) sim.Agent {
	return searcher("material", sims, func() (mcts.Evaluator, error) { return mcts.NewMaterial(dash.Game{}) })
}

// configs has runs with sets, dice, simultaneous rounds with watches, pairs, openings, and each simple evaluator.
func configs() map[string]sim.Config {
	cells := []sim.Cell{{White: "walker", Black: "runner"}, {White: "runner", Black: "runner"}}
	all := map[string]sim.Config{
		"dash": {Game: dash.Game{}, Seed: 11, Units: 12, Slots: 3, GroupUnits: 2, Cells: cells, Paired: true,
			Params: game.Params{"track": 7.0}, Agents: [2]sim.Agent{material(8), uniform(8)},
			Temperature: sim.SelfPlayTemperature, Opening: sim.Opening{Plies: 2, Temperature: 1},
			Cap: sim.PlayoutCap{FullProb: 0.5, FastSims: 4}},
		"dash random": {Game: dash.Game{}, Seed: 12, Units: 9, GroupUnits: 4, Agents: [2]sim.Agent{sim.RandomAgent(), sim.RandomAgent()}},
	}
	for _, g := range toys.All() {
		all[g.Info().Name] = sim.Config{Game: g, Seed: 1<<63 + 5, First: 100, Units: 10, Slots: 4, GroupUnits: 3,
			Agents: [2]sim.Agent{rollout(12), rollout(12)}, Temperature: sim.SelfPlayTemperature}
	}
	return all
}

// play runs cfg into a folder.
func play(t testing.TB, dir string, cfg sim.Config, workers int) {
	t.Helper()
	w, err := Create(dir, cfg.Game)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sim.Run(context.Background(), &cfg, w, sim.Options{Workers: workers}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, dir string) *Dataset {
	t.Helper()
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func verify(t testing.TB, dir string) *Verification {
	t.Helper()
	v, err := Verify(dir, lookup)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// mustVerify fails unless all is well, and returns the content hash.
func mustVerify(t testing.TB, dir string, games int) string {
	t.Helper()
	v := verify(t, dir)
	if !v.OK() || v.Games != games || v.Replayed != games {
		t.Fatalf("want %d good games:\n%s", games, v)
	}
	return v.ContentHash
}

// keep is a Sink that remembers the records.
type keep struct{ games []*sim.Game }

func (k *keep) Commit(g *sim.Group) error            { k.games = append(k.games, g.Games...); return nil }
func (k *keep) Committed(_, _ uint64) (string, bool) { return "", false }

func record(t testing.TB, cfg sim.Config) []*sim.Game {
	t.Helper()
	k := &keep{}
	if _, err := sim.Run(context.Background(), &cfg, k, sim.Options{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	return k.games
}

func readAll(t testing.TB, d *Dataset) []*Game {
	t.Helper()
	var out []*Game
	for g, err := range d.GamesWithRows() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, g)
	}
	return out
}

func dataFiles(t testing.TB, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.arrow"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t testing.TB, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func copyFolder(t testing.TB, from string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// What goes in comes out.
func TestRoundTrip(t *testing.T) {
	for name, cfg := range configs() {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			play(t, dir, cfg, 1)
			want, got := record(t, cfg), readAll(t, open(t, dir))
			if len(want) != len(got) {
				t.Fatalf("%d games, want %d", len(got), len(want))
			}
			for i := range want {
				if !reflect.DeepEqual(want[i], got[i]) {
					t.Fatalf("wrote %+v\nread %+v", want[i], got[i])
				}
			}
			for g, err := range open(t, dir).Games() {
				if err != nil || g.Rows != nil {
					t.Fatalf("game without rows: %v %v", g.Rows, err)
				}
			}
		})
	}
}

// The same seed and configuration give the same content on any number of workers and however the games are cut into
// groups; with the same groups even the same bytes.
func TestContentHash(t *testing.T) {
	for name, cfg := range configs() {
		t.Run(name, func(t *testing.T) {
			one, two, cut := t.TempDir(), t.TempDir(), t.TempDir()
			play(t, one, cfg, 1)
			play(t, two, cfg, 2)
			want := mustVerify(t, one, cfg.Games())
			if got := mustVerify(t, two, cfg.Games()); got != want {
				t.Errorf("2 workers give %s, 1 gives %s", got, want)
			}
			a, b := dataFiles(t, one), dataFiles(t, two)
			if len(a) != len(b) || len(a) < 4 {
				t.Fatalf("%d and %d files", len(a), len(b))
			}
			for i := range a {
				if filepath.Base(a[i]) != filepath.Base(b[i]) || string(read(t, a[i])) != string(read(t, b[i])) {
					t.Errorf("%s and %s differ", a[i], b[i])
				}
			}
			first, other := cfg, cfg
			first.Units, first.GroupUnits = cfg.Units/2+1, 1
			other.Slots, other.GroupUnits = 2, 5
			play(t, cut, first, 1)
			play(t, cut, other, 2)
			if got := mustVerify(t, cut, cfg.Games()); got != want {
				t.Errorf("in other groups %s, want %s", got, want)
			}
			other.Seed++
			play(t, cut, other, 1)
			if v := verify(t, cut); v.ContentHash == want || !v.OK() || v.Games != 2*cfg.Games() {
				t.Errorf("with a second seed: %s", v)
			}
		})
	}
}

func TestExamples(t *testing.T) {
	for name, cfg := range configs() {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			play(t, dir, cfg, 1)
			d := open(t, dir)
			games, rows := d.Count()
			if games != cfg.Games() {
				t.Errorf("%d games, want %d", games, cfg.Games())
			}
			n := 0
			for x, err := range d.Examples(lookup) {
				if err != nil {
					t.Fatal(err)
				}
				n++
				if x.Row.Flags&sim.JointChoice == 0 && !slices.Equal(x.State.Actions(x.Row.Player, nil), x.Row.Actions) {
					t.Fatalf("game %d step %d: row does not fit its position", x.Game.ID, x.Row.Step)
				}
				if n == 3 { // stop in the middle and start again
					for range d.Examples(lookup) {
						break
					}
				}
			}
			if n != rows {
				t.Errorf("%d examples, the manifest says %d", n, rows)
			}
		})
	}
}

func TestWindow(t *testing.T) {
	cfg := configs()["connect4"]
	dir := t.TempDir()
	play(t, dir, cfg, 2)
	d := open(t, dir)
	_, all := d.Count()
	last := d.Entries[len(d.Entries)-1].Moves.Rows
	for _, v := range []struct{ ask, entries int }{{0, 1}, {1, 1}, {last, 1}, {last + 1, 2}, {all, len(d.Entries)}, {10 * all, len(d.Entries)}} {
		w := d.Window(v.ask)
		if _, rows := w.Count(); len(w.Entries) != v.entries || rows < min(v.ask, all) {
			t.Errorf("window of %d rows: %d groups with %d rows, want %d groups", v.ask, len(w.Entries), rows, v.entries)
		}
	}
	for i := 1; i < len(d.Entries); i++ {
		if d.Entries[i].Group <= d.Entries[i-1].Group {
			t.Errorf("group %d comes after %d", d.Entries[i].Group, d.Entries[i-1].Group)
		}
	}
	// Whichever worker is done first, a reader meets the groups in the order of their games.
	games := record(t, configs()["dash"])
	slices.Reverse(games)
	for i, e := range open(t, commit(t, games)).Entries {
		if want := games[len(games)-1-i].ID; e.Group != want {
			t.Errorf("group %d is read as number %d, want %d there", e.Group, i, want)
		}
	}
	if n := len(d.Since(2).Entries); n != len(d.Entries)-2 {
		t.Errorf("%d groups since 2", n)
	}
	if empty := (&Dataset{}).Window(5); len(empty.Entries) != 0 {
		t.Error("a window of nothing")
	}
}

// The rows' tables, whatever is in them.
func TestOtherRules(t *testing.T) {
	cfg := configs()["dash"]
	games := record(t, cfg)
	games[0].Rules = "0123456789abcdef"
	dir := commit(t, games[:1])
	for _, err := range open(t, dir).Examples(lookup) {
		if err == nil {
			t.Fatal("rows of other rules are handed out")
		}
		return
	}
	t.Fatal("no error")
}

// commit writes records as one group each.
func commit(t testing.TB, games []*sim.Game) string {
	t.Helper()
	dir := t.TempDir()
	w, err := Create(dir, dash.Game{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, g := range games {
		g.Group = g.ID
		if err := w.Commit(&sim.Group{ID: g.ID, Games: []*sim.Game{g}}); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
