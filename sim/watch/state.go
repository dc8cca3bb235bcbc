package watch

import (
	"math/bits"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

// State is a match at the opening of a round, or over. It is a flat value; see core for its size.
type State struct {
	core
	reps repetitions // last: copies take only its filled part
}

// core is everything but the repetition table, at most 512 bytes.
type core struct {
	board    [64]man
	men      [2]board.Set // by side
	kinds    [7]board.Set // by kind, both sides; entry 0 is unused
	frozen   board.Set
	set      Settings
	round    uint32
	idle     uint32
	ordinary [2]uint16 // allowances left
	guards   [2]uint16 // King Watches left
	castling rights
	status   [2]Status
	score    int8 // White's result once over
	reason   Reason
	last     [2]game.Plan // sealed in the round before; zero after set-up
}

// rights is a set of castling rights.
type rights uint8

// The rights, in the order in which they are written.
const (
	whiteShort rights = 1 << iota
	whiteLong
	blackShort
	blackLong
)

// Reason is why a match ended; 0 while it goes on.
type Reason uint8

// The reasons, in the order of reasonNames.
const (
	NotOver Reason = iota
	KingCapture
	BothKings
	Checkmate
	DoubleCheckmate
	Stalemate
	WatchOnly
	Repeated
	RoundLimit
	Time
	Resign
	Agreed
)

var reasonNames = []string{"", "king_capture", "both_kings", "checkmate", "double_checkmate", "stalemate", "watch_only",
	"repetition", "round_limit", "time", "resign", "agreed"}

// String gives the reason as states write it, "" while the match goes on.
func (r Reason) String() string { return reasonNames[r] }

// Most that a state can say [WC-110].
const (
	maxCounter   = 1_000_000 // round and idle
	maxAllowance = 1000
)

// Turn is Simultaneous until the match is over.
func (s *State) Turn() game.Player {
	if s.reason != NotOver {
		return game.Terminal
	}
	return game.Simultaneous
}

// Returns gives the result; zeros before the end and for draws.
func (s *State) Returns() [2]float32 { return [2]float32{float32(s.score), float32(-s.score)} }

// Apply is never legal: both sides act at once, see ApplyJoint.
func (s *State) Apply(game.Action) {
	panic("watch: a single action can't be applied; both sides act at once, use ApplyJoint")
}

// CopyFrom overwrites s.
func (s *State) CopyFrom(src game.State) {
	o := src.(*State)
	s.core = o.core
	s.reps.copyFrom(&o.reps)
}

// Clone returns an independent copy.
func (s *State) Clone() game.State {
	c := new(State)
	c.CopyFrom(s)
	return c
}

// put places m on an empty square.
func (s *State) put(q square, m man) {
	s.board[q] = m
	s.men[m.side()] |= q.Bit()
	s.kinds[m.kind()] |= q.Bit()
}

// take empties a square.
func (s *State) take(q square) {
	m := s.board[q]
	s.board[q] = noMan
	s.men[m.side()] &^= q.Bit()
	s.kinds[m.kind()] &^= q.Bit()
	s.frozen &^= q.Bit()
}

func (s *State) occupied() board.Set { return s.men[white] | s.men[black] }

// kingSquare is where c's King stands; there must be one.
func (s *State) kingSquare(c side) square { return (s.men[c] & s.kinds[king]).First() }

// hasKing reports whether c's King is on the board.
func (s *State) hasKing(c side) bool { return s.men[c]&s.kinds[king] != 0 }

// end finishes the match.
func (s *State) end(score int8, r Reason) { s.score, s.reason = score, r }

// won is the score of a win for c.
func won(c side) int8 { return 1 - 2*int8(c) }

// Key covers all that the rules depend on, the repetitions counted so far included.
func (s *State) Key() game.Key {
	h := hasher{1, 2}
	s.hashPosition(&h)
	h.add(uint64(s.round)<<32 | uint64(s.idle))
	h.add(uint64(s.reason)<<8 | uint64(uint8(s.score)))
	h.add(uint64(s.set.Mode) | uint64(s.set.Stalemate)<<8 | uint64(s.set.limit())<<16 | uint64(s.set.WatchOnly)<<32 | uint64(s.set.Repetition)<<48)
	h.add(uint64(s.set.RoundLimit))
	h.add(s.reps.digest())
	return game.Key{Hi: h.a, Lo: h.b}
}

// hashPosition adds what repetitions compare: men, castling, frozen men and allowances [WC-092].
func (s *State) hashPosition(h *hasher) {
	h.add(uint64(s.men[white]))
	h.add(uint64(s.men[black]))
	for k := pawn; k < king; k++ {
		h.add(uint64(s.kinds[k]))
	}
	h.add(uint64(s.frozen))
	h.add(uint64(s.ordinary[white]) | uint64(s.ordinary[black])<<16 | uint64(s.guards[white])<<32 | uint64(s.guards[black])<<48)
	h.add(uint64(s.castling))
}

// ViewKey is Key and the plans of the last round, which Observe shows too.
func (s *State) ViewKey(game.Player) game.Key {
	k := s.Key()
	h := hasher{k.Hi, k.Lo}
	for c := range s.last {
		plan := &s.last[c]
		h.add(uint64(plan.Move)<<8 | uint64(plan.N))
		for _, pair := range plan.Watch[:plan.N] {
			h.add(uint64(pair))
		}
	}
	return game.Key{Hi: h.a, Lo: h.b}
}

// hasher mixes 64-bit words into 128 bits (two rounds of the multiply-and-fold of wyhash, with different constants).
type hasher struct{ a, b uint64 }

func (h *hasher) add(x uint64) {
	hi, lo := bits.Mul64(h.a^x, 0x9e3779b97f4a7c15)
	h.a = hi ^ lo ^ 0xa0761d6478bd642f
	hi, lo = bits.Mul64(h.b^bits.RotateLeft64(x, 29), 0xe7037ed1a0b428db)
	h.b = hi ^ lo ^ x
}

// What a State offers beyond the core of the contract.
var (
	_ game.Factored    = (*State)(nil)
	_ game.JointTracer = (*State)(nil)
	_ game.PlanEncoder = (*State)(nil)
	_ game.ViewKeyer   = (*State)(nil)
	_ game.Material    = (*State)(nil)
	_ game.JointText   = Game{}
	_ game.PlanChecker = (*position)(nil)
)
