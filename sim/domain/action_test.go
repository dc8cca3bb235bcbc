package domain

import (
	"variantlab/sim/board"
	"variantlab/sim/game"
)

// cloudAction names a set of targets, which must lie around one square.
func cloudAction(targets Bitboard) act {
	centre, ok := cloudCentre(targets)
	if !ok {
		return game.None
	}
	mask := act(0)
	for d := board.N; d <= board.NW; d++ {
		if to := board.Step(centre, d); to != NoSquare && targets.Has(to) {
			mask |= 1 << d
		}
	}
	return act(KeyCloud)<<keyShift | act(centre)<<8 | mask
}

// cloudCentre is the least square beside all targets.
func cloudCentre(targets Bitboard) (Square, bool) {
	common := ^Bitboard(0)
	for b := targets; b != 0; b &= b - 1 {
		common &= board.KingAttacks[b.First()]
	}
	if targets == 0 || common == 0 {
		return NoSquare, false
	}
	return common.First(), true
}
