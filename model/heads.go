//go:build torch

package model

import "variantlab/model/internal/torch"

// gather says which logits of a batch are wanted: L for each row, padded. All vectors have length B*L.
type gather struct {
	length   int64        // L
	from, to torch.Tensor // rows of the batch's pair table
	pair     torch.Tensor // 1 where the logit is a pair's, 0 where it is a scalar
	scalar   torch.Tensor // places in the batch's scalars; the last one is the constant zero
	aux      torch.Tensor // entries of the table of biases; 0 is the constant zero
	hasAux   bool
}

// policyTrunk turns the trunk into what the policy heads read, [B*squares, C].
func (n *Net) policyTrunk(s *torch.Scope, v views, in *input, rows, pooled torch.Tensor) torch.Tensor {
	c, squares := int64(n.spec.Arch.Channels), int64(n.layout.squares)
	x := s.Linear(rows, v["policy.trunk.weight"], v["policy.trunk.bias"])
	bias := s.Linear(pooled, v["policy.pool.weight"], nil)
	board, column := s.Reshape(x, in.rows, squares, c), s.Reshape(bias, in.rows, 1, c)
	sum := s.Add(board, column)
	s.Drop(x, bias, board, column)
	sum = s.ReluInPlace(sum)
	out := s.Reshape(sum, in.rows*squares, c)
	s.Drop(sum)
	return out
}

// policy computes the wanted logits of a head, [B*L].
func (n *Net) policy(s *torch.Scope, v views, in *input, head string, rows, pooled torch.Tensor, g *gather) torch.Tensor {
	name := "policy." + head
	logits := s.Rows(n.scalars(s, v, name, in, rows, pooled), g.scalar)
	if n.layout.pairs > 0 {
		d := int64(n.spec.Arch.PairDim)
		table := s.Linear(rows, v[name+".pairs.weight"], v[name+".pairs.bias"])
		vectors := s.Reshape(table, -1, d)
		from, to := s.Rows(vectors, g.from), s.Rows(vectors, g.to)
		product := s.Mul(from, to)
		dot := s.Sum(product, 1)
		weighted := s.Mul(dot, g.pair)
		logits = s.AddInPlace(weighted, logits)
		s.Drop(table, vectors, from, to, product, dot)
	}
	if g.hasAux {
		biases := s.Cat(0, s.Zeros(n.device, 1), v[name+".aux"])
		logits = s.AddInPlace(logits, s.Rows(biases, g.aux))
		s.Drop(biases)
	}
	return logits
}

// scalars are the logits that are not pairs: squares of all rows, then globals of all rows, then a zero.
func (n *Net) scalars(s *torch.Scope, v views, name string, in *input, rows, pooled torch.Tensor) torch.Tensor {
	var parts []torch.Tensor
	if n.layout.planes > 0 {
		parts = append(parts, s.Reshape(s.Linear(rows, v[name+".squares.weight"], v[name+".squares.bias"]), -1))
	}
	if n.layout.globals > 0 {
		h := s.ReluInPlace(s.Linear(pooled, v["policy.globals.hidden.weight"], v["policy.globals.hidden.bias"]))
		parts = append(parts, s.Reshape(s.Linear(h, v[name+".globals.weight"], v[name+".globals.bias"]), -1))
	}
	return s.Cat(0, append(parts, s.Zeros(n.device, 1))...)
}

// value computes the value head, [B, valueOutputs]. It is the only place that reads in.hidden.
func (n *Net) value(s *torch.Scope, v views, in *input, pooled torch.Tensor) torch.Tensor {
	if n.spec.Net.Hidden > 0 {
		pooled = s.Cat(1, pooled, in.hidden)
	}
	h := s.ReluInPlace(s.Linear(pooled, v["value.hidden.weight"], v["value.hidden.bias"]))
	return s.Linear(h, v["value.out.weight"], v["value.out.bias"])
}
