package domain

import "variantlab/sim/game"

// parameter is one row of the table of rule parameters.
type parameter struct {
	name  string
	value float64 // default
	unit  unit
	doc   string
	field func(*Rules) any // *int or *float64
}

// unit is what a parameter counts; max is the upper end of its range, the lower end is always 0.
type unit struct {
	name string
	max  float64
}

var (
	unitEnergy      = unit{"energy", 1000}
	unitTurns       = unit{"turns", 99}
	unitPlies       = unit{"plies", 10000}
	unitSquares     = unit{"squares", 64}
	unitCount       = unit{"count", 64}
	unitFactor      = unit{"factor", 64}
	unitLuck        = unit{"luck", 1000}
	unitRepeats     = unit{"occurrences", 10000}
	unitProbability = unit{"probability", 1}
)

// paramTable lists all parameters, in the order in which they are shown.
var paramTable = []parameter{
	// Energy, and when things unlock.
	{"energy.start", 100, unitEnergy, "cursed energy of each side at the start of a game", func(r *Rules) any { return &r.EnergyStart }},
	{"energy.max", 100, unitEnergy, "upper end of the energy bar", func(r *Rules) any { return &r.EnergyMax }},
	{"energy.regain", 10, unitEnergy, "energy gained at the end of each own turn", func(r *Rules) any { return &r.EnergyRegain }},
	{"unlock.technique", 4, unitTurns, "own turn from which techniques may be cast", func(r *Rules) any { return &r.UnlockTechnique }},
	{"unlock.domain", 8, unitTurns, "own turn from which domains may be cast", func(r *Rules) any { return &r.UnlockDomain }},

	// Domains.
	{"domain.required_energy", 100, unitEnergy, "energy that must be there to expand a domain, whatever it costs", func(r *Rules) any { return &r.DomainRequiredEnergy }},
	{"domain.turns", 3, unitTurns, "how long a domain stands", func(r *Rules) any { return &r.DomainTurns }},
	{"domain.mutual_turns", 4, unitTurns, "how long Authentic Mutual Mate stands", func(r *Rules) any { return &r.DomainMutualTurns }},

	// Costs.
	{"cost.domain", 40, unitEnergy, "cost of every domain but the gambit", func(r *Rules) any { return &r.CostDomain }},
	{"cost.gambit", 30, unitEnergy, "cost of Idle Death Gambit", func(r *Rules) any { return &r.CostGambit }},
	{"cost.rct", 25, unitEnergy, "cost of Reverse Cursed Technique", func(r *Rules) any { return &r.CostRct }},
	{"cost.blue", 20, unitEnergy, "cost of Lapse Blue", func(r *Rules) any { return &r.CostBlue }},
	{"cost.red", 20, unitEnergy, "cost of Reversal Red", func(r *Rules) any { return &r.CostRed }},
	{"cost.hollow_purple", 35, unitEnergy, "cost of Hollow Purple", func(r *Rules) any { return &r.CostHollowPurple }},
	{"cost.piece_pawn", 10, unitEnergy, "cost of Infinity or Cleave on a pawn", func(r *Rules) any { return &r.CostPiecePawn }},
	{"cost.piece_minor", 20, unitEnergy, "cost of Infinity or Cleave on a knight or bishop", func(r *Rules) any { return &r.CostPieceMinor }},
	{"cost.piece_rook", 25, unitEnergy, "cost of Infinity or Cleave on a rook", func(r *Rules) any { return &r.CostPieceRook }},
	{"cost.piece_queen", 40, unitEnergy, "cost of Cleave on a queen", func(r *Rules) any { return &r.CostPieceQueen }},
	{"cost.cleave_mahoraga", 20, unitEnergy, "cost of Cleave on Mahoraga", func(r *Rules) any { return &r.CostCleaveMahoraga }},
	{"cost.dismantle", 30, unitEnergy, "cost of Dismantle", func(r *Rules) any { return &r.CostDismantle }},
	{"cost.slash", 30, unitEnergy, "cost of World-Cutting Slash", func(r *Rules) any { return &r.CostSlash }},
	{"cost.speech", 15, unitEnergy, "cost of Cursed Speech", func(r *Rules) any { return &r.CostSpeech }},
	{"cost.pure_love", 30, unitEnergy, "cost of Pure Love", func(r *Rules) any { return &r.CostPureLove }},
	{"cost.release", 10, unitEnergy, "cost of Release", func(r *Rules) any { return &r.CostRelease }},
	{"cost.swarm", 20, unitEnergy, "cost of Swarm", func(r *Rules) any { return &r.CostSwarm }},
	{"cost.uzumaki", 35, unitEnergy, "cost of Maximum: Uzumaki", func(r *Rules) any { return &r.CostUzumaki }},
	{"cost.dog", 15, unitEnergy, "cost of Demon Dogs", func(r *Rules) any { return &r.CostDog }},
	{"cost.step", 10, unitEnergy, "cost of Shadow Step and Sneak", func(r *Rules) any { return &r.CostStep }},
	{"cost.toad", 15, unitEnergy, "cost of Toad", func(r *Rules) any { return &r.CostToad }},
	{"cost.mahoraga", 30, unitEnergy, "cost of summoning Mahoraga", func(r *Rules) any { return &r.CostMahoraga }},
	{"cost.dice", 10, unitEnergy, "cost of Dice Roll", func(r *Rules) any { return &r.CostDice }},
	{"cost.hol", 10, unitEnergy, "cost of Higher or Lower", func(r *Rules) any { return &r.CostHol }},
	{"cost.doors_empty", 15, unitEnergy, "cost of Train Doors on an empty square", func(r *Rules) any { return &r.CostDoorsEmpty }},
	{"cost.doors_piece", 20, unitEnergy, "cost of Train Doors on a piece", func(r *Rules) any { return &r.CostDoorsPiece }},
	{"cost.pachinko", 20, unitEnergy, "cost of Pachinko Balls", func(r *Rules) any { return &r.CostPachinko }},
	{"cost.tool_copied", 10, unitEnergy, "cost of one of Toji's tools cast by Copy", func(r *Rules) any { return &r.CostToolCopied }},

	// Cooldowns.
	{"cd.domain", 8, unitTurns, "own turns without a domain after one has ended", func(r *Rules) any { return &r.CdDomain }},
	{"cd.rct", 10, unitTurns, "cooldown of Reverse Cursed Technique", func(r *Rules) any { return &r.CdRct }},
	{"cd.blue", 3, unitTurns, "cooldown of Lapse Blue", func(r *Rules) any { return &r.CdBlue }},
	{"cd.red", 3, unitTurns, "cooldown of Reversal Red", func(r *Rules) any { return &r.CdRed }},
	{"cd.infinity", 7, unitTurns, "cooldown of Infinity", func(r *Rules) any { return &r.CdInfinity }},
	{"cd.hollow_purple", 6, unitTurns, "cooldown of Hollow Purple", func(r *Rules) any { return &r.CdHollowPurple }},
	{"cd.dismantle", 5, unitTurns, "cooldown of Dismantle", func(r *Rules) any { return &r.CdDismantle }},
	{"cd.cleave", 3, unitTurns, "cooldown of Cleave", func(r *Rules) any { return &r.CdCleave }},
	{"cd.dismantle_domain", 1, unitTurns, "cooldown of Dismantle in one's own Malevolent Queen", func(r *Rules) any { return &r.CdDismantleDomain }},
	{"cd.cleave_domain", 1, unitTurns, "cooldown of Cleave in one's own Malevolent Queen", func(r *Rules) any { return &r.CdCleaveDomain }},
	{"cd.copy", 3, unitTurns, "cooldown of Copy, whatever it copies", func(r *Rules) any { return &r.CdCopy }},
	{"cd.speech", 3, unitTurns, "cooldown of Cursed Speech", func(r *Rules) any { return &r.CdSpeech }},
	{"cd.pure_love", 8, unitTurns, "cooldown of Pure Love", func(r *Rules) any { return &r.CdPureLove }},
	{"cd.release", 2, unitTurns, "cooldown of Release", func(r *Rules) any { return &r.CdRelease }},
	{"cd.swarm", 2, unitTurns, "cooldown of Swarm", func(r *Rules) any { return &r.CdSwarm }},
	{"cd.uzumaki", 6, unitTurns, "cooldown of Maximum: Uzumaki", func(r *Rules) any { return &r.CdUzumaki }},
	{"cd.dog", 4, unitTurns, "cooldown of Demon Dogs", func(r *Rules) any { return &r.CdDog }},
	{"cd.dog_domain", 0, unitTurns, "cooldown of Demon Dogs in one's own King's Shadow Board", func(r *Rules) any { return &r.CdDogDomain }},
	{"cd.step", 3, unitTurns, "cooldown of Shadow Step and Sneak", func(r *Rules) any { return &r.CdStep }},
	{"cd.toad", 4, unitTurns, "cooldown of Toad", func(r *Rules) any { return &r.CdToad }},
	{"cd.dice", 4, unitTurns, "cooldown of Dice Roll", func(r *Rules) any { return &r.CdDice }},
	{"cd.hol", 4, unitTurns, "cooldown of Higher or Lower", func(r *Rules) any { return &r.CdHol }},
	{"cd.doors", 3, unitTurns, "cooldown of Train Doors", func(r *Rules) any { return &r.CdDoors }},
	{"cd.pachinko", 3, unitTurns, "cooldown of Pachinko Balls", func(r *Rules) any { return &r.CdPachinko }},
	{"cd.spear", 3, unitTurns, "cooldown of Inverted Spear of Heaven", func(r *Rules) any { return &r.CdSpear }},
	{"cd.cloud", 1, unitTurns, "cooldown of Playful Cloud", func(r *Rules) any { return &r.CdCloud }},
	{"cd.chain", 1, unitTurns, "cooldown of Chain of a Thousand Miles", func(r *Rules) any { return &r.CdChain }},
	{"cd.sense", 4, unitTurns, "cooldown of High Sense", func(r *Rules) any { return &r.CdSense }},

	// Durations.
	{"dur.infinity", 3, unitTurns, "enemy turns that Infinity lasts", func(r *Rules) any { return &r.DurInfinity }},
	{"dur.speech", 3, unitTurns, "turns that Cursed Speech silences a piece", func(r *Rules) any { return &r.DurSpeech }},
	{"dur.shield", 3, unitTurns, "enemy turns that a won Higher or Lower shields a queen", func(r *Rules) any { return &r.DurShield }},
	{"dur.doors", 3, unitTurns, "enemy turns that Train Doors stand", func(r *Rules) any { return &r.DurDoors }},
	{"dur.dog", 3, unitTurns, "own turns after its summons that a Demon Dog stays", func(r *Rules) any { return &r.DurDog }},
	{"dur.mark", 2, unitTurns, "enemy turns that a High Sense mark lasts", func(r *Rules) any { return &r.DurMark }},
	{"dur.jackpot", 3, unitTurns, "enemy turns that a jackpot lasts", func(r *Rules) any { return &r.DurJackpot }},
	{"dur.stun", 1, unitTurns, "turns that Mahoraga is stunned by a first hit", func(r *Rules) any { return &r.DurStun }},

	// Ranges and limits of techniques.
	{"red.distance", 2, unitSquares, "how far Reversal Red blasts", func(r *Rules) any { return &r.RedDistance }},
	{"pachinko.range", 2, unitSquares, "reach of Pachinko Balls", func(r *Rules) any { return &r.PachinkoRange }},
	{"pachinko.distance", 2, unitSquares, "how far Pachinko Balls drive a piece", func(r *Rules) any { return &r.PachinkoDistance }},
	{"dismantle.range", 2, unitSquares, "reach of Dismantle", func(r *Rules) any { return &r.DismantleRange }},
	{"dismantle.range_domain", 4, unitSquares, "reach of Dismantle in one's own Malevolent Queen", func(r *Rules) any { return &r.DismantleRangeDomain }},
	{"cleave.range", 1, unitSquares, "reach of Cleave", func(r *Rules) any { return &r.CleaveRange }},
	{"cleave.range_domain", 2, unitSquares, "reach of Cleave in one's own Malevolent Queen", func(r *Rules) any { return &r.CleaveRangeDomain }},
	{"cloud.max", 3, unitCount, "most pieces that one Playful Cloud destroys", func(r *Rules) any { return &r.CloudMax }},
	{"chain.range", 3, unitSquares, "reach of Chain of a Thousand Miles", func(r *Rules) any { return &r.ChainRange }},
	{"copy.recent", 4, unitCount, "how many of the enemy's last casts Copy may choose from", func(r *Rules) any { return &r.CopyRecent }},
	{"dog.max", 2, unitCount, "most Demon Dogs on the board at once", func(r *Rules) any { return &r.DogMax }},
	{"mahoraga.losses", 4, unitCount, "losses needed to summon Mahoraga", func(r *Rules) any { return &r.MahoragaLosses }},
	{"uzumaki.min", 6, unitCount, "curses needed for Maximum: Uzumaki", func(r *Rules) any { return &r.UzumakiMin }},
	{"swarm.pawn", 1, unitCount, "pawn curses that Swarm spends on a pawn", func(r *Rules) any { return &r.SwarmPawn }},
	{"swarm.minor", 2, unitCount, "pawn curses that Swarm spends on a knight or bishop", func(r *Rules) any { return &r.SwarmMinor }},
	{"swarm.rook", 3, unitCount, "pawn curses that Swarm spends on a rook", func(r *Rules) any { return &r.SwarmRook }},
	{"swarm.queen", 5, unitCount, "pawn curses that Swarm spends on a queen", func(r *Rules) any { return &r.SwarmQueen }},
	{"swarm.mahoraga", 5, unitCount, "pawn curses that Swarm spends on Mahoraga", func(r *Rules) any { return &r.SwarmMahoraga }},
	{"swarm.toji_factor", 2, unitFactor, "how many times as many pawn curses Swarm spends against Toji", func(r *Rules) any { return &r.SwarmTojiFactor }},
	{"curse.every", 4, unitTurns, "a pawn curse comes every so many own turns; 0 for never", func(r *Rules) any { return &r.CurseEvery }},

	// Luck, jackpot and chance.
	{"luck.max", 50, unitLuck, "upper end of luck", func(r *Rules) any { return &r.LuckMax }},
	{"luck.dice", 20, unitLuck, "luck won by a hit of Dice Roll", func(r *Rules) any { return &r.LuckDice }},
	{"luck.pachinko_pawn", 2, unitLuck, "luck won by Pachinko Balls on a pawn", func(r *Rules) any { return &r.LuckPachinkoPawn }},
	{"luck.pachinko_minor", 5, unitLuck, "luck won by Pachinko Balls on a knight or bishop", func(r *Rules) any { return &r.LuckPachinkoMinor }},
	{"luck.pachinko_rook", 7, unitLuck, "luck won by Pachinko Balls on a rook", func(r *Rules) any { return &r.LuckPachinkoRook }},
	{"luck.pachinko_queen", 10, unitLuck, "luck won by Pachinko Balls on a queen", func(r *Rules) any { return &r.LuckPachinkoQueen }},
	{"luck.pachinko_mahoraga", 10, unitLuck, "luck won by Pachinko Balls on Mahoraga", func(r *Rules) any { return &r.LuckPachinkoMahoraga }},
	{"luck.hol_scale", 1, unitProbability, "what 100 luck would add to the odds of Higher or Lower", func(r *Rules) any { return &r.LuckHolScale }},
	{"luck.spin_scale", 0.5, unitProbability, "what 100 luck would add to the odds of a spin", func(r *Rules) any { return &r.LuckSpinScale }},
	{"luck.dice_scale", 0.5, unitProbability, "what 100 luck would add to the odds of Dice Roll", func(r *Rules) any { return &r.LuckDiceScale }},
	{"jackpot.returns", 2, unitCount, "lost pieces that a jackpot brings back", func(r *Rules) any { return &r.JackpotReturns }},
	{"rough.drain", 10, unitEnergy, "energy that Rough Cursed Energy drains", func(r *Rules) any { return &r.RoughDrain }},
	{"rough.jackpot_factor", 2, unitFactor, "how many times as much it drains during a jackpot", func(r *Rules) any { return &r.RoughJackpotFactor }},
	{"dice.miss_energy", 15, unitEnergy, "energy lost by a miss of Dice Roll", func(r *Rules) any { return &r.DiceMissEnergy }},
	{"dice.miss_luck", 15, unitLuck, "luck lost by a miss of Dice Roll", func(r *Rules) any { return &r.DiceMissLuck }},
	{"hol.lose_energy", 15, unitEnergy, "energy lost by a lost Higher or Lower, except on a pawn", func(r *Rules) any { return &r.HolLoseEnergy }},
	{"hol.lose_luck", 10, unitLuck, "luck lost by a lost Higher or Lower, except on a pawn", func(r *Rules) any { return &r.HolLoseLuck }},
	{"hol.pawn_luck", 20, unitLuck, "luck lost by a lost Higher or Lower on a pawn", func(r *Rules) any { return &r.HolPawnLuck }},
	{"gambit.base", 0.3333333333333333, unitProbability, "odds that a spin hits at luck 0", func(r *Rules) any { return &r.GambitBase }},
	{"dice.base", 0.5, unitProbability, "odds that Dice Roll hits at luck 0", func(r *Rules) any { return &r.DiceBase }},
	{"hol.pawn", 0.7, unitProbability, "odds to win Higher or Lower with a pawn at luck 0", func(r *Rules) any { return &r.HolPawn }},
	{"hol.minor", 0.6, unitProbability, "odds to win Higher or Lower with a knight or bishop at luck 0", func(r *Rules) any { return &r.HolMinor }},
	{"hol.rook", 0.5, unitProbability, "odds to win Higher or Lower with a rook at luck 0", func(r *Rules) any { return &r.HolRook }},
	{"hol.queen", 0.25, unitProbability, "odds to win Higher or Lower with a queen at luck 0", func(r *Rules) any { return &r.HolQueen }},
	{"clock.timeout_prob", 0, unitProbability, "odds that a side under Malevolent Queen runs out of time in a turn", func(r *Rules) any { return &r.ClockTimeoutProb }},

	// Draws and the log.
	{"draw.halfmoves", 100, unitPlies, "plies without progress that make a draw; 0 for never", func(r *Rules) any { return &r.DrawHalfmoves }},
	{"draw.max_plies", 600, unitPlies, "length at which a game is drawn; 0 for no limit", func(r *Rules) any { return &r.DrawMaxPlies }},
	{"draw.repetition", 3, unitRepeats, "how often a position must occur to make a draw; 0 for never", func(r *Rules) any { return &r.DrawRepetition }},
	{"obs.log_plies", 8, unitPlies, "how many of the last plies an observation's log covers", func(r *Rules) any { return &r.ObsLogPlies }},
}

// set gives the parameter its value in r; whole-number parameters hold it exactly.
func (p *parameter) set(r *Rules, value float64) {
	switch field := p.field(r).(type) {
	case *int:
		*field = int(value)
	case *float64:
		*field = value
	}
}

// paramList is the table as tools and game.CheckParams want it.
var paramList = listParams()

func listParams() []game.Param {
	list := make([]game.Param, len(paramTable))
	for i := range paramTable {
		p := &paramTable[i]
		_, integer := p.field(new(Rules)).(*int)
		list[i] = game.Param{Name: p.name, Default: p.value, Max: p.unit.max, Integer: integer, Unit: p.unit.name, Doc: p.doc}
	}
	return list
}
