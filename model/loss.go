//go:build torch

package model

import "variantlab/model/internal/torch"

// loss is the weighted sum of all terms as a tensor, and the terms as numbers.
func (b *batch) loss(s *torch.Scope, v views, w *LossWeights, norm norm) (torch.Tensor, Losses) {
	n := b.net
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
	if b.pairs > 0 {
		logits := n.policy(s, v, in, "main", rows, pooled, b.pairGather.tensors(s))
		joins := s.To(s.Reshape(b.joins.Tensor, -1, 2), n.device)
		term(&l.Pairs, w.Pairs, crossEntropy(s, s.Reshape(logits, -1, 2), joins))
	}
	results := s.To(b.results.Tensor, n.device)
	column := func(x torch.Tensor, first, count int64) torch.Tensor { return s.Narrow(x, 1, first, count) }
	term(&l.Value, w.Value, crossEntropy(s, column(value, 0, wdlOutputs), column(results, 0, wdlOutputs)))
	huber := func(first, count int64) torch.Tensor {
		return s.Scale(s.Sum(s.Huber(column(value, first, count), column(results, first, count), 1), 0, 1), 1/float64(norm.rows))
	}
	term(&l.Short, w.Short, huber(wdlOutputs, shortOutputs))
	term(&l.Left, w.Left, huber(wdlOutputs+shortOutputs, 1))
	return total, l
}

// crossEntropy is the sum of -target·log softmax(logits); the targets carry the weights of the rows.
func crossEntropy(s *torch.Scope, logits, target torch.Tensor) torch.Tensor {
	return s.Scale(s.Sum(s.Mul(s.LogSoftmax(logits), target), 0, 1), -1)
}
