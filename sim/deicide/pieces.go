package deicide

// movement is how a type moves. Steps and jumps reach their square whatever stands between; slides run along a direction
// over empty squares. Vectors are those of White [DC-003].
type movement struct {
	both     []vector   // steps and jumps that move and capture
	moves    []vector   // steps and jumps to empty squares only
	captures []vector   // steps and jumps that only capture
	slides   directions // slides of any length that move and capture
	hurdles  directions // slides that only move; captures go over exactly one piece of any kind, see [DC-240]
	special  special    // what else the type does, in a file of its own
}

// special names the rules that are more than a row of data.
type special uint8

const (
	plain     special = iota
	royal             // castling.go
	pawnlike          // pawns.go
	launches          // time_machine.go
	bent              // kitsune.go
	pushes            // sumo.go
	anywhere          // sorceress: any empty square [DC-265]
	copies            // fool.go
	immortal          // snail.go
	explosive         // bomber.go
)

// The pieces that both games have alike. The pawn kinds are rows of each variant.
var movements = [numKinds]movement{
	king:        {both: around, special: royal},                                   // DC-200
	queen:       {slides: everywhere},                                             // DC-203
	rook:        {slides: orthogonal},                                             // DC-204
	bishop:      {slides: diagonal},                                               // DC-205
	knight:      {both: leaps(2, 1)},                                              // DC-206
	archbishop:  {slides: diagonal, both: leaps(2, 1)},                            // DC-207
	chancellor:  {slides: orthogonal, both: leaps(2, 1)},                          // DC-208
	cannon:      {hurdles: orthogonal},                                            // DC-240
	archer:      {hurdles: diagonal},                                              // DC-241
	timeMachine: {special: launches},                                              // DC-245
	champion:    {both: join(along(orthogonal, 1), along(everywhere, 2))},         // DC-255
	wizard:      {both: join(along(diagonal, 1), leaps(3, 1))},                    // DC-256
	kitsune:     {special: bent},                                                  // DC-260
	werewolf:    {special: bent},                                                  // DC-261
	centaur:     {both: join(around, leaps(2, 1))},                                // DC-210
	fool:        {special: copies},                                                // DC-290
	sumo:        {special: pushes},                                                // DC-270
	sorceress:   {captures: around, special: anywhere},                            // DC-265
	prince:      {both: around},                                                   // DC-209
	princess:    {both: join(around, along(everywhere, 2), along(everywhere, 3))}, // DC-257
	bomber:      {both: around, special: explosive},                               // DC-280
	snail:       {moves: around, special: immortal},                               // DC-300
}

// around are the eight neighbours.
var around = along(everywhere, 1)

// along are the vectors of length n in some directions.
func along(ds directions, n int) (vs []vector) {
	for d, v := range ring {
		if ds.has(d) {
			vs = append(vs, v.times(n))
		}
	}
	return vs
}

// leaps are the eight jumps of a squares one way and b across [DC-005].
func leaps(a, b int) (vs []vector) {
	for _, v := range [2]vector{{a, b}, {b, a}} {
		for _, s := range along(diagonal, 1) {
			vs = append(vs, vector{v.df * s.df, v.dr * s.dr})
		}
	}
	return vs
}

func join(lists ...[]vector) (vs []vector) {
	for _, l := range lists {
		vs = append(vs, l...)
	}
	return vs
}
