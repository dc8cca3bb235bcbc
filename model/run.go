package model

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"variantlab/datasets"
	"variantlab/sim/game"
)

// ErrNoRows means that there is nothing to learn from.
var ErrNoRows = errors.New("model: no training rows")

// Run is a training run in a folder: rounds of self-play, with the network as it is, and training on a window of the
// newest rows, with a checkpoint after each. It can be stopped at any moment and goes on where its last checkpoint was
// written; in its data folder nothing is played twice.
type Run struct {
	Dir    string // checkpoints go to Dir/models
	Data   string // folder of the games; Dir/data if empty
	Game   game.Game
	Seed   uint64
	Config Config

	// SelfPlay plays the games of a round (counted from 0) into the data folder, those that it doesn't hold yet. player is
	// nil in the first round of a run that starts from the material evaluator. When SelfPlay itself is nil, the run trains
	// on the games that are there, and each round may use every row.
	SelfPlay func(ctx context.Context, round int, player *Player) error
	// Progress is called after every step and every checkpoint; nil to go without.
	Progress func(Progress)
	// Log is called with what a user should know, such as a damaged checkpoint that was passed over; nil to go without.
	Log func(message string)
}

// Player is the network that plays a round.
type Player struct {
	Net      *Net
	Manifest Manifest // of its checkpoint
	Number   int      // of its checkpoint
}

// Progress is where a run stands.
type Progress struct {
	Round, Rounds int // complete rounds
	Step, Steps   int // in the round under way
	Losses        Losses
	Mean          Losses  // over the steps of the round so far
	Rate          float64 // learning rate of the last step
	Rows, Window  int     // training rows there are, and those that are drawn from
	Checkpoint    string  // folder that was just written, "" after a step
}

func (r *Run) models() string { return filepath.Join(r.Dir, "models") }

func (r *Run) data() string {
	if r.Data != "" {
		return r.Data
	}
	return filepath.Join(r.Dir, "data")
}

func (r *Run) log(message string) {
	if r.Log != nil {
		r.Log(message)
	}
}

func (r *Run) progress(p Progress) {
	if r.Progress != nil {
		r.Progress(p)
	}
}

// start finds the checkpoint to go on from, or writes the first one: the untrained network, number 0.
func (r *Run) start(spec Spec) (*Checkpoint, int, error) {
	c, number, passed, err := LatestCheckpoint(r.models(), r.Game.Info())
	for _, message := range passed {
		r.log(message)
	}
	if err != nil {
		return nil, 0, err
	}
	if c != nil {
		return c, number, r.continues(c, spec)
	}
	c = freshCheckpoint(spec, r.Seed)
	c.Rules, c.Start = r.Game.Info().Rules, r.Config.Train.Start
	return c, 0, SaveCheckpoint(r.models(), 0, spec, c)
}

// continues refuses to go on with something else than was begun.
func (r *Run) continues(c *Checkpoint, spec Spec) error {
	const advice = "; give the run's own setting, or start a new run in another folder"
	switch {
	case c.Arch != spec.Arch:
		return fmt.Errorf("%s: %w: its architecture is %+v, the configuration asks for %+v%s", r.models(), ErrMismatch, c.Arch, spec.Arch, advice)
	case c.Seed != r.Seed:
		return fmt.Errorf("%s: %w: its seed is %d, not %d%s", r.models(), ErrMismatch, c.Seed, r.Seed, advice)
	case c.Start != r.Config.Train.Start:
		return fmt.Errorf("%s: %w: train.start was %s, not %s%s", r.models(), ErrMismatch, c.Start, r.Config.Train.Start, advice)
	}
	return nil
}

// window is what a round draws its samples from.
type window struct {
	samples []*Sample
	rows    int // rows that exist
	steps   int // of the round
}

// load opens the data and rebuilds the window's positions; fresh rows are those after the first old ones.
func (r *Run) load(old int) (*window, error) {
	d, err := datasets.Open(r.data())
	if err != nil {
		return nil, err
	}
	if d.Torn != "" {
		r.log(d.Torn)
	}
	_, rows := d.Count()
	if rows == 0 {
		return nil, fmt.Errorf("%w: %s holds no row with a search to learn from; play games with a searching agent into it", ErrNoRows, r.data())
	}
	t := &r.Config.Train
	w := &window{rows: rows, steps: t.Steps}
	if w.samples, err = Samples(r.Game, d, WindowRows(rows, t.Window)); err != nil {
		return nil, err
	}
	if w.steps == 0 {
		fresh := rows - old
		if r.SelfPlay == nil {
			fresh = len(w.samples)
		}
		w.steps = max(1, int(float64(fresh)*t.SamplesPerRow/float64(t.Batch)))
	}
	return w, nil
}
