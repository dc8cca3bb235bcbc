package model

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// adamReference is what another implementation gets for adamStart and adamGradient; see testdata/adamw.json.
type adamReference struct {
	About string
	Rate  float64
	Beta1 float64
	Beta2 float64
	Decay float64
	Steps []int       // after which Theta holds the parameters
	Theta [][]float32 // [Steps][parameters]
}

const adamParameters, adamSteps = 8, 100

func adamStart() []float32 {
	theta := make([]float32, adamParameters)
	for i := range theta {
		theta[i] = float32(i) - 3.5
	}
	return theta
}

// adamGradient is the gradient of step t: waves of different lengths and sizes, some of them tiny.
func adamGradient(t int) []float32 {
	grad := make([]float32, adamParameters)
	for i := range grad {
		grad[i] = float32(math.Sin(float64(t*(i+1))/7) * math.Pow(10, float64(i-5)))
	}
	return grad
}

func readAdamReference(t *testing.T) adamReference {
	t.Helper()
	text, err := os.ReadFile("testdata/adamw.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref adamReference
	if err := json.Unmarshal(text, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

func TestAdamWAgreesWithTorch(t *testing.T) {
	ref := readAdamReference(t)
	o := NewAdamW(adamParameters, ref.Beta1, ref.Beta2, ref.Decay)
	theta, k := adamStart(), 0
	for step := range adamSteps {
		o.Step(theta, adamGradient(step), adamParameters, ref.Rate)
		if k < len(ref.Steps) && step+1 == ref.Steps[k] {
			for i, want := range ref.Theta[k] {
				if d := math.Abs(float64(theta[i] - want)); d > 1e-6*max(1, math.Abs(float64(want))) {
					t.Errorf("step %d parameter %d: %v, torch has %v", step+1, i, theta[i], want)
				}
			}
			k++
		}
	}
	if k != len(ref.Steps) || k < 3 {
		t.Errorf("compared %d of the steps %v", k, ref.Steps)
	}
}

func TestWeightDecayActsOnThePrefix(t *testing.T) {
	o := NewAdamW(2, 0.9, 0.95, 0.5)
	theta := []float32{1, 1}
	o.Step(theta, []float32{0, 0}, 1, 0.1)
	if theta[0] != 0.95 || theta[1] != 1 {
		t.Errorf("after decay by 0.05 of the first alone: %v", theta)
	}
}

func TestClipNorm(t *testing.T) {
	g := []float32{3, 4}
	if n := ClipNorm(g, 10); n != 5 || g[0] != 3 {
		t.Errorf("norm %v, gradient %v: a short gradient was changed", n, g)
	}
	if n := ClipNorm(g, 1); n != 5 || math.Abs(float64(g[0])-0.6) > 1e-7 || math.Abs(float64(g[1])-0.8) > 1e-7 {
		t.Errorf("norm %v, gradient %v, want 5 and [0.6 0.8]", n, g)
	}
}

func TestSchedule(t *testing.T) {
	s := Schedule{Peak: 1, Final: 0.1, Warmup: 10, Cosine: 0.2}
	for _, c := range []struct {
		step     int
		progress float64
		want     float64
	}{
		{0, 0, 0.1}, {4, 0, 0.5}, {9, 0, 1}, {500, 0.5, 1}, {500, 0.8, 1}, {500, 0.9, 0.55}, {500, 1, 0.1}, {0, 1, 0.01},
	} {
		if got := s.Rate(c.step, c.progress); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("step %d at %v: rate %v, want %v", c.step, c.progress, got, c.want)
		}
	}
	if got := (Schedule{Peak: 1}).Rate(3, 1); got != 1 {
		t.Errorf("without warm-up and cosine: %v, want 1", got)
	}
}

// The average forgets its start: with a constant target it arrives there.
func TestAverageForgetsTheStart(t *testing.T) {
	ema := []float32{100}
	for i := range 200 {
		updateEMA(ema, []float32{1}, i)
	}
	if math.Abs(float64(ema[0])-1) > 1e-2 {
		t.Errorf("after 200 steps at 1 the average is %v", ema[0])
	}
	ema = []float32{0}
	updateEMA(ema, []float32{1}, 0)
	if math.Abs(float64(ema[0])-0.9) > 1e-6 {
		t.Errorf("the first step leaves %v, want 0.9", ema[0])
	}
}
