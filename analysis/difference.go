package analysis

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
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
func differences(cells []Cell, distinct []*pair, variants []Variant) []Difference {
	list := []Difference{}
	byName := map[string]*Cell{}
	for i := range cells {
		byName[cells[i].White] = &cells[i]
	}
	for i, a := range variants {
		for _, b := range variants[i+1:] {
			p, q := byName[a.Name], byName[b.Name]
			if p == nil || q == nil {
				continue
			}
			list = append(list, Difference{
				A: a.Name, B: b.Name, Score: shareDifference(p.Score, q.Score), Draws: shareDifference(p.DrawShare, q.DrawShare),
				Length: meanDifference(pliesIn(a.Name, distinct), pliesIn(b.Name, distinct)),
			})
		}
	}
	return list
}

func pliesIn(cell string, distinct []*pair) []float64 {
	return units(distinct, func(g *Game) (float64, bool) { return float64(g.Plies), g.White == cell })
}

// shareDifference is a's mean less b's, of independent units, with Newcombe's interval made of the two of Wilson's
// (Newcombe 1998, method 10).
func shareDifference(a, b Score) Estimate {
	d := a.Mean - b.Mean
	return Estimate{d, Interval{
		d - math.Hypot(a.Mean-a.Interval.Low, b.Interval.High-b.Mean),
		d + math.Hypot(a.Interval.High-a.Mean, b.Mean-b.Interval.Low),
	}}
}

// meanDifference is the difference of means of independent values with Welch's interval; nil where a spread is unknown or
// there is none at all.
func meanDifference(a, b []float64) *Estimate {
	if len(a) < 2 || len(b) < 2 {
		return nil
	}
	m1, v1 := stat.MeanVariance(a, nil)
	m2, v2 := stat.MeanVariance(b, nil)
	n1, n2 := float64(len(a)), float64(len(b))
	s1, s2 := v1/n1, v2/n2
	if s1+s2 == 0 {
		return nil
	}
	freedom := (s1 + s2) * (s1 + s2) / (s1*s1/(n1-1) + s2*s2/(n2-1))
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(0.5+Level/2) * math.Sqrt(s1+s2)
	return &Estimate{m1 - m2, Interval{m1 - m2 - half, m1 - m2 + half}}
}
