//go:build torch

package model

import (
	"fmt"
	"math"
	"runtime"

	"variantlab/model/internal/torch"
	"variantlab/sim/game"
)

// Trainer improves a network step by step.
type Trainer struct {
	spec   Spec
	config TrainConfig
	net    *Net // its vector is the weights that the optimizer moves
	adam   *AdamW
	ema    []float32
	decays int // leading parameters with weight decay

	batch *batch
	// Clipped counts the steps whose gradient was longer than the limit.
	Clipped int
}

// NewTrainer continues from a checkpoint's weights and optimizer state.
func NewTrainer(spec Spec, config TrainConfig, device string, c *Checkpoint) (*Trainer, error) {
	net, err := NewNet(spec, c.Weights, device)
	if err != nil {
		return nil, err
	}
	t := &Trainer{spec: spec, config: config, net: net, ema: append([]float32(nil), c.Average...)}
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
	t.batch.free()
}

// Steps is the number of optimizer steps so far.
func (t *Trainer) Steps() int { return t.adam.T }

// State copies weights, averages and optimizer state into a checkpoint.
func (t *Trainer) State(c *Checkpoint) {
	c.Weights = append([]float32(nil), t.net.flat.Data...)
	c.Average = append([]float32(nil), t.ema...)
	c.AdamM = append([]float32(nil), t.adam.M...)
	c.AdamV = append([]float32(nil), t.adam.V...)
	c.Step = t.adam.T
}

// Parallel runs f with the configured number of cores for each operation. The machine should have nothing else to do.
func (t *Trainer) Parallel(f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	threads := t.config.Threads
	if threads == 0 {
		threads = runtime.NumCPU()
	}
	torch.SetThreads(threads)
	defer torch.SetThreads(1)
	return f()
}

// Step trains on samples with a learning rate. progress-dependent rates are the caller's, see Schedule.
func (t *Trainer) Step(samples []*Sample, rate float64) (Losses, error) {
	if err := t.fill(samples); err != nil {
		return Losses{}, err
	}
	var losses Losses
	err := torch.Do(torch.Grad, func(s *torch.Scope) {
		leaf := s.Leaf(t.net.flat.Tensor)
		view, _ := cut(s, t.net.params, s.To(leaf, t.net.device))
		var total torch.Tensor
		total, losses = t.loss(s, view)
		grad := s.Floats(s.Gradient(total, leaf), len(t.ema))
		if math.IsNaN(losses.Total) || math.IsInf(losses.Total, 0) {
			return
		}
		if ClipNorm(grad, t.config.Clip) > t.config.Clip {
			t.Clipped++
		}
		t.adam.Step(t.net.flat.Data, grad, t.decays, rate)
		updateEMA(t.ema, t.net.flat.Data, t.adam.T-1)
	})
	if err == nil && (math.IsNaN(losses.Total) || math.IsInf(losses.Total, 0)) {
		err = fmt.Errorf("model: the loss at step %d is %v: training diverged; lower train.learning_rate (now %v)", t.adam.T, losses.Total, rate)
	}
	return losses, err
}

// Evaluate computes the losses on samples without learning from them.
func (t *Trainer) Evaluate(samples []*Sample) (Losses, error) {
	if err := t.fill(samples); err != nil {
		return Losses{}, err
	}
	var losses Losses
	err := torch.Do(torch.NoGrad, func(s *torch.Scope) {
		view, _ := cut(s, t.net.params, s.To(t.net.flat.Tensor, t.net.device))
		_, losses = t.loss(s, view)
	})
	return losses, err
}

// fill encodes samples into the batch, which is made anew when it is too small.
func (t *Trainer) fill(samples []*Sample) error {
	length, nextLength := 1, 1
	for _, x := range samples {
		length = max(length, len(x.Actions))
		if x.Next != nil {
			nextLength = max(nextLength, len(x.Next.Actions))
		}
	}
	if b := t.batch; b == nil || b.rows != len(samples) || len(b.target.Data) < b.rows*length || len(b.next.Data) < b.rows*nextLength {
		room, nextRoom := length, nextLength
		if b != nil && b.rows == len(samples) {
			room, nextRoom = max(room, len(b.target.Data)/b.rows), max(nextRoom, len(b.next.Data)/b.rows)
		}
		t.batch.free()
		var err error
		if t.batch, err = newBatch(t.net, len(samples), room, nextRoom); err != nil {
			t.batch = nil
			return err
		}
	}
	return t.batch.fill(samples, length, nextLength)
}

// loss is the weighted sum of all terms as a tensor, and the terms as numbers.
func (t *Trainer) loss(s *torch.Scope, v views) (torch.Tensor, Losses) {
	b, n, w := t.batch, t.net, &t.config.Loss
	in := b.input(s)
	rows, pooled := n.trunk(s, v, in)
	value := n.value(s, v, in, pooled)
	rows = n.policyTrunk(s, v, in, rows, pooled)
	wanted := b.gather.tensors(s)
	legal, target, soft := b.part(s, b.legal, wanted.length), b.part(s, b.target, wanted.length), b.part(s, b.soft, wanted.length)
	nextWanted := b.nextGather.tensors(s)
	nextLegal, next := b.part(s, b.nextLegal, nextWanted.length), b.part(s, b.next, nextWanted.length)

	var l Losses
	var total torch.Tensor
	term := func(value *float64, weight float64, loss torch.Tensor) {
		*value = s.Float(loss)
		l.Total += weight * *value
		if weight == 0 {
			return
		}
		if loss = s.Scale(loss, weight); total == nil {
			total = loss
		} else {
			total = s.Add(total, loss)
		}
	}
	policy := func(head string, g *gather, legal, target torch.Tensor) torch.Tensor {
		logits := s.Reshape(n.policy(s, v, in, head, rows, pooled, g), in.rows, g.length)
		return crossEntropy(s, s.Add(logits, legal), target)
	}
	term(&l.Policy, w.Policy, policy("main", wanted, legal, target))
	term(&l.Soft, w.Soft, policy("soft", wanted, legal, soft))
	term(&l.Next, w.Next, policy("next", nextWanted, nextLegal, next))
	results := s.To(b.results.Tensor, n.device)
	column := func(x torch.Tensor, first, count int64) torch.Tensor { return s.Narrow(x, 1, first, count) }
	term(&l.Value, w.Value, crossEntropy(s, column(value, 0, wdlOutputs), column(results, 0, wdlOutputs)))
	huber := func(first, count int64) torch.Tensor {
		return s.Scale(s.Sum(s.Huber(column(value, first, count), column(results, first, count), 1), 0, 1), 1/float64(in.rows))
	}
	term(&l.Short, w.Short, huber(wdlOutputs, shortOutputs))
	term(&l.Left, w.Left, huber(wdlOutputs+shortOutputs, 1))
	if total == nil {
		total = s.Scale(s.Sum(value, 0, 1), 0)
	}
	return total, l
}

// crossEntropy is the sum of -target·log softmax(logits); the targets carry the weights of the rows.
func crossEntropy(s *torch.Scope, logits, target torch.Tensor) torch.Tensor {
	return s.Scale(s.Sum(s.Mul(s.LogSoftmax(logits), target), 0, 1), -1)
}

// encoderOf is checked when a spec is made: every state of a game with planes encodes itself.
func encoderOf(s game.State) game.Encoder { return s.(game.Encoder) }
