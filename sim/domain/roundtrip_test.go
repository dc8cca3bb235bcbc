package domain

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// lively are parameters by which short random games meet nearly everything.
var lively = game.Params{
	"unlock.technique": 2.0, "unlock.domain": 3.0, "energy.regain": 50.0, "mahoraga.losses": 1.0, "uzumaki.min": 2.0,
	"cd.domain": 2.0, "curse.every": 2.0, "clock.timeout_prob": 0.2, "gambit.base": 0.6, "cd.sense": 2.0,
}

// walk plays random games of every matchup, by the default rules or lively ones in turn, and shows f every position.
func walk(t *testing.T, plies int, f func(t *testing.T, p *position)) {
	games := 1
	if os.Getenv("VARIANTLAB_FULL") == "1" {
		games = 40
	}
	for white := Limitless; white < numSets; white++ {
		for black := Limitless; black < numSets; black++ {
			t.Run(fmt.Sprintf("%s-%s", white, black), func(t *testing.T) {
				for g := range games {
					params := []game.Params{nil, lively}[(g+int(white+black))%2]
					p := newTestGame(t, white, black, params)
					stream := rng.New(uint64(g), uint64(white)<<8|uint64(black), rng.Rollout, 0, 0)
					var roller game.Roller
					for p.s.Turn() != game.Terminal && int(p.s.ply) < plies {
						f(t, p)
						if t.Failed() {
							return
						}
						a, _ := roller.Pick(p.s, &stream)
						p.Apply(a)
					}
					f(t, p)
				}
			})
		}
	}
}

func newTestGame(t testing.TB, white, black Set, params game.Params) *position {
	t.Helper()
	values := map[string]string{"white": white.String(), "black": black.String()}
	p, err := Game{}.New(game.Options{Values: values, Params: params})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*position)
}

// Texts carry a game: at every position of random games a position read from its JSON is the same position, and a step
// from there leads where it leads in the running game.
func TestRoundTripsOfRandomGames(t *testing.T) {
	walk(t, 60, func(t *testing.T, p *position) {
		text := p.AppendJSON(nil)
		back, err := Game{}.Parse(text)
		if err != nil {
			t.Fatalf("CD-441: %v in %s", err, text)
		}
		if again := back.AppendJSON(nil); !bytes.Equal(again, text) {
			t.Fatalf("CD-441: reads back as\n%s, want\n%s", again, text)
		}
		if back.State().Key() != p.s.Key() || back.Key() != p.Key() {
			t.Fatalf("CD-444: another key after reading back %s", text)
		}
		notation := p.AppendNotation(nil)
		noted, err := parseNotation(string(notation), p.s.params)
		if err != nil {
			t.Fatalf("CD-445: %v in %s", err, notation)
		}
		if again := appendNotation(nil, noted); !bytes.Equal(again, notation) {
			t.Fatalf("CD-445: reads back as\n%s, want\n%s", again, notation)
		}
		if noted.textKey() != p.s.textKey() {
			t.Fatalf("CD-445: another key after reading back %s", notation)
		}
		stepsAgree(t, p, back.(*position))
	})
}

// stepsAgree checks the texts of all actions or outcomes, and that one of them leads from both positions to the same.
func stepsAgree(t *testing.T, p, back *position) {
	turn := p.s.Turn()
	list := p.s.Actions(turn, nil)
	if turn == game.Chance {
		for _, o := range p.s.Outcomes(nil) {
			list = append(list, o.Action)
		}
	}
	if len(list) == 0 {
		if turn != game.Terminal {
			t.Fatalf("no way on from %s", p.AppendJSON(nil))
		}
		return
	}
	texts := map[string]bool{}
	pick := list[int(p.s.textKey()%uint64(len(list)))]
	for _, a := range list {
		text := string(Game{}.AppendAction(nil, p.s, turn, a))
		if texts[text] {
			t.Fatalf("§11.1: two actions %s in %s", text, p.AppendJSON(nil))
		}
		texts[text] = true
		if a != pick {
			continue
		}
		if got, err := (Game{}).ParseAction(back.s, turn, text); err != nil || got != a {
			t.Fatalf("§11.1: %s reads back as %x, want %x (%v) in %s", text, got, a, err, p.AppendJSON(nil))
		}
	}
	live := p.Clone()
	events, again := live.Apply(pick), back.Apply(pick)
	if !slices.Equal(events, again) {
		t.Fatalf("%s: events %v from text, %v in the game", appendAction(nil, pick), again, events)
	}
	if a, b := live.AppendJSON(nil), back.AppendJSON(nil); !bytes.Equal(a, b) {
		t.Fatalf("%s leads to\n%s from text, in the game to\n%s", appendAction(nil, pick), b, a)
	}
}

// The engine's identity of a position is equal exactly when the key text is.
func TestIdentityAgreesWithKeyText(t *testing.T) {
	texts, ids := map[uint64]string{}, map[string]uint64{}
	walk(t, 40, func(t *testing.T, p *position) {
		text, id := string(appendKeyText(nil, p.s)), p.s.identity()
		if other, ok := texts[id]; ok && other != text {
			t.Fatalf("CD-131: one identity for\n%s and\n%s", other, text)
		}
		if other, ok := ids[text]; ok && other != id {
			t.Fatalf("CD-131: two identities for %s", text)
		}
		texts[id], ids[text] = text, id
	})
}
