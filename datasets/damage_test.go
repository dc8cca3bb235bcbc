package datasets

import (
	"bytes"
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

// No flipped bit goes unnoticed, wherever it is.
func TestBitFlips(t *testing.T) {
	whole := t.TempDir()
	cfg := sim.Config{Game: dash.Game{}, Seed: 4, Units: 2, GroupUnits: 1, Agents: [2]sim.Agent{uniform(4), uniform(4)}}
	play(t, whole, cfg, 1)
	want := mustVerify(t, whole, 2)
	list, err := os.ReadDir(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if f.Name() == lockName {
			continue
		}
		path := filepath.Join(whole, f.Name())
		data := read(t, path)
		step := 1
		if f.Name() != ManifestName {
			step = scale(997, 101)
		}
		for bit := 0; bit < 8*len(data); bit += step {
			bad := slices.Clone(data)
			bad[bit/8] ^= 1 << (bit % 8)
			if f.Name() == ManifestName {
				m, err := parseManifest(bad)
				// The newline of the last line is what makes it count: without it the line is torn, which is said.
				if err == nil && !(m.torn && bit/8 == len(data)-1) {
					t.Fatalf("%s: bit %d flipped, no error", f.Name(), bit)
				}
				continue
			}
			write(t, path, bad)
			v, err := Verify(whole, lookup)
			if err == nil && v.OK() {
				t.Fatalf("%s: bit %d flipped, no problem found", f.Name(), bit)
			}
			if err == nil && !strings.Contains(v.Problems[0], f.Name()) {
				t.Fatalf("%s: bit %d flipped: %s", f.Name(), bit, v.Problems[0])
			}
		}
		write(t, path, data)
	}
	if got := mustVerify(t, whole, 2); got != want {
		t.Error("the folder was not restored")
	}
}

// Errors about damaged folders say which file and what is wrong.
func TestDamage(t *testing.T) {
	cfg := configs()["tictactoe"]
	whole := t.TempDir()
	play(t, whole, cfg, 1)
	e := open(t, whole).Entries[1]
	swap := func(old, new string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			d := open(t, dir)
			e := d.Entries[1]
			lines := bytes.SplitAfter(read(t, filepath.Join(dir, ManifestName)), []byte("\n"))
			text := bytes.Replace(lines[2][:len(lines[2])-len(checkMark)-11], []byte(old), []byte(new), 1)
			if bytes.Equal(text, lines[2][:len(text)]) && len(text) == len(lines[2])-len(checkMark)-11 {
				t.Fatalf("%q is not in line of group %d", old, e.Group)
			}
			lines[2] = fmt.Appendln(text, seal(text))
			write(t, filepath.Join(dir, ManifestName), bytes.Join(lines, nil))
		}
	}
	for _, v := range []struct {
		name   string
		damage func(t *testing.T, dir string)
		says   []string
	}{
		{"truncated", func(t *testing.T, dir string) {
			if err := os.Truncate(filepath.Join(dir, e.Games.Name), 100); err != nil {
				t.Fatal(err)
			}
		}, []string{e.Games.Name, "100 bytes long", "manifest says"}},
		{"missing", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, e.Moves.Name)) }, []string{e.Moves.Name, "missing"}},
		{"another file in its place", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, e.Games.Name), bytes.Repeat([]byte{7}, int(e.Games.Bytes)))
		}, []string{e.Games.Name, "SHA-256"}},
		{"line edited", func(t *testing.T, dir string) {
			path := filepath.Join(dir, ManifestName)
			write(t, path, bytes.Replace(read(t, path), []byte(`"rows":3`), []byte(`"rows":4`), 1))
		}, []string{ManifestName, "line 2", "checksum"}},
		{"id twice", swap(`"ids":[[103,105]]`, `"ids":[[102,105]]`), []string{"line 3", "group 103"}},
		{"ids twice", swap(`"group":103,"ids":[[103,105]]`, `"group":101,"ids":[[101,103]]`), []string{"line 3", "committed twice"}},
		{"too many ids", swap(`"ids":[[103,105]]`, `"ids":[[103,106]]`), []string{"line 3", "103 to 106 for 3 games"}},
		{"ids backwards", swap(`"ids":[[103,105]]`, `"ids":[[103,101]]`), []string{"line 3", "backwards"}},
		{"path in a name", swap(`"name":"games-`, `"name":"../games-`), []string{"line 3", "no file name"}},
		{"file twice", swap("-00000103.arrow", "-00000100.arrow"), []string{"line 3", "named twice"}},
		{"unknown field", swap(`"group":103`, `"group":103,"color":1`), []string{"line 3", "color"}},
		{"other rows", swap(fmt.Sprintf(`"rows":%d,"bytes":%d`, e.Moves.Rows, e.Moves.Bytes), fmt.Sprintf(`"rows":%d,"bytes":%d`, e.Moves.Rows+1, e.Moves.Bytes)),
			[]string{e.Moves.Name, "rows"}},
		{"other seed", swap(`"seed":9223372036854775813`, `"seed":5`), []string{"seed"}},
		{"other config", swap(`"config":"`, `"config":"0`), []string{"configuration"}},
		{"other agents", swap(`"agents":["`, `"agents":["x`), []string{"agent"}},
	} {
		t.Run(v.name, func(t *testing.T) {
			dir := copyFolder(t, whole)
			v.damage(t, dir)
			got, err := Verify(dir, lookup)
			text := fmt.Sprint(err)
			if err == nil {
				if got.OK() {
					t.Fatal("nothing found")
				}
				text = strings.Join(got.Problems, "\n")
			} else if !errors.Is(err, ErrCorrupt) {
				t.Errorf("%v does not wrap ErrCorrupt", err)
			}
			for _, s := range v.says {
				if !strings.Contains(text, s) {
					t.Errorf("%q is not in: %s", s, text)
				}
			}
		})
	}
}

// VerifyEach hands over the games in the order of Games, with their rows, and nothing of or after a damaged group.
func TestVerifyEach(t *testing.T) {
	dir := t.TempDir()
	cfg := sim.Config{Game: dash.Game{}, Seed: 4, Units: 6, GroupUnits: 2, Agents: [2]sim.Agent{uniform(4), uniform(4)}}
	play(t, dir, cfg, 1)
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var want []uint64
	for g, err := range d.Games() {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, g.ID)
	}
	visited := func() (ids []uint64, rows int, v *Verification) {
		t.Helper()
		v, err := VerifyEach(dir, lookup, func(g *Game) error {
			ids, rows = append(ids, g.ID), rows+len(g.Rows)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return ids, rows, v
	}
	ids, rows, v := visited()
	if !slices.Equal(ids, want) || len(ids) != 6 || rows != v.Rows || rows == 0 || !v.OK() {
		t.Errorf("games %v with %d rows, want %v with %d; %v", ids, rows, want, v.Rows, v.Problems)
	}
	stop := errors.New("enough")
	if _, err := VerifyEach(dir, lookup, func(*Game) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error %v, want that of visit", err)
	}
	path := filepath.Join(dir, d.Entries[1].Moves.Name)
	write(t, path, append(read(t, path), 0))
	if ids, _, v := visited(); !slices.Equal(ids, want[:2]) || v.OK() {
		t.Errorf("after damage to the second group: games %v, want %v; problems %v", ids, want[:2], v.Problems)
	}
}

// Records that are consistent as files but not as games are found by Verify.
func TestVerifyFindsFalseRecords(t *testing.T) {
	cfg := configs()["dash"]
	row := func(g *sim.Game) *sim.Row {
		i := slices.IndexFunc(g.Rows, func(r sim.Row) bool { return r.Sims > 0 && r.Flags&sim.JointChoice == 0 })
		return &g.Rows[i]
	}
	if _, err := Verify(commit(t, record(t, cfg)), lookup); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(g *sim.Game){
		"result":        func(g *sim.Game) { g.Returns = [2]float32{0.5, -0.5} },
		"reason":        func(g *sim.Game) { g.Reason = "bored" },
		"plies":         func(g *sim.Game) { g.Plies++ },
		"decisions":     func(g *sim.Game) { g.Decisions-- },
		"opening":       func(g *sim.Game) { g.Opening = 10_000 },
		"start":         func(g *sim.Game) { g.Start = strings.Replace(g.Start, `"track":7`, `"track":30`, 1) },
		"start order":   func(g *sim.Game) { g.Start = strings.Replace(g.Start, `{`, `{ `, 1) },
		"rules":         func(g *sim.Game) { g.Rules = strings.Repeat("0", 64) },
		"params":        func(g *sim.Game) { g.Params = `{"track":8}` },
		"params syntax": func(g *sim.Game) { g.Params = `{"track"` },
		"step text":     func(g *sim.Game) { g.Steps[2].Text = "jump" },
		"step action":   func(g *sim.Game) { g.Steps[0].Action = 7 },
		"step player":   func(g *sim.Game) { g.Steps[0].Player = 4 },
		"step value":    func(g *sim.Game) { g.Steps[row(g).Step].Value = 1.5 },
		"value unsearched": func(g *sim.Game) {
			i := slices.IndexFunc(g.Steps, func(s sim.Step) bool { return s.Sims == 0 })
			g.Steps[i].Value = 0.5
		},
		"joint":          func(g *sim.Game) { g.Steps[0].Joint = true },
		"row twice":      func(g *sim.Game) { g.Rows = slices.Insert(g.Rows, 1, g.Rows[0]) },
		"row in opening": func(g *sim.Game) { g.Rows[0].Step = 0 },
		"row player":     func(g *sim.Game) { row(g).Player = row(g).Player.Other() },
		"row sims":       func(g *sim.Game) { row(g).Sims++ },
		"row target":     func(g *sim.Game) { row(g).Target = slices.Repeat([]float32{0.9}, len(row(g).Target)) },
		"row target nan": func(g *sim.Game) { row(g).Target[0] /= row(g).Target[0] - row(g).Target[0] },
		"row actions":    func(g *sim.Game) { row(g).Actions = slices.Clone(row(g).Actions); row(g).Actions[0] = 77 },
		"row outcome":    func(g *sim.Game) { row(g).Outcome = 0.25 },
		"row short term": func(g *sim.Game) { row(g).ShortTerm[1] += 0.01 },
		"row left":       func(g *sim.Game) { row(g).Left++ },
		"row ply":        func(g *sim.Game) { row(g).Ply++ },
		"row root value": func(g *sim.Game) { row(g).RootValue = -row(g).RootValue + 0.001 },
		"row raw value":  func(g *sim.Game) { row(g).RawValue = 2 },
		"row kl":         func(g *sim.Game) { row(g).KL = -1 },
		"row weight":     func(g *sim.Game) { row(g).Weight += 0.5 },
		"row next step":  func(g *sim.Game) { row(g).NextStep++ },
		"row flag": func(g *sim.Game) {
			row(g).Flags |= sim.JointChoice
			row(g).Watch = make([][]uint16, len(row(g).Actions))
		},
		"row full":           func(g *sim.Game) { row(g).Flags &^= sim.FullSearch },
		"values of a row at": func(g *sim.Game) { g.Steps[row(g).Step].Value += 0.001 },
	} {
		t.Run(name, func(t *testing.T) {
			games := record(t, cfg)
			i := slices.IndexFunc(games, func(g *sim.Game) bool {
				return g.Returns[0] == 1 && slices.ContainsFunc(g.Rows, func(r sim.Row) bool { return r.Sims > 0 && r.Flags&sim.JointChoice == 0 })
			})
			g := games[i]
			spoil(g)
			v := verify(t, commit(t, []*sim.Game{g}))
			if v.OK() {
				t.Fatal("no problem found")
			}
			if !strings.Contains(v.Problems[0], fmt.Sprintf("game %d", g.ID)) {
				t.Errorf("the game is not named: %s", v.Problems[0])
			}
		})
	}
}

func TestFalseJointRows(t *testing.T) {
	cfg := configs()["dash"]
	for name, spoil := range map[string]func(r *sim.Row){
		"illegal plan": func(r *sim.Row) { r.Watch[0] = []uint16{9, 10} },
		"no watches":   func(r *sim.Row) { r.Watch = nil },
	} {
		games := record(t, cfg)
		found := false
		for _, g := range games {
			for i := range g.Rows {
				if r := &g.Rows[i]; r.Flags&sim.JointChoice != 0 && !found {
					spoil(r)
					found = true
					if v := verify(t, commit(t, []*sim.Game{g})); v.OK() {
						t.Errorf("%s: no problem found", name)
					}
				}
			}
		}
		if !found {
			t.Errorf("%s: no simultaneous round was played", name)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	dir := t.TempDir()
	cfg := configs()["dash"]
	play(t, dir, cfg, 1)
	games := record(t, cfg)
	if _, err := Create(dir, toys.TicTacToe()); err == nil || !strings.Contains(err.Error(), `"dash"`) {
		t.Errorf("a folder of another game: %v", err)
	}
	w, err := Create(dir, dash.Game{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(dir, dash.Game{}); !errors.Is(err, ErrLocked) {
		t.Errorf("a second writer: %v", err)
	}
	fresh := func(id uint64) *sim.Game {
		g := *games[0]
		g.ID = id
		return &g
	}
	for name, v := range map[string]struct {
		group *sim.Group
		want  error
	}{
		"empty":    {&sim.Group{}, nil},
		"double":   {&sim.Group{ID: games[0].ID, Games: games[:1]}, ErrDouble},
		"order":    {&sim.Group{ID: 901, Games: []*sim.Game{fresh(901), fresh(900)}}, nil},
		"repeated": {&sim.Group{ID: 900, Games: []*sim.Game{fresh(900), fresh(900)}}, nil},
		"group id": {&sim.Group{ID: 900, Games: []*sim.Game{fresh(901)}}, nil},
		"seeds": {&sim.Group{ID: 900, Games: []*sim.Game{fresh(900), func() *sim.Game {
			g := fresh(901)
			g.Seed++
			return g
		}()}}, nil},
	} {
		if err := w.Commit(v.group); err == nil || v.want != nil && !errors.Is(err, v.want) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	// A manifest that can't be written to: nothing is committed, and the writer says so from then on.
	w.manifest.Close()
	if w.manifest, err = os.Open(filepath.Join(dir, ManifestName)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.Commit(&sim.Group{ID: 900, Games: []*sim.Game{fresh(900)}}); err == nil {
			t.Error("committed without a manifest")
		}
	}
	w.Close()
	if v := verify(t, dir); !v.OK() || v.Games != cfg.Games() {
		t.Errorf("after all that:\n%s", v)
	}
	if _, err := Create(dir, dash.Game{}); err != nil {
		t.Errorf("the lock outlives its writer: %v", err)
	}
}

// A seed with two configurations in one folder: each game remembers its own, and going on with the other is refused.
func TestCommittedNamesTheConfiguration(t *testing.T) {
	dir := t.TempDir()
	cfg := configs()["dash"]
	play(t, dir, cfg, 1)
	other := cfg
	other.First, other.Agents[1] = 500, uniform(9)
	play(t, dir, other, 1)
	w, err := Create(dir, dash.Game{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for id, want := range map[uint64]string{0: cfg.Hash(), 23: cfg.Hash(), 1000: other.Hash()} {
		if got, ok := w.Committed(cfg.Seed, id); !ok || got != want {
			t.Errorf("game %d: %v %s", id, ok, got)
		}
	}
	for _, id := range []uint64{24, 999, 1024} {
		if _, ok := w.Committed(cfg.Seed, id); ok {
			t.Errorf("game %d is committed", id)
		}
	}
	if _, ok := w.Committed(cfg.Seed+1, 0); ok {
		t.Error("another seed's game is committed")
	}
	other.First = 0
	if _, err := sim.Run(t.Context(), &other, w, sim.Options{}); !errors.Is(err, sim.ErrConfig) {
		t.Errorf("going on with another configuration: %v", err)
	}
}
