package analysis

import (
	"fmt"
	"math"
	"os"
	"testing"

	"variantlab/sim/rng"
)

// full reports whether the long counts are asked for, as make verify does.
func full() bool { return os.Getenv("VARIANTLAB_FULL") != "" }

// The values are those of R 4.3, prop.test(x, n, correct = FALSE)$conf.int.
func TestWilsonAgainstR(t *testing.T) {
	for _, c := range []struct {
		wins, n   int
		low, high float64
	}{
		{15, 20, 0.5313, 0.8881},
		{0, 10, 0, 0.2775},
		{10, 10, 0.7225, 1},
		{50, 100, 0.4038, 0.5962},
	} {
		got := Wilson(float64(c.wins)/float64(c.n), c.n, 0.95)
		if math.Abs(got.Low-c.low) > 5e-5 || math.Abs(got.High-c.high) > 5e-5 {
			t.Errorf("%d of %d: %+v, want [%v, %v]", c.wins, c.n, got, c.low, c.high)
		}
	}
	if got := Wilson(0.5, 0, 0.95); got != (Interval{0, 1}) {
		t.Errorf("no evidence: %+v, want [0, 1]", got)
	}
}

// Averaged over true scores the interval covers at least as often as it says, for decisive games, for drawish ones and
// for the means of pairs. (At single scores the coverage of counts swings around the level.)
func TestWilsonCoverage(t *testing.T) {
	runs, least := 400, 0.94 // three standard errors of the count below the level
	if full() {
		runs, least = 4000, 0.945
	}
	s := rng.New(1, 1, rng.Rollout, 0, 0)
	for _, kind := range []struct {
		name string
		unit func(p float64) float64
	}{
		{"decisive", func(p float64) float64 { return indicator(s.Float64() < p) }},
		{"pairs", func(p float64) float64 { return (indicator(s.Float64() < p) + indicator(s.Float64() < p)) / 2 }},
		{"drawish", func(p float64) float64 {
			if s.Float64() < 2*min(p, 1-p)*0.6 {
				return 0.5
			}
			// What is left of the mean when the draws are taken out.
			d := 2 * min(p, 1-p) * 0.6
			return indicator(s.Float64() < (p-d/2)/(1-d))
		}},
	} {
		for _, n := range []int{20, 100} {
			covered, total := 0, 0
			for p := 0.05; p < 0.96; p += 0.05 {
				for range runs {
					sum := 0.0
					for range n {
						sum += kind.unit(p)
					}
					total++
					if Wilson(sum/float64(n), n, 0.95).Contains(p) {
						covered++
					}
				}
			}
			if rate := float64(covered) / float64(total); rate < least {
				t.Errorf("%s, n %d: covers %.4f of the time, want %v or more", kind.name, n, rate, least)
			}
		}
	}
}

// Playing on until the interval is narrow, as balance does, costs a little coverage where scores are lopsided: those stop
// early that look more lopsided than they are. The units are the worst case, both games of every pair ending alike.
func TestWilsonCoverageWhenStopped(t *testing.T) {
	runs := 300
	if full() {
		runs = 20000
	}
	s := rng.New(4, 1, rng.Rollout, 0, 0)
	for _, p := range []float64{0.5, 0.7, 0.8, 0.9, 0.95} {
		covered := 0
		for range runs {
			wins, n := 0.0, 0
			var i Interval
			for pairs := 40; n == 0 || i.HalfWidth() > 0.04; pairs = 10 {
				for range pairs {
					wins += indicator(s.Float64() < p)
				}
				n += pairs
				i = Wilson(wins/float64(n), n, 0.95)
			}
			if i.Contains(p) {
				covered++
			}
		}
		rate := float64(covered) / float64(runs)
		if rate < 0.925-3.5*math.Sqrt(0.95*0.05/float64(runs)) {
			t.Errorf("score %v: covers %.4f of the time", p, rate)
		}
		if full() {
			fmt.Printf("verify: score %v played to a precision: interval covers %.4f of %d\n", p, rate, runs)
		}
	}
}

// R 4.3: t.test(c(1, 2, 4, 8))$conf.int is [-1.174, 8.674] around 3.75.
func TestMeanIntervalAgainstR(t *testing.T) {
	mean, i := MeanInterval([]float64{1, 2, 4, 8}, 0.95)
	if mean != 3.75 || math.Abs(i.Low+1.1743) > 5e-3 || math.Abs(i.High-8.6743) > 5e-3 {
		t.Errorf("mean %v, %+v", mean, i)
	}
	if _, i := MeanInterval([]float64{3}, 0.95); i != nil {
		t.Errorf("one value has the interval %+v", i)
	}
}

// Holm's own example of the method: sorted p-values are held against 0.05/4, 0.05/3, 0.05/2, 0.05/1 until one fails.
func TestHolm(t *testing.T) {
	got := Holm([]float64{0.03, 0.001, 0.04, 0.013}, 0.95)
	want := []bool{false, true, false, true}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestScorePValueTouchesWilson(t *testing.T) {
	for _, mean := range []float64{0.55, 0.6, 0.7} {
		for _, n := range []int{30, 100} {
			i := Wilson(mean, n, 1-ScorePValue(mean, n))
			if math.Abs(i.Low-0.5) > 1e-9 {
				t.Errorf("mean %v, n %d: interval at the p-value starts at %v, want 0.5", mean, n, i.Low)
			}
		}
	}
}

func ExampleElo() {
	fmt.Printf("%.1f %.1f\n", Elo(0.64), EloScore(100)*100)
	// Output: 100.0 64.0
}
