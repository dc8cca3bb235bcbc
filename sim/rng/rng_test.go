package rng

import (
	"math"
	"testing"
)

// The vectors are those of Random123's kat_vectors file for philox4x32 with 10 rounds.
func TestPhiloxKnownAnswers(t *testing.T) {
	const ones = 0xffffffff
	for _, v := range []struct {
		ctr  [4]uint32
		key  [2]uint32
		want [4]uint32
	}{
		{[4]uint32{}, [2]uint32{}, [4]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{[4]uint32{ones, ones, ones, ones}, [2]uint32{ones, ones}, [4]uint32{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
		{[4]uint32{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, [2]uint32{0xa4093822, 0x299f31d0},
			[4]uint32{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
	} {
		if got := philox(v.ctr, v.key); got != v.want {
			t.Errorf("philox(%x, %x) = %x, want %x", v.ctr, v.key, got, v.want)
		}
	}
}

func TestStreamsDiffer(t *testing.T) {
	seen := map[uint64]string{}
	for seed := range uint64(4) {
		for g := range uint64(4) {
			for _, p := range []Purpose{Environment, Opening, MoveChoice, Noise, Determinize, Rollout} {
				for a := range uint32(3) {
					for sim := range uint32(3) {
						s := New(seed, g, p, a, sim)
						v := s.Uint64()
						if seen[v] != "" {
							t.Fatalf("two streams start with %x", v)
						}
						seen[v] = "taken"
					}
				}
			}
		}
	}
}

func TestIntNIsUniform(t *testing.T) {
	s := New(1, 2, Rollout, 0, 0)
	const n, draws = 7, 70000
	var count [n]int
	for range draws {
		count[s.IntN(n)]++
	}
	chi2 := 0.0
	for _, c := range count {
		d := float64(c) - draws/n
		chi2 += d * d / (draws / n)
	}
	if chi2 > 27.9 { // p = 1e-4 at 6 degrees of freedom
		t.Errorf("chi squared %v for %v", chi2, count)
	}
}

func TestMoments(t *testing.T) {
	s := New(3, 1, Noise, 0, 0)
	const n = 200000
	var gumbel, normal, square, unit float64
	for range n {
		gumbel += s.Gumbel()
		z := s.Normal()
		normal += z
		square += z * z
		unit += s.Float64()
	}
	for _, m := range []struct {
		name      string
		got, want float64
	}{
		{"Gumbel mean (Euler's constant)", gumbel / n, 0.5772156649},
		{"normal mean", normal / n, 0},
		{"normal variance", square / n, 1},
		{"uniform mean", unit / n, 0.5},
	} {
		if math.Abs(m.got-m.want) > 0.02 {
			t.Errorf("%s: %v, want %v", m.name, m.got, m.want)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		s := New(1, 1, Rollout, 1, 1)
		s.IntN(10)
		s.Gumbel()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
