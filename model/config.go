package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"variantlab/sim/game"
)

// What plays the games of a run before its first network.
const (
	StartMaterial = "material" // a search with the game's static evaluation
	StartZero     = "zero"     // the untrained network
)

// Config says how a network is trained. Its keys are those of the tables [net] and [train] of a configuration file.
type Config struct {
	Net   NetConfig   `toml:"net"`
	Train TrainConfig `toml:"train"`
}

// NetConfig chooses the network.
type NetConfig struct {
	Size     string `toml:"size"`     // xs, s or m
	Channels int    `toml:"channels"` // of the trunk; 0 as the size has it
	Blocks   int    `toml:"blocks"`   // 0 as the size has it
	Device   string `toml:"device"`   // auto, cpu or cuda
}

// Arch is the architecture that c asks for, for a game.
func (c NetConfig) Arch(info game.NetInfo) (Arch, error) {
	a, err := SizedArch(c.Size, info)
	if c.Channels > 0 {
		a.Channels = c.Channels
	}
	if c.Blocks > 0 {
		a.Blocks = c.Blocks
	}
	return a, err
}

// TrainConfig are the numbers of the training loop.
type TrainConfig struct {
	Start      string `toml:"start"`      // material or zero
	Iterations int    `toml:"iterations"` // rounds of self-play and training
	Games      int    `toml:"games"`      // of self-play in a round

	Steps          int     `toml:"steps"`            // optimizer steps in a round; 0 follows samples_per_row
	SamplesPerRow  float64 `toml:"samples_per_row"`  // how often a new row is used in its round, when steps is 0
	Batch          int     `toml:"batch"`            // samples of a step
	Window         int     `toml:"window"`           // rows up to which all are kept
	CheckpointStep int     `toml:"checkpoint_steps"` // a checkpoint within a round after so many steps
	Threads        int     `toml:"threads"`          // cores of a step; 0 means all; changes no result

	LearningRate float64 `toml:"learning_rate"`
	FinalRate    float64 `toml:"final_rate"` // at the end of the run
	Warmup       int     `toml:"warmup"`     // steps
	Cosine       float64 `toml:"cosine"`     // share of the run at its end over which the rate falls
	Beta1        float64 `toml:"beta1"`
	Beta2        float64 `toml:"beta2"`
	WeightDecay  float64 `toml:"weight_decay"`
	Clip         float64 `toml:"clip"` // largest norm of a gradient

	Loss LossWeights `toml:"loss"`
}

// LossWeights are the factors of the terms of the loss.
type LossWeights struct {
	Policy float64 `toml:"policy"` // cross entropy with the search's policy
	Soft   float64 `toml:"soft"`   // the same with the policy's fourth root, on a head of its own
	Next   float64 `toml:"next"`   // cross entropy with the other side's next policy
	Pairs  float64 `toml:"pairs"`  // cross entropies with how often each pair joins a plan (Watch chess)
	Value  float64 `toml:"value"`  // cross entropy with win, draw, loss
	Short  float64 `toml:"short"`  // Huber loss of each short-term value
	Left   float64 `toml:"left"`   // Huber loss of the decisions left, in units of 50
}

// DefaultConfig is what is used where a configuration says nothing.
func DefaultConfig() Config {
	return Config{
		Net: NetConfig{Size: "xs", Device: "auto"},
		Train: TrainConfig{
			Start: StartMaterial, Iterations: 8, Games: 400,
			SamplesPerRow: 8, Batch: 128, Window: 20_000, CheckpointStep: 2_000,
			LearningRate: 1e-3, FinalRate: 1e-4, Warmup: 200, Cosine: 0.2,
			Beta1: 0.9, Beta2: 0.95, WeightDecay: 1e-4, Clip: 1,
			Loss: LossWeights{Policy: 1, Soft: 2, Next: 0.15, Pairs: 1, Value: 1.5, Short: 0.3, Left: 0.05},
		},
	}
}

// Validate reports the first value that cannot be used, by its key.
func (c *Config) Validate() error {
	if !slices.Contains(SizeNames(), c.Net.Size) {
		return fmt.Errorf("net.size = %q: unknown; use %s", c.Net.Size, strings.Join(SizeNames(), ", "))
	}
	if !slices.Contains([]string{"auto", "cpu", "cuda"}, c.Net.Device) {
		return fmt.Errorf("net.device = %q: unknown; use auto, cpu or cuda", c.Net.Device)
	}
	if c.Net.Channels < 0 || c.Net.Blocks < 0 {
		return fmt.Errorf("net.channels = %d, net.blocks = %d: must be positive, or 0 for those of net.size", c.Net.Channels, c.Net.Blocks)
	}
	t := &c.Train
	if t.Start != StartMaterial && t.Start != StartZero {
		return fmt.Errorf("train.start = %q: unknown; use %s or %s", t.Start, StartMaterial, StartZero)
	}
	for _, n := range []struct {
		key      string
		v        int
		min, max int
	}{
		{"iterations", t.Iterations, 0, 1_000_000}, {"games", t.Games, 1, 1_000_000_000}, {"steps", t.Steps, 0, 1_000_000_000},
		{"batch", t.Batch, 1, 65536}, {"window", t.Window, 1, 1 << 31}, {"checkpoint_steps", t.CheckpointStep, 1, 1_000_000_000},
		{"threads", t.Threads, 0, 1024}, {"warmup", t.Warmup, 0, 1_000_000_000},
	} {
		if n.v < n.min || n.v > n.max {
			return fmt.Errorf("train.%s = %d: must be in [%d, %d]", n.key, n.v, n.min, n.max)
		}
	}
	for _, f := range []struct {
		key      string
		v        float64
		min, max float64
	}{
		{"samples_per_row", t.SamplesPerRow, 0.01, 1000}, {"learning_rate", t.LearningRate, 0, 1},
		{"final_rate", t.FinalRate, 0, 1}, {"cosine", t.Cosine, 0, 1}, {"beta1", t.Beta1, 0, 0.9999}, {"beta2", t.Beta2, 0, 0.99999},
		{"weight_decay", t.WeightDecay, 0, 10}, {"clip", t.Clip, 1e-6, 1e6},
		{"loss.policy", t.Loss.Policy, 0, 1000}, {"loss.soft", t.Loss.Soft, 0, 1000}, {"loss.next", t.Loss.Next, 0, 1000},
		{"loss.pairs", t.Loss.Pairs, 0, 1000}, {"loss.value", t.Loss.Value, 0, 1000}, {"loss.short", t.Loss.Short, 0, 1000}, {"loss.left", t.Loss.Left, 0, 1000},
	} {
		if !(f.v >= f.min && f.v <= f.max) {
			return fmt.Errorf("train.%s = %v: must be in [%v, %v]", f.key, f.v, f.min, f.max)
		}
	}
	if t.Loss == (LossWeights{}) {
		return errors.New("train.loss: all weights are 0: nothing would be learned")
	}
	return nil
}
