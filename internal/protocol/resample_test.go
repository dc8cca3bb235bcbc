package protocol

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"variantlab/sim/domain"
	"variantlab/sim/game"
)

// A side that has watched a game against a Toji in disguise: the states drawn look to it like the truth, and come up as
// often as the belief filter says. A state alone knows less, so that its draws don't fit.
func TestResampleByWhatWasWatched(t *testing.T) {
	s := NewServer([]game.Game{domain.Game{}})
	start := state(t, ask(t, s, `{"op":"new","game":"domain","options":{"white":"shrine","black":"toji","black_disguise":"limitless"}}`))
	const draws = 1000
	watched, alone, freedom := 0.0, 0.0, 0
	for seed := range 6 {
		played := ask(t, s, fmt.Sprintf(`{"op":"playout","game":"domain","state":%s,"seed":%d,"max_plies":30}`, start, seed))
		end := state(t, played)
		actions, err := json.Marshal(played["actions"])
		if err != nil {
			t.Fatal(err)
		}
		belief := watch(t, start, played["actions"].([]any))
		look := func(state string) string {
			answer, _ := json.Marshal(ask(t, s, `{"op":"observe","game":"domain","state":`+state+`,"player":"white"}`))
			return string(answer)
		}
		draw := func(from string) float64 {
			answer := ask(t, s, fmt.Sprintf(`{"op":"resample","game":"domain",%s,"player":"white","seed":%d,"n":%d}`, from, seed, draws))
			counts := map[string]int{}
			for _, w := range answer["states"].([]any) {
				text, _ := json.Marshal(w)
				counts[string(text)]++
			}
			square, mass := 0.0, 0.0
			for text, n := range counts {
				if look(text) != look(end) {
					t.Fatalf("seed %d: white sees a difference between %s and %s", seed, text, end)
				}
				p, err := domain.Game{}.Parse([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				want := draws * belief.Probability(p.State())
				mass += want
				square += (float64(n) - want) * (float64(n) - want) / max(want, 1)
			}
			return square + draws - mass
		}
		watched += draw(`"state":` + start + `,"actions":` + string(actions))
		alone += draw(`"state":` + end)
		freedom += belief.Size() - 1
	}
	if freedom < 10 {
		t.Fatalf("%d degrees of freedom: nothing was uncertain", freedom)
	}
	if most := float64(freedom) + 5*math.Sqrt(2*float64(freedom)); watched > most {
		t.Errorf("chi-square %v with %d degrees of freedom", watched, freedom)
	}
	if alone < 2*watched {
		t.Errorf("chi-square %v from states alone, %v with what was watched: the test tells nothing", alone, watched)
	}
	t.Logf("chi-square %.1f watched, %.1f from the state alone; %d degrees of freedom", watched, alone, freedom)
}

// watch plays the actions and returns what white believes.
func watch(t *testing.T, start string, actions []any) game.Belief {
	t.Helper()
	p, err := domain.Game{}.Parse([]byte(start))
	if err != nil {
		t.Fatal(err)
	}
	belief := p.State().(game.Believer).NewBelief(game.First)
	for _, step := range actions {
		text, ok := step.(string)
		if !ok {
			text = step.(map[string]any)["outcome"].(string)
		}
		a, err := domain.Game{}.ParseAction(p.State(), p.State().Turn(), text)
		if err != nil {
			t.Fatal(err)
		}
		p.Apply(a)
		belief.Step(a, p.State())
	}
	return belief
}

func TestBadActionsToResample(t *testing.T) {
	s := newServer()
	start := state(t, ask(t, s, `{"op":"new","game":"tictactoe"}`))
	for _, c := range []struct{ actions, code, path string }{
		{`{}`, "bad-request", "actions"},
		{`[7]`, "bad-request", "actions.0"},
		{`[null]`, "bad-request", "actions.0"},
		{`["a1","a1"]`, "illegal-action", "actions.1"},
		{`["a1",{"outcome":"six"}]`, "bad-request", "actions.1"},
		{`[{"outcome":"six","q":1}]`, "bad-request", "actions.0"},
		{`[{"white":"x","black":"y"}]`, "bad-request", "actions.0.plans"},
		{`["a1","b1","a2","b2","a3","b3"]`, "terminal", "actions.5"},
	} {
		answer := ask(t, s, `{"op":"resample","game":"tictactoe","state":`+start+`,"player":"white","seed":1,"n":2,"actions":`+c.actions+`}`)
		e, _ := answer["error"].(map[string]any)
		path, _ := e["path"].(string)
		if e["code"] != c.code || path != c.path {
			t.Errorf("%s\n got %v\nwant code %s, path %q", c.actions, answer, c.code, c.path)
		}
	}
	answer := ask(t, s, `{"op":"resample","game":"tictactoe","state":`+start+`,"player":"white","seed":1,"n":2,"actions":["a1","b1"]}`)
	if list, _ := answer["states"].([]any); len(list) != 2 {
		t.Errorf("two states after two actions: %v", answer)
	}
}
