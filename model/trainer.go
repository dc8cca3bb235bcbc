//go:build torch

package model

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"variantlab/model/internal/torch"
)

// Trainer improves a network step by step.
type Trainer struct {
	config TrainConfig
	net    *Net // its vector is the weights that the optimizer moves
	adam   *AdamW
	ema    []float32
	decays int // leading parameters with weight decay
	shards []*shard
}

// shardRows is how many samples one pass through the network takes. A step's samples are cut into shards of that size
// whatever the number of threads, and the shards' gradients are added in order, so threads change no result. Small
// shards also keep the activations in the cache.
const shardRows = 32

// NewTrainer continues from a checkpoint's weights and optimizer state.
func NewTrainer(spec Spec, config TrainConfig, device string, c *Checkpoint) (*Trainer, error) {
	net, err := NewNet(spec, c.Weights, device)
	if err != nil {
		return nil, err
	}
	t := &Trainer{config: config, net: net, ema: slices.Clone(c.Average)}
	t.adam = NewAdamW(len(c.Weights), config.Beta1, config.Beta2, config.WeightDecay)
	copy(t.adam.M, c.AdamM)
	copy(t.adam.V, c.AdamV)
	t.adam.T = c.Step
	for i := range net.params {
		if net.params[i].Decay {
			t.decays += net.params[i].Len()
		}
	}
	return t, nil
}

// Free gives the trainer's memory back.
func (t *Trainer) Free() {
	t.net.Free()
	for _, s := range t.shards {
		s.batch.free()
	}
}

// Steps is the number of optimizer steps so far.
func (t *Trainer) Steps() int { return t.adam.T }

// State copies weights, averages and optimizer state into a checkpoint.
func (t *Trainer) State(c *Checkpoint) {
	c.Weights, c.Average = slices.Clone(t.net.flat.Data), slices.Clone(t.ema)
	c.AdamM, c.AdamV = slices.Clone(t.adam.M), slices.Clone(t.adam.V)
	c.Step = t.adam.T
}

// Step trains on samples with a learning rate.
func (t *Trainer) Step(samples []*Sample, rate float64) (Losses, error) {
	losses, err := t.pass(samples, torch.Grad)
	if err != nil {
		return losses, err
	}
	if math.IsNaN(losses.Total) || math.IsInf(losses.Total, 0) {
		return losses, fmt.Errorf("model: the loss at step %d is %v: training diverged; lower train.learning_rate (now %v)", t.adam.T, losses.Total, rate)
	}
	grad := t.shards[0].grad
	for _, s := range t.shards[1:] {
		for i, g := range s.grad {
			grad[i] += g
		}
	}
	ClipNorm(grad, t.config.Clip)
	t.adam.Step(t.net.flat.Data, grad, t.decays, rate)
	updateEMA(t.ema, t.net.flat.Data, t.adam.T-1)
	return losses, nil
}

// Evaluate computes the losses on samples without learning from them.
func (t *Trainer) Evaluate(samples []*Sample) (Losses, error) { return t.pass(samples, torch.NoGrad) }

// pass computes the losses on samples and, with gradients, leaves each shard's share in its grad.
func (t *Trainer) pass(samples []*Sample, mode torch.Mode) (Losses, error) {
	t.cut(samples)
	norm := normOf(samples)
	threads := t.config.Threads
	if threads == 0 {
		threads = runtime.NumCPU()
	}
	var wg sync.WaitGroup
	next := make(chan *shard, len(t.shards))
	for _, s := range t.shards {
		next <- s
	}
	close(next)
	for range min(threads, len(t.shards)) {
		wg.Go(func() {
			for s := range next {
				s.err = s.run(t.net, &t.config.Loss, norm, mode)
			}
		})
	}
	wg.Wait()
	var sum Losses
	for _, s := range t.shards {
		if s.err != nil {
			return Losses{}, s.err
		}
		sum.add(s.losses)
	}
	return sum, nil
}

// cut deals the samples to the shards; on a device other than the CPU one shard takes them all.
func (t *Trainer) cut(samples []*Sample) {
	rows := shardRows
	if t.net.device != torch.CPU {
		rows = len(samples)
	}
	used := 0
	for part := range slices.Chunk(samples, rows) {
		if used == len(t.shards) {
			t.shards = append(t.shards, &shard{grad: make([]float32, len(t.ema))})
		}
		t.shards[used].samples = part
		used++
	}
	for _, s := range t.shards[used:] {
		s.batch.free()
	}
	t.shards = t.shards[:used]
}
