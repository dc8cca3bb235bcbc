package domain

// Rules holds every number of the rules [CD-450]: one field per parameter, named after the dotted name it has in
// paramTable, which gives its meaning, unit, default and range.
type Rules struct {
	// Energy, and when things unlock.
	EnergyStart     int
	EnergyMax       int
	EnergyRegain    int
	UnlockTechnique int
	UnlockDomain    int

	// Domains.
	DomainRequiredEnergy int
	DomainTurns          int
	DomainMutualTurns    int

	// Costs.
	CostDomain         int
	CostGambit         int
	CostRct            int
	CostBlue           int
	CostRed            int
	CostHollowPurple   int
	CostPiecePawn      int
	CostPieceMinor     int
	CostPieceRook      int
	CostPieceQueen     int
	CostCleaveMahoraga int
	CostDismantle      int
	CostSlash          int
	CostSpeech         int
	CostPureLove       int
	CostRelease        int
	CostSwarm          int
	CostUzumaki        int
	CostDog            int
	CostStep           int
	CostToad           int
	CostMahoraga       int
	CostDice           int
	CostHol            int
	CostDoorsEmpty     int
	CostDoorsPiece     int
	CostPachinko       int
	CostToolCopied     int

	// Cooldowns.
	CdDomain          int
	CdRct             int
	CdBlue            int
	CdRed             int
	CdInfinity        int
	CdHollowPurple    int
	CdDismantle       int
	CdCleave          int
	CdDismantleDomain int
	CdCleaveDomain    int
	CdCopy            int
	CdSpeech          int
	CdPureLove        int
	CdRelease         int
	CdSwarm           int
	CdUzumaki         int
	CdDog             int
	CdDogDomain       int
	CdStep            int
	CdToad            int
	CdDice            int
	CdHol             int
	CdDoors           int
	CdPachinko        int
	CdSpear           int
	CdCloud           int
	CdChain           int
	CdSense           int

	// Durations.
	DurInfinity int
	DurSpeech   int
	DurShield   int
	DurDoors    int
	DurDog      int
	DurMark     int
	DurJackpot  int
	DurStun     int

	// Ranges and limits of techniques.
	RedDistance          int
	PachinkoRange        int
	PachinkoDistance     int
	DismantleRange       int
	DismantleRangeDomain int
	CleaveRange          int
	CleaveRangeDomain    int
	CloudMax             int
	ChainRange           int
	CopyRecent           int
	DogMax               int
	MahoragaLosses       int
	UzumakiMin           int
	SwarmPawn            int
	SwarmMinor           int
	SwarmRook            int
	SwarmQueen           int
	SwarmMahoraga        int
	SwarmTojiFactor      int
	CurseEvery           int

	// Luck, jackpot and chance.
	LuckMax              int
	LuckDice             int
	LuckPachinkoPawn     int
	LuckPachinkoMinor    int
	LuckPachinkoRook     int
	LuckPachinkoQueen    int
	LuckPachinkoMahoraga int
	LuckHolScale         float64
	LuckSpinScale        float64
	LuckDiceScale        float64
	JackpotReturns       int
	RoughDrain           int
	RoughJackpotFactor   int
	DiceMissEnergy       int
	DiceMissLuck         int
	HolLoseEnergy        int
	HolLoseLuck          int
	HolPawnLuck          int
	GambitBase           float64
	DiceBase             float64
	HolPawn              float64
	HolMinor             float64
	HolRook              float64
	HolQueen             float64
	ClockTimeoutProb     float64

	// Draws and the log.
	DrawHalfmoves  int
	DrawMaxPlies   int
	DrawRepetition int
	ObsLogPlies    int
}
