package watch

import "variantlab/sim/game"

// pieceTypes are the kinds of men but the King, then the two kinds of allowances.
var pieceTypes = []string{pawn - 1: "pawn", knight - 1: "knight", bishop - 1: "bishop", rook - 1: "rook", queen - 1: "queen",
	queen: "Watch left", queen + 1: "King Watch left"}

// PieceTypes names the kinds of men but the King, and the allowances.
func (s *State) PieceTypes() []string { return pieceTypes }

// CountPieces adds p's men on the board by kind, and what is left of its allowances.
func (s *State) CountPieces(p game.Player, counts []int) {
	for k := pawn; k <= queen; k++ {
		counts[k-1] += (s.men[p] & s.kinds[k]).Count()
	}
	counts[queen] += int(s.ordinary[p])
	counts[queen+1] += int(s.guards[p])
}

var _ game.PieceCounter = (*State)(nil)
