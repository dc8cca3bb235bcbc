package deicide

// color is a side.
type color uint8

// The sides; their numbers are those of game.First and game.Second.
const (
	white color = iota
	black
)

func (c color) letter() string { return "wb"[c : c+1] }

// kind is a type of piece; none is no type.
type kind uint8

// The types of pieces [DC-020].
const (
	none kind = iota
	king
	queen
	rook
	bishop
	knight
	pawn
	rookie
	drunkPawn
	archbishop
	chancellor
	cannon
	archer
	timeMachine
	champion
	wizard
	kitsune
	werewolf
	centaur
	fool
	sumo
	sorceress
	prince
	princess
	bomber
	snail
	numKinds
)

// names holds the key and the code of every type; a code in lower case is Black's piece.
var names = [numKinds]struct{ key, code string }{
	king:        {"king", "KG"},
	queen:       {"queen", "QN"},
	rook:        {"rook", "RK"},
	bishop:      {"bishop", "BP"},
	knight:      {"knight", "KN"},
	pawn:        {"pawn", "PW"},
	rookie:      {"rookie", "RE"},
	drunkPawn:   {"drunk_pawn", "DP"},
	archbishop:  {"archbishop", "AB"},
	chancellor:  {"chancellor", "CH"},
	cannon:      {"cannon", "CN"},
	archer:      {"archer", "AR"},
	timeMachine: {"time_machine", "TM"},
	champion:    {"champion", "CP"},
	wizard:      {"wizard", "WZ"},
	kitsune:     {"kitsune", "KT"},
	werewolf:    {"werewolf", "WW"},
	centaur:     {"centaur", "CT"},
	fool:        {"fool", "FL"},
	sumo:        {"sumo", "SM"},
	sorceress:   {"sorceress", "SC"},
	prince:      {"prince", "PR"},
	princess:    {"princess", "PS"},
	bomber:      {"bomber", "BM"},
	snail:       {"snail", "SN"},
}

// String gives the key.
func (k kind) String() string { return names[k].key }

// kindByKey finds a type by its key; none if there is none.
func kindByKey(key string) kind {
	for k := king; k < numKinds; k++ {
		if names[k].key == key {
			return k
		}
	}
	return none
}

// kindSet is a set of types; bit k is type k.
type kindSet uint32

func kindsOf(ks ...kind) (s kindSet) {
	for _, k := range ks {
		s |= 1 << k
	}
	return s
}

func (s kindSet) has(k kind) bool { return s>>k&1 != 0 }

// pawnKinds are the three kinds of pawns [DC-015].
const pawnKinds kindSet = 1<<pawn | 1<<rookie | 1<<drunkPawn

// allKinds are the 25 types.
const allKinds kindSet = 1<<numKinds - 2

// piece is what stands on a square: type in bits 0 to 4, color in bit 5, and in bit 6 whether a pawn kind has made a
// move of its own [DC-101]. Zero is an empty square.
type piece uint8

const (
	nobody   piece = 0
	movedBit piece = 1 << 6
)

func pieceOf(c color, k kind) piece { return piece(c)<<5 | piece(k) }

func (p piece) kind() kind   { return kind(p & 31) }
func (p piece) color() color { return color(p >> 5 & 1) }
func (p piece) moved() bool  { return p&movedBit != 0 }
func (p piece) isPawn() bool { return pawnKinds.has(p.kind()) }

// appendCode writes the two letters of k in the case of c.
func appendCode(dst []byte, c color, k kind) []byte {
	code := names[k].code
	if c == white {
		return append(dst, code...)
	}
	return append(dst, code[0]|32, code[1]|32)
}

// code is the two letters of p.
func (p piece) code() string { return string(appendCode(nil, p.color(), p.kind())) }

// codes maps the 50 codes to pieces.
var codes = func() map[string]piece {
	m := map[string]piece{}
	for _, c := range [2]color{white, black} {
		for k := king; k < numKinds; k++ {
			p := pieceOf(c, k)
			m[p.code()] = p
		}
	}
	return m
}()
