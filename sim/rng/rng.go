// Package rng gives reproducible random streams: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel Random Numbers:
// As Easy as 1, 2, 3", SC 2011). A stream is named by (run seed, game, purpose, action, simulation), so any number of
// workers draws the same numbers, and nothing that one part draws moves another part's numbers.
package rng

import (
	"math"
	"math/bits"
)

// Purpose separates the streams of one game.
type Purpose uint32

// What numbers are drawn for.
const (
	Environment Purpose = iota // chance nodes of the real game
	Opening                    // opening moves
	MoveChoice                 // choosing among a search's moves
	Noise                      // Gumbel and Dirichlet noise at a root
	Determinize                // resampling hidden information
	Rollout                    // random play inside an evaluation
	Shuffle                    // order of training rows, bootstrap samples
)

// Stream is a sequence of random numbers. It is a value; copies continue independently from the same point.
type Stream struct {
	key [2]uint32
	ctr [4]uint32 // draw, purpose, action, simulation
	buf [4]uint32
	n   uint8 // unused words left in buf
}

// New names the stream of one purpose in one game at one action and simulation. Distinct games of one run have distinct
// keys. action and sim may be zero where they have no meaning.
func New(seed, game uint64, purpose Purpose, action, sim uint32) Stream {
	k := splitMix64(seed) + game
	return Stream{
		key: [2]uint32{uint32(k), uint32(k >> 32)},
		ctr: [4]uint32{0, uint32(purpose), action, sim},
	}
}

func splitMix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Uint32 returns the next 32 random bits.
func (s *Stream) Uint32() uint32 {
	if s.n == 0 {
		s.buf = philox(s.ctr, s.key)
		s.ctr[0]++
		s.n = 4
	}
	s.n--
	return s.buf[3-s.n]
}

// Uint64 returns the next 64 random bits, low word first.
func (s *Stream) Uint64() uint64 {
	lo := uint64(s.Uint32())
	return lo | uint64(s.Uint32())<<32
}

// IntN returns an unbiased integer in [0, n); n must be in [1, 2^31]. Lemire, "Fast Random Integer Generation in an
// Interval", TOMACS 2019.
func (s *Stream) IntN(n int) int {
	hi, lo := bits.Mul32(s.Uint32(), uint32(n))
	if lo < uint32(n) {
		for threshold := -uint32(n) % uint32(n); lo < threshold; {
			hi, lo = bits.Mul32(s.Uint32(), uint32(n))
		}
	}
	return int(hi)
}

// Float64 returns a number in [0, 1) with 53 random bits.
func (s *Stream) Float64() float64 { return float64(s.Uint64()>>11) / (1 << 53) }

// Gumbel returns a standard Gumbel variate.
func (s *Stream) Gumbel() float64 {
	u := (float64(s.Uint64()>>11) + 0.5) / (1 << 53)
	return -math.Log(-math.Log(u))
}

// Normal returns a standard normal variate (Box-Muller; the second of the pair is dropped).
func (s *Stream) Normal() float64 {
	u := (float64(s.Uint64()>>11) + 0.5) / (1 << 53)
	return math.Sqrt(-2*math.Log(u)) * math.Cos(2*math.Pi*s.Float64())
}

// philox is Philox4x32 with ten rounds.
func philox(c [4]uint32, k [2]uint32) [4]uint32 {
	for range 10 {
		h0, l0 := bits.Mul32(0xD2511F53, c[0])
		h1, l1 := bits.Mul32(0xCD9E8D57, c[2])
		c = [4]uint32{h1 ^ c[1] ^ k[0], l1, h0 ^ c[3] ^ k[1], l0}
		k[0] += 0x9E3779B9
		k[1] += 0xBB67AE85
	}
	return c
}
