package deicide

import "variantlab/sim/game"

// State is a position with everything that the rules depend on: a flat value.
type State struct {
	core
	result result
	table  repetitions
}

// core is all of a position but its past and its result.
type core struct {
	board [256]byte // pieces; read by at
	by    [2]set    // all pieces of a side
	// sliders are the pieces of a side that may attack along lines, benders those that attack along bent paths or push;
	// Fools are in both.
	sliders, benders [2]set
	bombers, snails  set      // of both sides
	kings            [2]int16 // squares, -1 when there is none

	flights  [maxFlights]flight   // in flight, in launch order [DC-245]
	passings [maxPassings]passing // en passant, in the order made [DC-230]
	nFlights uint8
	nPassing uint8

	variant   uint8
	side      color
	movesLeft uint8     // 1 or 2; 0 between a move and the end of its turn
	extra     bool      // this is an extra turn [DC-120]
	rights    [2]uint16 // castling: files of Rooks on the King's rank [DC-102]
	last      [2]kind   // as what each side last moved [DC-107]

	quiet, turn, ply uint32
	rules            rules
}

// flight is a piece launched into the future.
type flight struct {
	piece    piece
	target   square
	counters uint8
	fresh    bool // launched this turn: it does not count down yet [DC-109]
}

// passing is a pawn that slid past squares where it can be taken [DC-230].
type passing struct {
	pawn   square
	n      uint8 // squares passed
	passed [maxPassed]square
}

// Room for what a game can reach, and for what a loaded position may hold beyond that. In play at most eight flights a
// side and four en passant entries in all exist at a time; those loaded come on top.
const (
	maxFlights, loadFlights   = 48, 32
	maxPassings, loadPassings = 12, 8
	maxPassed                 = 15
)

func (c *core) v() *variant { return variants[c.variant] }

func (c *core) at(q square) piece { return piece(c.board[q]) }

func (c *core) occupied() set { return c.by[white].or(c.by[black]) }

// put stands p on the empty square q.
func (c *core) put(q square, p piece) {
	c.board[q] = byte(p)
	c.index(q, p)
	if p.kind() == king {
		c.kings[p.color()] = int16(q)
	}
}

// lift empties the occupied square q and returns what stood there. En passant entries and castling rights that hang on
// the piece go with it [DC-102, DC-104].
func (c *core) lift(q square) piece {
	p := c.at(q)
	c.board[q] = byte(nobody)
	c.index(q, p)
	switch p.kind() {
	case king:
		c.kings[p.color()] = -1
		c.rights[p.color()] = 0
	case rook:
		if c.hasRight(p.color(), q) {
			c.rights[p.color()] &^= 1 << q.file()
		}
	case pawn, rookie, drunkPawn:
		c.dropPassings(func(e *passing) bool { return e.pawn == q })
	}
	return p
}

// index adds q to the sets of p, or takes it out again.
func (c *core) index(q square, p piece) {
	side, b := p.color(), bit[q]
	c.by[side] = c.by[side].xor(b)
	k := p.kind()
	if slidingKinds.has(k) {
		c.sliders[side] = c.sliders[side].xor(b)
	}
	if bendingKinds.has(k) {
		c.benders[side] = c.benders[side].xor(b)
	}
	switch k {
	case bomber:
		c.bombers = c.bombers.xor(b)
	case snail:
		c.snails = c.snails.xor(b)
	}
}

var (
	slidingKinds = kindsOf(queen, rook, bishop, archbishop, chancellor, cannon, archer, fool)
	bendingKinds = kindsOf(kitsune, werewolf, sumo, fool)
)

// dropPassings deletes the entries that match.
func (c *core) dropPassings(match func(*passing) bool) {
	n := uint8(0)
	for i := range c.nPassing {
		if !match(&c.passings[i]) {
			c.passings[n] = c.passings[i]
			n++
		}
	}
	for i := n; i < c.nPassing; i++ {
		c.passings[i] = passing{}
	}
	c.nPassing = n
}

// Turn tells who moves.
func (s *State) Turn() game.Player {
	if s.result.over() {
		return game.Terminal
	}
	return game.Player(s.side)
}

// Returns gives 1 to the winner and -1 to the loser of a game that is over.
func (s *State) Returns() [2]float32 { return s.result.returns() }

// CopyFrom overwrites the receiver with src, a *State.
func (s *State) CopyFrom(src game.State) {
	from := src.(*State)
	s.core, s.result = from.core, from.result
	s.table.copyFrom(&from.table)
}

// Clone returns an independent copy.
func (s *State) Clone() game.State {
	c := new(State)
	c.CopyFrom(s)
	return c
}
