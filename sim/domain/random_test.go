package domain

import (
	"fmt"
	"slices"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// quick unlocks everything at once and makes chance and resources plentiful, so that short random games meet all rules.
var quick = game.Params{
	"unlock.technique": 1.0, "unlock.domain": 2.0, "energy.regain": 60.0, "mahoraga.losses": 1.0, "uzumaki.min": 2.0,
	"cd.domain": 3.0, "cd.rct": 3.0, "clock.timeout_prob": 0.1,
}

// matchups calls f for each of the 49 ordered pairs of sets.
func matchups(t *testing.T, f func(t *testing.T, white, black Set)) {
	for white := Limitless; white < numSets; white++ {
		for black := Limitless; black < numSets; black++ {
			t.Run(white.String()+"-"+black.String(), func(t *testing.T) { f(t, white, black) })
		}
	}
}

func newMatchup(t testing.TB, white, black Set, params game.Params) *State {
	p, err := Game{}.New(game.Options{
		Values: map[string]string{"white": white.String(), "black": black.String()},
		Params: params,
	})
	if err != nil {
		t.Fatal(err)
	}
	return p.State().(*State)
}

// check finds what a state must never be: derived sets that disagree with the board, leftovers behind lists, a stale
// hash.
func check(s *State) error {
	fresh := newState(s.params)
	for sq := range NoSquare {
		if p := s.board[sq]; p != 0 {
			fresh.put(sq, p)
		}
	}
	switch {
	case fresh.of != s.of, fresh.types != s.types, fresh.timed != s.timed:
		return fmt.Errorf("bitboards disagree with the board")
	case fresh.dogs != s.dogs, fresh.curses != s.curses, fresh.rikas != s.rikas:
		return fmt.Errorf("kinds disagree with the board")
	case fresh.hash != s.hash:
		return fmt.Errorf("hash %x, recomputed %x", s.hash, fresh.hash)
	case s.pawns&s.occupied() != 0 || s.pawns != 0 && s.domain.name != KeyPawns:
		return fmt.Errorf("domain pawns %x in domain %v", s.pawns, s.domain.name)
	case s.stepped != NoSquare && s.pending.kind == noChance:
		return fmt.Errorf("a double step is left over")
	}
	for c := range s.sides {
		side := &s.sides[c]
		if n := (s.of[c] & s.types[King]).Count(); n != 1 {
			return fmt.Errorf("%v has %d kings", Side(c), n)
		}
		if slices.ContainsFunc(side.lost[side.nLost:], func(l lostPiece) bool { return l != lostPiece{} }) ||
			slices.ContainsFunc(side.recent[side.nRecent:], func(k Key) bool { return k != NoKey }) {
			return fmt.Errorf("%v has leftovers behind a list", Side(c))
		}
	}
	return nil
}

func TestRandomGames(t *testing.T) {
	games := 4
	if fullTests {
		games = 1000
	}
	matchups(t, func(t *testing.T, white, black Set) {
		for g := range games {
			stream := rng.New(1, uint64(g)<<8|uint64(white)<<4|uint64(black), rng.Rollout, 0, 0)
			params := quick
			if g%2 == 1 {
				params = nil
			}
			s := newMatchup(t, white, black, params)
			var played []string
			var roller game.Roller
			for s.Turn() != game.Terminal {
				if err := check(s); err != nil {
					t.Fatalf("game %d: %v\nafter %v\n%s", g, err, played, appendNotation(nil, s))
				}
				if s.Turn() != game.Chance {
					list := s.Actions(s.Turn(), nil)
					if len(list) == 0 || !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
						t.Fatalf("game %d: list %v\nafter %v\n%s", g, list, played, appendNotation(nil, s))
					}
				}
				a, _ := roller.Pick(s, &stream)
				played = append(played, string(appendAction(nil, a)))
				s.Apply(a)
			}
			if len(played) > 4000 {
				t.Errorf("game %d took %d steps", g, len(played))
			}
		}
	})
}
