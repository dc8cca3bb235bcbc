package domain

import "variantlab/sim/board"

// Square and Bitboard are those of package board.
type (
	Square   = board.Square
	Bitboard = board.Set
)

// NoSquare is no square.
const NoSquare = board.None

// Limits of the flat state. A side never has more real pieces than it began with, on the board, lost and riding in
// curses together, so a set-up that respects realMax never outgrows the lost pool.
const (
	realMax       = 32  // real pieces of one side, wherever they are
	recentMax     = 64  // the most that copy.recent can ask for
	adaptedMax    = 40  // more than there are keys to adapt to
	repetitionMax = 128 // positions since the last capture or pawn move; when full the oldest goes
)

// State is one position of Checkmate Domain with everything that the rules depend on. It is a flat value. The zero
// State is an empty board by default rules; put fills it.
type State struct {
	core
	// repeats holds the identity (see identity) of every position since the last reset, oldest first, the present one
	// included once S4 has run. Entries below foreign came from outside and are text keys [CD-444] instead.
	repeats [repetitionMax]uint64
}

// core is all of State but the table of repetitions. Unused entries of its arrays are zero, so that equal positions are
// equal values.
type core struct {
	board [64]Piece
	scene
}

// scene is all of core but the board.
type scene struct {
	sides  [2]sideState
	of     [2]Bitboard           // pieces of each side, decoys included, domain pawns not
	types  [numTypes]Bitboard    // pieces by type; entry NoType unused
	timed  [numStatuses]Bitboard // pieces whose timer is above 0
	dogs   Bitboard
	curses Bitboard // curse pieces
	rikas  Bitboard
	pawns  Bitboard // domain pawns; they belong to domain.owner

	hash uint64 // identity of the pieces: xor over squares, see placement

	info [2]uint64 // what each side has observed, folded; see InfoKey

	domain  domainState
	pending pendingState

	ply      uint16 // completed turns
	halfmove uint16 // plies without progress
	known    uint16 // used entries of repeats
	foreign  uint16 // leading entries of repeats that are text keys
	params   uint16 // index of the rules, see rulesOf

	turn    Side
	castle  castling
	ep      Square // NoSquare when none
	stepped Square // where a double step of this turn ended, until S9; else NoSquare
	passing bool   // only pass is legal, CD-121(c)
	reset   bool   // CD-037
	winner  uint8  // 0 while the game runs, else 1 + Side, or drawn
	reason  reason
}

// drawn is the winner of a draw.
const drawn = 3

// castling is a set of castling rights.
type castling uint8

// The rights, in the order KQkq.
const (
	whiteShort castling = 1 << iota
	whiteLong
	blackShort
	blackLong
)

// reason is why a game ended.
type reason uint8

const (
	notOver reason = iota
	byCheckmate
	byStalemate
	byRepetition
	byFifty
	byPlies
)

var reasonNames = [...]string{"", "checkmate", "stalemate", "repetition", "fifty", "plies"}

func (r reason) String() string { return reasonNames[r] }

// sideState is what belongs to one side off the board.
type sideState struct {
	set      Set
	disguise Set   // what a Toji shows, NoSet before it is dealt and for all others
	revealed bool  // of a Toji
	summoned bool  // Mahoraga was summoned or has risen ("mahoraga" in texts)
	checked  bool  // was ever in check at the start of a turn
	reading  bool  // Six Eyes
	proven   bool  // the enemy has seen which set this is; not in texts
	primed   uint8 // bits primedBlue, primedRed
	jackpot  uint8

	doors     Square // NoSquare when none stand
	doorsLeft uint8

	nLost    uint8
	nRecent  uint8
	nAdapted uint8

	energy uint16
	luck   uint16
	turns  uint16
	losses uint16
	seen   uint16            // enemy energy as last seen
	held   [Queen + 1]uint16 // curses by type ("curses" in texts)

	learned keySet
	adapted keySet // the set of adaptations; order keeps their order

	cd     [(numCooldowns + 7) / 8 * 8]uint8 // whole words, see cool
	lost   [realMax]lostPiece                // oldest first
	recent [recentMax]Key                    // oldest first
	order  [adaptedMax]Key
}

const (
	primedBlue = 1 << iota
	primedRed
)

// lostPiece is an entry of the lost pool [CD-010].
type lostPiece struct {
	typ  Type
	home Square
}

// domainState is the domain that stands; name is NoKey when none does.
type domainState struct {
	name  Key
	owner Side
	left  uint8
	fresh bool
	slash bool   // World-Cutting Slash was used in it
	queen Square // of Malevolent Queen, else NoSquare
}

// event kinds of chance nodes.
type chanceKind uint8

const (
	noChance chanceKind = iota
	spinChance
	clockChance
	diceChance
	holChance
	disguiseChance
	clashDue // no node: a clash to be settled within the step that brought it about
)

var chanceNames = [...]string{"", "spin", "clock", "dice", "hol", "disguise"}

func (k chanceKind) String() string { return chanceNames[k] }

// spinWhen is what a spin of the gambit is for.
type spinWhen uint8

const (
	noSpin spinWhen = iota
	spinExpand
	spinClash
	spinEnd
)

var spinNames = [...]string{"", "expand", "clash", "end"}

func (w spinWhen) String() string { return spinNames[w] }

// pendingState is the chance node to be dealt; kind is noChance at other nodes.
type pendingState struct {
	kind chanceKind
	when spinWhen // spin
	sq   Square   // hol; where the challenger's domain appears while a clash is due; else NoSquare
	side Side     // disguise
	name Key      // domain of the challenger while a clash is due, else NoKey
}

// newState is the empty board by the rules of an index, White to move.
func newState(params uint16) *State {
	s := new(State)
	s.params = params
	s.ep, s.stepped = NoSquare, NoSquare
	s.domain.queen = NoSquare
	s.pending.sq = NoSquare
	for c := range s.sides {
		s.sides[c].doors = NoSquare
	}
	return s
}

// rules are the numbers that the state is played by.
func (s *State) rules() *Rules { return rulesOf(s.params) }

// put sets a piece down on an empty square; domain pawns and doors are left alone.
func (s *State) put(sq Square, p Piece) {
	bit := sq.Bit()
	s.board[sq&63] = p
	s.of[p.side()] |= bit
	s.types[p.typ()] |= bit
	s.hash ^= placement[p.code()][sq&63]
	if p&specialMask != 0 {
		s.mark(bit, p)
	}
}

// mark enters a piece in the sets of timers and kinds.
func (s *State) mark(bit Bitboard, p Piece) {
	switch p.kind() {
	case Dog:
		s.dogs |= bit
	case Curse:
		s.curses |= bit
	case Rika:
		s.rikas |= bit
	}
	if p&statusMask == 0 {
		return
	}
	for st := range s.timed {
		if p.timer(Status(st)) != 0 {
			s.timed[st] |= bit
		}
	}
}

// take lifts the piece off a square and returns it; domain pawns and doors are left alone.
func (s *State) take(sq Square) Piece {
	p := s.board[sq&63]
	bit := sq.Bit()
	s.board[sq&63] = 0
	s.of[p.side()] &^= bit
	s.types[p.typ()] &^= bit
	s.hash ^= placement[p.code()][sq&63]
	if p&specialMask != 0 {
		for st := range s.timed {
			s.timed[st] &^= bit
		}
		s.dogs &^= bit
		s.curses &^= bit
		s.rikas &^= bit
	}
	return p
}

// bring moves the piece on a square to an empty one; domain pawns and doors are left alone.
func (s *State) bring(from, to Square) {
	p := s.board[from&63]
	if p&specialMask != 0 {
		s.put(to, s.take(from))
		return
	}
	bits, words := from.Bit()|to.Bit(), &placement[p.code()]
	s.board[from&63], s.board[to&63] = 0, p
	s.of[p.side()] ^= bits
	s.types[p.typ()] ^= bits
	s.hash ^= words[from&63] ^ words[to&63]
}

// setTimer changes a timer of the piece on a square.
func (s *State) setTimer(sq Square, st Status, n int) {
	s.board[sq] = s.board[sq].withTimer(st, n)
	if n != 0 {
		s.timed[st] |= sq.Bit()
	} else {
		s.timed[st] &^= sq.Bit()
	}
}
