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
//
// At a simultaneous node of a game.Factored state a row's list has four parts: First's moves, Second's moves, First's
// pairs, Second's pairs, where a pair (watcher<<6 | watched) stands in for an action. The answer to a pair is the logarithm
// of its odds. Other simultaneous nodes have an empty list.
type Batch struct {
	Cap        int // most rows
	N          int // rows in use: [0, N)
	MaxActions int // stride of the legal lists: as many actions as a list can have

	// States are the positions, borrowed from the searches until they get their answers: read, never change.
	States []game.State // [B]
	// Player is the side whose view a row is: the one to move, First at simultaneous nodes.
	Player []game.Player // [B]
	// Streams are for evaluators that draw random numbers: one for each row, named by search and simulation.
	Streams []rng.Stream // [B]
	// Count is the length of each row's list.
	Count []int // [B]
	// Parts are the lengths of the parts of a simultaneous row's list, zero for the others.
	Parts [][4]int // [B]
	// Actions are the legal lists, ascending (each part of its own).
	Actions []game.Action // [B, L]

	// The network's input, nil unless the batch was made with tensors. Layouts as in game.Encoder; Flat and Aux are
	// Encoder.PolicyIndex of Actions, or game.PlanEncoder's indices. Beyond Count they are zero.
	Planes  []float32 // [B, Ranks, Files, planes]
	Globals []float32 // [B, globals]
	Hidden  []float32 // [B, hidden]
	Flat    []int64   // [B, L]
	Aux     []int64   // [B, L]

	// Value is the answer in [-1, 1] from the view of Player.
	Value []float32 // [B]
	// Logits are the answer's log-priors up to a constant, in the order of Actions.
	Logits []float32 // [B, L]

	filled  []int             // [B] length of Flat and Aux in use, to zero what an older row left
	factors [][2]game.Factors // [B] both sides' plans, for games with simultaneous nodes
}

// NewBatch makes a batch of at most rows leaves for a game; with tensors if ev reads them.
func NewBatch(info game.Info, rows int, ev Evaluator) *Batch {
	most := info.MaxActions
	if info.Joint {
		most *= 4
	}
	b := &Batch{
		Cap: rows, MaxActions: most,
		States: make([]game.State, rows), Player: make([]game.Player, rows), Streams: make([]rng.Stream, rows),
		Count: make([]int, rows), Parts: make([][4]int, rows), Actions: make([]game.Action, rows*most),
		Value: make([]float32, rows), Logits: make([]float32, rows*most),
	}
	if info.Joint {
		b.factors = make([][2]game.Factors, rows)
	}
	if ev.Tensors() {
		n := info.Net
		b.Planes = make([]float32, rows*n.Ranks*n.Files*len(n.Planes))
		b.Globals = make([]float32, rows*n.Globals)
		b.Hidden = make([]float32, rows*n.Hidden)
		b.Flat = make([]int64, rows*most)
		b.Aux = make([]int64, rows*most)
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
// simultaneous one First. s is borrowed. The batch must have room.
func (b *Batch) Add(s game.State, p game.Player, stream rng.Stream) int {
	row := b.N
	b.N++
	b.States[row], b.Player[row], b.Streams[row] = s, p, stream
	first := row * b.MaxActions
	list := b.Actions[first : first : first+b.MaxActions]
	b.Parts[row] = [4]int{}
	if s.Turn() != game.Simultaneous {
		list = s.Actions(p, list)
	} else if f, ok := s.(game.Factored); ok {
		list = b.listFactors(row, f, list)
	}
	b.Count[row] = len(list)
	if b.Flat != nil {
		b.encode(row, s.(game.Encoder), p, list)
	}
	return row
}

// listFactors appends the parts of a simultaneous row's list, without plans that can't differ from others in effect.
func (b *Batch) listFactors(row int, s game.Factored, list []game.Action) []game.Action {
	parts := &b.Parts[row]
	for side := range 2 {
		s.Reduced(game.Player(side), &b.factors[row][side])
		before := len(list)
		list = b.factors[row][side].AppendMoves(list)
		parts[side] = len(list) - before
	}
	for side := range 2 {
		before := len(list)
		list = b.factors[row][side].AppendPairs(list)
		parts[2+side] = len(list) - before
	}
	return list
}

// moves is how many entries of row i's list are actions or moves rather than pairs.
func (b *Batch) moves(i int) int {
	return b.Count[i] - b.Parts[i][2] - b.Parts[i][3]
}

func (b *Batch) encode(row int, s game.Encoder, p game.Player, list []game.Action) {
	planes, globals, hidden := len(b.Planes)/b.Cap, len(b.Globals)/b.Cap, len(b.Hidden)/b.Cap
	s.Observe(p, b.Planes[row*planes:][:planes], b.Globals[row*globals:][:globals])
	if hidden > 0 {
		s.ObserveHidden(p, b.Hidden[row*hidden:][:hidden])
	}
	flat, aux := b.Flat[row*b.MaxActions:][:b.MaxActions], b.Aux[row*b.MaxActions:][:b.MaxActions]
	if parts := b.Parts[row]; parts != [4]int{} {
		encodePlans(flat, aux, s.(game.PlanEncoder), p, list, parts)
	} else {
		for i, a := range list {
			f, x := s.PolicyIndex(p, a)
			flat[i], aux[i] = int64(f), int64(x)
		}
	}
	if stale := b.filled[row]; stale > len(list) {
		clear(flat[len(list):stale])
		clear(aux[len(list):stale])
	}
	b.filled[row] = len(list)
}

func encodePlans(flat, aux []int64, s game.PlanEncoder, view game.Player, list []game.Action, parts [4]int) {
	i := 0
	for part, length := range parts {
		side := game.Player(part % 2)
		for range length {
			if part < 2 {
				f, x := s.MoveIndex(view, side, list[i])
				flat[i], aux[i] = int64(f), int64(x)
			} else {
				flat[i], aux[i] = int64(s.PairIndex(view, side, uint16(list[i]))), 0
			}
			i++
		}
	}
}
