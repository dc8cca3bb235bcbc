//go:build torch

package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"variantlab/datasets"
	"variantlab/internal/toys"
	"variantlab/mcts"
	"variantlab/sim"
	"variantlab/sim/rng"
)

func full() bool { return os.Getenv("VARIANTLAB_FULL") == "1" }

// netAgent searches with a network.
func netAgent(p *Player, sims int) sim.Agent {
	return sim.Agent{Name: "net:" + p.Manifest.Identity(), Search: mcts.NewConfig(sims),
		New: func() (mcts.Evaluator, error) { return NewEvaluator(p.Net), nil }}
}

// toyRun trains on connect three in dir.
func toyRun(dir string, config Config, sims int) *Run {
	g := toys.ConnectThree()
	r := &Run{Dir: dir, Game: g, Seed: 5, Config: config}
	r.SelfPlay = func(ctx context.Context, round int, player *Player) error {
		w, err := datasets.Create(r.data(), g)
		if err != nil {
			return err
		}
		agent := netAgent(player, sims)
		_, err = sim.Run(ctx, &sim.Config{
			Game: g, Seed: r.Seed, Agents: [2]sim.Agent{agent, agent}, First: uint64(round * config.Train.Games), Units: config.Train.Games,
			Temperature: sim.Temperature{Start: 1, Halve: 6, Floor: 0.2}, Opening: sim.Opening{Plies: 3, Temperature: 3},
		}, w, sim.Options{Workers: 1})
		return errors.Join(err, w.Close())
	}
	return r
}

// smallConfig makes runs of seconds.
func smallConfig() Config {
	c := DefaultConfig()
	c.Net = NetConfig{Size: "xs", Channels: 8, Blocks: 1, Device: "cpu"}
	t := &c.Train
	t.Start, t.Iterations, t.Games, t.Batch, t.Steps, t.CheckpointStep, t.Threads, t.Warmup = StartZero, 2, 16, 16, 7, 2, 1, 3
	return c
}

// sameEnd compares the last checkpoints of two runs to the last bit.
func sameEnd(t *testing.T, a, b *Run) {
	t.Helper()
	var c [2]*Checkpoint
	for i, r := range []*Run{a, b} {
		var err error
		if c[i], _, _, err = LatestCheckpoint(r.models(), r.Game.Info()); err != nil {
			t.Fatal(err)
		}
	}
	if c[0].Step != c[1].Step || c[0].Iteration != c[1].Iteration || c[0].Samples != c[1].Samples || c[0].Losses != c[1].Losses {
		t.Errorf("runs end at\n%+v\n%+v", c[0].Manifest, c[1].Manifest)
	}
	for i, v := range [][2][]float32{{c[0].Weights, c[1].Weights}, {c[0].Average, c[1].Average}, {c[0].AdamM, c[1].AdamM}, {c[0].AdamV, c[1].AdamV}} {
		for j := range v[0] {
			if math.Float32bits(v[0][j]) != math.Float32bits(v[1][j]) {
				t.Fatalf("vector %d differs at %d: %v and %v", i, j, v[0][j], v[1][j])
			}
		}
	}
}

func TestInterruptedRunEndsTheSame(t *testing.T) {
	whole := toyRun(t.TempDir(), smallConfig(), 8)
	if err := whole.Train(context.Background()); err != nil {
		t.Fatal(err)
	}
	broken := toyRun(t.TempDir(), smallConfig(), 8)
	// Stop after the third and after the ninth step, which lie between checkpoints.
	for _, stop := range []int{3, 9} {
		ctx, cancel := context.WithCancel(context.Background())
		steps := 0
		broken.Progress = func(p Progress) {
			if p.Checkpoint == "" {
				if steps++; p.Round*smallConfig().Train.Steps+p.Step == stop {
					cancel()
				}
			}
		}
		if err := broken.Train(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped at step %d: %v", stop, err)
		}
		cancel()
	}
	broken.Progress = nil
	if err := broken.Train(context.Background()); err != nil {
		t.Fatal(err)
	}
	sameEnd(t, whole, broken)
}

const killedRun = "VARIANTLAB_TEST_KILLED_RUN"

// TestMain carries out a run for TestKilledRunEndsTheSame when it is asked to.
func TestMain(m *testing.M) {
	if dir := os.Getenv(killedRun); dir != "" {
		run := toyRun(dir, killedConfig(), 8)
		run.Progress = func(Progress) { fmt.Print(".") }
		if err := run.Train(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// killedConfig writes a checkpoint after every step.
func killedConfig() Config {
	c := smallConfig()
	c.Train.Steps, c.Train.CheckpointStep = 50, 1
	return c
}

// A run that is killed again and again, a few steps or checkpoints after each start, always finds whole checkpoints and
// games, and ends with the same weights as one that was left alone.
func TestKilledRunEndsTheSame(t *testing.T) {
	whole, killed := toyRun(t.TempDir(), killedConfig(), 8), toyRun(t.TempDir(), killedConfig(), 8)
	if err := whole.Train(context.Background()); err != nil {
		t.Fatal(err)
	}
	kills := 12
	if full() {
		kills = 50
	}
	r := rng.New(uint64(time.Now().UnixNano()), 0, rng.Shuffle, 0, 0)
	resumed := 0
	for i := 0; ; i++ {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killedRun+"="+killed.Dir)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if i < kills {
			if _, err := io.ReadFull(stdout, make([]byte, r.IntN(12))); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(r.IntN(8000)) * time.Microsecond)
			cmd.Process.Kill()
		}
		err = cmd.Wait()
		if c, _, _, err := LatestCheckpoint(killed.models(), killed.Game.Info()); err != nil {
			t.Fatalf("after kill %d: %v", i, err)
		} else if c != nil && c.Step > 0 {
			resumed++
		}
		if err == nil {
			break
		}
		if i >= kills {
			t.Fatalf("left alone, the run fails: %v\n%s", err, stderr.String())
		}
	}
	if resumed < kills/3 {
		t.Errorf("only %d of %d kills hit a run that had begun to train", resumed, kills)
	}
	sameEnd(t, whole, killed)
}

func TestRunRefuses(t *testing.T) {
	dir := t.TempDir()
	config := smallConfig()
	config.Train.Iterations = 0
	if err := toyRun(dir, config, 8).Train(context.Background()); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*Run)
		want   string
	}{
		"other size":   {func(r *Run) { r.Config.Net.Channels = 16 }, "its architecture is"},
		"other seed":   {func(r *Run) { r.Seed = 6 }, "its seed is 5, not 6"},
		"other start":  {func(r *Run) { r.Config.Train.Start = StartMaterial }, "train.start was zero"},
		"other game":   {func(r *Run) { r.Game = toys.TicTacToe() }, "asked to play tictactoe"},
		"bad config":   {func(r *Run) { r.Config.Train.Batch = 0 }, "train.batch"},
		"no data":      {func(r *Run) { r.SelfPlay, r.Data = nil, t.TempDir(); r.Config.Train.Iterations = 1 }, "no data here"},
		"empty rounds": {func(r *Run) { r.SelfPlay = playRandom(r); r.Config.Train.Iterations = 1 }, "no training rows"},
	} {
		r := toyRun(dir, config, 8)
		c.change(r)
		if err := r.Train(context.Background()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// playRandom plays games that leave nothing to learn.
func playRandom(r *Run) func(context.Context, int, *Player) error {
	return func(ctx context.Context, round int, player *Player) error {
		w, err := datasets.Create(r.data(), r.Game)
		if err != nil {
			return err
		}
		_, err = sim.Run(ctx, &sim.Config{Game: r.Game, Seed: r.Seed, Units: 4, Agents: [2]sim.Agent{sim.RandomAgent(), sim.RandomAgent()}}, w, sim.Options{Workers: 1})
		return errors.Join(err, w.Close())
	}
}

func TestLoadNet(t *testing.T) {
	dir := t.TempDir()
	config := smallConfig()
	config.Train.Iterations = 0
	r := toyRun(dir, config, 8)
	if err := r.Train(context.Background()); err != nil {
		t.Fatal(err)
	}
	p, err := LoadNet(dir+"@0", r.Game.Info(), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Net.Free()
	if p.Number != 0 || len(p.Manifest.Identity()) != 12 {
		t.Errorf("loaded %+v", p)
	}
	if _, err := LoadNet(dir, toys.ConnectFour().Info(), "cpu"); !errors.Is(err, ErrMismatch) {
		t.Errorf("a network of another game: %v", err)
	}
	flip(t, filepath.Join(dir, "models", "ckpt-000000", averageFile), 3000)
	if _, err := LoadNet(dir, r.Game.Info(), "cpu"); !errors.Is(err, ErrDamaged) {
		t.Errorf("a damaged network: %v", err)
	}
}
