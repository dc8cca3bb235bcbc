package deicide

import "variantlab/sim/game"

// worth is what a piece is worth in pawns. The numbers are rough: a type's mean number of destinations on a board half
// as full as at the start, against the Knight's, set at 3 for the small board's feel of it; then a discount for what the
// type can't do at once (hurdles, launches) and a premium for what nothing else does (a Bomber's threat, an immortal
// blocker). Values from played games belong to the balance report, not here.
var worth = [numKinds]float32{
	queen: 11, rook: 6.5, bishop: 4.5, knight: 3, pawn: 1, rookie: 1, drunkPawn: 1,
	archbishop: 7.5, chancellor: 9.5, cannon: 4.5, archer: 3.5, timeMachine: 5,
	champion: 4, wizard: 3.5, kitsune: 8, werewolf: 8, centaur: 5, fool: 4, sumo: 3.5,
	sorceress: 5, prince: 3, princess: 7, bomber: 4, snail: 2,
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
