package domain

import (
	"fmt"
	"math"
	"strings"
)

// defaults are the numbers of the rules by dotted name (CD-450).
var defaults = map[string]float64{
	"energy.start": 100, "energy.max": 100, "energy.regain": 10,
	"unlock.technique": 4, "unlock.domain": 8,
	"domain.required_energy": 100, "domain.turns": 3, "domain.mutual_turns": 4,

	"cost.domain": 40, "cost.gambit": 30, "cost.rct": 25, "cost.blue": 20, "cost.red": 20, "cost.hollow_purple": 35,
	"cost.piece_pawn": 10, "cost.piece_minor": 20, "cost.piece_rook": 25, "cost.piece_queen": 40,
	"cost.cleave_mahoraga": 20, "cost.dismantle": 30, "cost.slash": 30, "cost.speech": 15, "cost.pure_love": 30,
	"cost.release": 10, "cost.swarm": 20, "cost.uzumaki": 35, "cost.dog": 15, "cost.step": 10, "cost.toad": 15,
	"cost.mahoraga": 30, "cost.dice": 10, "cost.hol": 10, "cost.doors_empty": 15, "cost.doors_piece": 20,
	"cost.pachinko": 20, "cost.tool_copied": 10,

	"cd.domain": 8, "cd.rct": 10, "cd.blue": 3, "cd.red": 3, "cd.infinity": 7, "cd.hollow_purple": 6,
	"cd.dismantle": 5, "cd.cleave": 3, "cd.dismantle_domain": 1, "cd.cleave_domain": 1, "cd.copy": 3, "cd.speech": 3,
	"cd.pure_love": 8, "cd.release": 2, "cd.swarm": 2, "cd.uzumaki": 6, "cd.dog": 4, "cd.dog_domain": 0, "cd.step": 3,
	"cd.toad": 4, "cd.dice": 4, "cd.hol": 4, "cd.doors": 3, "cd.pachinko": 3, "cd.spear": 3, "cd.cloud": 1,
	"cd.chain": 1, "cd.sense": 4,

	"dur.infinity": 3, "dur.speech": 3, "dur.shield": 3, "dur.doors": 3, "dur.dog": 3, "dur.mark": 2,
	"dur.jackpot": 3, "dur.stun": 1,

	"red.distance": 2, "pachinko.range": 2, "pachinko.distance": 2, "dismantle.range": 2, "dismantle.range_domain": 4,
	"cleave.range": 1, "cleave.range_domain": 2, "cloud.max": 3, "chain.range": 3,
	"copy.recent": 4, "dog.max": 2, "mahoraga.losses": 4, "uzumaki.min": 6,
	"swarm.pawn": 1, "swarm.minor": 2, "swarm.rook": 3, "swarm.queen": 5, "swarm.mahoraga": 5, "swarm.toji_factor": 2,
	"curse.every": 4, "jackpot.returns": 2, "rough.drain": 10, "rough.jackpot_factor": 2,

	"luck.max": 50, "luck.dice": 20, "luck.pachinko_pawn": 2, "luck.pachinko_minor": 5, "luck.pachinko_rook": 7,
	"luck.pachinko_queen": 10, "luck.pachinko_mahoraga": 10,
	"luck.hol_scale": 1, "luck.spin_scale": 0.5, "luck.dice_scale": 0.5,
	"dice.miss_energy": 15, "dice.miss_luck": 15, "hol.lose_energy": 15, "hol.lose_luck": 10, "hol.pawn_luck": 20,
	"gambit.base": 0.3333333333333333, "dice.base": 0.5,
	"hol.pawn": 0.7, "hol.minor": 0.6, "hol.rook": 0.5, "hol.queen": 0.25, "clock.timeout_prob": 0,

	"draw.halfmoves": 100, "draw.max_plies": 600, "draw.repetition": 3, "obs.log_plies": 8,
}

// limit is the largest value of a parameter, and whether it is a probability or scale that need not be whole.
func limit(name string) (float64, bool) {
	switch name {
	case "gambit.base", "dice.base", "hol.pawn", "hol.minor", "hol.rook", "hol.queen", "clock.timeout_prob",
		"luck.hol_scale", "luck.spin_scale", "luck.dice_scale":
		return 1, true
	case "domain.required_energy", "rough.drain":
		return 1000, false
	case "domain.turns", "domain.mutual_turns", "curse.every":
		return 99, false
	}
	group, _, _ := strings.Cut(name, ".")
	switch group {
	case "cost", "energy", "luck", "dice", "hol":
		return 1000, false
	case "unlock", "cd", "dur":
		return 99, false
	case "draw", "obs":
		return 10000, false
	}
	return 64, false
}

// checkParams refuses unknown names and values out of range.
func checkParams(params map[string]float64) error {
	for name, value := range params {
		if _, ok := defaults[name]; !ok {
			return fmt.Errorf("params: unknown parameter %q", name)
		}
		most, fraction := limit(name)
		if value < 0 || value > most || !fraction && value != math.Trunc(value) {
			return fmt.Errorf("params: %s = %v is outside its range 0 to %v", name, value, most)
		}
	}
	return nil
}

// frac reads a parameter.
func (s *State) frac(name string) float64 {
	if value, ok := s.Params[name]; ok {
		return value
	}
	value, ok := defaults[name]
	if !ok {
		panic("no parameter " + name)
	}
	return value
}

// num reads a whole-number parameter.
func (s *State) num(name string) int { return int(s.frac(name)) }
