package domain

import (
	"slices"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// randomPositions plays random games of a matchup, by the default rules and by quick ones, and calls f at every
// decision.
func randomPositions(t *testing.T, white, black Set, games int, f func(s *State)) {
	t.Helper()
	for g := range games {
		stream := rng.New(7, uint64(g)<<8|uint64(white)<<4|uint64(black), rng.Rollout, 0, 0)
		params := quick
		if g%2 == 1 {
			params = nil
		}
		s := newMatchup(t, white, black, params)
		var roller game.Roller
		for s.Turn() != game.Terminal {
			if s.Turn().Side() {
				f(s)
			}
			a, _ := roller.Pick(s, &stream)
			s.Apply(a)
		}
	}
}

// games is a number of random games: small by default, larger in full runs.
func games(quick, full int) int {
	if fullTests {
		return full
	}
	return quick
}

// What is judged from the position before an action must be what a trial shows [CD-110].
func TestJudgedListsAreTriedLists(t *testing.T) {
	judged, total := 0, 0
	matchups(t, func(t *testing.T, white, black Set) {
		randomPositions(t, white, black, games(4, 60), func(s *State) {
			want := func() []act {
				l := s.list(nil, false)
				l.calm = false
				l.moves()
				l.pass(0)
				l.techniques(true)
				return l.close()
			}
			if s.passing {
				return
			}
			got := s.Actions(s.Turn(), nil)
			total++
			if calm, _ := s.calm(s.turn); calm {
				judged++
			}
			if tried := want(); !slices.Equal(got, tried) {
				t.Fatalf("at %s\njudged only %v\ntried only  %v", appendNotation(nil, s), without(texts(got), texts(tried)), without(texts(tried), texts(got)))
			}
			if s.hasAction() != (len(got) > 0) {
				t.Fatalf("at %s\nhasAction %v, list %v", appendNotation(nil, s), s.hasAction(), texts(got))
			}
		})
	})
	if judged*2 < total {
		t.Errorf("only %d of %d positions were calm", judged, total)
	}
}

func texts(list []act) []string {
	var out []string
	for _, a := range list {
		out = append(out, string(appendAction(nil, a)))
	}
	return out
}

// without gives what list has and other has not.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(x string) bool { return slices.Contains(other, x) })
}
