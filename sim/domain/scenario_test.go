package domain

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"variantlab/internal/reference/scenario"
	"variantlab/sim/game"
)

// textGame is Game through text alone, as the rules protocol uses it: what the worked examples and the second
// implementation are compared by.
type textGame struct{}

func (textGame) New(options map[string]string, params map[string]float64) (scenario.Position, error) {
	o := game.Options{Values: map[string]string{}, Params: game.Params{}}
	for name, value := range options {
		if name == "position" {
			o.Position = value
		} else {
			o.Values[name] = value
		}
	}
	for name, value := range params {
		o.Params[name] = value
	}
	p, err := Game{}.New(o)
	if err != nil {
		return nil, err
	}
	return textPosition{p}, nil
}

func parseText(state []byte) (textPosition, error) {
	p, err := Game{}.Parse(state)
	return textPosition{p}, err
}

type textPosition struct{ p game.Position }

func (t textPosition) Kind() string {
	switch t.p.State().Turn() {
	case game.Chance:
		return "chance"
	case game.Terminal:
		return "terminal"
	}
	return "player"
}

func (t textPosition) Legal() []string {
	s := t.p.State()
	var list []string
	for _, a := range s.Actions(s.Turn(), nil) {
		list = append(list, string(Game{}.AppendAction(nil, s, s.Turn(), a)))
	}
	slices.Sort(list)
	return list
}

func (t textPosition) Outcomes() []scenario.Outcome {
	s := t.p.State()
	if s.Turn() != game.Chance {
		return nil
	}
	var list []scenario.Outcome
	for _, o := range s.(game.Stochastic).Outcomes(nil) {
		list = append(list, scenario.Outcome{Name: string(Game{}.AppendAction(nil, s, game.Chance, o.Action)), P: o.Prob})
	}
	slices.SortFunc(list, func(a, b scenario.Outcome) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func (t textPosition) Apply(text string) ([]string, error) {
	s := t.p.State()
	a, err := Game{}.ParseAction(s, s.Turn(), text)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, e := range t.p.Apply(a) {
		list = append(list, e.Text)
	}
	return list, nil
}

func (t textPosition) JSON() []byte { return t.p.AppendJSON(nil) }

func (t textPosition) Observe(side string) ([]byte, error) {
	switch side {
	case "white":
		return t.p.AppendObservation(nil, game.First)
	case "black":
		return t.p.AppendObservation(nil, game.Second)
	}
	return nil, fmt.Errorf("side %q", side)
}

// TestScenarios plays the worked examples of the rules.
func TestScenarios(t *testing.T) {
	f, err := os.Open("testdata/scenarios.txt")
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
			for _, problem := range scenario.Run(textGame{}, s) {
				t.Error(problem)
			}
		})
	}
}
