//go:build torch

package model

import (
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
	spec.Arch.Channels = 32
	config := DefaultConfig().Train
	config.WeightDecay = 0
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
