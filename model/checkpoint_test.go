package model

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// noisyCheckpoint is a checkpoint with numbers in all places.
func noisyCheckpoint(spec Spec, step int) *Checkpoint {
	c := freshCheckpoint(spec, 7)
	c.Rules, c.Start, c.Step, c.Iteration, c.Samples = fakeGame.Rules, StartZero, step, step/10, uint64(step)*128
	r := rng.New(uint64(step), 0, rng.Shuffle, 0, 0)
	for _, v := range [][]float32{c.Weights, c.Average, c.AdamM, c.AdamV} {
		for i := range v {
			v[i] = float32(r.Normal())
		}
	}
	return c
}

func saveNoisy(t *testing.T, models string, steps ...int) Spec {
	t.Helper()
	spec := fakeSpec(1, 0)
	for i, step := range steps {
		if err := SaveCheckpoint(models, i+1, spec, noisyCheckpoint(spec, step)); err != nil {
			t.Fatal(err)
		}
	}
	return spec
}

func TestCheckpointRoundTrip(t *testing.T) {
	models := filepath.Join(t.TempDir(), "models")
	spec := saveNoisy(t, models, 10)
	c, err := LoadCheckpoint(filepath.Join(models, "ckpt-000001"), fakeGame)
	if err != nil {
		t.Fatal(err)
	}
	want := noisyCheckpoint(spec, 10)
	for i, v := range [][2][]float32{{c.Weights, want.Weights}, {c.Average, want.Average}, {c.AdamM, want.AdamM}, {c.AdamV, want.AdamV}} {
		if !reflect.DeepEqual(v[0], v[1]) {
			t.Errorf("vector %d differs", i)
		}
	}
	if c.Step != 10 || c.Iteration != 1 || c.Samples != 1280 || c.Seed != 7 || c.Start != StartZero || c.Arch != spec.Arch {
		t.Errorf("manifest %+v", c.Manifest)
	}
	if id := c.Identity(); len(id) != 12 {
		t.Errorf("identity %q", id)
	}
	if again, n, passed, err := LatestCheckpoint(models, fakeGame); err != nil || n != 1 || len(passed) != 0 || again.Step != 10 {
		t.Errorf("latest: %d, %v, %v", n, passed, err)
	}
}

// Every single damaged bit and every length is noticed, in every file.
func TestDamageIsFound(t *testing.T) {
	models := filepath.Join(t.TempDir(), "models")
	saveNoisy(t, models, 10)
	dir := filepath.Join(models, "ckpt-000001")
	r := rng.New(1, 0, rng.Shuffle, 0, 0)
	for _, name := range []string{manifestFile, weightsFile, averageFile, adamFile} {
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		try := func(what string, data []byte) {
			t.Helper()
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := LoadCheckpoint(dir, fakeGame)
			if !errors.Is(err, ErrDamaged) && !(name == manifestFile && errors.Is(err, ErrMismatch)) {
				t.Fatalf("%s %s: %v, want ErrDamaged", name, what, err)
			}
			if !strings.Contains(err.Error(), "ckpt-000001") || !strings.Contains(err.Error(), name) {
				t.Fatalf("%s %s: %v: does not say where", name, what, err)
			}
		}
		for range 150 {
			at, bit := r.IntN(len(whole)), r.IntN(8)
			damaged := append([]byte(nil), whole...)
			damaged[at] ^= 1 << bit
			try("with a flipped bit", damaged)
			try("cut off", whole[:at])
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadCheckpoint(dir, fakeGame); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s missing: %v", name, err)
		}
		if err := os.WriteFile(path, whole, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := LoadCheckpoint(dir, fakeGame); err != nil {
		t.Errorf("restored: %v", err)
	}
}

func TestCheckpointOfSomethingElse(t *testing.T) {
	models := filepath.Join(t.TempDir(), "models")
	saveNoisy(t, models, 10)
	dir := filepath.Join(models, "ckpt-000001")
	for name, c := range map[string]struct {
		change func(*game.Info)
		want   string
	}{
		"other game":  {func(i *game.Info) { i.Name = "chess" }, "asked to play chess"},
		"other rules": {func(i *game.Info) { i.Rules = "fake/2" }, "under rules fake/1, this program plays fake/2"},
		"other plane": {func(i *game.Info) { i.Net.Planes = []string{"a", "b", "c", "d", "e"} }, "input planes and policy"},
		"other heads": {func(i *game.Info) { i.Net.Aux++ }, "input planes and policy"},
	} {
		info := fakeGame
		c.change(&info)
		_, err := LoadCheckpoint(dir, info)
		if !errors.Is(err, ErrMismatch) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v, want ErrMismatch with %q", name, err, c.want)
		}
		if _, _, _, err := LatestCheckpoint(models, info); !errors.Is(err, ErrMismatch) {
			t.Errorf("%s: resuming gives %v", name, err)
		}
	}
}

// Tensors that do not belong to the architecture in the manifest are refused even when all sums are right.
func TestWrongArchitecture(t *testing.T) {
	spec := fakeSpec(1, 0)
	for name, other := range map[string]Spec{"smaller": fakeSpec(0, 0), "larger": fakeSpec(2, 0), "wider": func() Spec { s := spec; s.Arch.Channels++; return s }()} {
		models := t.TempDir()
		c := noisyCheckpoint(other, 10)
		c.Arch = spec.Arch
		if err := SaveCheckpoint(models, 1, other, c); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadCheckpoint(filepath.Join(models, "ckpt-000001"), fakeGame); !errors.Is(err, ErrMismatch) || !strings.Contains(err.Error(), "tensor") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFallBackToWholeCheckpoint(t *testing.T) {
	models := filepath.Join(t.TempDir(), "models")
	saveNoisy(t, models, 10, 20, 30)
	flip(t, filepath.Join(models, "ckpt-000003", weightsFile), 5000)
	c, n, passed, err := LatestCheckpoint(models, fakeGame)
	if err != nil || n != 2 || c.Step != 20 {
		t.Fatalf("number %d, %v", n, err)
	}
	if len(passed) != 1 || !strings.Contains(passed[0], "ckpt-000003") || !strings.Contains(passed[0], "falling back") {
		t.Errorf("messages %q", passed)
	}
	for name, text := range map[string]string{"empty": "", "garbage": "ckpt-xyz\n", "a number without a folder": "ckpt-000009\n"} {
		if err := os.WriteFile(filepath.Join(models, latestFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, n, passed, err := LatestCheckpoint(models, fakeGame); err != nil || n != 2 || len(passed) == 0 {
			t.Errorf("LATEST %s: number %d, messages %q, %v", name, n, passed, err)
		}
	}
	for _, n := range []string{"1", "2"} {
		flip(t, filepath.Join(models, "ckpt-00000"+n, averageFile), 4000)
	}
	if _, _, _, err := LatestCheckpoint(models, fakeGame); !errors.Is(err, ErrDamaged) {
		t.Errorf("all damaged: %v", err)
	}
	if c, _, _, err := LatestCheckpoint(filepath.Join(models, "none"), fakeGame); c != nil || err != nil {
		t.Errorf("no folder: %v, %v", c, err)
	}
}

func flip(t *testing.T, path string, at int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[at] ^= 4
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFindCheckpoint(t *testing.T) {
	run := t.TempDir()
	models := filepath.Join(run, "models")
	saveNoisy(t, models, 10, 20)
	for word, want := range map[string]string{
		run: "ckpt-000002", run + "@1": "ckpt-000001", models: "ckpt-000002", models + "@2": "ckpt-000002",
		filepath.Join(models, "ckpt-000001"): "ckpt-000001",
	} {
		if got, err := FindCheckpoint(word); err != nil || filepath.Base(got) != want {
			t.Errorf("%s: %q, %v, want %s", word, got, err, want)
		}
	}
	for word, want := range map[string]string{
		run + "@7": "it has 1 2", run + "@x": `"x" is no checkpoint number`, filepath.Join(run, "nowhere"): "no network at", t.TempDir(): "holds no checkpoint",
	} {
		if _, err := FindCheckpoint(word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", word, err, want)
		}
	}
}

func FuzzManifest(f *testing.F) {
	m := Manifest{Format: checkpointFormat, Game: "fake", Arch: Arch{Channels: 3}, Files: map[string]FileSum{weightsFile: {Bytes: 3, SHA256: "ab"}}}
	text, err := m.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Add([]byte(`{"format":2}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := ParseManifest(text)
		if err != nil {
			if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrMismatch) {
				t.Fatalf("error of another kind: %v", err)
			}
			return
		}
		if again, err := m.encode(); err != nil || string(again) != string(text) {
			t.Fatalf("accepted a text that is not what a manifest is written as: %v", err)
		}
	})
}
