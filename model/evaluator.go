//go:build torch

package model

import (
	"errors"
	"fmt"
	"math"

	"variantlab/mcts"
	"variantlab/model/internal/torch"
)

// Evaluator answers a search's batches with a network. It keeps buffers of the batch's size, so every worker has its own;
// the network behind them is shared.
type Evaluator struct {
	net *Net

	rows, moves             int // sizes of the buffers
	planes, globals, hidden *torch.Buffer[float32]
	gather                  *staging
}

var _ mcts.Evaluator = (*Evaluator)(nil)

// NewEvaluator returns an evaluator; it makes its buffers at the first batch.
func NewEvaluator(net *Net) *Evaluator { return &Evaluator{net: net} }

// Tensors is true: the network reads what the games encode.
func (e *Evaluator) Tensors() bool { return true }

// Close gives the buffers' memory back.
func (e *Evaluator) Close() error {
	e.planes.Free()
	e.globals.Free()
	e.hidden.Free()
	if e.gather != nil {
		e.gather.free()
	}
	*e = Evaluator{net: e.net}
	return nil
}

func (e *Evaluator) resize(rows, moves int) error {
	if rows <= e.rows && moves <= e.moves {
		return nil
	}
	if err := e.Close(); err != nil {
		return err
	}
	net := e.net.spec.Net
	var err error
	if e.planes, err = torch.NewBuffer[float32](int64(rows), int64(net.Ranks), int64(net.Files), int64(len(net.Planes))); err != nil {
		return err
	}
	if e.globals, err = torch.NewBuffer[float32](int64(rows), int64(net.Globals)); err != nil {
		return err
	}
	if e.hidden, err = torch.NewBuffer[float32](int64(rows), int64(net.Hidden)); err != nil {
		return err
	}
	if e.gather, err = newStaging(e.net, rows*max(1, moves)); err != nil {
		return err
	}
	e.rows, e.moves = rows, moves
	return nil
}

// Eval sets the batch's values and logits.
func (e *Evaluator) Eval(b *mcts.Batch) error {
	if b.N == 0 {
		return nil
	}
	if b.Planes == nil {
		return errors.New("model: the batch was made without tensors")
	}
	if err := e.resize(b.Cap, b.MaxActions); err != nil {
		return err
	}
	length := 1
	for _, n := range b.Count[:b.N] {
		length = max(length, n)
	}
	e.gather.begin(b.N, length)
	for row := range b.N {
		first := row * b.MaxActions
		for j := range b.Count[row] {
			if err := e.gather.set(row, j, uint32(b.Flat[first+j]), int(b.Aux[first+j])); err != nil {
				return fmt.Errorf("%w; row %d, action %d", err, row, j)
			}
		}
	}
	copyRows(e.planes, b.Planes, b.N, b.Cap)
	copyRows(e.globals, b.Globals, b.N, b.Cap)
	copyRows(e.hidden, b.Hidden, b.N, b.Cap)
	finite := true
	err := torch.Do(torch.NoGrad, func(s *torch.Scope) {
		in := e.input(s, int64(b.N))
		rows, pooled := e.net.trunk(s, e.net.view, in)
		value := s.To(e.net.value(s, e.net.view, in, pooled), torch.CPU)
		rows = e.net.policyTrunk(s, e.net.view, in, rows, pooled)
		logits := s.To(e.net.policy(s, e.net.view, in, "main", rows, pooled, e.gather.tensors(s)), torch.CPU)
		finite = e.answer(b, length, s.Floats(value, b.N*valueOutputs), s.Floats(logits, b.N*length))
	})
	if err == nil && !finite {
		err = fmt.Errorf("model: the network for %s answers numbers that are not finite; its training diverged, use an earlier checkpoint", e.net.spec.Game)
	}
	return err
}

func (e *Evaluator) input(s *torch.Scope, rows int64) *input {
	part := func(t torch.Tensor) torch.Tensor { return s.To(s.Narrow(t, 0, 0, rows), e.net.device) }
	return &input{rows: rows, planes: part(e.planes.Tensor), globals: part(e.globals.Tensor), hidden: part(e.hidden.Tensor)}
}

// answer writes values and logits into the batch and reports whether all are finite.
func (e *Evaluator) answer(b *mcts.Batch, length int, value, logits []float32) bool {
	sum := float32(0) // not finite as soon as one of its terms isn't
	for row := range b.N {
		b.Value[row] = expectedResult(value[row*valueOutputs:])
		sum += b.Value[row] * 0
		out := b.Logits[row*b.MaxActions:][:b.Count[row]]
		copy(out, logits[row*length:])
		for _, x := range out {
			sum += x * 0
		}
	}
	return sum == 0
}

// expectedResult turns the logits of win, draw and loss into the expected result in [-1, 1].
func expectedResult(wdl []float32) float32 {
	w, d, l := float64(wdl[0]), float64(wdl[1]), float64(wdl[2])
	most := max(w, d, l)
	w, d, l = math.Exp(w-most), math.Exp(d-most), math.Exp(l-most)
	return float32((w - l) / (w + d + l))
}

// copyRows copies the first n of capacity rows.
func copyRows(dst *torch.Buffer[float32], src []float32, n, capacity int) {
	copy(dst.Data, src[:len(src)/capacity*n])
}
