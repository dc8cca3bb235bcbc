package deicide

import "variantlab/sim/game"

// countedTypes names the types of a variant but the King, the pawn kinds first, and says where each is counted.
func countedTypes(kinds kindSet) (names []string, index [numKinds]int) {
	for _, pawns := range [2]bool{true, false} {
		for k := king + 1; k < numKinds; k++ {
			if kinds.has(k) && pawnKinds.has(k) == pawns {
				index[k] = len(names)
				names = append(names, k.String())
			}
		}
	}
	return names, index
}

// PieceTypes names the variant's types but the King.
func (s *State) PieceTypes() []string { return s.v().counted }

// CountPieces adds p's pieces by type, on the board and in flight.
func (s *State) CountPieces(p game.Player, counts []int) {
	count := func(k kind) {
		if k != king {
			counts[s.v().countedAt[k]]++
		}
	}
	for pieces := s.by[p]; !pieces.empty(); {
		count(s.at(pieces.pop()).kind())
	}
	for _, f := range s.flights[:s.nFlights] {
		if f.piece.color() == color(p) {
			count(f.piece.kind())
		}
	}
}

var _ game.PieceCounter = (*State)(nil)
