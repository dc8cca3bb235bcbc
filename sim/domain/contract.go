package domain

import (
	"unsafe"

	"variantlab/sim/game"
)

var _ interface {
	game.State
	game.Stochastic
	game.Tracer
} = (*State)(nil)

// Turn says what kind of node this is.
func (s *State) Turn() game.Player {
	switch {
	case s.winner != 0:
		return game.Terminal
	case s.pending.kind != noChance:
		return game.Chance
	default:
		return game.Player(s.turn)
	}
}

// Returns gives 1 to the winner and -1 to the loser; a draw and an unfinished game give 0.
func (s *State) Returns() [2]float32 {
	switch s.winner {
	case 1 + uint8(White):
		return [2]float32{1, -1}
	case 1 + uint8(Black):
		return [2]float32{-1, 1}
	default:
		return [2]float32{}
	}
}

// CopyFrom overwrites s with src, of which only the used part is read. That part lies together at the front and is copied
// as bytes, because one long copy takes wider steps than an assignment and no longer than several short ones.
func (s *State) CopyFrom(src game.State) {
	from := src.(*State)
	used := unsafe.Offsetof(s.repeats) + uintptr(from.known)*unsafe.Sizeof(s.repeats[0])
	copy(unsafe.Slice((*byte)(unsafe.Pointer(s)), used), unsafe.Slice((*byte)(unsafe.Pointer(from)), used))
}

// Clone returns an independent copy.
func (s *State) Clone() game.State {
	c := new(State)
	c.CopyFrom(s)
	return c
}
