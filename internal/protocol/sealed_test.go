package protocol

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"variantlab/sim/game"
	watchchess "variantlab/sim/watch"
)

// WC-119: a plan sealed in the middle of a round is the one that random play plays in that round, and apply takes every
// round that random play has shown.
func TestPlayoutKeepsSealedPlan(t *testing.T) {
	s := NewServer([]game.Game{watchchess.Game{}})
	start := state(t, ask(t, s, `{"op":"new","game":"watch"}`))
	half := strings.TrimSuffix(start, "}") + `,"sealed":{"b":{"move":"e7e5","watches":[["b8","d7"]]}}}`
	for seed := range 20 {
		played := ask(t, s, fmt.Sprintf(`{"op":"playout","game":"watch","state":%s,"seed":%d,"max_plies":3}`, half, seed))
		at := half
		for i, plans := range played["actions"].([]any) {
			if black := plans.(map[string]any)["black"]; i == 0 && black != "e7e5 w:b8>d7" {
				t.Fatalf("seed %d: black plays %v", seed, black)
			}
			text, err := json.Marshal(plans)
			if err != nil {
				t.Fatal(err)
			}
			at = state(t, ask(t, s, fmt.Sprintf(`{"op":"apply","game":"watch","state":%s,"plans":%s}`, at, text)))
		}
		if end := state(t, played); at != end {
			t.Fatalf("seed %d: apply ends at %s\nplayout at %s", seed, at, end)
		}
	}
}
