package deicide

import (
	"encoding/binary"
	"math/bits"

	"variantlab/sim/game"
)

// tableSize is how many positions a table of repetitions holds: more than a game of the standard length has turns. With
// limits.max_plies above it, or off, a longer stretch without a removal forgets the oldest positions.
const tableSize = 2048

// repetitions counts the positions at the starts of turns since a piece was last removed from play [DC-432, DC-434].
// It is a ring of 64-bit hashes, distinct ones, each with its count.
type repetitions struct {
	n      uint16 // entries in use
	oldest uint16 // where the next entry goes once all are in use
	counts [tableSize]uint16
	hashes [tableSize]uint64
}

func (t *repetitions) copyFrom(o *repetitions) {
	t.n, t.oldest = o.n, o.oldest
	copy(t.counts[:o.n], o.counts[:o.n])
	copy(t.hashes[:o.n], o.hashes[:o.n])
}

func (t *repetitions) clear() { t.n, t.oldest = 0, 0 }

// count notes one more occurrence and returns how many there are now.
func (t *repetitions) count(hash uint64) int {
	for i := int(t.n) - 1; i >= 0; i-- {
		if t.hashes[i] == hash {
			if t.counts[i] < 1<<16-1 {
				t.counts[i]++
			}
			return int(t.counts[i])
		}
	}
	t.add(hash, 1)
	return 1
}

func (t *repetitions) add(hash uint64, count uint16) {
	i := t.n
	if t.n < tableSize {
		t.n++
	} else {
		i = t.oldest
		t.oldest = (t.oldest + 1) % tableSize
	}
	t.hashes[i], t.counts[i] = hash, count
}

// occurrences is how often the position has been counted.
func (t *repetitions) occurrences(hash uint64) int {
	for i := range t.n {
		if t.hashes[i] == hash {
			return int(t.counts[i])
		}
	}
	return 0
}

// positionHash stands for the position key: equal for equal FEN fields 1 to 7 [DC-433].
func (c *core) positionHash() uint64 { return c.hash(0x2d358dccaa6c78a5) }

// hash folds everything of the position key into 64 bits, by the multiply-and-fold step of wyhash (Wang Yi, public
// domain).
func (c *core) hash(seed uint64) uint64 {
	const p, q = 0x8bb84b93962eacc9, 0x4b33a62ed433d4a3
	h := seed
	for i := 0; i < len(c.board); i += 16 {
		h = fold(binary.LittleEndian.Uint64(c.board[i:])^h, binary.LittleEndian.Uint64(c.board[i+8:])^p)
	}
	turn := uint64(c.side) | uint64(c.movesLeft)<<1 | uint64(c.last[white])<<8 | uint64(c.last[black])<<16
	if c.extra {
		turn |= 1 << 24
	}
	h = fold(h^turn, q^uint64(c.rights[white])^uint64(c.rights[black])<<16^uint64(c.variant)<<32)
	for _, f := range c.flights[:c.nFlights] {
		w := uint64(f.piece) | uint64(f.target)<<8 | uint64(f.counters)<<16
		if f.fresh {
			w |= 1 << 24
		}
		h = fold(h^w, p)
	}
	entries := uint64(0) // in any order
	for i := range c.nPassing {
		e := &c.passings[i]
		w := fold(seed^uint64(e.pawn)<<8^uint64(e.n), p)
		for _, sq := range e.passed[:e.n] {
			w = fold(w^uint64(sq), q)
		}
		entries += w
	}
	return fold(h^entries, q)
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// Key identifies the position with all that its future depends on: the position key, the counters, the rules and the
// table of repetitions.
func (s *State) Key() game.Key {
	past := uint64(0) // in any order
	for i := range s.table.n {
		past += fold(s.table.hashes[i]^0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9+uint64(s.table.counts[i])<<1)
	}
	r := s.rules
	counters := uint64(s.quiet) | uint64(s.ply)<<32
	limits := uint64(r.quietLimit) | uint64(r.plyLimit)<<32
	kinds := uint64(r.promotions) | uint64(r.repetition)<<32 | uint64(s.result.why)<<48 | uint64(s.result.won)<<56
	if r.stalemateLoses {
		kinds |= 1 << 63
	}
	if r.bareKings {
		kinds |= 1 << 62
	}
	mix := func(h uint64) uint64 {
		h = fold(h^counters, 0xa0761d6478bd642f)
		h = fold(h^limits, 0xe7037ed1a0b428db)
		h = fold(h^kinds, 0x8ebc6af09c88c6e3)
		return fold(h^past, 0x589965cc75374cc3)
	}
	return game.Key{Hi: mix(s.hash(0x1d8e4e27c47d124f)), Lo: mix(s.hash(0xeb44accab455d165))}
}
