//go:build torch

package model

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/sugarme/gotch/libtch"

	"variantlab/model/internal/torch"
)

var update = flag.Bool("update", false, "write testdata anew")

// The stored reference is what libtorch's own AdamW computes; -update writes it.
func TestAdamWReferenceIsTorchs(t *testing.T) {
	ref := adamReference{
		About: "Parameters of libtorch 2.1.2's AdamW (eps 1e-8) on the gradients of adamGradient; written by: go test -tags torch ./model -run AdamWReference -update",
		Rate:  0.01, Beta1: 0.9, Beta2: 0.95, Decay: 0.1, Steps: []int{1, 2, 10, 50, 100},
	}
	theta, err := torch.NewBuffer[float32](adamParameters)
	if err != nil {
		t.Fatal(err)
	}
	defer theta.Free()
	grad, err := torch.NewBuffer[float32](adamParameters)
	if err != nil {
		t.Fatal(err)
	}
	defer grad.Free()
	copy(theta.Data, adamStart())
	err = torch.Do(torch.Grad, func(s *torch.Scope) {
		leaf := s.Leaf(theta.Tensor)
		opt := libtch.AtoAdamW(ref.Rate, ref.Beta1, ref.Beta2, ref.Decay)
		defer libtch.AtoFree(opt)
		libtch.AtoAddParametersOld(opt, []torch.Tensor{leaf}, 1)
		for step := range adamSteps {
			copy(grad.Data, adamGradient(step))
			libtch.AtoZeroGrad(opt)
			libtch.AtBackward(s.Sum(s.Mul(leaf, grad.Tensor), 0), 0, 0)
			libtch.AtoStep(opt)
			if slices.Contains(ref.Steps, step+1) {
				ref.Theta = append(ref.Theta, slices.Clone(s.Floats(leaf, adamParameters)))
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		text, err := json.MarshalIndent(ref, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/adamw.json", append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stored := readAdamReference(t)
	for k := range ref.Theta {
		for i, want := range ref.Theta[k] {
			if math.Abs(float64(stored.Theta[k][i]-want)) > 1e-6*max(1, math.Abs(float64(want))) {
				t.Errorf("step %d parameter %d: stored %v, libtorch now %v", ref.Steps[k], i, stored.Theta[k][i], want)
			}
		}
	}
}
