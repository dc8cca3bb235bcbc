package analysis

import (
	"bytes"
	"html"
	"math"
	"strings"
	"testing"

	"variantlab/sim/rng"
)

// The examples of Newcombe 1998, table II, method 10.
func TestShareDifferenceAgainstNewcombe(t *testing.T) {
	share := func(x, n int) Score {
		m := float64(x) / float64(n)
		return Score{m, Wilson(m, n, 0.95), n}
	}
	for _, c := range []struct {
		x1, n1, x2, n2 int
		low, high      float64
	}{
		{56, 70, 48, 80, 0.0524, 0.3339},
		{9, 10, 3, 10, 0.1705, 0.8090},
		{10, 10, 0, 20, 0.6791, 1},
	} {
		got := shareDifference(share(c.x1, c.n1), share(c.x2, c.n2))
		if math.Abs(got.Interval.Low-c.low) > 5e-5 || math.Abs(got.Interval.High-c.high) > 5e-5 {
			t.Errorf("%d/%d less %d/%d: %+v, want [%v, %v]", c.x1, c.n1, c.x2, c.n2, got, c.low, c.high)
		}
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

// The interval for a difference of drawish scores covers at least as often as it says.
func TestShareDifferenceCoverage(t *testing.T) {
	runs := 2000
	if full() {
		runs = 40000
	}
	s := rng.New(9, 1, rng.Rollout, 0, 0)
	mean := func(logit float64, n int) Score {
		sum := 0.0
		for range n {
			sum += (result(&s, logit) + result(&s, logit)) / 2
		}
		m := sum / float64(n)
		return Score{m, Wilson(m, n, Level), n}
	}
	p := func(logit float64) float64 { return 1 / (1 + math.Exp(-logit)) }
	covered := 0
	for range runs {
		a, b := s.Normal(), s.Normal()
		if shareDifference(mean(a, 40), mean(b, 60)).Interval.Contains(p(a) - p(b)) {
			covered++
		}
	}
	if rate := float64(covered) / float64(runs); rate < 0.95-3.5*math.Sqrt(0.95*0.05/float64(runs)) {
		t.Errorf("covers %.4f of the time", rate)
	}
}

// Two variants against each other: numbers of one less those of the other, whatever the order of the games.
func TestDifferencesByHand(t *testing.T) {
	var games []Game
	add := func(pair uint64, cell string, scores [2]float64, plies [2]int) {
		for k := range 2 {
			games = append(games, Game{ID: pair + uint64(k), Pair: pair, Seed: 1, White: cell, Black: cell, Score: scores[k], Plies: plies[k], Sequence: pair + uint64(k)})
		}
	}
	add(0, "b", [2]float64{1, 0.5}, [2]int{10, 20})
	add(2, "a", [2]float64{1, 1}, [2]int{30, 50})
	add(4, "b", [2]float64{0, 0}, [2]int{30, 30})
	add(6, "a", [2]float64{0.5, 0}, [2]int{60, 60})
	r, err := Analyze(games, Source{Data: []string{"d"}, Variants: []Variant{{Name: "a"}, {Name: "b"}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Differences) != 1 {
		t.Fatalf("%+v", r.Differences)
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
	if err := r.WriteHTML(&page); err != nil || !strings.Contains(html.UnescapeString(page.String()), "a less b</td><td class=\"n\">+25.0 [") || strings.Contains(page.String(), "in mirrors") {
		t.Errorf("%v, page:\n%s", err, page.String())
	}
}
