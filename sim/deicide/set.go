package deicide

import "math/bits"

// set is a set of squares; bit i%64 of word i/64 is square i. Four fields instead of an array: the compiler keeps such
// a struct in registers.
type set struct{ a, b, c, d uint64 }

// bit holds the set of each single square.
var bit = func() (t [256]set) {
	for q := range t {
		*t[q].word(q >> 6) = 1 << (q & 63)
	}
	return t
}()

// word is the i-th word of s.
func (s *set) word(i int) *uint64 {
	switch i {
	case 0:
		return &s.a
	case 1:
		return &s.b
	case 2:
		return &s.c
	default:
		return &s.d
	}
}

func (s set) or(t set) set     { return set{s.a | t.a, s.b | t.b, s.c | t.c, s.d | t.d} }
func (s set) and(t set) set    { return set{s.a & t.a, s.b & t.b, s.c & t.c, s.d & t.d} }
func (s set) andNot(t set) set { return set{s.a &^ t.a, s.b &^ t.b, s.c &^ t.c, s.d &^ t.d} }
func (s set) xor(t set) set    { return set{s.a ^ t.a, s.b ^ t.b, s.c ^ t.c, s.d ^ t.d} }

func (s set) empty() bool { return s.a|s.b|s.c|s.d == 0 }

func (s set) has(q square) bool {
	switch q >> 6 {
	case 0:
		return s.a>>(q&63)&1 != 0
	case 1:
		return s.b>>(q&63)&1 != 0
	case 2:
		return s.c>>(q&63)&1 != 0
	default:
		return s.d>>(q&63)&1 != 0
	}
}

// meets reports whether the two sets share a square.
func (s set) meets(t set) bool { return s.a&t.a|s.b&t.b|s.c&t.c|s.d&t.d != 0 }

func (s set) count() int {
	return bits.OnesCount64(s.a) + bits.OnesCount64(s.b) + bits.OnesCount64(s.c) + bits.OnesCount64(s.d)
}

// first is the least square of a set that is not empty.
func (s set) first() square {
	switch {
	case s.a != 0:
		return square(bits.TrailingZeros64(s.a))
	case s.b != 0:
		return square(64 + bits.TrailingZeros64(s.b))
	case s.c != 0:
		return square(128 + bits.TrailingZeros64(s.c))
	default:
		return square(192 + bits.TrailingZeros64(s.d))
	}
}

// last is the greatest square of a set that is not empty.
func (s set) last() square {
	switch {
	case s.d != 0:
		return square(255 - bits.LeadingZeros64(s.d))
	case s.c != 0:
		return square(191 - bits.LeadingZeros64(s.c))
	case s.b != 0:
		return square(127 - bits.LeadingZeros64(s.b))
	default:
		return square(63 - bits.LeadingZeros64(s.a))
	}
}

// pop removes the least square of a set that is not empty and returns it.
func (s *set) pop() square {
	switch {
	case s.a != 0:
		q := bits.TrailingZeros64(s.a)
		s.a &= s.a - 1
		return square(q)
	case s.b != 0:
		q := bits.TrailingZeros64(s.b)
		s.b &= s.b - 1
		return square(64 + q)
	case s.c != 0:
		q := bits.TrailingZeros64(s.c)
		s.c &= s.c - 1
		return square(128 + q)
	default:
		q := bits.TrailingZeros64(s.d)
		s.d &= s.d - 1
		return square(192 + q)
	}
}

// each yields the squares in ascending order. For set-up and text; loops that must be quick use pop.
func (s set) each(yield func(square) bool) {
	for !s.empty() {
		if !yield(s.pop()) {
			return
		}
	}
}
