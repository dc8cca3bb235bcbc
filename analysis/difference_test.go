package analysis

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strings"
	"testing"

	"variantlab/sim/rng"
)

// By hand: means 0.5 and 0.75. Spreads ((0.5 + 0.125)/5)/4 = 0.03125 and ((0.125 + 0.125)/3)/2 = 0.0416667; degrees of
// freedom 0.00531684/(0.000325521 + 0.00173611) = 2.57895; Student's quantile there 3.4976; half = 3.4976 √0.0729167 =
// 0.94445.
func TestShareDifferenceByHand(t *testing.T) {
	got := shareDifference([]float64{0, 0.5, 1, 0.5}, []float64{0.5, 1})
	if got.Value != -0.25 || got.Interval.Low != -1 || math.Abs(got.Interval.High-0.69445) > 1e-4 {
		t.Errorf("%+v", got)
	}
	if d := shareDifference([]float64{1}, []float64{0, 1}); d.Value != 0.5 || d.Interval != (Interval{-1, 1}) {
		t.Errorf("one value: %+v", d)
	}
	if d := shareDifference([]float64{0.5, 0.5, 0.5}, []float64{0.5, 0.5, 0.5}); d.Interval.Low > -0.2 || d.Interval.High < 0.2 {
		t.Errorf("three draws each leave only %+v", d)
	}
}

// By hand: means 3.75 and 4; variances of the means 2.39583 and 1/3; degrees of freedom 7.4484/(1.91334+0.05556) = 3.7830;
// Student's quantile there 2.8404 (by numerical integration of the density); half = 2.8404 √2.72917 = 4.6924.
func TestMeanDifferenceByHand(t *testing.T) {
	got := meanDifference([]float64{1, 2, 4, 8}, []float64{3, 4, 5})
	if got == nil || got.Value != -0.25 || math.Abs(got.Interval.High-(-0.25+4.6924)) > 1e-4 || math.Abs(got.Interval.Low-(-0.25-4.6924)) > 1e-4 {
		t.Errorf("%+v", got)
	}
	if d := meanDifference([]float64{1}, []float64{3, 4, 5}); d != nil {
		t.Errorf("one value: %+v", d)
	}
	if d := meanDifference([]float64{2, 2}, []float64{3, 3}); d != nil {
		t.Errorf("no spread: %+v", d)
	}
}

// The interval of a difference covers, by decisive games and by drawish ones, near the ends too.
func TestShareDifferenceCoverage(t *testing.T) {
	runs := 300
	if full() {
		runs = 20000
	}
	s := rng.New(9, 1, rng.Rollout, 0, 0)
	game := func(won, drawn float64) float64 {
		switch u := s.Float64(); {
		case u < won:
			return 1
		case u < won+drawn:
			return 0.5
		}
		return 0
	}
	for _, c := range [][4]float64{ // won and drawn in either cell
		{0.5, 0, 0.5, 0}, {0.9, 0, 0.9, 0}, {0.97, 0, 0.5, 0}, {0.4, 0.4, 0.3, 0.4}, {0.05, 0.95, 0.05, 0.95}, {0.03, 0.97, 0.1, 0.9}, {0, 1, 0.02, 0.98},
	} {
		for _, n := range []int{10, 50} {
			covered := 0
			for range runs {
				var values [2][]float64
				for cell := range values {
					for range n {
						a := game(c[2*cell], c[2*cell+1])
						b := a // half of the pairs repeat themselves
						if s.Float64() < 0.5 {
							b = game(c[2*cell], c[2*cell+1])
						}
						values[cell] = append(values[cell], (a+b)/2)
					}
				}
				if shareDifference(values[0], values[1]).Interval.Contains(c[0] + c[1]/2 - c[2] - c[3]/2) {
					covered++
				}
			}
			rate := float64(covered) / float64(runs)
			if rate < 0.94-3.5*math.Sqrt(0.95*0.05/float64(runs)) {
				t.Errorf("%v, %d pairs: covers %.4f of the time", c, n, rate)
			}
			if full() {
				fmt.Printf("verify: difference of cells %v, %d pairs: interval covers %.4f of %d\n", c, n, rate, runs)
			}
		}
	}
}

// Two variants against each other: numbers of one less those of the other, whatever the order of the games.
func TestDifferencesByHand(t *testing.T) {
	var games []Game
	add := func(pair uint64, cell string, scores [2]float64, plies [2]int) {
		for k := range 2 {
			games = append(games, Game{ID: pair + uint64(k), Pair: pair, Seed: 1, White: cell, Black: cell, Score: scores[k], Plies: plies[k],
				Sequence: pair/4*2 + uint64(k)}) // the same in both cells
		}
	}
	add(0, "b", [2]float64{1, 0.5}, [2]int{10, 20})
	add(2, "a", [2]float64{1, 1}, [2]int{30, 50})
	add(4, "b", [2]float64{0, 0}, [2]int{30, 30})
	add(6, "a", [2]float64{0.5, 0}, [2]int{60, 60})
	r, err := Analyze(games, Source{Data: []string{"d"}, Variants: []Variant{
		{"a", map[string]string{"mode": "full", "setup": "x y"}}, {"b", map[string]string{"mode": "full", "setup": "z"}}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Differences) != 1 || r.Distinct != 8 || r.DistinctPairs != 4 {
		t.Fatalf("%+v, %d distinct games, %d pairs", r.Differences, r.Distinct, r.DistinctPairs)
	}
	// White scores: a (1 + ¼)/2, b (¾ + 0)/2. Drawn: a (0 + ½)/2, b (½ + 0)/2. Lengths: a 40 and 60, b 15 and 30.
	d := r.Differences[0]
	if d.A != "a" || d.B != "b" || d.Score.Value != 0.25 || d.Draws.Value != 0 || d.Length.Value != 27.5 {
		t.Errorf("%+v", d)
	}
	if r.Cells[0].DrawShare.Mean != 0.25 || r.Cells[0].DrawShare.Units != 2 || len(r.Cells[0].Endings) != 1 {
		t.Errorf("cell a: %+v", r.Cells[0])
	}
	var md, page bytes.Buffer
	if err := r.WriteMarkdown(&md); err != nil || !strings.Contains(md.String(), "a less b: White's score +25.0 [") || !strings.Contains(md.String(), "| b | 4 | 1/1/2 |") {
		t.Errorf("%v, markdown:\n%s", err, md.String())
	}
	side := beside(r)
	if side.Noun != "setup" || len(side.Names[0].Options) != 1 || side.Names[1].Options["setup"] != "z" || side.Common["mode"] != "full" {
		t.Errorf("%+v", side)
	}
	twins := beside(&Report{Variants: []Variant{{"", map[string]string{"mode": "full"}}, {"full", map[string]string{"mode": "full"}}}})
	if twins.Noun != "game" || len(twins.Names[1].Options) != 0 || twins.Common["mode"] != "full" {
		t.Errorf("cells that differ in nothing: %+v", twins)
	}
	if err := r.WriteHTML(&page); err != nil || !strings.Contains(html.UnescapeString(page.String()), "a less b</td><td class=\"n\">+25.0 [") || strings.Contains(page.String(), "in mirrors") {
		t.Errorf("%v, page:\n%s", err, page.String())
	}
}
