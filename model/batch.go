//go:build torch

package model

import (
	"fmt"

	"variantlab/model/internal/torch"
	"variantlab/sim/game"
)

// illegal is added to the logits of padding, so that softmax leaves them nothing.
const illegal = -1e9

// leftScale is the unit of the head that counts the decisions left.
const leftScale = 50

// batch is where Go writes a step's samples. Targets carry their rows' weights divided by the sum of the step's weights,
// so that the losses of its batches add up to means over the rows that have them.
type batch struct {
	net                     *Net
	rows                    int
	room, nextRoom, pairs   int // longest lists there is room for
	planes, globals, hidden *torch.Buffer[float32]
	gather, nextGather      *staging
	legal, target, soft     *torch.Buffer[float32] // [rows, room]
	nextLegal, next         *torch.Buffer[float32] // [rows, nextRoom]
	results                 *torch.Buffer[float32] // [rows, valueOutputs]
	pairGather              *staging               // each pair's logit and a zero
	joins                   *torch.Buffer[float32] // [rows, pairs, 2]: odds to join and not to; nil without pairs
}

func newBatch(n *Net, rows, room, nextRoom, pairs int) (*batch, error) {
	b := &batch{net: n, rows: rows, room: room, nextRoom: nextRoom, pairs: pairs}
	net := n.spec.Net
	var err error
	for _, f := range []struct {
		buffer **torch.Buffer[float32]
		shape  []int64
	}{
		{&b.planes, []int64{int64(rows), int64(net.Ranks), int64(net.Files), int64(len(net.Planes))}},
		{&b.globals, []int64{int64(rows), int64(net.Globals)}},
		{&b.hidden, []int64{int64(rows), int64(net.Hidden)}},
		{&b.legal, []int64{int64(rows * room)}},
		{&b.target, []int64{int64(rows * room)}},
		{&b.soft, []int64{int64(rows * room)}},
		{&b.nextLegal, []int64{int64(rows * nextRoom)}},
		{&b.next, []int64{int64(rows * nextRoom)}},
		{&b.results, []int64{int64(rows), valueOutputs}},
	} {
		if *f.buffer, err = torch.NewBuffer[float32](f.shape...); err != nil {
			b.free()
			return nil, err
		}
	}
	if b.gather, err = newStaging(n, rows*room); err != nil {
		b.free()
		return nil, err
	}
	if b.nextGather, err = newStaging(n, rows*nextRoom); err != nil {
		b.free()
		return nil, err
	}
	if pairs > 0 {
		if b.joins, err = torch.NewBuffer[float32](int64(rows * pairs * 2)); err != nil {
			b.free()
			return nil, err
		}
		if b.pairGather, err = newStaging(n, rows*pairs*2); err != nil {
			b.free()
			return nil, err
		}
	}
	return b, nil
}

func (b *batch) free() {
	if b == nil {
		return
	}
	for _, f := range []*torch.Buffer[float32]{b.planes, b.globals, b.hidden, b.legal, b.target, b.soft, b.nextLegal, b.next, b.results, b.joins} {
		f.Free()
	}
	for _, g := range []*staging{b.gather, b.nextGather, b.pairGather} {
		if g != nil {
			g.free()
		}
	}
}

// fill encodes the samples; length and nextLength are their longest lists.
func (b *batch) fill(samples []*Sample, length, nextLength int, n norm) error {
	if b.pairs > 0 {
		b.pairGather.begin(b.rows, 2*b.pairs)
		clear(b.joins.Data)
	}
	planes, globals, hidden := len(b.planes.Data)/b.rows, len(b.globals.Data)/b.rows, len(b.hidden.Data)/b.rows
	b.gather.begin(b.rows, length)
	b.nextGather.begin(b.rows, nextLength)
	for i, x := range samples {
		s := x.State.(game.Encoder)
		s.Observe(x.Player, b.planes.Data[i*planes:][:planes], b.globals.Data[i*globals:][:globals])
		if hidden > 0 {
			s.ObserveHidden(x.Player, b.hidden.Data[i*hidden:][:hidden])
		}
		row := policyRow{b.gather, i, b.legal.Data[i*length:][:length]}
		if err := row.fill(x, x, b.target.Data[i*length:][:length], share(x.Weight, n.policy)); err != nil {
			return err
		}
		soft := b.soft.Data[i*length:][:length]
		clear(soft)
		if len(x.Actions) > 0 {
			soften(soft[:len(x.Actions)], x.Target)
			scale(soft, share(x.Weight, n.policy))
		}
		next := policyRow{b.nextGather, i, b.nextLegal.Data[i*nextLength:][:nextLength]}
		weight := float32(0)
		if x.Next != nil {
			weight = share(x.Next.Weight, n.next)
		}
		if err := next.fill(x, x.Next, b.next.Data[i*nextLength:][:nextLength], weight); err != nil {
			return err
		}
		if err := b.join(i, x, share(x.Weight, n.policy)); err != nil {
			return err
		}
		b.result(i, x, n.rows)
	}
	return nil
}

// join asks for the logits of x's pairs and writes how likely each is to join a plan, times weight.
func (b *batch) join(i int, x *Sample, weight float32) error {
	for j, pair := range x.Pairs {
		flat := x.State.(game.PlanEncoder).PairIndex(x.Player, x.Decider, uint16(pair))
		if err := b.pairGather.set(i, 2*j, flat, 0); err != nil {
			return fmt.Errorf("%w (pair %d)", err, pair)
		}
		out := b.joins.Data[(i*b.pairs+j)*2:]
		out[0], out[1] = weight*x.PairTarget[j], weight*(1-x.PairTarget[j])
	}
	return nil
}

// policyIndex is that of one of y's actions in the output of a network that was shown x.
func policyIndex(x, y *Sample, a game.Action) (flat uint32, aux uint16) {
	if s, ok := y.State.(game.PlanEncoder); ok && y.State.Turn() == game.Simultaneous {
		return s.MoveIndex(x.Player, y.Decider, a)
	}
	return y.State.(game.Encoder).PolicyIndex(x.Player, a)
}

// result writes the targets of the value head.
func (b *batch) result(i int, x *Sample, rows float32) {
	out := b.results.Data[i*valueOutputs:][:valueOutputs]
	for j, p := range wdl(x.Outcome) {
		out[j] = p / rows
	}
	copy(out[wdlOutputs:], x.Short[:])
	out[wdlOutputs+shortOutputs] = x.Left / leftScale
}

// policyRow is one row of a policy's inputs.
type policyRow struct {
	gather *staging
	row    int
	legal  []float32
}

// fill asks for the logits of y's actions as x's player sees them and writes y's target times weight. A nil y leaves the
// row without target; one action is then taken as legal, because softmax needs one.
func (r policyRow) fill(x, y *Sample, target []float32, weight float32) error {
	clear(target)
	for j := range r.legal {
		r.legal[j] = illegal
	}
	if y == nil || len(y.Actions) == 0 {
		r.legal[0] = 0
		return nil
	}
	for j, a := range y.Actions {
		flat, aux := policyIndex(x, y, a)
		if err := r.gather.set(r.row, j, flat, int(aux)); err != nil {
			return fmt.Errorf("%w (action %d)", err, a)
		}
		r.legal[j] = 0
		target[j] = weight * y.Target[j]
	}
	return nil
}

func share(weight, sum float32) float32 {
	if sum == 0 {
		return 0
	}
	return weight / sum
}

func scale(x []float32, by float32) {
	for i := range x {
		x[i] *= by
	}
}

// input is the batch as a forward pass reads it.
func (b *batch) input(s *torch.Scope) *input {
	to := func(t torch.Tensor) torch.Tensor { return s.To(t, b.net.device) }
	return &input{rows: int64(b.rows), planes: to(b.planes.Tensor), globals: to(b.globals.Tensor), hidden: to(b.hidden.Tensor)}
}

// part is the used part of a buffer of padded lists, [rows, length].
func (b *batch) part(s *torch.Scope, x *torch.Buffer[float32], length int64) torch.Tensor {
	n := int64(b.rows)
	return s.To(s.Reshape(s.Narrow(x.Tensor, 0, 0, n*length), n, length), b.net.device)
}
