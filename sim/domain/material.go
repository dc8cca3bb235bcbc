package domain

import "variantlab/sim/game"

// A rough static evaluation for the material evaluator, in pawns.

var _ game.Material = (*State)(nil)

// worth is the value of a piece by type, and kindWorth the part of it that a shadow piece keeps: it is there for some
// turns only.
var (
	worth     = [numTypes]float32{Pawn: 1, Knight: 3, Bishop: 3.2, Rook: 5, Queen: 9, Mahoraga: 7}
	kindWorth = [...]float32{Real: 1, Curse: 0.5, Dog: 0.4, Rika: 0.6, KindMahoraga: 1, KindDecoy: 0}
)

// What else counts: a point of energy, a curse in hand by type, a step of adaptation, a turn of a jackpot.
const (
	energyWorth   = 0.01
	curseWorth    = 0.15
	adaptionWorth = 0.5
	jackpotWorth  = 0.5
)

func (p Piece) worth() float32 { return worth[p.typ()] * kindWorth[p.kind()] }

// Balance is the static evaluation from First's view in pawns.
func (s *State) Balance() float32 { return s.strength(White) - s.strength(Black) }

func (s *State) strength(c Side) float32 {
	side := &s.sides[c]
	total := energyWorth*float32(side.energy) + jackpotWorth*float32(side.jackpot)
	for b := s.of[c]; b != 0; b &= b - 1 {
		total += s.board[b.First()].worth()
	}
	if s.types[Mahoraga]&s.of[c] != 0 {
		total += adaptionWorth * float32(min(side.nAdapted, 2))
	}
	for t := Pawn; t <= Queen; t++ {
		total += curseWorth * worth[t] * float32(side.held[t])
	}
	return total
}

// Gain is what a takes at once for its mover, in pawns, less what it takes of the mover's own.
func (s *State) Gain(a game.Action) float32 {
	if isOutcome(a) {
		return 0
	}
	c, k := s.turn, actionKey(a)
	gain := float32(0)
	if promotes(a) {
		gain += worth[Queen] - worth[Pawn]
	}
	if k == KeyRCT {
		return worth[actionType(a)]
	}
	takes := techniques[k].takes
	if takes == nil {
		return gain
	}
	for b := takes(s, cast{c: c, a: a}); b != 0; b &= b - 1 {
		if p := s.board[b.First()]; p.side() == c {
			gain -= p.worth()
		} else if p.typ() != Mahoraga || k == KeyMove || k == KeySpear {
			gain += p.worth()
		}
	}
	return gain
}

// takesTarget is what an action takes that names one square.
func takesTarget(s *State, by cast) Bitboard { return actionTo(by.a).Bit() & s.of[by.c.foe()] }
