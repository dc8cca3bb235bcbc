package model

import (
	"context"
	"path/filepath"

	"variantlab/sim/game"
)

// Train carries the run to its last round. When ctx ends it writes a checkpoint and returns ctx's error; calling Train
// again goes on.
func (r *Run) Train(ctx context.Context) error {
	if !Libtorch().Found {
		return ErrNoTorch
	}
	if err := r.Config.Validate(); err != nil {
		return err
	}
	info := r.Game.Info()
	arch, err := r.Config.Net.Arch(info.Net)
	if err != nil {
		return err
	}
	spec, err := NewSpec(info, arch)
	if err != nil {
		return err
	}
	c, number, err := r.start(spec)
	if err != nil {
		return err
	}
	for c.Iteration < r.Config.Train.Iterations {
		if err := r.play(ctx, spec, c, number); err != nil {
			return err
		}
		w, err := r.load(c.Rows)
		if err != nil {
			return err
		}
		trainer, err := NewTrainer(spec, r.Config.Train, r.Config.Net.Device, c)
		if err != nil {
			return err
		}
		err = r.learn(ctx, trainer, spec, w, c, &number)
		trainer.Free()
		if err != nil {
			return err
		}
	}
	return nil
}

// play has the games of the coming round played, unless the round's training is already under way.
func (r *Run) play(ctx context.Context, spec Spec, c *Checkpoint, number int) error {
	if r.SelfPlay == nil || c.Phase > 0 {
		return ctx.Err()
	}
	if c.Iteration == 0 && c.Start == StartMaterial {
		return r.SelfPlay(ctx, 0, nil)
	}
	net, err := NewNet(spec, c.Average, r.Config.Net.Device)
	if err != nil {
		return err
	}
	defer net.Free()
	return r.SelfPlay(ctx, c.Iteration, &Player{Net: net, Manifest: c.Manifest, Number: number})
}

// learn takes the steps of a round that are left and completes it.
func (r *Run) learn(ctx context.Context, trainer *Trainer, spec Spec, w *window, c *Checkpoint, number *int) error {
	t := &r.Config.Train
	schedule := Schedule{Peak: t.LearningRate, Final: t.FinalRate, Warmup: t.Warmup, Cosine: t.Cosine}
	order := newSampler(r.Seed, uint32(c.Iteration), len(w.samples))
	batch := make([]*Sample, t.Batch)
	c.Window = len(w.samples)
	save := func() error {
		trainer.State(c)
		*number++
		if err := SaveCheckpoint(r.models(), *number, spec, c); err != nil {
			return err
		}
		r.progress(Progress{Round: c.Iteration, Rounds: t.Iterations, Step: c.Phase, Steps: w.steps, Losses: c.Losses, Mean: c.Losses,
			Rows: w.rows, Window: len(w.samples), Checkpoint: filepath.Join(r.models(), checkpointName(*number))})
		return nil
	}
	for c.Phase < w.steps {
		if ctx.Err() != nil {
			if err := save(); err != nil {
				return err
			}
			return ctx.Err()
		}
		for i := range batch {
			batch[i] = w.samples[order.row(c.Phase*t.Batch+i)]
		}
		done := float64(c.Iteration) + float64(c.Phase)/float64(w.steps)
		rate := schedule.Rate(trainer.Steps(), done/float64(t.Iterations))
		losses, err := trainer.Step(batch, rate)
		if err != nil {
			return err
		}
		if c.Phase == 0 {
			c.Losses = Losses{}
		}
		c.Losses.average(losses, c.Phase)
		c.Phase++
		c.Samples += uint64(t.Batch)
		r.progress(Progress{Round: c.Iteration, Rounds: t.Iterations, Step: c.Phase, Steps: w.steps, Losses: losses, Mean: c.Losses,
			Rate: rate, Rows: w.rows, Window: len(w.samples)})
		if c.Phase%t.CheckpointStep == 0 && c.Phase < w.steps {
			if err := save(); err != nil {
				return err
			}
		}
	}
	c.Iteration, c.Phase, c.Rows = c.Iteration+1, 0, w.rows
	return save()
}

// LoadNet loads the network that a user's word names (see FindCheckpoint), for a game, on a device: the averaged weights,
// which are those that play.
func LoadNet(word string, info game.Info, device string) (*Player, error) {
	if !Libtorch().Found {
		return nil, ErrNoTorch
	}
	dir, err := FindCheckpoint(word)
	if err != nil {
		return nil, err
	}
	c, err := LoadCheckpoint(dir, info)
	if err != nil {
		return nil, err
	}
	spec, err := NewSpec(info, c.Arch)
	if err != nil {
		return nil, err
	}
	net, err := NewNet(spec, c.Average, device)
	if err != nil {
		return nil, err
	}
	number, _ := checkpointNumber(filepath.Base(dir))
	return &Player{Net: net, Manifest: c.Manifest, Number: number}, nil
}
