package deicide

import "variantlab/sim/game"

// An action packs, from the lowest bit: promotion type 5, form 3, to 8, from 8. Actions of one piece so follow each other
// in ascending order; from and to always differ, so none is zero. pass comes after all others.
//
// from and to are those of the action's text [DC-030]: a launch ends on its declared square, a push on the square of the
// pushed piece, castling on the Rook's. No two actions of a position share from, to and promotion.
const pass game.Action = 1 << 24

// form tells apart what an action does beyond moving and capturing.
type form uint8

const (
	moving form = iota
	passingBy
	launching
	pushing
	castling
)

func act(f form, from, to square) game.Action {
	return game.Action(from)<<16 | game.Action(to)<<8 | game.Action(f)<<5
}

func from(a game.Action) square    { return square(a >> 16) }
func to(a game.Action) square      { return square(a >> 8) }
func formOf(a game.Action) form    { return form(a >> 5 & 7) }
func promotion(a game.Action) kind { return kind(a & 31) }

// marks are the words between the squares of an action's text, by form.
var marks = [...]string{passingBy: "-ep:", launching: "-time:", pushing: "-push:", castling: "-castle:"}

// appendAction writes an action as text [DC-030].
func appendAction(dst []byte, a game.Action) []byte {
	if a == pass {
		return append(dst, "pass"...)
	}
	dst = appendSquare(dst, from(a))
	dst = append(dst, marks[formOf(a)]...)
	dst = appendSquare(dst, to(a))
	if k := promotion(a); k != none {
		dst = append(dst, '=')
		dst = append(dst, names[k].key...)
	}
	return dst
}
