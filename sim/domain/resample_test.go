package domain

import (
	"bytes"
	"slices"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// Worlds drawn for a side agree with all that it sees, do not depend on what it does not, and are states.
func TestWorldsOfRandomGames(t *testing.T) {
	varied := map[string]int{}
	walk(t, 50, func(t *testing.T, p *position) {
		if p.s.pending.kind == disguiseChance || p.s.textKey()%4 != 0 && p.s.types[Decoy] == 0 {
			return
		}
		for c := White; c <= Black; c++ {
			player := game.Player(c)
			seen, err := p.AppendObservation(nil, player)
			if err != nil {
				t.Fatal(err)
			}
			list := p.s.Actions(player, nil)
			var world, again State
			for i := range uint32(3) {
				stream := rng.New(p.s.textKey(), 0, rng.Determinize, uint32(c), i)
				same := stream
				p.s.ResampleInto(player, &world, &stream)
				checkWorld(t, p, c, &world, seen, list)
				world.ResampleInto(player, &again, &same)
				if again.Key() != world.Key() {
					t.Fatalf("CD-434: the world that %v draws of %s depends on what it does not know:\n%s\n%s",
						c, p.AppendJSON(nil), appendStateJSON(nil, &world, nil), appendStateJSON(nil, &again, nil))
				}
				if world.Key() != p.s.Key() {
					varied[hiddenThing(p.s, &world, c)]++
					if !p.s.Hides(player) {
						t.Fatalf("CD-434: %v lacks nothing in %s, but its worlds differ", c, p.AppendJSON(nil))
					}
				}
			}
			if t.Failed() {
				return
			}
		}
	})
	for _, what := range []string{"set", "mark", "cooldown", "decoy"} {
		if varied[what] == 0 {
			t.Errorf("no world differed by %s: %v", what, varied)
		}
	}
	t.Logf("worlds that differed: %v", varied)
}

func checkWorld(t *testing.T, p *position, c Side, world *State, seen []byte, list []act) {
	t.Helper()
	player := game.Player(c)
	q := &position{s: world, history: p.history, log: p.log}
	if got := appendObservation(nil, world, c, q.log.seenBy(world, c)); !bytes.Equal(got, seen) {
		t.Fatalf("CD-434: %v sees\n%s in a world of its own, in truth\n%s", c, got, seen)
	}
	if got := world.Actions(player, nil); !slices.Equal(got, list) {
		t.Fatalf("CD-432: %v has %d actions in a world of its own, in truth %d: %s\nand\n%s", c, len(got), len(list),
			appendStateJSON(nil, world, nil), p.AppendJSON(nil))
	}
	if got, want := world.InfoKey(player), p.s.InfoKey(player); got != want {
		t.Fatalf("CD-434: information key %x in a world of %v, in truth %x: %s", got, c, want, p.AppendJSON(nil))
	}
	if world.Turn() != p.s.Turn() {
		t.Fatalf("CD-434: a %v node in a world of %v, in truth %v", world.Turn(), c, p.s.Turn())
	}
	if turn := world.Turn(); turn.Side() && !world.hasAction() && !world.passing {
		t.Fatalf("CD-434: %v has no action in a world of %v: %s", turn, c, appendStateJSON(nil, world, nil))
	}
	checkSenses(t, world, c.foe())
	text := appendStateJSON(nil, world, nil)
	if _, _, err := parseState(text); err != nil {
		t.Fatalf("CD-434: a world is no state: %v in %s", err, text)
	}
}

// checkSenses checks that the newest mark of a Toji is as old as its cooldown says, and that marks are as far apart as
// cooldowns demand.
func checkSenses(t *testing.T, s *State, x Side) {
	t.Helper()
	if s.sides[x].set != Toji {
		return
	}
	r, newest, ages := s.rules(), -1, map[int]bool{}
	for b := s.timed[Mark] & s.of[x]; b != 0; b &= b - 1 {
		age := r.DurMark - s.board[b.First()].timer(Mark)
		if ages[age] {
			t.Fatalf("CD-413: two marks of one turn in %s", appendStateJSON(nil, s, nil))
		}
		ages[age] = true
		if newest < 0 || age < newest {
			newest = age
		}
	}
	for a := range ages {
		for b := range ages {
			if a < b && b-a < r.CdSense+1 {
				t.Fatalf("CD-413: marks %d and %d turns old in %s", a, b, appendStateJSON(nil, s, nil))
			}
		}
	}
	ended := newest
	if s.turn != x {
		ended++
	}
	if least := r.CdSense + 1 - ended; newest >= 0 && int(s.sides[x].cd[KeySense]) < least {
		t.Fatalf("CD-413: cooldown %d, but a mark %d turns old, in %s", s.sides[x].cd[KeySense], newest, appendStateJSON(nil, s, nil))
	}
}

// hiddenThing names what a world has other than the truth.
func hiddenThing(s, world *State, c Side) string {
	x := c.foe()
	switch {
	case s.sides[x].set != world.sides[x].set:
		return "set"
	case s.king(x) != world.king(x):
		return "decoy"
	case s.timed[Mark] != world.timed[Mark]:
		return "mark"
	case s.sides[x].cd != world.sides[x].cd:
		return "cooldown"
	}
	return "other"
}

// The truth is one of the worlds: among many draws it turns up.
func TestTruthIsPossible(t *testing.T) {
	checked := 0
	walk(t, 40, func(t *testing.T, p *position) {
		if p.s.pending.kind == disguiseChance || p.s.textKey()%8 != 0 {
			return
		}
		for c := White; c <= Black; c++ {
			if !p.s.Hides(game.Player(c)) {
				continue
			}
			checked++
			if !comesUp(p.s, c, 20000) {
				t.Fatalf("CD-434: %v never draws the truth of %s", c, p.AppendJSON(nil))
			}
		}
	})
	t.Logf("%d positions", checked)
}

func comesUp(s *State, c Side, draws int) bool {
	var world State
	stream := rng.New(s.textKey(), 0, rng.Determinize, uint32(c), 0)
	for range draws {
		if s.ResampleInto(game.Player(c), &world, &stream); world.Key() == s.Key() {
			return true
		}
	}
	return false
}
