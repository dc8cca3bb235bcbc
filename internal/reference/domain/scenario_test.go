package domain

import (
	"os"
	"testing"

	"variantlab/internal/reference/scenario"
)

type engine struct{}

func (engine) New(options map[string]string, params map[string]float64) (scenario.Position, error) {
	s, err := New(options, params)
	return position{s}, err
}

type position struct{ *State }

func (p position) Outcomes() []scenario.Outcome {
	var list []scenario.Outcome
	for _, o := range p.State.Outcomes() {
		list = append(list, scenario.Outcome(o))
	}
	return list
}

func TestScenarios(t *testing.T) {
	f, err := os.Open("../../../sim/domain/testdata/scenarios.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := scenario.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		t.Run(s.Name(), func(t *testing.T) {
			for _, problem := range scenario.Run(engine{}, s) {
				t.Error(problem)
			}
		})
	}
}
