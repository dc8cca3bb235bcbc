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

// Worlds are the same whatever the truth is about what a side does not know.
func TestWorldsDoNotPeek(t *testing.T) {
	changed := map[string]int{}
	walk(t, 50, func(t *testing.T, p *position) {
		s := p.s
		if s.winner != 0 || s.pending.kind == disguiseChance || s.textKey()%3 != 0 && s.types[Decoy] == 0 {
			return
		}
		for c := White; c <= Black; c++ {
			x := c.foe()
			other := s.Clone().(*State)
			switch {
			case s.setUnsure(c):
				changed["set"]++
				other.dress(x, s.sides[x].set != Toji)
			case s.sensesUnseen(c):
				changed["sense"]++
				other.sides[x].cd[KeySense] = uint8(s.textKey() % 5)
				other.forgetMarks(c)
				if bearers := other.unseenTargets(c) &^ other.timed[Mark]; bearers != 0 {
					other.setTimer(bearers.Last(), Mark, 1)
				}
			case s.decoyUnsure(c):
				changed["decoy"]++
				other.swapDecoy(x)
			default:
				continue
			}
			if s.InfoKey(game.Player(c)) != other.InfoKey(game.Player(c)) {
				t.Fatalf("CD-434: %v tells apart\n%s\n%s", c, p.AppendJSON(nil), appendStateJSON(nil, other, nil))
			}
			for i := range uint32(3) {
				stream := rng.New(s.textKey(), 0, rng.Determinize, uint32(c), i)
				same := stream
				var a, b State
				s.ResampleInto(game.Player(c), &a, &stream)
				other.ResampleInto(game.Player(c), &b, &same)
				if a.Key() != b.Key() || a.info != b.info {
					t.Fatalf("CD-434: the worlds of %v differ with the truth:\n%s\n%s", c, appendStateJSON(nil, &a, nil), appendStateJSON(nil, &b, nil))
				}
			}
		}
	})
	t.Logf("changed: %v", changed)
	for _, what := range []string{"set", "sense", "decoy"} {
		if changed[what] == 0 {
			t.Errorf("nothing was changed about the %s", what)
		}
	}
}

// What a side can conclude is not drawn.
func TestWhatIsKnown(t *testing.T) {
	for _, c := range []struct {
		name, notation string
		play           []string
		c              Side
		hides          bool
	}{
		{"CD-424/a quiet enemy may be Toji", "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=5 shrine;t=4 -", nil, White, true},
		{"CD-424/a quiet enemy may be Toji before the unlock", startNotation, nil, White, true},
		{"CD-146/a cast tells", "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=5 shrine;t=4;r=cleave -", nil, White, false},
		{"CD-135/spent energy tells", "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=5 shrine;t=4;e=60 -", nil, White, false},
		{"CD-401/the reveal tells, but not where marks are", "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=5 toji;t=4;D=ten;R=1 -", nil, White, true},
		{"CD-401/before the unlock there are no marks", "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=4 toji;t=3;D=ten;R=1 -", nil, White, false},
		{"CD-405/Blue has moved his piece", "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 limitless;t=5 shrine;t=4 -", []string{"blue:d5-d6", "e8e7"}, White, false},
		{"CD-421/he was read", "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=3 shrine;t=2 -", []string{"a1a8", "e8e7", "a8a1", "e7e8"}, White, false},
		{"CD-421/he reads", "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=3 shrine;t=2 -", []string{"a1a8", "e8e7", "a8a1", "e7e8"}, Black, false},
		{"CD-312/his piece was destroyed and drained", "4k3/8/8/3n4/3R4/8/8/4K3 w - - 0 shrine;t=5 train;t=4 -", []string{"cleave:d5", "e8e7"}, White, false},
		{"CD-265/Swarm was tried", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 manipulation;t=5;c=P1 shrine;t=4 -", []string{"swarm:d5", "e8e7"}, White, false},
		{"CD-403/a domain was cast", "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=8 shrine;t=7 -", []string{"domain:pawns", "a1a2", "e8d8"}, White, false},
		{"CD-120/without a tool he would be mated", "6nk/6Q1/5P2/8/8/8/8/4K3 b - - 0 limitless;t=3 toji;t=13;D=manipulation -", nil, White, true},
		{"CD-374/either may be the king", "4k3/8/8/7r/8/8/8/3DK3 b - - 0 ten;t=13;e=60;r=domain shrine;t=13 shadow@w/2", nil, Black, true},
		{"CD-374/the owner knows", "4k3/8/8/7r/8/8/8/3DK3 b - - 0 ten;t=13;e=60;r=domain shrine;t=13;r=cleave shadow@w/2", nil, White, false},
		{"CD-101/a castling right tells", "4k3/8/8/7r/8/8/8/3DK2R b K - 0 ten;t=13;e=60;r=domain shrine;t=13 shadow@w/2", nil, Black, false},
		{"CD-375/only the king can stand in check", "4k3/8/8/8/4r3/8/8/3DK3 w - - 0 ten;t=13;e=60;r=domain shrine;t=13 shadow@w/2", nil, Black, false},
		{"CD-432/the list tells", "8/8/8/8/8/k7/8/1D2K3 b - - 0 ten;t=13;e=60;r=domain shrine;t=13 shadow@w/2", nil, Black, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := start(t, c.notation, nil)
			play(t, p, c.play...)
			s := p.State().(*State)
			if got := s.Hides(game.Player(c.c)); got != c.hides {
				t.Errorf("hides anything from %v: %v, want %v: %s", c.c, got, c.hides, p.AppendJSON(nil))
			}
		})
	}
	t.Run("CD-120/all worlds have the tool", func(t *testing.T) {
		s := noted(t, "6nk/6Q1/5P2/8/8/8/8/4K3 b - - 0 limitless;t=13 toji;t=13;D=manipulation -")
		stream := rng.New(1, 0, rng.Determinize, 0, 0)
		var world State
		for range 100 {
			if s.ResampleInto(game.First, &world, &stream); world.sides[Black].set != Toji {
				t.Fatalf("a world in which Black is mated: %s", appendStateJSON(nil, &world, nil))
			}
		}
	})
	t.Run("CD-414/a mark that was seen tells for good", func(t *testing.T) {
		p := start(t, "4k3/8/8/8/3p4/3R4/8/4K3 b - - 0 limitless;t=13 toji;t=13;D=ten -", nil)
		play(t, p, "e8e7", "e1e2", "sense:d4", "e7e8", "d3a3", "e8e7")
		if p.State().(*State).setUnsure(White) {
			t.Error("White has seen the mark and still takes Black for Ten Pieces")
		}
	})
	t.Run("CD-403/a domain that stood tells for good", func(t *testing.T) {
		p := start(t, "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=8 shrine;t=7 -", game.Params{"copy.recent": 0.0, "cd.domain": 0.0, "domain.turns": 1.0})
		play(t, p, "domain:pawns", "a1a2", "e8d8")
		if s := p.State().(*State); s.domain.name != NoKey || s.setUnsure(White) {
			t.Errorf("White still holds Toji possible: %s", p.AppendJSON(nil))
		}
	})
	t.Run("CD-434/odds", func(t *testing.T) {
		s := noted(t, startNotation)
		stream := rng.New(1, 0, rng.Determinize, 0, 0)
		var world State
		tojis := 0
		const draws = 7000 // 1000 expected, standard deviation 29
		for range draws {
			if s.ResampleInto(game.First, &world, &stream); world.sides[Black].set == Toji {
				tojis++
			}
		}
		if tojis < 850 || tojis > 1150 {
			t.Errorf("Toji in %d of %d worlds, want about a seventh", tojis, draws)
		}
	})
}

// A Copy that has learned High Sense may have cast it unseen.
func TestCopiedSense(t *testing.T) {
	t.Run("CD-435", func(t *testing.T) {
		s := noted(t, "4k3/8/8/8/8/3p4/2P5/4K3 b - - 0 copy;e=60;t=13;cd=copy.3;r=sense;v=sense toji;t=13;D=ten;R=1;r=sense,chain -")
		seen := string(appendObservation(nil, s, Black, nil))
		energies, marks := map[uint16]bool{}, map[Bitboard]bool{}
		stream := rng.New(1, 0, rng.Determinize, 0, 0)
		var world State
		for range 3000 {
			s.ResampleInto(game.Second, &world, &stream)
			if got := string(appendObservation(nil, &world, Black, nil)); got != seen {
				t.Fatalf("Black sees %s, in truth %s", got, seen)
			}
			energies[world.sides[White].energy] = true
			marks[world.timed[Mark]] = true
		}
		if len(energies) != 101 || !marks[0] {
			t.Errorf("%d energies, marks %v", len(energies), marks)
		}
	})
}

func TestResampleAllocatesNothing(t *testing.T) {
	for name, notation := range map[string]string{
		"set":   startNotation,
		"sense": "4k3/3p4/3p4/8/8/8/8/R3K3 w - - 0 limitless;t=15 toji;t=14;D=ten;R=1 -",
		"decoy": "4k3/8/8/7r/8/8/8/3DK3 b - - 0 ten;t=13;e=60;r=domain shrine;t=13 shadow@w/2",
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, notation, nil).State().(*State)
			c := s.turn
			var world State
			stream := rng.New(1, 0, rng.Determinize, 0, 0)
			if n := testing.AllocsPerRun(100, func() { s.ResampleInto(game.Player(c), &world, &stream) }); n != 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}
