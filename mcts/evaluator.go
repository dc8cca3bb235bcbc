package mcts

import (
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// Evaluator judges positions: a value and a prior over the legal actions of each row of a batch. Evaluators keep
// buffers; one goroutine at a time may call one.
type Evaluator interface {
	// Tensors reports whether Eval reads Planes, Globals, Hidden, Flat and Aux. If not, searches don't fill them.
	Tensors() bool
	// Eval sets Value and Logits of rows [0, b.N). Values and logits must be finite.
	Eval(b *Batch) error
}

// Batch takes leaves to an Evaluator and brings its answers back. Every slice is allocated once; a row is one leaf, of
// any of the searches that share the batch. B is Cap, L is MaxActions.
type Batch struct {
	Cap        int // most rows
	N          int // rows in use: [0, N)
	MaxActions int // stride of the legal lists

	// States are the positions, borrowed from the searches until they get their answers: read, never change.
	States []game.State // [B]
	// Player is the side whose view a row is: the one to move, First at simultaneous nodes.
	Player []game.Player // [B]
	// Streams are for evaluators that draw random numbers: one for each row, named by search and simulation.
	Streams []rng.Stream // [B]
	// Count is the length of each row's legal list, 0 at simultaneous nodes.
	Count []int // [B]
	// Actions are the legal lists in ascending order.
	Actions []game.Action // [B, L]

	// The network's input, nil unless the batch was made with tensors. Layouts as in game.Encoder; Flat and Aux are
	// Encoder.PolicyIndex of Actions. Beyond Count they are zero.
	Planes  []float32 // [B, Ranks, Files, planes]
	Globals []float32 // [B, globals]
	Hidden  []float32 // [B, hidden]
	Flat    []int64   // [B, L]
	Aux     []int64   // [B, L]

	// Value is the answer in [-1, 1] from the view of Player.
	Value []float32 // [B]
	// Logits are the answer's log-priors up to a constant, in the order of Actions.
	Logits []float32 // [B, L]

	filled []int // [B] length of Flat and Aux in use, to zero what an older row left
}

// NewBatch makes a batch of at most rows leaves for a game; with tensors if ev reads them.
func NewBatch(info game.Info, rows int, ev Evaluator) *Batch {
	b := &Batch{
		Cap: rows, MaxActions: info.MaxActions,
		States: make([]game.State, rows), Player: make([]game.Player, rows), Streams: make([]rng.Stream, rows),
		Count: make([]int, rows), Actions: make([]game.Action, rows*info.MaxActions),
		Value: make([]float32, rows), Logits: make([]float32, rows*info.MaxActions),
	}
	if ev.Tensors() {
		n := info.Net
		b.Planes = make([]float32, rows*n.Ranks*n.Files*len(n.Planes))
		b.Globals = make([]float32, rows*n.Globals)
		b.Hidden = make([]float32, rows*n.Hidden)
		b.Flat = make([]int64, rows*info.MaxActions)
		b.Aux = make([]int64, rows*info.MaxActions)
		b.filled = make([]int, rows)
	}
	return b
}

// Legal is the legal list of row i.
func (b *Batch) Legal(i int) []game.Action {
	return b.Actions[i*b.MaxActions:][:b.Count[i]]
}

// RowLogits are the logits of row i, as long as its legal list.
func (b *Batch) RowLogits(i int) []float32 {
	return b.Logits[i*b.MaxActions:][:b.Count[i]]
}

// Add appends a row for s as p sees it and returns its number. At a decision node p is the side to move; at a
// simultaneous one First, and the legal list stays empty. s is borrowed. The batch must have room.
func (b *Batch) Add(s game.State, p game.Player, stream rng.Stream) int {
	row := b.N
	b.N++
	b.States[row], b.Player[row], b.Streams[row] = s, p, stream
	first := row * b.MaxActions
	list := b.Actions[first : first : first+b.MaxActions]
	if s.Turn() != game.Simultaneous {
		list = s.Actions(p, list)
	}
	b.Count[row] = len(list)
	if b.Flat != nil {
		b.encode(row, s.(game.Encoder), p, list)
	}
	return row
}

func (b *Batch) encode(row int, s game.Encoder, p game.Player, list []game.Action) {
	planes, globals, hidden := len(b.Planes)/b.Cap, len(b.Globals)/b.Cap, len(b.Hidden)/b.Cap
	s.Observe(p, b.Planes[row*planes:][:planes], b.Globals[row*globals:][:globals])
	if hidden > 0 {
		s.ObserveHidden(p, b.Hidden[row*hidden:][:hidden])
	}
	flat, aux := b.Flat[row*b.MaxActions:][:b.MaxActions], b.Aux[row*b.MaxActions:][:b.MaxActions]
	for i, a := range list {
		f, x := s.PolicyIndex(p, a)
		flat[i], aux[i] = int64(f), int64(x)
	}
	if stale := b.filled[row]; stale > len(list) {
		clear(flat[len(list):stale])
		clear(aux[len(list):stale])
	}
	b.filled[row] = len(list)
}
