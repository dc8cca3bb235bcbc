package analysis

import (
	"math"
	"testing"

	"variantlab/sim/rng"
)

// By hand: 100 pairs with mean 0.55; 40 scored 1, 30 scored ½, 30 scored 0. Sum of squares 40·0.45² + 30·0.05² +
// 30·0.55² = 17.25; variance (17.25 + 0.125)/101 = 0.17203. Elo 0 and 50: s0 = 0.5, s1 = 0.571463.
// LLR = 100·0.071463·(1.1 - 1.071463)/(2·0.17203) = 0.59274.
func TestLLRByHand(t *testing.T) {
	var pairs []float64
	for i := range 100 {
		switch {
		case i < 40:
			pairs = append(pairs, 1)
		case i < 70:
			pairs = append(pairs, 0.5)
		default:
			pairs = append(pairs, 0)
		}
	}
	test := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	if got := test.LLR(pairs); math.Abs(got-0.59274) > 1e-4 {
		t.Errorf("LLR %v, want 0.59274", got)
	}
	if got := test.LLR(pairs[:19]); got != 0 {
		t.Errorf("LLR %v on too few pairs, want 0", got)
	}
}

// The stopping rule makes each error at most 1.3 times as often as promised.
func TestSPRTErrorRates(t *testing.T) {
	runs := 400
	if full() {
		runs = 5000
	}
	test := SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	s := rng.New(7, 1, rng.Rollout, 0, 0)
	for _, c := range []struct {
		elo   float64
		wrong Verdict
	}{{0, AcceptH1}, {100, AcceptH0}} {
		p := EloScore(c.elo)
		wrong := 0
		for range runs {
			var pairs []float64
			verdict := Continue
			for verdict == Continue && len(pairs) < 2000 {
				x := 0.0
				for range 2 {
					if s.Float64() < 0.3 {
						x += 0.25
					} else {
						x += indicator(s.Float64() < (p-0.15)/0.7) / 2
					}
				}
				pairs = append(pairs, x)
				verdict = test.Decide(pairs)
			}
			if verdict == c.wrong {
				wrong++
			}
		}
		allowed := 1.3*0.05 + 3*math.Sqrt(0.05*0.95/float64(runs))
		if full() {
			allowed = 1.3 * 0.05
		}
		if rate := float64(wrong) / float64(runs); rate > allowed {
			t.Errorf("true Elo %v: %s accepted in %.3f of %d runs", c.elo, c.wrong, rate, runs)
		}
	}
}
