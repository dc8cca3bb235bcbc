package watch

import (
	"variantlab/sim/board"
	"variantlab/sim/game"
)

// The input planes, own view: the side that looks has its first rank at the bottom; files stay.
const (
	planeMen       = 0  // own P N B R Q K, then the enemy's
	planeFrozen    = 12 // own, enemy's
	planeUnmoved   = 14 // King and Rooks of castling rights left: own, enemy's
	planeThreat    = 16 // squares that unfrozen men threaten: own, enemy's
	planeLastMove  = 18 // the last round's Moves: own from, own to, enemy's from, enemy's to
	planeLastWatch = 22 // the last round's Watches: own watchers, own watched, enemy's watchers, enemy's watched
	planeOnes      = 26 // 1 everywhere
	planeSpare     = 27
	planeCount     = 28
)

var planeNames = []string{
	"own pawns", "own knights", "own bishops", "own rooks", "own queens", "own king",
	"enemy pawns", "enemy knights", "enemy bishops", "enemy rooks", "enemy queens", "enemy king",
	"own frozen", "enemy frozen", "own unmoved king and rooks", "enemy unmoved king and rooks",
	"own threats", "enemy threats", "own last from", "own last to", "enemy last from", "enemy last to",
	"own last watchers", "own last watched", "enemy last watchers", "enemy last watched", "ones", "spare",
}

// The global inputs.
const (
	globalMode       = 0  // full, king: one of them is 1
	globalWatches    = 2  // own, then the enemy's: see watchGlobals
	globalCheck      = 12 // own King threatened, enemy's
	globalRound      = 14 // round / last round, 0 without a limit
	globalIdle       = 15 // idle rounds / rounds that draw, 0 when off; 1 if the next idle round draws
	globalCastling   = 17 // own short, own long, enemy's short, enemy's long
	globalCount      = 32 // the rest is 0
	watchGlobalCount = 5
)

// The policy vector has the own head and then the enemy's, each with a table of Moves by from and to, an entry for plans
// without a Move (Hold too), and a table of pairs by watcher and watched, King Watches among them. The bias table tells
// promotions apart: 0 for a Queen or none, then Rook, Bishop, Knight.
const (
	moveEntries = 64 * 64
	noMoveIndex = moveEntries
	pairsIndex  = moveEntries + 1
	headEntries = moveEntries + 1 + 64*64
	auxEntries  = 4
)

var netInfo = game.NetInfo{
	Files: 8, Ranks: 8,
	Planes:  planeNames,
	Globals: globalCount,
	Policy: []game.PolicyBlock{
		{Name: "own move", Kind: game.PairBlock, Size: 1},
		{Name: "own no move", Kind: game.GlobalBlock, Size: 1},
		{Name: "own watch", Kind: game.PairBlock, Size: 1},
		{Name: "enemy move", Kind: game.PairBlock, Size: 1},
		{Name: "enemy no move", Kind: game.GlobalBlock, Size: 1},
		{Name: "enemy watch", Kind: game.PairBlock, Size: 1},
	},
	Aux: auxEntries,
}

// seenFrom gives a square in the view of c: ranks are flipped for Black.
func seenFrom(c side, q square) square {
	if c == black {
		return q ^ 56
	}
	return q
}

// Observe writes what p sees, which is everything [WC-100].
func (s *State) Observe(p game.Player, planes, globals []float32) {
	clear(planes)
	clear(globals)
	own := side(p)
	paint := func(plane int, set board.Set) {
		if own == black {
			set = set.Flip()
		}
		for ; set != 0; set &= set - 1 {
			planes[int(set.First())*planeCount+plane] = 1
		}
	}
	globals[globalMode+int(s.set.Mode)] = 1
	for i, c := range [2]side{own, 1 - own} {
		for k := pawn; k <= king; k++ {
			paint(planeMen+6*i+int(k-pawn), s.men[c]&s.kinds[k])
		}
		paint(planeFrozen+i, s.men[c]&s.frozen)
		paint(planeUnmoved+i, s.unmoved(c))
		paint(planeThreat+i, s.threatened(c))
		plan := &s.last[c]
		if isMove(plan.Move) {
			from, to, _ := unpack(plan.Move)
			paint(planeLastMove+2*i, from.Bit())
			paint(planeLastMove+2*i+1, to.Bit())
		}
		for _, pair := range plan.Watch[:plan.N] {
			paint(planeLastWatch+2*i, 1<<(pair>>6))
			paint(planeLastWatch+2*i+1, 1<<(pair&63))
		}
		s.watchGlobals(c, globals[globalWatches+watchGlobalCount*i:])
		if s.hasKing(c) && s.checkers(c) != 0 {
			globals[globalCheck+i] = 1
		}
		globals[globalCastling+2*i] = float32(s.castling >> (2 * c) & 1)
		globals[globalCastling+2*i+1] = float32(s.castling >> (2 * c) >> 1 & 1)
	}
	for q := range 64 {
		planes[q*planeCount+planeOnes] = 1
	}
	if s.set.RoundLimit > 0 {
		globals[globalRound] = float32(s.round) / float32(s.set.RoundLimit)
	}
	if n := uint32(s.set.WatchOnly); n > 0 {
		globals[globalIdle] = float32(s.idle) / float32(n)
		if s.idle+1 >= n {
			globals[globalIdle+1] = 1
		}
	}
}

// watchGlobals writes a side's means to watch: allowances in tens, the limit of a plan in fours, and whether an ordinary
// Watch and a King Watch are allowed at all.
func (s *State) watchGlobals(c side, dst []float32) {
	dst[0] = float32(s.ordinary[c]) / 10
	dst[1] = float32(s.guards[c]) / 10
	dst[2] = float32(s.set.limit()) / 4
	if s.mayWatch(c) {
		dst[3] = 1
	}
	if s.mayGuard(c) {
		dst[4] = 1
	}
}

// unmoved is the set of c's King and Rooks that a castling right belongs to.
func (s *State) unmoved(c side) (set board.Set) {
	base := square(56 * uint8(c))
	for i := range castlings {
		if s.castling>>(2*c)&castlings[i].right != 0 {
			set |= (base + kingHome).Bit() | (base + castlings[i].rookFrom).Bit()
		}
	}
	return set
}

// threatened is the set of squares that c's unfrozen men threaten.
func (s *State) threatened(c side) (set board.Set) {
	occupied := s.occupied()
	for men := s.free(c); men != 0; men &= men - 1 {
		set |= pattern(s.board[men.First()], men.First(), occupied)
	}
	return set
}

// ObserveHidden writes nothing: no side lacks anything.
func (s *State) ObserveHidden(game.Player, []float32) {}

// PolicyIndex is MoveIndex in p's own view.
func (s *State) PolicyIndex(p game.Player, a game.Action) (flat uint32, aux uint16) {
	return s.MoveIndex(p, p, a)
}

// head is where p's head begins in the output of a network that was shown view's side.
func head(view, p game.Player) uint32 {
	if view == p {
		return 0
	}
	return headEntries
}

// MoveIndex is the place of the first component of one of p's plans, in view's view.
func (s *State) MoveIndex(view, p game.Player, move game.Action) (flat uint32, aux uint16) {
	if !isMove(move) {
		return head(view, p) + noMoveIndex, 0
	}
	from, to, promotion := unpack(move)
	if promotion != noKind {
		aux = uint16(queen - promotion)
	}
	v := side(view)
	return head(view, p) + uint32(seenFrom(v, from))*64 + uint32(seenFrom(v, to)), aux
}

// PairIndex is the place of a pair of one of p's plans, in view's view.
func (s *State) PairIndex(view, p game.Player, pair uint16) uint32 {
	v := side(view)
	return head(view, p) + pairsIndex + uint32(seenFrom(v, square(pair>>6)))*64 + uint32(seenFrom(v, square(pair&63)))
}
