package datasets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"variantlab/internal/toys"
	"variantlab/sim"
)

// childFolder names, in a child process, the folder to play into.
const childFolder = "VARIANTLAB_TEST_CHILD"

// killConfigs are what the children play: one commits all the time, so that kills hit the middle of commits; the other
// searches most of the time.
var killConfigs = map[string]sim.Config{
	"commits": {Game: toys.TicTacToe(), Seed: 21, Units: 400, GroupUnits: 2, Agents: [2]sim.Agent{sim.RandomAgent(), sim.RandomAgent()}},
	"searches": {Game: toys.ConnectFour(), Seed: 22, Units: 40, GroupUnits: 2, Agents: [2]sim.Agent{rollout(60), uniform(60)},
		Temperature: sim.SelfPlayTemperature},
}

func TestMain(m *testing.M) {
	if dir := os.Getenv(childFolder); dir != "" {
		child(dir)
		return
	}
	os.Exit(m.Run())
}

// child plays until it is done or killed.
func child(dir string) {
	cfg := killConfigs[os.Getenv("VARIANTLAB_TEST_CONFIG")]
	w, err := Create(dir, cfg.Game)
	if err == nil {
		_, err = sim.Run(context.Background(), &cfg, w, sim.Options{Workers: 2})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// committed is what a folder's manifest promises, by the file's own words.
func committed(t *testing.T, dir string) map[uint64]bool {
	d, err := Open(dir)
	if errors.Is(err, ErrNoData) {
		return map[uint64]bool{}
	}
	if err != nil {
		t.Fatal(err)
	}
	ids := map[uint64]bool{}
	for i := range d.Entries {
		for _, r := range d.Entries[i].IDs {
			for id := r[0]; id <= r[1]; id++ {
				if ids[id] {
					t.Fatalf("game %d is committed twice", id)
				}
				ids[id] = true
			}
		}
	}
	return ids
}

// Kill -9 at random moments: what was committed stays, every committed file is whole, no game comes twice, and the run
// that goes on ends with the games of one that was never disturbed.
func TestKill(t *testing.T) {
	for name, cfg := range killConfigs {
		t.Run(name, func(t *testing.T) {
			undisturbed, dir := t.TempDir(), t.TempDir()
			started := time.Now()
			play(t, undisturbed, cfg, 2)
			length := time.Since(started)
			want := mustVerify(t, undisturbed, cfg.Games())
			kills, before := scale(4, 50), map[uint64]bool{}
			died, advanced, midway := 0, 0, 0
			for n := 0; n < kills; n++ {
				if len(before) == cfg.Games() { // all played: once more from the start
					dir, before = t.TempDir(), map[uint64]bool{}
				}
				cmd := exec.Command(os.Args[0], "-test.run=^$")
				var errors bytes.Buffer
				cmd.Stderr = &errors
				cmd.Env = append(os.Environ(), childFolder+"="+dir, "VARIANTLAB_TEST_CONFIG="+name)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Duration(rand.Int64N(int64(length)/2 + int64(20*time.Millisecond))))
				if cmd.Process.Kill() == nil {
					died++
				}
				if err := cmd.Wait(); err != nil && errors.Len() > 0 {
					t.Fatalf("child: %v: %s", err, &errors)
				}
				after := committed(t, dir)
				for id := range before {
					if !after[id] {
						t.Fatalf("game %d was committed and is lost", id)
					}
				}
				if len(after) > len(before) {
					advanced++
				}
				if len(after) > 0 {
					v := verify(t, dir)
					if !v.OK() || v.Games != len(after) || v.Replayed != len(after) {
						t.Fatalf("%d committed games:\n%s", len(after), v)
					}
					if v.Torn != "" || len(v.Leftovers) > 0 {
						midway++
					}
				}
				before = after
			}
			play(t, dir, cfg, 2)
			if got := mustVerify(t, dir, cfg.Games()); got != want {
				t.Errorf("after %d kills the content is %s, want %s", died, got, want)
			}
			if v := verify(t, dir); len(v.Leftovers) > 0 {
				t.Errorf("left behind: %v", v.Leftovers)
			}
			t.Logf("verify: %d kills: %d after new commits, %d in the middle of one", died, advanced, midway)
			if died == 0 {
				t.Error("no child was alive to be killed")
			}
		})
	}
}

// Every moment at which a commit can be cut off, built by hand: after each byte of the manifest line and in every state
// of the two files. The next writer cleans up, and playing on gives what an undisturbed run has.
func TestEveryCut(t *testing.T) {
	cfg := sim.Config{Game: toys.TicTacToe(), Seed: 4, Units: 3, GroupUnits: 1, Agents: [2]sim.Agent{uniform(4), uniform(4)}}
	whole := t.TempDir()
	play(t, whole, cfg, 1)
	want := mustVerify(t, whole, 3)
	manifest := read(t, filepath.Join(whole, ManifestName))
	lines := bytes.SplitAfter(manifest, []byte("\n"))
	last := open(t, whole).Entries[2]
	games, moves := read(t, filepath.Join(whole, last.Games.Name)), read(t, filepath.Join(whole, last.Moves.Name))

	type file struct {
		name string
		data []byte
	}
	check := func(name string, line []byte, files ...file) {
		t.Helper()
		dir := copyFolder(t, whole)
		os.Remove(filepath.Join(dir, last.Games.Name))
		os.Remove(filepath.Join(dir, last.Moves.Name))
		write(t, filepath.Join(dir, ManifestName), append(bytes.Join(lines[:3], nil), line...))
		for _, f := range files {
			write(t, filepath.Join(dir, f.name), f.data)
		}
		v := verify(t, dir)
		if !v.OK() || v.Games != 2 {
			t.Fatalf("%s:\n%s", name, v)
		}
		if (v.Torn != "") != (len(line) > 0) {
			t.Fatalf("%s: torn is %q", name, v.Torn)
		}
		if v.Torn != "" && !strings.Contains(v.Torn, "group 1 of seed 4") {
			t.Fatalf("%s: the last good group is not named: %s", name, v.Torn)
		}
		if len(v.Leftovers) != len(files) {
			t.Fatalf("%s: leftovers %v", name, v.Leftovers)
		}
		play(t, dir, cfg, 1)
		if v := verify(t, dir); !v.OK() || v.ContentHash != want || len(v.Leftovers) > 0 || v.Torn != "" {
			t.Fatalf("%s: after going on:\n%s", name, v)
		}
	}
	half := func(b []byte) []byte { return b[:len(b)/2] }
	g, m := last.Games.Name, last.Moves.Name
	check("nothing yet", nil)
	check("games begun", nil, file{g + tmpSuffix, nil})
	check("games half", nil, file{g + tmpSuffix, half(games)})
	check("games written", nil, file{g + tmpSuffix, games})
	check("games renamed", nil, file{g, games})
	check("moves half", nil, file{g, games}, file{m + tmpSuffix, half(moves)})
	check("moves renamed", nil, file{g, games}, file{m, moves})
	for n := 1; n < len(lines[3]); n += scale(23, 1) {
		check(fmt.Sprintf("%d bytes of the line", n), lines[3][:n], file{g, games}, file{m, moves})
	}
	check("zeros after a power cut", make([]byte, 200), file{g, games}, file{m, moves})
	check("more than a line after a power cut", bytes.Repeat([]byte{'x'}, 5000), file{g, games})
	check("files that are not written again", nil, file{"games-4-00000077.arrow", games}, file{"moves-4-00000077.arrow" + tmpSuffix, moves})
}

// A manifest whose beginning was cut off by hand is an error, not an empty folder.
func TestLostManifest(t *testing.T) {
	dir := t.TempDir()
	cfg := configs()["tictactoe"]
	play(t, dir, cfg, 1)
	path := filepath.Join(dir, ManifestName)
	data := read(t, path)
	for _, n := range []int{0, 10, bytes.IndexByte(data, '\n')} {
		write(t, path, data[:n])
		if _, err := Open(dir); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%d bytes of the manifest: Open says %v", n, err)
		}
		if _, err := Create(dir, cfg.Game); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%d bytes of the manifest: Create says %v", n, err)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(dir, cfg.Game); err == nil || !strings.Contains(err.Error(), "put the manifest back") {
		t.Errorf("without a manifest: Create says %v", err)
	}
	if _, err := Open(dir); !errors.Is(err, ErrNoData) {
		t.Errorf("without a manifest: Open says %v", err)
	}
	if len(dataFiles(t, dir)) == 0 {
		t.Error("the data files are gone")
	}
}
