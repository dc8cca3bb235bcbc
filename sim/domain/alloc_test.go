package domain

import (
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// TestNoAllocation covers positions of all sets, and one read from text, whose repetitions are told by other hashes.
func TestNoAllocation(t *testing.T) {
	for set := Limitless; set < numSets; set++ {
		t.Run(set.String(), func(t *testing.T) {
			s := middleGame(t, set, LoveTrain)
			p, err := Game{}.Parse(appendStateJSON(nil, s, []uint64{1, 2, 3, 4, 5, 6, s.textKey()}))
			if err != nil {
				t.Fatal(err)
			}
			for name, s := range map[string]*State{"live": s, "read": p.State().(*State)} {
				noAllocation(t, name, s)
			}
		})
	}
}

func noAllocation(t *testing.T, name string, s *State) {
	list := s.Actions(s.Turn(), nil)
	buffer := make([]game.Action, 0, maxActions)
	copied := s.Clone().(*State)
	planes, globals, hidden := make([]float32, 64*numPlanes), make([]float32, numGlobals), make([]float32, numHidden)
	outcomes := make([]game.Outcome, 0, 8)
	stream := rng.New(1, 2, rng.Determinize, 0, 0)
	i := 0
	for what, f := range map[string]func(){
		"Actions":  func() { s.Actions(game.First, buffer) },
		"CopyFrom": func() { copied.CopyFrom(s) },
		"Apply": func() {
			copied.CopyFrom(s)
			copied.Apply(list[i%len(list)])
			i++
			if copied.Turn() == game.Chance {
				copied.Apply(copied.Outcomes(outcomes)[0].Action)
			}
		},
		"Key":          func() { s.Key() },
		"InfoKey":      func() { s.InfoKey(game.First); s.InfoKey(game.Second) },
		"Hides":        func() { s.Hides(game.Second) },
		"ResampleInto": func() { s.ResampleInto(game.Second, copied, &stream) },
		"Observe": func() {
			s.Observe(game.First, planes, globals)
			s.ObserveHidden(game.First, hidden)
		},
		"PolicyIndex": func() { s.PolicyIndex(game.First, list[i%len(list)]) },
		"Balance":     func() { s.Balance(); s.Gain(list[i%len(list)]) },
	} {
		if n := testing.AllocsPerRun(3*len(list), f); n != 0 {
			t.Errorf("%s of a %s state: %v allocations", what, name, n)
		}
	}
}
