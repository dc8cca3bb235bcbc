package analysis

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the confidence level of every interval in a report.
const Level = 0.95

// Interval is a two-sided confidence interval at Level unless said otherwise.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// HalfWidth is half the length of the interval.
func (i Interval) HalfWidth() float64 { return (i.High - i.Low) / 2 }

// Contains reports whether x lies in the interval.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

// Wilson is Wilson's score interval for the mean of n independent values in [0, 1] with the observed mean (Wilson 1927).
// For wins and losses it is the usual one; draws and pair means vary less than wins and losses of the same mean, so that
// there it is conservative: it covers at least as often as level says. With n = 0 it is [0, 1].
func Wilson(mean float64, n int, level float64) Interval {
	if n == 0 {
		return Interval{0, 1}
	}
	z := distuv.UnitNormal.Quantile(0.5 + level/2)
	count := float64(n)
	centre := (mean + z*z/(2*count)) / (1 + z*z/count)
	half := z / (1 + z*z/count) * math.Sqrt(mean*(1-mean)/count+z*z/(4*count*count))
	return Interval{max(0, centre-half), min(1, centre+half)}
}

// ScorePValue is the two-sided p-value of Wilson's score test that the mean of n values in [0, 1] is 0.5; Wilson's
// interval at level 1-p just touches 0.5. With n = 0 it is 1.
func ScorePValue(mean float64, n int) float64 {
	z := math.Abs(mean-0.5) * 2 * math.Sqrt(float64(n))
	return 2 * distuv.UnitNormal.CDF(-z)
}

// MeanInterval is the mean of unbounded values and Student's interval for it; nil with fewer than two values, which tell
// nothing about their spread.
func MeanInterval(values []float64, level float64) (float64, *Interval) {
	n := float64(len(values))
	if n == 0 {
		return 0, nil
	}
	mean, sd := stat.MeanStdDev(values, nil)
	if n < 2 {
		return mean, nil
	}
	half := student(n-1, level) * sd / math.Sqrt(n)
	return mean, &Interval{mean - half, mean + half}
}

// within is the part of the interval that lies between low and high, which the true value can't be outside of: it covers
// that value as often as the whole. nil stays nil.
func (i *Interval) within(low, high float64) *Interval {
	if i == nil {
		return nil
	}
	return &Interval{max(low, i.Low), min(high, i.High)}
}

// student is the quantile of Student's distribution that a two-sided interval at level takes.
func student(freedom, level float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(0.5 + level/2)
}

// Holm marks which of the p-values stand at family-wise error 1-level (Holm 1979).
func Holm(p []float64, level float64) []bool {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	sortBy(order, func(i int) float64 { return p[i] })
	stands := make([]bool, len(p))
	for rank, i := range order {
		if p[i] > (1-level)/float64(len(p)-rank) {
			break
		}
		stands[i] = true
	}
	return stands
}
