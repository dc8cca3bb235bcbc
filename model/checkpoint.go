package model

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"variantlab/datasets"
	"variantlab/sim/game"
)

// ErrMismatch means that a checkpoint is whole but was made for something else: another game, other rules, other input
// planes, another architecture.
var ErrMismatch = errors.New("model: checkpoint does not fit")

// checkpointFormat numbers the layout of a checkpoint folder.
const checkpointFormat = 1

// The files of a checkpoint folder.
const (
	manifestFile = "manifest.json"
	latestFile   = "LATEST"
	weightsFile  = "weights.safetensors" // what training goes on from
	averageFile  = "ema.safetensors"     // averaged weights: what plays
	adamFile     = "adamw.safetensors"   // the optimizer's two means
)

// Manifest describes a checkpoint: everything but the numbers.
type Manifest struct {
	Format    int    `json:"format"`
	Game      string `json:"game"`
	Rules     string `json:"rules"`     // game.Info.Rules
	Features  string `json:"features"`  // datasets.FeatureHash
	Arch      Arch   `json:"arch"`      //
	Start     string `json:"start"`     // what played before the first network: material or zero
	Seed      uint64 `json:"seed"`      // of the run
	Iteration int    `json:"iteration"` // rounds of self-play and training that are complete
	Step      int    `json:"step"`      // optimizer steps taken
	Phase     int    `json:"phase"`     // of them in the iteration under way
	Samples   uint64 `json:"samples"`   // training rows used, with repetition
	Window    int    `json:"window"`    // rows that the last step could draw from

	Files map[string]FileSum `json:"files"`
	// Sum is the SHA-256 of this manifest as written with an empty Sum.
	Sum string `json:"sum"`
}

// FileSum vouches for one file.
type FileSum struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Checkpoint is a network with the state of its training. The vectors have the order of Spec.Params.
type Checkpoint struct {
	Manifest
	Weights, Average []float32
	AdamM, AdamV     []float32
}

// Number is the checkpoint's place in its run: steps grow, so do numbers.
func checkpointName(number int) string { return fmt.Sprintf("ckpt-%06d", number) }

var checkpointPattern = regexp.MustCompile(`^ckpt-(\d{6,})$`)

func checkpointNumber(name string) (int, bool) {
	m := checkpointPattern.FindStringSubmatch(name)
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	return n, err == nil && checkpointName(n) == name
}

// SaveCheckpoint writes c as number under the folder models and makes it the latest. It is there whole or not at all: the
// folder is written under another name, flushed and renamed, and LATEST is replaced by a rename.
func SaveCheckpoint(models string, number int, spec Spec, c *Checkpoint) error {
	final := filepath.Join(models, checkpointName(number))
	tmp := final + ".tmp"
	if err := os.RemoveAll(tmp); err != nil {
		return err
	}
	if err := os.MkdirAll(tmp, 0o755); err != nil {
		return err
	}
	c.Format, c.Files = checkpointFormat, map[string]FileSum{}
	params := spec.Params()
	for _, f := range []struct {
		name    string
		tensors []Tensor
	}{
		{weightsFile, named(params, "", c.Weights)},
		{averageFile, named(params, "", c.Average)},
		{adamFile, append(named(params, "m.", c.AdamM), named(params, "v.", c.AdamV)...)},
	} {
		data, err := AppendSafetensors(nil, f.tensors)
		if err != nil {
			return err
		}
		if err := writeFlushed(filepath.Join(tmp, f.name), data); err != nil {
			return err
		}
		c.Files[f.name] = sumOf(data)
	}
	text, err := c.Manifest.encode()
	if err != nil {
		return err
	}
	if err := writeFlushed(filepath.Join(tmp, manifestFile), text); err != nil {
		return err
	}
	if err := flushDir(tmp); err != nil {
		return err
	}
	// A run that was killed after the rename and before LATEST writes the same checkpoint again.
	if err := os.RemoveAll(final); err != nil {
		return err
	}
	if err := os.Rename(tmp, final); err != nil {
		return err
	}
	if err := flushDir(models); err != nil {
		return err
	}
	latest := filepath.Join(models, latestFile)
	if err := writeFlushed(latest+".tmp", []byte(checkpointName(number)+"\n")); err != nil {
		return err
	}
	if err := os.Rename(latest+".tmp", latest); err != nil {
		return err
	}
	return flushDir(models)
}

// encode writes the manifest with its sum.
func (m *Manifest) encode() ([]byte, error) {
	m.Sum = ""
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	m.Sum = sumOf(text).SHA256
	text, err = json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// ParseManifest reads a manifest and checks its sum. Errors wrap ErrDamaged, or ErrMismatch for another format.
func ParseManifest(text []byte) (Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("%w: %s: %v", ErrDamaged, manifestFile, err)
	}
	if m.Format != checkpointFormat {
		return m, fmt.Errorf("%w: %s: format %d, this program reads %d; use the version that wrote it",
			ErrMismatch, manifestFile, m.Format, checkpointFormat)
	}
	again := m
	if want, err := again.encode(); err != nil || string(want) != string(text) {
		return m, fmt.Errorf("%w: %s: its checksum does not match its text", ErrDamaged, manifestFile)
	}
	return m, nil
}

// LoadManifest reads the manifest of a checkpoint folder.
func LoadManifest(dir string) (Manifest, error) {
	text, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return Manifest{}, fmt.Errorf("%w: %s has no %s; name a folder such as models/%s", ErrDamaged, dir, manifestFile, checkpointName(12))
	}
	if err != nil {
		return Manifest{}, err
	}
	m, err := ParseManifest(text)
	if err != nil {
		return m, fmt.Errorf("%s: %w", dir, err)
	}
	return m, nil
}

// LoadCheckpoint reads a checkpoint folder for a game and verifies everything in it.
func LoadCheckpoint(dir string, info game.Info) (*Checkpoint, error) {
	m, err := LoadManifest(dir)
	if err != nil {
		return nil, err
	}
	if err := m.fits(info); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	c := &Checkpoint{Manifest: m}
	spec := Spec{Game: m.Game, Net: info.Net, Arch: m.Arch}
	params := spec.Params()
	for _, f := range []struct {
		name     string
		vectors  []*[]float32
		prefixes []string
	}{
		{weightsFile, []*[]float32{&c.Weights}, []string{""}},
		{averageFile, []*[]float32{&c.Average}, []string{""}},
		{adamFile, []*[]float32{&c.AdamM, &c.AdamV}, []string{"m.", "v."}},
	} {
		tensors, err := loadTensors(dir, f.name, m.Files)
		if err != nil {
			return nil, err
		}
		for i, v := range f.vectors {
			if *v, err = flatten(params, f.prefixes[i], tensors); err != nil {
				return nil, fmt.Errorf("%s: %w", filepath.Join(dir, f.name), err)
			}
		}
		if extra := len(tensors) - len(params)*len(f.vectors); extra > 0 {
			return nil, fmt.Errorf("%s: %w: %d tensors that the architecture in %s does not have",
				filepath.Join(dir, f.name), ErrMismatch, extra, manifestFile)
		}
	}
	return c, nil
}

// fits says why a checkpoint cannot be used for a game.
func (m *Manifest) fits(info game.Info) error {
	switch {
	case m.Game != info.Name:
		return fmt.Errorf("%w: trained for %s, asked to play %s; name a checkpoint of a %s run", ErrMismatch, m.Game, info.Name, info.Name)
	case m.Rules != info.Rules:
		return fmt.Errorf("%w: trained under rules %s, this program plays %s; train again or use the version that trained it",
			ErrMismatch, m.Rules, info.Rules)
	case m.Features != datasets.FeatureHash(info.Net):
		return fmt.Errorf("%w: its input planes and policy have hash %s, those of this program %s; train again or use the version that trained it",
			ErrMismatch, m.Features, datasets.FeatureHash(info.Net))
	}
	if err := m.Arch.Validate(); err != nil {
		return fmt.Errorf("%w: %v", ErrMismatch, err)
	}
	return nil
}

func loadTensors(dir, name string, sums map[string]FileSum) (map[string]Tensor, error) {
	path := filepath.Join(dir, name)
	want, ok := sums[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w: %s does not list %s", dir, ErrDamaged, manifestFile, name)
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w: the file is missing; use another checkpoint", path, ErrDamaged)
	}
	if err != nil {
		return nil, err
	}
	switch got := sumOf(data); {
	case got.Bytes != want.Bytes:
		return nil, fmt.Errorf("%s: %w: %d bytes, %d were written; use another checkpoint", path, ErrDamaged, got.Bytes, want.Bytes)
	case got != want:
		return nil, fmt.Errorf("%s: %w: bytes have changed since it was written (SHA-256 %.12s…, not %.12s…); use another checkpoint",
			path, ErrDamaged, got.SHA256, want.SHA256)
	}
	list, err := ParseSafetensors(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	byName := make(map[string]Tensor, len(list))
	for _, t := range list {
		byName[t.Name] = t
	}
	return byName, nil
}

// LatestCheckpoint loads the newest usable checkpoint under models: the one that LATEST names or, where that is damaged,
// the nearest before it, with a message for each that was passed over. It returns nil without error when there is none
// yet; when there are some and none is whole, it returns the first one's error.
func LatestCheckpoint(models string, info game.Info) (c *Checkpoint, number int, passed []string, err error) {
	numbers, err := checkpointNumbers(models)
	if err != nil || len(numbers) == 0 {
		return nil, 0, nil, err
	}
	limit := numbers[len(numbers)-1]
	switch named, ok, err := latestName(models); {
	case err != nil:
		return nil, 0, nil, err
	case ok:
		limit = named
	default:
		passed = append(passed, fmt.Sprintf("%s: unreadable; looking for the newest whole checkpoint", filepath.Join(models, latestFile)))
	}
	var first error
	for _, n := range slices.Backward(numbers) {
		if n > limit {
			continue
		}
		c, err := LoadCheckpoint(filepath.Join(models, checkpointName(n)), info)
		if err == nil {
			return c, n, passed, nil
		}
		if !errors.Is(err, ErrDamaged) {
			return nil, 0, passed, err
		}
		if first == nil {
			first = err
		}
		passed = append(passed, fmt.Sprintf("%v; falling back to the checkpoint before it", err))
	}
	if first == nil {
		return nil, 0, passed, nil
	}
	return nil, 0, passed, fmt.Errorf("no whole checkpoint under %s: %w", models, first)
}

// latestName reads LATEST; ok is false when it is missing or does not name a checkpoint.
func latestName(models string) (number int, ok bool, err error) {
	text, err := os.ReadFile(filepath.Join(models, latestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	number, ok = checkpointNumber(strings.TrimSpace(string(text)))
	return number, ok, nil
}

// checkpointNumbers lists the checkpoints under models, ascending. Unfinished ones have another name.
func checkpointNumbers(models string) ([]int, error) {
	entries, err := os.ReadDir(models)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var numbers []int
	for _, e := range entries {
		if n, ok := checkpointNumber(e.Name()); ok && e.IsDir() {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

// FindCheckpoint turns what a user writes for a network, PATH or PATH@NUMBER, into a checkpoint folder. PATH is a run
// folder, its models folder, or a checkpoint folder; without a number the latest is meant.
func FindCheckpoint(word string) (string, error) {
	path, number := word, -1
	if i := strings.LastIndexByte(word, '@'); i >= 0 {
		n, err := strconv.Atoi(word[i+1:])
		if err != nil || n < 0 {
			return "", fmt.Errorf("model: %q: %q is no checkpoint number; write PATH@12", word, word[i+1:])
		}
		path, number = word[:i], n
	}
	if _, err := os.Stat(filepath.Join(path, manifestFile)); err == nil && number < 0 {
		return path, nil
	}
	for _, models := range []string{filepath.Join(path, "models"), path} {
		numbers, err := checkpointNumbers(models)
		if err != nil || len(numbers) == 0 {
			continue
		}
		if number < 0 {
			number = numbers[len(numbers)-1]
			if named, ok, err := latestName(models); err == nil && ok {
				number = named
			}
		}
		if !slices.Contains(numbers, number) {
			return "", fmt.Errorf("model: %s has no checkpoint %d; it has %s", models, number, describe(numbers))
		}
		return filepath.Join(models, checkpointName(number)), nil
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("model: no network at %s: %w; name a run folder or a checkpoint folder", path, err)
	}
	return "", fmt.Errorf("model: %s holds no checkpoint; name a run folder after training, or models/%s", path, checkpointName(12))
}

func describe(numbers []int) string {
	if len(numbers) > 8 {
		return fmt.Sprintf("%d to %d", numbers[0], numbers[len(numbers)-1])
	}
	return strings.Trim(fmt.Sprint(numbers), "[]")
}

// named cuts a flat vector into named tensors.
func named(params []Param, prefix string, flat []float32) []Tensor {
	tensors := make([]Tensor, len(params))
	for i := range params {
		p := &params[i]
		tensors[i] = Tensor{Name: prefix + p.Name, Shape: p.Shape, Data: flat[:p.Len()]}
		flat = flat[p.Len():]
	}
	return tensors
}

// flatten is the inverse of named; it errs where tensors are missing or have another shape.
func flatten(params []Param, prefix string, tensors map[string]Tensor) ([]float32, error) {
	var flat []float32
	for _, p := range params {
		t, ok := tensors[prefix+p.Name]
		if !ok {
			return nil, fmt.Errorf("%w: tensor %s is missing; the architecture in %s has it", ErrMismatch, prefix+p.Name, manifestFile)
		}
		if !slices.Equal(t.Shape, p.Shape) {
			return nil, fmt.Errorf("%w: tensor %s has shape %v, the architecture in %s needs %v",
				ErrMismatch, prefix+p.Name, t.Shape, manifestFile, p.Shape)
		}
		flat = append(flat, t.Data...)
	}
	return flat, nil
}

func sumOf(data []byte) FileSum {
	sum := sha256.Sum256(data)
	return FileSum{Bytes: int64(len(data)), SHA256: hex.EncodeToString(sum[:])}
}

// writeFlushed writes a file and waits until it is on disk.
func writeFlushed(path string, data []byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	if err := f.Sync(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func flushDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// freshCheckpoint is a network before its first step.
func freshCheckpoint(spec Spec, seed uint64) *Checkpoint {
	weights := InitialWeights(spec, seed)
	return &Checkpoint{
		Manifest: Manifest{Game: spec.Game, Features: datasets.FeatureHash(spec.Net), Arch: spec.Arch, Seed: seed},
		Weights:  weights, Average: slices.Clone(weights),
		AdamM: make([]float32, len(weights)), AdamV: make([]float32, len(weights)),
	}
}
