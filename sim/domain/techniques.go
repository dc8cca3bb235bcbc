package domain

// technique is one row of the table: what the engine has to know about a technique or domain. The rest is in the
// technique's own file.
type technique struct {
	set     Set  // whose it is; NoSet for what all sets but Toji's have
	free    bool // a free action [CD-040]
	control bool // binds, pulls, pushes or shuts in: fails on Toji's pieces [CD-405]
	fixed   bool // can neither be copied nor lent by Rika [CD-240, CD-243]
	tool    bool // one of Toji's: free for him, at a price of its own for a copier [CD-139]
	secret  bool // cast unseen [CD-424]
	still   bool // a free action on which no move depends
	reveals bool // shows a Toji who casts it [CD-401]

	price    func(r *Rules) int                 // of a cast, or the least one where it goes by the target
	cost     func(s *State, c Side, a act) int  // of a cast where it goes by the target, else nil
	cooldown func(s *State, c Side) int         // own turns to wait after a cast; nil sets none
	targets  func(l *lister)                    // tries every cast
	effect   func(s *State, by cast, tr *trace) // carries out a cast that has been paid for and noted
	takes    func(s *State, by cast) Bitboard   // pieces that a cast removes, for a static evaluation; nil for none
	domain   *domain                            // of a domain, else nil
}

// domain is what a row says about a domain beyond the expansion that all share.
type domain struct {
	turns func(r *Rules) int
	form  func(s *State, c Side, at Square, tr *trace) // what happens as it forms [CD-323]
	end   func(s *State, c Side, tr *trace)            // the cleaning up [CD-330]
}

// cast is one use of a technique.
type cast struct {
	c      Side
	a      act
	native bool // by a player of the technique's own set, not through Copy
}

// techniques is the table, by key. It is filled when the program starts, because its rows refer to each other's files.
var techniques [numKeys]technique

func init() {
	techniques = [numKeys]technique{
		KeyMove: {takes: takesTarget},

		KeyRCT: {
			fixed: true, price: func(r *Rules) int { return r.CostRct },
			cooldown: rctCooldown, targets: rctTargets, effect: rctEffect,
		},

		KeyBlue: {
			set: Limitless, control: true, price: func(r *Rules) int { return r.CostBlue },
			cooldown: waits(func(r *Rules) int { return r.CdBlue }), targets: blueTargets, effect: blueEffect,
		},
		KeyRed: {
			set: Limitless, control: true, price: func(r *Rules) int { return r.CostRed },
			cooldown: waits(func(r *Rules) int { return r.CdRed }), targets: redTargets, effect: redEffect,
		},
		KeyInfinity: {
			set: Limitless, fixed: true, price: leastPiece, cost: infinityCost,
			cooldown: waits(func(r *Rules) int { return r.CdInfinity }), targets: infinityTargets, effect: infinityEffect,
		},
		KeyHollow: {
			set: Limitless, price: func(r *Rules) int { return r.CostHollowPurple },
			cooldown: waits(func(r *Rules) int { return r.CdHollowPurple }), targets: hollowTargets, effect: hollowEffect, takes: hollowTakes,
		},
		KeyPawns: {
			set: Limitless, free: true, price: domainPrice, targets: bareTarget, effect: expand,
			domain: &domain{turns: domainTurns, form: pawnsForm, end: pawnsEnd},
		},

		KeyDismantle: {
			set: Shrine, price: func(r *Rules) int { return r.CostDismantle },
			cooldown: dismantleCooldown, targets: dismantleTargets, effect: destroyTarget, takes: takesTarget,
		},
		KeyCleave: {
			set: Shrine, price: leastPiece, cost: cleaveCost,
			cooldown: cleaveCooldown, targets: cleaveTargets, effect: destroyTarget, takes: takesTarget,
		},
		KeySlash: {
			set: Shrine, fixed: true, price: func(r *Rules) int { return r.CostSlash },
			targets: slashTargets, effect: slashEffect, takes: slashTakes,
		},
		KeyMalevolent: {
			set: Shrine, free: true, price: domainPrice, targets: malevolentTargets, effect: expand,
			domain: &domain{turns: domainTurns, form: malevolentForm, end: nothing},
		},

		KeySpeech: {
			set: CopySet, control: true, price: func(r *Rules) int { return r.CostSpeech },
			cooldown: waits(func(r *Rules) int { return r.CdSpeech }), targets: speechTargets, effect: speechEffect,
		},
		KeyPureLove: {
			set: CopySet, fixed: true, price: func(r *Rules) int { return r.CostPureLove },
			cooldown: waits(func(r *Rules) int { return r.CdPureLove }), targets: pureLoveTargets, effect: pureLoveEffect, takes: pureLoveTakes,
		},
		KeyMutual: {
			set: CopySet, free: true, price: domainPrice, targets: mutualTargets, effect: expand,
			domain: &domain{turns: func(r *Rules) int { return r.DomainMutualTurns }, form: mutualForm, end: mutualEnd},
		},

		KeyRelease: {
			set: Manipulation, price: func(r *Rules) int { return r.CostRelease },
			cooldown: waits(func(r *Rules) int { return r.CdRelease }), targets: releaseTargets, effect: releaseEffect, takes: takesTarget,
		},
		KeySwarm: {
			set: Manipulation, price: func(r *Rules) int { return r.CostSwarm },
			cooldown: waits(func(r *Rules) int { return r.CdSwarm }), targets: swarmTargets, effect: swarmEffect, takes: takesTarget,
		},
		KeyUzumaki: {
			set: Manipulation, price: func(r *Rules) int { return r.CostUzumaki },
			cooldown: waits(func(r *Rules) int { return r.CdUzumaki }), targets: uzumakiTargets, effect: uzumakiEffect, takes: uzumakiTakes,
		},
		KeyProcession: {
			set: Manipulation, free: true, price: domainPrice, targets: processionTargets, effect: expand,
			domain: &domain{turns: domainTurns, form: processionForm, end: processionEnd},
		},

		KeyDog: {
			set: TenPieces, price: func(r *Rules) int { return r.CostDog },
			cooldown: dogCooldown, targets: dogTargets, effect: dogEffect,
		},
		KeyStep: {
			set: TenPieces, price: func(r *Rules) int { return r.CostStep },
			cooldown: waits(func(r *Rules) int { return r.CdStep }), targets: stepTargets, effect: carryEffect,
		},
		KeyToad: {
			set: TenPieces, control: true, price: func(r *Rules) int { return r.CostToad },
			cooldown: waits(func(r *Rules) int { return r.CdToad }), targets: toadTargets, effect: carryEffect,
		},
		KeyMahoraga: {
			set: TenPieces, free: true, fixed: true, price: func(r *Rules) int { return r.CostMahoraga },
			targets: mahoragaTargets, effect: mahoragaEffect,
		},
		KeyShadow: {
			set: TenPieces, free: true, price: domainPrice, targets: bareTarget, effect: expand,
			domain: &domain{turns: domainTurns, form: shadowForm, end: shadowEnd},
		},

		KeyDice: {
			set: LoveTrain, free: true, still: true, price: func(r *Rules) int { return r.CostDice },
			cooldown: waits(func(r *Rules) int { return r.CdDice }), targets: bareTarget, effect: diceEffect,
		},
		KeyHol: {
			set: LoveTrain, price: func(r *Rules) int { return r.CostHol },
			cooldown: waits(func(r *Rules) int { return r.CdHol }), targets: holTargets, effect: holEffect,
		},
		KeyDoors: {
			set: LoveTrain, control: true, price: leastDoors, cost: doorsCost,
			cooldown: waits(func(r *Rules) int { return r.CdDoors }), targets: doorsTargets, effect: doorsEffect,
		},
		KeyPachinko: {
			set: LoveTrain, control: true, price: func(r *Rules) int { return r.CostPachinko },
			cooldown: waits(func(r *Rules) int { return r.CdPachinko }), targets: pachinkoTargets, effect: pachinkoEffect,
		},
		KeyGambit: {
			set: LoveTrain, free: true, price: func(r *Rules) int { return r.CostGambit }, targets: gambitTargets, effect: expand,
			domain: &domain{turns: domainTurns, form: func(*State, Side, Square, *trace) {}, end: nothing},
		},

		KeySpear: {
			set: Toji, tool: true, reveals: true, price: func(r *Rules) int { return r.CostToolCopied },
			cooldown: waits(func(r *Rules) int { return r.CdSpear }), targets: spearTargets, effect: spearEffect, takes: takesTarget,
		},
		KeyCloud: {
			set: Toji, tool: true, reveals: true, price: func(r *Rules) int { return r.CostToolCopied },
			cooldown: waits(func(r *Rules) int { return r.CdCloud }), targets: cloudCasts, effect: cloudEffect, takes: cloudTakes,
		},
		KeyChain: {
			set: Toji, tool: true, reveals: true, price: func(r *Rules) int { return r.CostToolCopied },
			cooldown: waits(func(r *Rules) int { return r.CdChain }), targets: chainTargets, effect: chainEffect, takes: takesTarget,
		},
		KeySense: {
			set: Toji, free: true, still: true, tool: true, secret: true, price: func(r *Rules) int { return r.CostToolCopied },
			cooldown: waits(func(r *Rules) int { return r.CdSense }), targets: senseTargets, effect: senseEffect,
		},
	}
	listKeys()
}

// waits is a cooldown that is the same everywhere.
func waits(turns func(r *Rules) int) func(*State, Side) int {
	return func(s *State, _ Side) int { return turns(s.rules()) }
}

func domainPrice(r *Rules) int { return r.CostDomain }
func domainTurns(r *Rules) int { return r.DomainTurns }

func nothing(*State, Side, *trace) {}

// bareTarget tries a cast without an argument.
func bareTarget(l *lister) { l.try(keyAction(l.key)) }

// costOf is the price of a cast for c before jackpots.
func (t *technique) costOf(s *State, c Side, a act) int {
	if t.cost != nil {
		return t.cost(s, c, a)
	}
	return t.least(s, c, s.rules())
}

// least is the least price of a cast for c before jackpots.
func (t *technique) least(s *State, c Side, r *Rules) int {
	if t.tool && s.sides[c].set == Toji {
		return 0
	}
	return t.price(r)
}

// timer is the key under which the cooldown of k runs.
func (t *technique) timer(k Key) Key {
	if t.domain != nil {
		return KeyDomain
	}
	return k
}

// announce tells of a cast [CD-447].
func (t *technique) announce(k Key, a act, tr *trace) {
	if tr == nil {
		return
	}
	text := "cast:"
	if copied(a) {
		text += "copy:"
	}
	if t.domain != nil {
		text += "domain:"
	}
	tr.say(text + k.String())
}

// fails tells and reports that a technique meets a piece of Toji's that it cannot move [CD-152].
func (s *State) fails(by cast, sq Square, tr *trace) bool {
	owner := s.board[sq].side()
	if owner == by.c || !techniques[actionKey(by.a)].control {
		return false
	}
	s.sides[owner].proven = true
	if s.sides[owner].set != Toji {
		return false
	}
	s.told(factFail, uint64(sq))
	tr.at("fail", sq)
	return true
}

// destroyTarget is the effect of what simply destroys the piece on a square.
func destroyTarget(s *State, by cast, tr *trace) {
	s.destroy(by.c, actionKey(by.a), actionTo(by.a), tr)
}

// leastPiece is the least of pieceCost.
func leastPiece(r *Rules) int {
	return min(r.CostPiecePawn, r.CostPieceMinor, r.CostPieceRook, r.CostPieceQueen, r.CostCleaveMahoraga)
}

// pieceCost is the price list by piece that Infinity and Cleave share [CD-138].
func pieceCost(r *Rules, t Type) int {
	switch t {
	case Pawn:
		return r.CostPiecePawn
	case Knight, Bishop:
		return r.CostPieceMinor
	case Rook:
		return r.CostPieceRook
	case Mahoraga:
		return r.CostCleaveMahoraga
	default:
		return r.CostPieceQueen
	}
}
