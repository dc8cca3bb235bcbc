package domain

import "variantlab/sim/game"

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

// CopyFrom overwrites s with src, of which only the used part is read.
func (s *State) CopyFrom(src game.State) {
	from := src.(*State)
	copy(s.board[:], from.board[:]) // in wider steps than an assignment takes
	s.scene = from.scene
	copy(s.repeats[:from.known], from.repeats[:from.known])
}

// Clone returns an independent copy.
func (s *State) Clone() game.State {
	c := new(State)
	c.CopyFrom(s)
	return c
}
