package model

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"variantlab/datasets"
	"variantlab/sim/game"
)

// ErrMismatch means that a checkpoint is whole but was made for something else: another game, other rules, other input
// planes, another architecture.
var ErrMismatch = errors.New("model: checkpoint does not fit")

// The files of a checkpoint folder.
const (
	manifestFile = "manifest.json"
	latestFile   = "LATEST"
	weightsFile  = "weights.safetensors" // what training goes on from
	averageFile  = "ema.safetensors"     // averaged weights: what plays
	adamFile     = "adamw.safetensors"   // the optimizer's two means
)

// Checkpoint is a network with the state of its training. The vectors have the order of Spec.Params.
type Checkpoint struct {
	Manifest
	Weights, Average []float32
	AdamM, AdamV     []float32
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
