package model

import (
	"math"

	"variantlab/sim/rng"
)

// WindowRows is how many of the newest rows training draws from when n rows exist: all of them up to first, then fewer
// and fewer of the new ones (Wu 2019, appendix C, with the numbers of KataGo's shuffle script).
func WindowRows(n, first int) int {
	if n <= first || first <= 0 {
		return n
	}
	const exponent, scale = 0.65, 0.4
	growth := (math.Pow(float64(n)/float64(first), exponent) - 1) / exponent
	return min(n, int(float64(first)*(1+scale*growth)))
}

// permutation is a pseudo-random order of [0, n): a Feistel network over the smallest even number of bits that holds n,
// walked until it lands inside. It needs no memory and can be entered at any place, so a resumed run reads on.
type permutation struct {
	n    uint64
	half uint // bits of each half
	keys [6]uint32
}

// newPermutation makes the order of one pass over n rows.
func newPermutation(n int, stream *rng.Stream) permutation {
	p := permutation{n: uint64(n), half: 1}
	for p.n > 1<<(2*p.half) {
		p.half++
	}
	for i := range p.keys {
		p.keys[i] = stream.Uint32()
	}
	return p
}

// at gives the row at place i.
func (p *permutation) at(i int) int {
	x := uint64(i)
	for {
		x = p.encrypt(x)
		if x < p.n {
			return int(x)
		}
	}
}

func (p *permutation) encrypt(x uint64) uint64 {
	mask := uint64(1)<<p.half - 1
	left, right := x>>p.half, x&mask
	for _, k := range p.keys {
		f := (right ^ uint64(k)) * 0x9e3779b97f4a7c15
		f ^= f >> 29
		f *= 0xbf58476d1ce4e5b9
		left, right = right, left^(f>>32)&mask
	}
	return left<<p.half | right
}

// sampler draws rows without repetition until all of a window have been used, then in a new order. Draw number i is a
// function of (seed, phase, i) alone.
type sampler struct {
	seed  uint64
	phase uint32 // a new window starts a new phase
	n     int
	pass  int
	order permutation
}

func newSampler(seed uint64, phase uint32, n int) *sampler {
	return &sampler{seed: seed, phase: phase, n: n, pass: -1}
}

// row gives the row of draw i.
func (s *sampler) row(i int) int {
	if pass := i / s.n; pass != s.pass {
		s.pass = pass
		stream := rng.New(s.seed, 0, rng.Shuffle, s.phase, uint32(pass))
		s.order = newPermutation(s.n, &stream)
	}
	return s.order.at(i % s.n)
}
