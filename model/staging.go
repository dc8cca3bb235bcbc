//go:build torch

package model

import (
	"fmt"

	"variantlab/model/internal/torch"
)

// staging is where Go writes the index vectors of a gather: made once, filled for every batch.
type staging struct {
	layout           *layout
	device           torch.Device
	hasAux           bool
	from, to, scalar *torch.Buffer[int64]
	aux              *torch.Buffer[int64]
	pair             *torch.Buffer[float32]

	rows, length int // of the batch being filled
}

// newStaging makes room for batches of at most cells (rows times padded length) logits.
func newStaging(n *Net, cells int) (*staging, error) {
	g := &staging{layout: n.layout, device: n.device, hasAux: n.spec.Net.Aux > 1}
	for _, b := range []**torch.Buffer[int64]{&g.from, &g.to, &g.scalar, &g.aux} {
		var err error
		if *b, err = torch.NewBuffer[int64](int64(cells)); err != nil {
			g.free()
			return nil, err
		}
	}
	var err error
	if g.pair, err = torch.NewBuffer[float32](int64(cells)); err != nil {
		g.free()
		return nil, err
	}
	return g, nil
}

func (g *staging) free() {
	g.from.Free()
	g.to.Free()
	g.scalar.Free()
	g.aux.Free()
	g.pair.Free()
}

// begin starts a batch of rows legal lists, padded to length, with everything padding.
func (g *staging) begin(rows, length int) {
	g.rows, g.length = rows, length
	cells := rows * length
	zero := int64(rows * g.layout.scalars())
	clear(g.from.Data[:cells])
	clear(g.to.Data[:cells])
	clear(g.aux.Data[:cells])
	clear(g.pair.Data[:cells])
	scalar := g.scalar.Data[:cells]
	for i := range scalar {
		scalar[i] = zero
	}
}

// set asks for the logit of one action, entry j of a row's list.
func (g *staging) set(row, j int, flat uint32, aux int) error {
	e, ok := g.layout.entry(flat)
	if !ok {
		return fmt.Errorf("model: policy index %d lies outside the policy vector", flat)
	}
	at := row*g.length + j
	planes := g.layout.squares * g.layout.planes
	switch {
	case e.pair:
		first := row * g.layout.pairRows()
		g.from.Data[at], g.to.Data[at], g.pair.Data[at] = int64(first+e.from), int64(first+e.to), 1
	case e.scalar < planes:
		g.scalar.Data[at] = int64(row*planes + e.scalar)
	default:
		g.scalar.Data[at] = int64(g.rows*planes + row*g.layout.globals + e.scalar - planes)
	}
	g.aux.Data[at] = int64(aux)
	return nil
}

// tensors hands the batch to a forward pass.
func (g *staging) tensors(s *torch.Scope) *gather {
	n := int64(g.rows * g.length)
	part := func(t torch.Tensor) torch.Tensor { return s.To(s.Narrow(t, 0, 0, n), g.device) }
	return &gather{
		length: int64(g.length), hasAux: g.hasAux,
		from: part(g.from.Tensor), to: part(g.to.Tensor), scalar: part(g.scalar.Tensor),
		aux: part(g.aux.Tensor), pair: part(g.pair.Tensor),
	}
}
