package model

import "variantlab/sim/game"

// layout says how the policy vector of a game is computed: pair entries as products of two vectors, the others read
// from a table of scalars.
type layout struct {
	squares int
	pairs   int // tables of from-to pairs
	planes  int // tables of squares
	globals int // single entries
	blocks  []span
}

// span is one block of the policy vector.
type span struct {
	kind       game.PolicyKind
	start, end uint32
	first      int // number of its first table among those of its kind
}

func newLayout(net game.NetInfo) *layout {
	l := &layout{squares: net.Files * net.Ranks}
	start := uint32(0)
	for _, b := range net.Policy {
		s := span{kind: b.Kind, start: start, end: start + uint32(b.Entries(l.squares))}
		switch b.Kind {
		case game.PairBlock:
			s.first = l.pairs
			l.pairs += b.Size
		case game.SquareBlock:
			s.first = l.planes
			l.planes += b.Size
		default:
			s.first = l.globals
			l.globals += b.Size
		}
		l.blocks = append(l.blocks, s)
		start = s.end
	}
	return l
}

// entry says where a logit comes from. Rows of the pair table are numbered square, then table, then 0 for the vector of
// the from-square and 1 for that of the to-square; scalars square by square, plane by plane, then the globals.
type entry struct {
	pair     bool
	from, to int // rows of the pair table of one position, if pair
	scalar   int // place among the scalars of one position, if not
}

// entry finds the entry of a flat policy index; ok is false beyond the vector.
func (l *layout) entry(flat uint32) (e entry, ok bool) {
	for i := range l.blocks {
		b := &l.blocks[i]
		if flat >= b.end {
			continue
		}
		at := int(flat - b.start)
		switch b.kind {
		case game.PairBlock:
			n := l.squares
			table := b.first + at/(n*n)
			from, to := at/n%n, at%n
			return entry{pair: true, from: 2 * (from*l.pairs + table), to: 2*(to*l.pairs+table) + 1}, true
		case game.SquareBlock:
			plane, square := b.first+at/l.squares, at%l.squares
			return entry{scalar: square*l.planes + plane}, true
		default:
			return entry{scalar: l.squares*l.planes + b.first + at}, true
		}
	}
	return entry{}, false
}

// pairRows and scalars are the numbers of rows and scalars of one position.
func (l *layout) pairRows() int { return 2 * l.squares * l.pairs }
func (l *layout) scalars() int  { return l.squares*l.planes + l.globals }
