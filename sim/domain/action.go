package domain

import (
	"math/bits"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

// Action layout, high bits first, so that ascending numbers are the order in which legal lists run:
//
//	31     chance outcome (then bits 0-7 are an Outcome)
//	30     cast through Copy
//	24-29  Key
//	0-23   argument, by key:
//	         one square (to):          to<<1
//	         two squares:              from<<7 | to<<1 | q        (q: a pawn promotes)
//	         rct, release:             t<<13 | from<<7 | to<<1 | q   (rct has from 0)
//	         hollow, purelove:         from<<7 | dir<<1           (purelove has from 0)
//	         slash:                    from<<7 | to<<1            (the two ends)
//	         cloud:                    centre<<8 | mask           (centre: least square beside all targets;
//	                                                               mask: bit d for the neighbour in direction d)
const (
	outcomeBit = 1 << 31
	copyBit    = 1 << 30
	keyShift   = 24
)

type act = game.Action

func keyAction(k Key) act { return act(k) << keyShift }

func squareAction(k Key, to Square) act { return act(k)<<keyShift | act(to)<<1 }

func pairAction(k Key, from, to Square) act { return act(k)<<keyShift | act(from)<<7 | act(to)<<1 }

func typeAction(k Key, t Type, from, to Square) act {
	return act(k)<<keyShift | act(t)<<13 | act(from)<<7 | act(to)<<1
}

func dirAction(k Key, from Square, d board.Dir) act {
	return act(k)<<keyShift | act(from)<<7 | act(d)<<1
}

// actionKey is the key of a decision; for a copied cast that of the technique copied.
func actionKey(a act) Key { return Key(a >> keyShift & 63) }

// copied reports whether a is cast through Copy.
func copied(a act) bool { return a&copyBit != 0 }

// promotes reports whether a's text ends in q.
func promotes(a act) bool { return a&1 != 0 && actionKey(a) != KeyCloud }

func actionTo(a act) Square     { return Square(a >> 1 & 63) }
func actionFrom(a act) Square   { return Square(a >> 7 & 63) }
func actionType(a act) Type     { return Type(a >> 13 & 15) }
func actionDir(a act) board.Dir { return board.Dir(a >> 1 & 7) }
func cloudTargets(a act) (b Bitboard) {
	centre := Square(a >> 8 & 63)
	for mask := uint(a & 0xff); mask != 0; mask &= mask - 1 {
		b |= board.Step(centre, board.Dir(bits.TrailingZeros(mask))).Bit()
	}
	return b
}

// Outcome is the result of a chance node [§10].
type Outcome uint8

// The outcomes. DisguiseOutcome+set deals a disguise.
const (
	NoOutcome Outcome = iota
	Hit
	Miss
	OK
	Out
	Win
	Lose
	DisguiseOutcome // + Set, 1 to 6
)

var outcomeNames = [...]string{"", "hit", "miss", "ok", "out", "win", "lose"}

// String gives the outcome's name.
func (o Outcome) String() string {
	if o > DisguiseOutcome {
		return Set(o - DisguiseOutcome).String()
	}
	return outcomeNames[o]
}

func outcomeAction(o Outcome) act { return outcomeBit | act(o) }

// isOutcome reports whether a is a chance outcome, and actionOutcome gives it.
func isOutcome(a act) bool        { return a&outcomeBit != 0 }
func actionOutcome(a act) Outcome { return Outcome(a & 0xff) }
