//go:build torch

package model

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func fakeTrainer(t testing.TB, spec Spec, config TrainConfig) *Trainer {
	t.Helper()
	trainer, err := NewTrainer(spec, config, "cpu", freshCheckpoint(spec, 1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(trainer.Free)
	return trainer
}

// A network that cannot learn 64 fixed rows by heart has a broken gradient, loss or head.
func TestOverfit(t *testing.T) {
	spec := fakeSpec(3, 0)
	spec.Arch.Channels = 24
	config := DefaultConfig().Train
	config.WeightDecay = 0
	config.Loss = LossWeights{Policy: 1, Soft: 1, Next: 1, Value: 1, Short: 1, Left: 1}
	samples := fakeSamples(64)
	for _, x := range samples { // a target with a certain answer: its cross entropy can reach zero
		for j := range x.Target {
			x.Target[j] = 0
		}
		x.Target[len(x.Target)/2] = 1
	}
	trainer := fakeTrainer(t, spec, config)
	first, err := trainer.Evaluate(samples)
	if err != nil {
		t.Fatal(err)
	}
	rate := Schedule{Peak: 3e-3, Final: 1e-4, Warmup: 20, Cosine: 0.5}
	for i := range 300 {
		if _, err := trainer.Step(samples, rate.Rate(i, float64(i)/300)); err != nil {
			t.Fatal(err)
		}
	}
	last, err := trainer.Evaluate(samples)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("first %+v", first)
	t.Logf("last  %+v", last)
	for _, term := range []struct {
		name        string
		first, last float64
	}{
		{"total", first.Total, last.Total}, {"policy", first.Policy, last.Policy}, {"soft", first.Soft, last.Soft},
		{"next", first.Next, last.Next}, {"value", first.Value, last.Value}, {"short", first.Short, last.Short}, {"left", first.Left, last.Left},
	} {
		if term.last > 0.05*term.first {
			t.Errorf("%s loss %.4f of %.4f at the start: more than 5 %%", term.name, term.last, term.first)
		}
	}
}

// Losses are means: the same sample again changes nothing, and a row without a policy to teach counts for none.
func TestLossesAreMeans(t *testing.T) {
	trainer := fakeTrainer(t, fakeSpec(1, 0), DefaultConfig().Train)
	samples := fakeSamples(6)
	samples[5].Next = nil
	once, err := trainer.Evaluate(samples)
	if err != nil {
		t.Fatal(err)
	}
	twice, err := trainer.Evaluate(append(samples, samples...))
	if err != nil {
		t.Fatal(err)
	}
	silent := *samples[0]
	silent.Weight, silent.Target = 0, samples[0].Target[:]
	muted, err := trainer.Evaluate(append([]*Sample{&silent}, samples...))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []struct {
		name      string
		got, want float64
	}{
		{"total of doubled samples", twice.Total, once.Total}, {"policy of doubled samples", twice.Policy, once.Policy},
		{"next of doubled samples", twice.Next, once.Next}, {"left of doubled samples", twice.Left, once.Left},
		{"policy beside a row of weight 0", muted.Policy, once.Policy}, {"soft policy beside a row of weight 0", muted.Soft, once.Soft},
	} {
		if math.Abs(l.got-l.want) > 1e-5*(1+l.want) {
			t.Errorf("%s: %v, want %v", l.name, l.got, l.want)
		}
	}
	if muted.Value == once.Value {
		t.Error("a row of weight 0 must still teach the value")
	}
}

func TestDivergenceIsAnError(t *testing.T) {
	trainer := fakeTrainer(t, fakeSpec(1, 0), DefaultConfig().Train)
	samples := fakeSamples(4)
	samples[0].Short[0] = float32(math.NaN())
	before := append([]float32(nil), trainer.net.flat.Data...)
	if _, err := trainer.Step(samples, 1e-3); err == nil || !strings.Contains(err.Error(), "learning_rate") {
		t.Errorf("a loss that is not a number: %v", err)
	}
	if !slices.Equal(before, trainer.net.flat.Data) || trainer.Steps() != 0 {
		t.Error("the weights moved")
	}
}

// The number of threads changes no bit of the result.
func TestThreadsChangeNothing(t *testing.T) {
	samples := fakeSamples(3*shardRows + 5)
	var want []float32
	for _, threads := range []int{1, 2, 4} {
		config := DefaultConfig().Train
		config.Threads = threads
		trainer := fakeTrainer(t, fakeSpec(3, 0), config)
		for range 5 {
			if _, err := trainer.Step(samples, 1e-3); err != nil {
				t.Fatal(err)
			}
		}
		if len(trainer.shards) != 4 {
			t.Fatalf("%d shards", len(trainer.shards))
		}
		if want == nil {
			want = slices.Clone(trainer.net.flat.Data)
		} else if !slices.Equal(want, trainer.net.flat.Data) {
			t.Errorf("%d threads give other weights", threads)
		}
	}
}

// Cutting a step into shards changes its losses and gradient by rounding only.
func TestShardsAddUp(t *testing.T) {
	samples := fakeSamples(2*shardRows + 7)
	trainer := fakeTrainer(t, fakeSpec(2, 0), DefaultConfig().Train)
	parts, err := trainer.pass(samples, true)
	if err != nil {
		t.Fatal(err)
	}
	sum := make([]float64, len(trainer.ema))
	for _, s := range trainer.shards {
		for i, g := range s.grad {
			sum[i] += float64(g)
		}
	}
	whole := &shard{samples: samples, grad: make([]float32, len(trainer.ema))}
	if err := whole.run(trainer.net, &trainer.config.Loss, normOf(samples), true); err != nil {
		t.Fatal(err)
	}
	defer whole.batch.free()
	for _, f := range parts.terms(&whole.losses) {
		if math.Abs(*f[0]-*f[1]) > 1e-5*(1+*f[1]) {
			t.Errorf("losses %+v in shards, %+v at once", parts, whole.losses)
			break
		}
	}
	norm := ClipNorm(whole.grad, math.Inf(1))
	for i, g := range whole.grad {
		if math.Abs(sum[i]-float64(g)) > 1e-5*norm {
			t.Fatalf("gradient %d: %v in shards, %v at once (norm %v)", i, sum[i], g, norm)
		}
	}
}
