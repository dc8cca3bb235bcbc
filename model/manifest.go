package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"variantlab/datasets"
	"variantlab/sim/game"
)

// checkpointFormat numbers the layout of a checkpoint folder.
const checkpointFormat = 1

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
	Phase     int    `json:"phase"`     // steps taken in the round under way, 0 between rounds
	Step      int    `json:"step"`      // optimizer steps taken in all
	Samples   uint64 `json:"samples"`   // training rows used, with repetition
	Rows      int    `json:"rows"`      // training rows that existed when the last round was complete
	Window    int    `json:"window"`    // of them, those that its steps drew from
	Losses    Losses `json:"losses"`    // mean over the steps of the round under way, or of the last one

	Files map[string]FileSum `json:"files"`
	// Sum is the SHA-256 of this manifest as written with an empty Sum.
	Sum string `json:"sum"`
}

// Identity names the network that plays, wherever its files lie.
func (m *Manifest) Identity() string {
	return fmt.Sprintf("%.12s", m.Files[averageFile].SHA256)
}

// FileSum vouches for one file.
type FileSum struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
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
