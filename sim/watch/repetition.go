package watch

import "variantlab/sim/board"

// maxRepetitions is how many different positions the table of a state holds; when it is full, the oldest goes. With the
// default round limit it never fills. Positions of the protocol count by text and have no bound.
const maxRepetitions = 256

// repetitions counts the positions at openings since the last change that can't be undone: a man gone, a pawn moved, a
// right lost, an allowance spent. It is empty while repetitions don't end a match.
type repetitions struct {
	n      uint16
	counts [maxRepetitions]uint16
	keys   [maxRepetitions]uint64
}

func (r *repetitions) copyFrom(o *repetitions) {
	r.n = o.n
	copy(r.counts[:o.n], o.counts[:o.n])
	copy(r.keys[:o.n], o.keys[:o.n])
}

// count adds n occurrences of a position and returns how many there are now.
func (r *repetitions) count(key uint64, n uint16) uint16 {
	for i, k := range r.keys[:r.n] {
		if k == key {
			r.counts[i] += n
			return r.counts[i]
		}
	}
	if r.n == maxRepetitions {
		copy(r.keys[:], r.keys[1:])
		copy(r.counts[:], r.counts[1:])
		r.n--
	}
	r.keys[r.n], r.counts[r.n] = key, n
	r.n++
	return n
}

// digest is equal for tables with the same counts, in any order.
func (r *repetitions) digest() uint64 {
	sum := uint64(0)
	for i, k := range r.keys[:r.n] {
		h := hasher{k, uint64(r.counts[i])}
		h.add(k)
		sum += h.a ^ h.b
	}
	return sum
}

// repetitionKey identifies the position among those of one match.
func (s *State) repetitionKey() uint64 {
	h := hasher{3, 4}
	s.hashPosition(&h)
	return h.a ^ h.b
}

// permanent is what never comes back once it has changed; positions that differ in it can't repeat each other.
type permanent struct {
	pawns      board.Set
	men        [2]int // how many, by side
	allowances [4]uint16
	castling   rights
}

func (s *State) permanent() permanent {
	return permanent{
		pawns:      s.kinds[pawn],
		men:        [2]int{s.men[white].Count(), s.men[black].Count()},
		allowances: [4]uint16{s.ordinary[0], s.ordinary[1], s.guards[0], s.guards[1]},
		castling:   s.castling,
	}
}
