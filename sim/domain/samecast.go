package domain

import (
	"slices"

	"variantlab/sim/board"
)

// sameCast is a cast that may do just what another one does [CD-012].
type sameCast struct {
	a        act
	affected Bitboard // the squares whose pieces it touches
	result   uint64   // what becomes of them, where that isn't the same for all casts
}

// distinct gives the first n casts of l.same, of those that do the same only the one whose text comes first.
func (l *lister) distinct(n int) []sameCast {
	kept := l.same[:0]
	for _, e := range l.same[:n] {
		i := slices.IndexFunc(kept, func(k sameCast) bool { return k.affected == e.affected && k.result == e.result })
		if i < 0 {
			kept = append(kept, e)
		} else if textRank(e.a) < textRank(kept[i].a) {
			kept[i] = e
		}
	}
	slices.SortFunc(kept, func(x, y sameCast) int { return int(x.a) - int(y.a) })
	return kept
}

// textRank orders the casts of one technique by their texts: names of squares by file first, directions by name.
func textRank(a act) int {
	first, second := actionFrom(a), int(squareRank(actionTo(a)))
	if k := actionKey(a); k == KeyHollow {
		second = dirRanks[actionDir(a)]
	}
	return squareRank(first)<<6 | second
}

func squareRank(sq Square) int { return sq.File()*8 + sq.Rank() }

// dirRanks are the places of n, ne, e, se, s, sw, w, nw in the alphabet.
var dirRanks = [8]int{board.N: 1, board.NE: 2, board.E: 0, board.SE: 5, board.S: 4, board.SW: 6, board.W: 7, board.NW: 3}
