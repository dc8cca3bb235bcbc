package deicide

import "variantlab/sim/game"

// worth is what a piece is worth in pawns, roughly; what the pieces are really worth is a question for played games.
//
// The numbers of the first block follow from mobility: N is a type's mean number of destinations on random boards with
// three squares in ten taken, scaled so that the Knight has 8, and its worth 0.33 N + 0.007 N² pawns, H. G. Muller's rule
// of thumb for leapers of N targets (TestWorthFollowsMobility measures N). The others are set by hand: a pawn is the
// unit; a Time Machine is away for three turns of four; a Fool has what it is given; a Sumo captures at the edge only; a
// Sorceress goes anywhere but captures like a Prince; a Bomber is spent with its first capture; a Snail only blocks.
var worth = [numKinds]float32{
	queen: 11.5, rook: 5.5, bishop: 4.5, knight: 3, archbishop: 8.5, chancellor: 10, cannon: 5, archer: 4, champion: 5.5,
	wizard: 5, kitsune: 11, werewolf: 12, centaur: 7.5, prince: 3.5, princess: 12,

	pawn: 1, rookie: 1, drunkPawn: 1, timeMachine: 6, fool: 4, sumo: 4, sorceress: 6, bomber: 3.5, snail: 2,
}

// kingWorth makes taking a King in Yuri Deicide Chess stand out among gains; a King counts nothing in the balance.
const kingWorth = 100

// Balance is the sum of the pieces on the board and in flight, in pawns, White's minus Black's.
func (s *State) Balance() float32 {
	var sum [2]float32
	for side, pieces := range s.by {
		for !pieces.empty() {
			sum[side] += worth[s.at(pieces.pop()).kind()]
		}
	}
	for _, f := range s.flights[:s.nFlights] {
		sum[f.piece.color()] += worth[f.piece.kind()]
	}
	return sum[white] - sum[black]
}

// Gain is what the action removes at once of the opponent minus what it removes of the mover, and what a promotion adds,
// in pawns.
func (s *State) Gain(a game.Action) float32 {
	if a == pass {
		return 0
	}
	src, dst := from(a), to(a)
	mover, target := s.at(src), s.at(dst)
	gain := float32(0)
	if k := promotion(a); k != none {
		gain += worth[k] - worth[mover.kind()]
	}
	switch formOf(a) {
	case passingBy:
		for i := range s.nPassing {
			e := &s.passings[i]
			if p := s.at(e.pawn); p.color() != s.side && p.kind() == mover.kind() && e.squares().has(dst) {
				gain += worth[p.kind()]
			}
		}
	case pushing:
		if _, ok := ring[heading(src, dst)].from(dst, s.v().size); !ok {
			gain += s.exchange(mover, target)
		}
	case moving:
		if target != nobody {
			gain += s.exchange(mover, target)
			if mover.kind() == bomber && target.kind() == bomber {
				gain += s.blast(src, dst)
			}
		}
	}
	return gain
}

// exchange is the gain of a capture, the capturer lost as well if a Bomber is one of the two.
func (s *State) exchange(capturer, captured piece) float32 {
	gain := worth[captured.kind()]
	switch {
	case captured.kind() == king && s.v().touching && s.acts(capturer) == king && s.side == white:
		gain = -kingWorth // White's King takes, Black wins [DC-511]
	case captured.kind() == king:
		gain = kingWorth
	}
	if capturer.kind() == bomber || captured.kind() == bomber {
		gain -= worth[capturer.kind()]
	}
	return gain
}

// blast is what a Big Bang around dst destroys, the two Bombers left out.
func (s *State) blast(src, dst square) (gain float32) {
	around := s.v().near[dst].and(s.occupied()).andNot(s.snails).andNot(bit[src])
	for !around.empty() {
		if p := s.at(around.pop()); p.color() == s.side {
			gain -= worth[p.kind()]
		} else {
			gain += worth[p.kind()]
		}
	}
	return gain
}
