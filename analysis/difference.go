package analysis

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Difference compares two cells of a comparison: A's number less B's.
type Difference struct {
	A      string    `json:"a"`
	B      string    `json:"b"`
	Score  Estimate  `json:"score"` // of White
	Draws  Estimate  `json:"draws"` // share of games
	Length *Estimate `json:"length"`
}

// differences compares each two variants.
func differences(distinct []*pair, variants []Variant) []Difference {
	in := func(v Variant, value func(*Game) float64) []float64 {
		return units(distinct, func(g *Game) (float64, bool) { return value(g), g.White == v.Name })
	}
	score := func(g *Game) float64 { return g.Score }
	drawn := func(g *Game) float64 { return indicator(g.Score == 0.5) }
	plies := func(g *Game) float64 { return float64(g.Plies) }
	list := []Difference{}
	for i, a := range variants {
		for _, b := range variants[i+1:] {
			list = append(list, Difference{
				A: a.Name, B: b.Name,
				Score:  shareDifference(in(a, score), in(b, score)),
				Draws:  shareDifference(in(a, drawn), in(b, drawn)),
				Length: meanDifference(in(a, plies), in(b, plies)),
			})
		}
	}
	return list
}

// shareDifference is the difference of means of independent values in [0, 1] with Welch's interval, to which either side
// brings two more deviations of a quarter, as in SPRT.LLR: values that are all equal don't prove that there is no spread.
// With fewer than two values on a side it is [-1, 1].
func shareDifference(a, b []float64) Estimate {
	d := stat.Mean(a, nil) - stat.Mean(b, nil)
	if len(a) < 2 || len(b) < 2 {
		return Estimate{d, Interval{-1, 1}}
	}
	spread := func(values []float64) float64 {
		n := float64(len(values))
		_, v := stat.MeanVariance(values, nil)
		return ((n-1)*v + 2*0.25*0.25) / (n + 1) / n
	}
	half := welch(spread(a), spread(b), len(a), len(b))
	return Estimate{d, Interval{max(-1, d-half), min(1, d+half)}}
}

// meanDifference is the difference of means of independent values with Welch's interval; nil where a spread is unknown or
// there is none at all.
func meanDifference(a, b []float64) *Estimate {
	if len(a) < 2 || len(b) < 2 {
		return nil
	}
	m1, v1 := stat.MeanVariance(a, nil)
	m2, v2 := stat.MeanVariance(b, nil)
	if v1+v2 == 0 {
		return nil
	}
	half := welch(v1/float64(len(a)), v2/float64(len(b)), len(a), len(b))
	return &Estimate{m1 - m2, Interval{m1 - m2 - half, m1 - m2 + half}}
}

// welch is half the interval of a difference of means with variances s1 and s2, estimated from n1 and n2 values (Welch
// 1947).
func welch(s1, s2 float64, n1, n2 int) float64 {
	freedom := (s1 + s2) * (s1 + s2) / (s1*s1/float64(n1-1) + s2*s2/float64(n2-1))
	return student(freedom, Level) * math.Sqrt(s1+s2)
}
