package analysis

import "math"

// Verdict is the state of a sequential test.
type Verdict string

// The verdicts of an SPRT.
const (
	Continue Verdict = "continue"
	AcceptH0 Verdict = "H0" // not stronger than Elo0
	AcceptH1 Verdict = "H1" // at least as strong as Elo1
)

// SPRT is Wald's sequential probability ratio test for a match of colour-swapped pairs, in its generalised form with
// the variance estimated from the pairs (the approximation that the public testing frameworks of chess engines use).
type SPRT struct {
	Elo0, Elo1  float64 // hypotheses, in Elo points, Elo0 < Elo1
	Alpha, Beta float64 // probabilities of accepting the wrong one
}

// minSPRTPairs is the fewest pairs on which the variance may be estimated.
const minSPRTPairs = 20

// LLR is the log-likelihood ratio of H1 to H0 given pair scores in [0, 1]:
// n·(s1-s0)·(2·mean-s0-s1) / (2·variance), 0 while there are too few pairs to estimate the variance. A half of a
// drawn pair is added on either side of the mean, so that a run of equal results has a finite variance.
func (t SPRT) LLR(pairs []float64) float64 {
	if len(pairs) < minSPRTPairs {
		return 0
	}
	n := float64(len(pairs))
	mean := 0.0
	for _, x := range pairs {
		mean += x / n
	}
	variance := 0.0
	for _, x := range pairs {
		variance += (x - mean) * (x - mean)
	}
	variance = (variance + 2*0.25*0.25) / (n + 1)
	s0, s1 := EloScore(t.Elo0), EloScore(t.Elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// Bounds are the LLR at which H0 and H1 are accepted (Wald 1945).
func (t SPRT) Bounds() (low, high float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Decide says what the pair scores so far allow.
func (t SPRT) Decide(pairs []float64) Verdict {
	low, high := t.Bounds()
	switch llr := t.LLR(pairs); {
	case llr <= low:
		return AcceptH0
	case llr >= high:
		return AcceptH1
	default:
		return Continue
	}
}
