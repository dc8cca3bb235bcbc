package watch

import "variantlab/sim/game"

// worth is the usual worth of a man in pawns. A King's is above all the rest, since taking it wins.
var worth = [7]float32{pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 40}

// Balance is White's men less Black's, in pawns; Kings count only once one has fallen.
func (s *State) Balance() float32 {
	sum := float32(0)
	for k := pawn; k <= king; k++ {
		n := (s.men[white] & s.kinds[k]).Count() - (s.men[black] & s.kinds[k]).Count()
		sum += float32(n) * worth[k]
	}
	return sum
}

// Gain is what a Move takes from the board as it stands and wins by promotion, in pawns. The man may be gone when the
// Move arrives, and a Watch may avenge it.
func (s *State) Gain(a game.Action) float32 {
	if !isMove(a) {
		return 0
	}
	_, to, promotion := unpack(a)
	gain := worth[s.board[to].kind()]
	if promotion != noKind {
		gain += worth[promotion] - worth[pawn]
	}
	return gain
}
