package watch

import (
	"variantlab/sim/board"
	"variantlab/sim/game"
)

// An Action is the first component of a plan, packed as
//
//	kind<<26 | from<<18 | to<<10 | promotion
//
// with kind 1 for a Move, 2 for none and 3 for Hold; from and to are the squares of the man that moves (of the King when
// castling), promotion is the kind of man that a pawn becomes on its last rank, 0 elsewhere. Actions ascend by square
// from, square to and promotion; NoMove and Hold come last.
const (
	moveAction game.Action = 1 << 26
	// NoMove is the first component of a plan of Watches alone.
	NoMove game.Action = 2 << 26
	// Hold is the plan that does nothing; the game alone makes it [WC-085].
	Hold game.Action = 3 << 26
)

func makeMove(from, to square, promotion kind) game.Action {
	return moveAction | game.Action(from)<<18 | game.Action(to)<<10 | game.Action(promotion)
}

func isMove(a game.Action) bool { return a>>26 == 1 }

// unpack gives the parts of a Move.
func unpack(a game.Action) (from, to square, promotion kind) {
	return square(a >> 18 & 63), square(a >> 10 & 63), kind(a & 7)
}

// castlingOf returns the castling that the King's Move from-to is, nil for an ordinary Move.
func (s *State) castlingOf(from, to square) *castling {
	if s.board[from].kind() != king || from.File() != 4 {
		return nil
	}
	switch int(to) - int(from) {
	case 2:
		return &castlings[0]
	case -2:
		return &castlings[1]
	}
	return nil
}

// movers is the set of squares whose men a Move moves.
func (s *State) movers(from, to square) board.Set {
	set := from.Bit()
	if k := s.castlingOf(from, to); k != nil {
		set |= (k.rookFrom + from&^7).Bit()
	}
	return set
}

// promotions are the kinds that a pawn may become, ascending.
var promotions = [4]kind{knight, bishop, rook, queen}

// promotes reports whether the man on from would promote on to.
func (s *State) promotes(c side, from, to square) bool {
	return s.board[from].kind() == pawn && lastRank(c)&to.Bit() != 0
}

// eachMove calls f, ascending, with the Moves of c that are in a legal plan: those that are safe, and beside a King Watch
// by one of guards the others [WC-078]. Castling is always safe.
func (s *State) eachMove(c side, guards board.Set, f func(a game.Action, from, to square, safe bool)) {
	free, sh, kingAt := s.free(c), s.shield(c), s.kingSquare(c)
	castles := s.castlingTargets(c, free)
	for men := free; men != 0; men &= men - 1 {
		from := men.First()
		targets := s.targets(c, from)
		if from == kingAt {
			targets |= castles
		}
		beside := from != kingAt && guards&^from.Bit() != 0
		for ; targets != 0; targets &= targets - 1 {
			to := targets.First()
			safe := from == kingAt && castles&to.Bit() != 0 || s.safe(c, from, to, sh)
			if !safe && !beside {
				continue
			}
			if !s.promotes(c, from, to) {
				f(makeMove(from, to, noKind), from, to, safe)
				continue
			}
			for _, k := range promotions {
				f(makeMove(from, to, k), from, to, safe)
			}
		}
	}
}
