package domain

import "variantlab/sim/game"

// pieceTypes are the chess pieces but the King.
var pieceTypes = []string{Pawn - 1: "pawn", Knight - 1: "knight", Bishop - 1: "bishop", Rook - 1: "rook", Queen - 1: "queen"}

// PieceTypes names the chess pieces but the King.
func (s *State) PieceTypes() []string { return pieceTypes }

// CountPieces adds p's real pieces on the board by type; shadow pieces, domain pawns and captives don't count.
func (s *State) CountPieces(p game.Player, counts []int) {
	for b := s.of[p]; b != 0; b &= b - 1 {
		if piece := s.board[b.First()]; piece.kind() == Real && piece.typ() <= Queen {
			counts[piece.typ()-1]++
		}
	}
}

var _ game.PieceCounter = (*State)(nil)
