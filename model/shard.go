//go:build torch

package model

import "variantlab/model/internal/torch"

// shard is a part of a step's samples with what one pass over them leaves.
type shard struct {
	samples []*Sample
	batch   *batch
	grad    []float32
	losses  Losses
	err     error
}

// norm is what the shards of a step divide by, so that their sums are means over the whole step.
type norm struct {
	rows         float32
	policy, next float32 // sums of the rows' weights
}

func normOf(samples []*Sample) norm {
	n := norm{rows: float32(len(samples))}
	for _, x := range samples {
		n.policy += x.Weight
		if x.Next != nil {
			n.next += x.Next.Weight
		}
	}
	return n
}

func (l *Losses) add(o Losses) {
	for _, f := range l.terms(&o) {
		*f[0] += *f[1]
	}
}

// run computes the shard's share of the losses and of the gradient.
func (h *shard) run(net *Net, weights *LossWeights, n norm, mode torch.Mode) error {
	if err := h.fill(net, n); err != nil {
		return err
	}
	return torch.Do(mode, func(s *torch.Scope) {
		if mode == torch.NoGrad {
			view, _ := cut(s, net.params, s.To(net.flat.Tensor, net.device))
			_, h.losses = h.batch.loss(s, view, weights, n)
			return
		}
		leaf := s.Leaf(net.flat.Tensor)
		view, _ := cut(s, net.params, s.To(leaf, net.device))
		var total torch.Tensor
		total, h.losses = h.batch.loss(s, view, weights, n)
		copy(h.grad, s.Floats(s.Gradient(total, leaf), len(h.grad)))
	})
}

// fill encodes the samples into the batch, which is made anew when it is too small.
func (h *shard) fill(net *Net, n norm) error {
	length, nextLength, pairs := 1, 1, 0
	for _, x := range h.samples {
		length, pairs = max(length, len(x.Actions)), max(pairs, len(x.Pairs))
		if x.Next != nil {
			nextLength = max(nextLength, len(x.Next.Actions))
		}
	}
	if b := h.batch; b == nil || b.rows != len(h.samples) || b.room < length || b.nextRoom < nextLength || b.pairs < pairs {
		room, nextRoom := length, nextLength
		if b != nil {
			room, nextRoom, pairs = max(room, b.room), max(nextRoom, b.nextRoom), max(pairs, b.pairs)
		}
		b.free()
		var err error
		if h.batch, err = newBatch(net, len(h.samples), room, nextRoom, pairs); err != nil {
			return err
		}
	}
	return h.batch.fill(h.samples, length, nextLength, n)
}
