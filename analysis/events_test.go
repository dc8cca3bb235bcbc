package analysis

import (
	"math"
	"testing"
)

// Pair 0: Black first and wins; White alone and loses. Pair 2: both at once; Black first, then White twice, a draw.
func TestEventUseByHand(t *testing.T) {
	change := func(x float64) *float64 { return &x }
	games := []Game{
		{ID: 0, Pair: 0, White: "m", Black: "m", Score: 0, Sequence: 1, Events: []Event{
			{"guard", 1, 4, change(-0.1)}, {"guard", 0, 8, change(0.3)}, {"other", 0, 2, nil}}},
		{ID: 1, Pair: 0, White: "m", Black: "m", Score: 0, Sequence: 2, Events: []Event{{"guard", 0, 6, nil}}},
		{ID: 2, Pair: 2, White: "m", Black: "m", Score: 1, Sequence: 3, Events: []Event{
			{"guard", 0, 4, change(0.2)}, {"guard", 1, 4, change(0.2)}}},
		{ID: 3, Pair: 2, White: "m", Black: "m", Score: 0.5, Sequence: 4, Events: []Event{
			{"guard", 1, 2, nil}, {"guard", 0, 4, change(0.5)}, {"guard", 0, 6, change(-0.1)}}},
	}
	r := analyzed(t, games)
	if len(r.Events) != 2 || r.Events[0].Kind != "guard" || r.Events[1].Kind != "other" {
		t.Fatalf("%+v", r.Events)
	}
	g := r.Events[0]
	if g.Count != 8 || g.Games != 4 || g.FirstGames != 3 {
		t.Errorf("%+v", g)
	}
	// First sides: 1 and 0 in pair 0; ½ in pair 2.
	if g.First.Mean != 0.5 || g.First.Units != 2 || g.First.Interval != Wilson(0.5, 2, 0.95) {
		t.Errorf("first %+v", g.First)
	}
	// Changes for the side: game 0 (0.1 + 0.3)/2; game 2 (0.2 - 0.2)/2; game 3 0.2; pairs 0.2 and 0.1.
	if g.Change == nil || math.Abs(g.Change.Value-0.15) > 1e-12 {
		t.Errorf("change %+v", g.Change)
	}
	if r.Events[1].Change != nil || r.Events[1].First.Mean != 0 {
		t.Errorf("%+v", r.Events[1])
	}
	// Colours swapped, nothing changes but the names of the sides.
	for i := range games {
		games[i].Score = 1 - games[i].Score
		for k, e := range games[i].Events {
			games[i].Events[k].Side = 1 - e.Side
			if e.Change != nil {
				games[i].Events[k].Change = change(-*e.Change)
			}
		}
	}
	if s := analyzed(t, games).Events[0]; *s.First != *g.First || *s.Change != *g.Change || s.FirstGames != g.FirstGames {
		t.Errorf("with colours swapped %+v, want %+v", s, g)
	}
}
