package domain

// Side is one of the two sides; it indexes arrays. game.Player(side) is the same side in the contract.
type Side uint8

// The sides, White first.
const (
	White Side = iota
	Black
)

// String gives "white" or "black".
func (c Side) String() string { return [...]string{"white", "black"}[c] }

// Type is how a piece moves [CD-008].
type Type uint8

// The piece types; 0 is no piece.
const (
	NoType Type = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
	Mahoraga
	Decoy
	numTypes
)

const typeLetters = ".PNBRQKMD"

// String gives the letter used in texts.
func (t Type) String() string { return typeLetters[t : t+1] }

// Kind is where a piece comes from [CD-008]. Domain pawns are no pieces here: State.pawns holds their squares.
type Kind uint8

// The kinds. Shadow pieces are all but Real.
const (
	Real Kind = iota
	Curse
	Dog
	Rika
	KindMahoraga
	KindDecoy
)

var kindNames = [...]string{"real", "curse", "dog", "rika", "mahoraga", "decoy"}

// String gives the name used in texts.
func (k Kind) String() string { return kindNames[k] }

// Piece is one piece with all that travels with it [CD-150]; 0 is an empty square.
//
// Bits 0-3 type, 4 side, 5-7 kind; timers of 7 bits each from bit 8: infinity, shield, speech, stun, mark; then 7 bits
// whose meaning goes by kind (home of a real piece, body of a curse or NoSquare, turns left of a dog) and 4 bits for the
// type that a curse with a body goes back as.
type Piece uint64

// Status is one of a piece's timers.
type Status uint8

// The timers, in the order of the notation.
const (
	Infinity Status = iota // enemy turns of Infinity left
	Shield                 // enemy turns left of the shield of a queen that won Higher or Lower
	Speech                 // own turns left under Cursed Speech
	Stun                   // own turns left stunned
	Mark                   // enemy turns left of a High Sense mark
	numStatuses
)

const (
	codeMask    = 0xff
	timerBits   = 7
	timerMax    = 1<<timerBits - 1
	timerShift  = 8
	originShift = timerShift + timerBits*uint(numStatuses)
	bodyShift   = originShift + 7
	statusMask  = (1<<(timerBits*uint(numStatuses)) - 1) << timerShift
	specialMask = statusMask | 7<<5 // what a real piece without a running timer has none of
)

func newPiece(t Type, side Side, kind Kind) Piece {
	p := Piece(t) | Piece(side)<<4 | Piece(kind)<<5
	if kind == Curse {
		p = p.withOrigin(uint8(NoSquare))
	}
	return p
}

func (p Piece) typ() Type  { return Type(p & 15) }
func (p Piece) side() Side { return Side(p >> 4 & 1) }
func (p Piece) kind() Kind { return Kind(p >> 5 & 7) }

// code is type, side and kind in one byte.
func (p Piece) code() uint8 { return uint8(p) }

func (p Piece) withType(t Type) Piece { return p&^15 | Piece(t) }

// timer is the value of a status, 0 when it isn't on.
func (p Piece) timer(st Status) int {
	return int(p >> (timerShift + timerBits*uint(st)) & timerMax)
}

func (p Piece) withTimer(st Status, n int) Piece {
	at := timerShift + timerBits*uint(st)
	return p&^(timerMax<<at) | Piece(n)<<at
}

func (p Piece) origin() uint8 { return uint8(p >> originShift & 127) }
func (p Piece) withOrigin(v uint8) Piece {
	return p&^(127<<originShift) | Piece(v)<<originShift
}

// home is where a real piece stood at the start [CD-009].
func (p Piece) home() Square { return Square(p.origin()) }

func (p Piece) withHome(sq Square) Piece { return p.withOrigin(uint8(sq)) }

// body is the home of the lost piece that rides in a curse, or NoSquare [CD-264]; bodyType is the type it goes back as.
func (p Piece) body() Square   { return Square(p.origin()) }
func (p Piece) bodyType() Type { return Type(p >> bodyShift & 15) }

func (p Piece) withBody(home Square, t Type) Piece {
	return p.withOrigin(uint8(home))&^(15<<bodyShift) | Piece(t)<<bodyShift
}

// left is how many of its owner's turns a dog stays [CD-280].
func (p Piece) left() int            { return int(p.origin()) }
func (p Piece) withLeft(n int) Piece { return p.withOrigin(uint8(n)) }
