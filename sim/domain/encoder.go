package domain

import (
	"slices"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

// What a network reads of a state. Everything is seen from one side: own first rank at the bottom, own things first.
// A side that remembers the game knows its own pieces in the enemy's King's Shadow Board, so they are shown as they are;
// what it cannot know is never shown (an enemy king and its decoy look alike, marks it doesn't see are absent).

var _ game.Encoder = (*State)(nil)

// Planes of squares; values are 1 unless said. Statuses are turns left over 4, at most 1.
const (
	planeOwn      = 0                 // P N B R Q K, without dogs and Rika, curses included
	planeFoe      = planeOwn + 6      // the same of the enemy; K also on its decoy
	planeMahoraga = planeFoe + 6      // own, enemy; so all pairs below
	planeDogs     = planeMahoraga + 2 // turns left over 4
	planeRika     = planeDogs + 2
	planePawns    = planeRika + 2 // domain pawns
	planeCurses   = planePawns + 2
	planeDecoy    = planeCurses + 2 // own
	planeInfinity = planeDecoy + 1
	planeShield   = planeInfinity + 2
	planeSpeech   = planeShield + 2
	planeStun     = planeSpeech + 2
	planeMark     = planeStun + 2   // own, seen of the enemy
	planeLocked   = planeMark + 2   // by Unlimited Pawns
	planeQueen    = planeLocked + 2 // Malevolent Queen
	planeDoors    = planeQueen + 2
	planeEP       = planeDoors + 2
	planeAttacked = planeEP + 1 // by own pieces, by the enemy's
	planeOnes     = planeAttacked + 2
	numPlanes     = planeOnes + 1
)

var planeNames = func() (names []string) {
	for _, side := range [...]string{"own ", "enemy "} {
		for _, t := range [...]string{"pawns", "knights", "bishops", "rooks", "queens", "kings"} {
			names = append(names, side+t)
		}
	}
	pair := func(name string) { names = append(names, "own "+name, "enemy "+name) }
	for _, name := range [...]string{"mahoraga", "dogs", "rika", "domain pawns", "curses"} {
		pair(name)
	}
	names = append(names, "own decoy")
	for _, name := range [...]string{"infinity", "shield", "speech", "stun", "marks", "locked", "domain queen", "doors"} {
		pair(name)
	}
	names = append(names, "en passant")
	pair("attacks")
	return append(names, "ones")
}()

// cells runs through the planes of one observation.
type cells struct {
	to   []float32
	flip Square // 56 for Black
}

func (c *cells) set(plane int, b Bitboard, x float32) {
	for ; b != 0; b &= b - 1 {
		c.to[int(b.First()^c.flip)*numPlanes+plane] = x
	}
}

func (c *cells) turns(plane int, sq Square, n int) {
	c.to[int(sq^c.flip)*numPlanes+plane] = min(float32(n)/4, 1)
}

// Observe overwrites planes and globals with what p may know; see planeNames and globalBlocks.
func (s *State) Observe(p game.Player, planes, globals []float32) {
	clear(planes)
	me := Side(p)
	out := cells{planes, Square(me) * 56}
	for i, c := range [2]Side{me, me.foe()} {
		s.observePieces(&out, i, c, me)
	}
	if s.ep != NoSquare {
		out.set(planeEP, s.ep.Bit(), 1)
	}
	out.set(planeOnes, ^Bitboard(0), 1)
	s.observeGlobals(me, globals)
}

// observePieces fills the planes of side c, which is the observer me for i = 0.
func (s *State) observePieces(out *cells, i int, c, me Side) {
	pieces := s.of[c]
	plain := pieces &^ (s.dogs | s.rikas)
	for t := Pawn; t <= King; t++ {
		b := s.types[t] & plain
		if t == King && c != me {
			b |= s.types[Decoy] & pieces
		}
		out.set(planeOwn+6*i+int(t-Pawn), b, 1)
	}
	out.set(planeMahoraga+i, s.types[Mahoraga]&pieces, 1)
	for b := s.dogs & pieces; b != 0; b &= b - 1 {
		out.turns(planeDogs+i, b.First(), s.board[b.First()].left())
	}
	out.set(planeRika+i, s.rikas&pieces, 1)
	if s.pawns != 0 && s.domain.owner == c {
		out.set(planePawns+i, s.pawns, 1)
	}
	out.set(planeCurses+i, s.curses&pieces, 1)
	if c == me {
		out.set(planeDecoy, s.types[Decoy]&pieces, 1)
	}
	for st, plane := range [numStatuses]int{
		Infinity: planeInfinity, Shield: planeShield, Speech: planeSpeech, Stun: planeStun, Mark: planeMark,
	} {
		b := s.timed[st] & pieces
		if Status(st) == Mark && c != me {
			b = s.seenMarks(me)
		}
		for ; b != 0; b &= b - 1 {
			out.turns(plane+i, b.First(), s.board[b.First()].timer(Status(st)))
		}
	}
	if s.pawns != 0 && s.domain.owner != c {
		out.set(planeLocked+i, s.locked(c), 1)
	}
	out.set(planeQueen+i, s.domainQueen(c), 1)
	if sq := s.sides[c].doors; sq != NoSquare {
		out.turns(planeDoors+i, sq, int(s.sides[c].doorsLeft))
	}
	out.set(planeAttacked+i, s.attacked(c, me), 1)
}

// attacked holds the squares that c's pieces threaten as me sees it: an enemy decoy seems to threaten like a king.
func (s *State) attacked(c, me Side) Bitboard {
	t := s.threats(c)
	if c != me {
		t.steps |= s.types[Decoy] & s.of[c]
	}
	hit := around(t.steps)
	if c == White {
		hit |= t.pawns&^board.FileA<<7 | t.pawns&^board.FileH<<9
	} else {
		hit |= t.pawns&^board.FileA>>9 | t.pawns&^board.FileH>>7
	}
	for b := t.leaps; b != 0; b &= b - 1 {
		hit |= board.KnightAttacks[b.First()]
	}
	for b := t.diagonals; b != 0; b &= b - 1 {
		hit |= board.BishopAttacks(b.First(), t.blockers)
	}
	for b := t.straights; b != 0; b &= b - 1 {
		hit |= board.RookAttacks(b.First(), t.blockers)
	}
	return hit
}

// globalBlock is a part of the global vector.
type globalBlock struct {
	name string
	size int
	// fill writes size numbers about side c as me sees it, or about the whole when the block is listed once; known says
	// whether me knows c's energy and cooldowns.
	fill func(s *State, c, me Side, known bool, to []float32)
	both bool // once for me, once for the enemy
}

// globalBlocks lists the global vector in order.
var globalBlocks = []globalBlock{
	{"set shown", int(Toji), globalSet, true},
	{"energy known, energy, energy last seen", 3, globalEnergy, true},
	{"cooldowns / 10 by key", int(numCooldowns), globalCooldowns, true},
	{"domain of the side by name, turns left / 4, slash used", 8, globalDomain, true},
	{"luck / 50, jackpot / 4, losses / 16, turns / 100", 4, globalCounts, true},
	{"curses / 8 by type", 5, globalCurses, true},
	{"lost / 8 by type", 5, globalLost, true},
	{"primed blue, primed red, summoned, checked, reading, techniques unlocked, domains unlocked", 7, globalFlags, true},
	{"recent by key, newest 1", int(numCooldowns), globalRecent, true},
	{"learned by key", int(numCooldowns), globalLearned, true},
	{"adapted by key", int(numKeys), globalAdapted, true},
	{"castling short, long", 2, globalCastling, true},
	{"to move, check, passing, halfmove / 100, ply / 600, repetitions / 3", 6, globalScene, false},
}

var numGlobals = func() (n int) {
	for _, b := range globalBlocks {
		n += b.size
		if b.both {
			n += b.size
		}
	}
	return n
}()

func (s *State) observeGlobals(me Side, to []float32) {
	clear(to)
	known := !s.copiesUnseen(me) && !s.setUnsure(me)
	for i := range globalBlocks {
		b := &globalBlocks[i]
		b.fill(s, me, me, true, to[:b.size])
		to = to[b.size:]
		if b.both {
			b.fill(s, me.foe(), me, known, to[:b.size])
			to = to[b.size:]
		}
	}
}

func globalSet(s *State, c, me Side, _ bool, to []float32) {
	set := s.sides[c].set
	if c != me {
		set = s.sides[c].shown()
	}
	if set != NoSet {
		to[set-1] = 1
	}
}

func globalEnergy(s *State, c, me Side, known bool, to []float32) {
	scale := float32(max(s.rules().EnergyMax, 1))
	if known {
		to[0], to[1] = 1, float32(s.sides[c].energy)/scale
	}
	if c != me {
		to[2] = float32(s.sides[me].seen) / scale
	}
}

func globalCooldowns(s *State, c, me Side, known bool, to []float32) {
	if !known {
		return
	}
	for k := range to {
		if c == me || !techniques[k].secret {
			to[k] = float32(s.sides[c].cd[k]) / 10
		}
	}
}

func globalDomain(s *State, c, _ Side, _ bool, to []float32) {
	if d := &s.domain; d.name != NoKey && d.owner == c {
		to[d.name-KeyPawns] = 1
		to[6], to[7] = float32(d.left)/4, float32(flag(d.slash))
	}
}

func globalCounts(s *State, c, _ Side, _ bool, to []float32) {
	side := &s.sides[c]
	to[0], to[1] = float32(side.luck)/50, float32(side.jackpot)/4
	to[2], to[3] = float32(side.losses)/16, float32(side.turns)/100
}

func globalCurses(s *State, c, _ Side, _ bool, to []float32) {
	for t := Pawn; t <= Queen; t++ {
		to[t-Pawn] = float32(s.sides[c].held[t]) / 8
	}
}

func globalLost(s *State, c, _ Side, _ bool, to []float32) {
	side := &s.sides[c]
	for _, l := range side.lost[:side.nLost] {
		to[l.typ-Pawn] += 1. / 8
	}
}

func globalFlags(s *State, c, _ Side, _ bool, to []float32) {
	side, r := &s.sides[c], s.rules()
	for i, on := range [...]bool{
		side.primed&primedBlue != 0, side.primed&primedRed != 0, side.summoned, side.checked, side.reading,
		int(side.turns) >= r.UnlockTechnique, int(side.turns) >= r.UnlockDomain,
	} {
		to[i] = float32(flag(on))
	}
}

func globalRecent(s *State, c, _ Side, _ bool, to []float32) {
	side := &s.sides[c]
	for i, k := range side.recent[:side.nRecent] {
		to[k] = float32(i+1) / float32(side.nRecent)
	}
}

func globalLearned(s *State, c, me Side, _ bool, to []float32) {
	for k := range to {
		to[k] = float32(flag(s.sides[c].learned.has(Key(k)) && (c == me || !techniques[k].secret)))
	}
}

func globalAdapted(s *State, c, _ Side, _ bool, to []float32) {
	for k := range to {
		to[k] = float32(flag(s.sides[c].adapted.has(Key(k))))
	}
}

func globalCastling(s *State, c, _ Side, _ bool, to []float32) {
	rights := s.castle >> (2 * c)
	to[0], to[1] = float32(rights&whiteShort), float32(rights&whiteLong/whiteLong)
}

func globalScene(s *State, _, me Side, _ bool, to []float32) {
	for i, on := range [...]bool{s.turn == me, s.inCheck(me), s.passing} {
		to[i] = float32(flag(on))
	}
	to[3], to[4] = float32(s.halfmove)/100, float32(s.ply)/600
	if s.types[Decoy]&s.of[me.foe()] == 0 { // how often the true king has stood there would tell it from the decoy
		to[5] = float32(s.times(s.identity(), 1)) / 3
	}
}

// The privileged vector: the enemy's true set, its energy and whether it is revealed, cooldowns, whether the lower of its
// two kings (from p's side) is real, and the marks p doesn't see, turns left over 4 by square.
const (
	hiddenEnergy   = int(Toji)
	hiddenRevealed = hiddenEnergy + 1
	hiddenCooldown = hiddenRevealed + 1
	hiddenKing     = hiddenCooldown + int(numCooldowns)
	hiddenMarks    = hiddenKing + 1
	numHidden      = hiddenMarks + 64
)

// ObserveHidden overwrites dst with what p does not know.
func (s *State) ObserveHidden(p game.Player, dst []float32) {
	clear(dst)
	me, x := Side(p), Side(p).foe()
	side := &s.sides[x]
	if side.set != NoSet {
		dst[side.set-1] = 1
	}
	dst[hiddenEnergy] = float32(side.energy) / float32(max(s.rules().EnergyMax, 1))
	dst[hiddenRevealed] = float32(flag(side.revealed))
	for k := range numCooldowns {
		dst[hiddenCooldown+int(k)] = float32(side.cd[k]) / 10
	}
	flip := Square(me) * 56
	if decoys := s.types[Decoy] & s.of[x]; decoys != 0 {
		dst[hiddenKing] = float32(flag(s.king(x)^flip < decoys.First()^flip))
	}
	for b := s.unseenMarks(me); b != 0; b &= b - 1 {
		dst[hiddenMarks+int(b.First()^flip)] = min(float32(s.board[b.First()].timer(Mark))/4, 1)
	}
}

// maxActions bounds the length of any legal list.
const maxActions = 8192

// netInfo describes what a network reads of a state.
var netInfo = game.NetInfo{
	Files: 8, Ranks: 8,
	Planes:  slices.Clone(planeNames),
	Globals: numGlobals,
	Hidden:  numHidden,
	Policy:  policyBlocks(),
	Aux:     numAux,
}
