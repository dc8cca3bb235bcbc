package domain

import "variantlab/sim/game"

// Outcomes appends what a chance node may bring, with probabilities [§10]. Where one outcome is certain it is alone.
func (s *State) Outcomes(dst []game.Outcome) []game.Outcome {
	r := s.rules()
	luck := float64(s.sides[s.turn].luck) / 100
	switch s.pending.kind {
	case spinChance:
		return twoOutcomes(dst, Hit, r.GambitBase+luck*r.LuckSpinScale, Miss)
	case clockChance:
		return twoOutcomes(dst, OK, 1-r.ClockTimeoutProb, Out)
	case diceChance:
		return twoOutcomes(dst, Hit, r.DiceBase+luck*r.LuckDiceScale, Miss)
	case holChance:
		base := [numTypes]float64{Pawn: r.HolPawn, Knight: r.HolMinor, Bishop: r.HolMinor, Rook: r.HolRook, Queen: r.HolQueen}
		return twoOutcomes(dst, Win, base[s.board[s.pending.sq].typ()]+luck*r.LuckHolScale, Lose)
	case disguiseChance:
		for set := Limitless; set < Toji; set++ {
			dst = append(dst, game.Outcome{Action: outcomeAction(DisguiseOutcome + Outcome(set)), Prob: 1.0 / 6})
		}
	}
	return dst
}

// twoOutcomes appends first with probability p, clamped, and second with the rest; never one of probability 0.
func twoOutcomes(dst []game.Outcome, first Outcome, p float64, second Outcome) []game.Outcome {
	p = min(max(p, 0), 1)
	if p > 0 {
		dst = append(dst, game.Outcome{Action: outcomeAction(first), Prob: p})
	}
	if p < 1 {
		dst = append(dst, game.Outcome{Action: outcomeAction(second), Prob: 1 - p})
	}
	return dst
}

// deal carries out an outcome and goes on where the chance node had stopped the pipeline.
func (s *State) deal(o Outcome, tr *trace) {
	kind, when := s.pending.kind, s.pending.when
	if kind != disguiseChance {
		s.told(factOutcome, uint64(o))
	}
	s.resolve(o, tr)
	switch {
	case kind == disguiseChance:
		s.dealDisguises()
	case kind == holChance:
		s.endMain(tr)
	case kind == spinChance && when == spinEnd:
		s.closeTurn(s.plain(), tr)
	case kind == clockChance:
		if o == Out {
			s.endMain(tr)
		}
	default: // a free action
		s.afterFree(tr)
	}
}

// resolve carries out what an outcome itself brings.
func (s *State) resolve(o Outcome, tr *trace) {
	node := s.pending
	s.pending = pendingState{sq: NoSquare}
	switch node.kind {
	case spinChance:
		s.settleSpin(node.when, o, tr)
	case clockChance:
		if o == Out {
			s.timeOut(tr)
		}
	case diceChance:
		s.settleDice(o, tr)
	case holChance:
		s.settleHol(node.sq, o, tr)
	case disguiseChance:
		s.sides[node.side].disguise = Set(o - DisguiseOutcome)
	}
}

// dealDisguises asks for the next disguise that no one has given: White's first [CD-394, CD-402].
func (s *State) dealDisguises() {
	for c := range s.sides {
		if side := &s.sides[c]; side.set == Toji && side.disguise == NoSet && !side.revealed {
			s.pending = pendingState{kind: disguiseChance, side: Side(c), sq: NoSquare}
			return
		}
	}
}
