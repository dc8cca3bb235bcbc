package model

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"variantlab/sim/rng"
)

// KataGo's shuffle rule by hand: at ten times the first window, 1 + 0.4*(10^0.65 - 1)/0.65 = 3.1335.
func TestWindowRows(t *testing.T) {
	for _, c := range []struct{ n, first, want int }{
		{0, 20000, 0}, {5, 20000, 5}, {20000, 20000, 20000}, {200000, 20000, 62664}, {20001, 20000, 20000}, {7, 0, 7},
	} {
		if got := WindowRows(c.n, c.first); math.Abs(float64(got-c.want)) > 60 {
			t.Errorf("WindowRows(%d, %d) = %d, want about %d", c.n, c.first, got, c.want)
		}
	}
	last := 0
	for n := 1000; n < 1_000_000; n += 997 {
		w := WindowRows(n, 20000)
		if w < last || w > n {
			t.Fatalf("WindowRows(%d) = %d after %d", n, w, last)
		}
		last = w
	}
}

func TestSamplerDrawsEveryRowOncePerPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 700).Draw(t, "n")
		seed := rapid.Uint64().Draw(t, "seed")
		s := newSampler(seed, 3, n)
		for pass := range 3 {
			seen := make([]bool, n)
			for i := range n {
				r := s.row(pass*n + i)
				if r < 0 || r >= n || seen[r] {
					t.Fatalf("pass %d draw %d: row %d of %d again or out of range", pass, i, r, n)
				}
				seen[r] = true
			}
		}
		// A sampler that is entered in the middle, as after a resume, goes on the same way.
		i := rapid.IntRange(0, 3*n-1).Draw(t, "i")
		if got, want := newSampler(seed, 3, n).row(i), s.row(i); got != want {
			t.Fatalf("draw %d: row %d for a new sampler, %d for the old one", i, got, want)
		}
	})
}

// Each row is equally likely at each place: chi squared over seeds.
func TestPermutationIsUniform(t *testing.T) {
	const n, seeds = 12, 24000
	var count [n][n]int
	for seed := range uint64(seeds) {
		stream := rng.New(seed, 0, rng.Shuffle, 0, 0)
		p := newPermutation(n, &stream)
		for i := range n {
			count[i][p.at(i)]++
		}
	}
	chi2, expect := 0.0, float64(seeds)/n
	for i := range n {
		for j := range n {
			d := float64(count[i][j]) - expect
			chi2 += d * d / expect
		}
	}
	// 121 degrees of freedom: mean 121, standard deviation 15.6.
	if chi2 > 121+5*15.6 {
		t.Errorf("chi squared %.0f with 121 degrees of freedom", chi2)
	}
}
