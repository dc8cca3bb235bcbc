package watch

import (
	"fmt"
	"strings"
	"testing"

	reference "variantlab/internal/reference/watch"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// playTexts plays rounds given as "white / black" and returns the events of the last one.
func playTexts(t testing.TB, p *position, rounds ...string) []game.Event {
	t.Helper()
	var last []game.Event
	for _, round := range rounds {
		w, b, _ := strings.Cut(round, " / ")
		plans := [2]game.Plan{mustPlan(t, &p.s, game.First, w), mustPlan(t, &p.s, game.Second, b)}
		last = p.ApplyJoint(&plans)
	}
	return last
}

// S-102, S-103: events from outside end the match; the board, the allowances and the counters stay as they are.
func TestInject(t *testing.T) {
	const wfen = "k5b1/8/8/8/2N5/3P4/8/K7 - - 12/3,11/3 7 1"
	for _, c := range []struct{ event, result string }{
		{"resign(w)", "0-1 resign"},
		{"resign(b)", "1-0 resign"},
		{"resign(both)", "1/2 resign"},
		{"flag(w)", "0-1 time"},
		{"flag(b)", "1-0 time"},
		{"flag(both)", "1/2 time"},
		{"draw_agreed", "1/2 agreed"},
	} {
		t.Run("WC-091/WC-113/"+c.event, func(t *testing.T) {
			p := startAt(t, wfen, nil)
			events, err := p.Inject(c.event)
			if err != nil {
				t.Fatal(err)
			}
			score, reason, _ := strings.Cut(c.result, " ")
			want := fmt.Sprintf(`{"e":"end","reason":"%s","score":"%s","t":0}`, reason, score)
			if len(events) != 1 || events[0].Text != want {
				t.Errorf("events %v, want %s", events, want)
			}
			if got := string(p.AppendNotation(nil)); got != wfen || p.s.result() != c.result || p.s.Turn() != game.Terminal {
				t.Errorf("%s %s", got, p.s.result())
			}
			if events, err := p.Inject("flag(b)"); err == nil {
				t.Errorf("a second event ends it again: %v", events)
			}
			if p.s.result() != c.result {
				t.Errorf("the second event counts: %s", p.s.result())
			}
		})
	}
	p := startAt(t, wfen, nil)
	for _, text := range []string{"", "resign", "resign(white)", "e2e4", "hold", "Resign(w)", "draw_agreed "} {
		if events, err := p.Inject(text); err == nil || p.s.Turn() != game.Simultaneous {
			t.Errorf("%q is taken: %v", text, events)
		}
	}
}

// S-104: the third opening has the first one's position; without the setting the match goes on.
func TestRepetition(t *testing.T) {
	const wfen = "4k3/8/8/8/8/8/8/4K3 - - 0/3,0/3 1 0"
	rounds := []string{"e1e2 / e8e7", "e2e1 / e7e8"}
	t.Run("WC-092/S-104", func(t *testing.T) {
		p := startAt(t, wfen, game.Params{"mode": "king", "end.repetition": 2.0})
		last := playTexts(t, p, rounds...)
		if got := last[len(last)-1].Text; got != `{"e":"end","reason":"repetition","score":"1/2","t":1}` {
			t.Errorf("last event %s", got)
		}
		if p.reps["4k3/8/8/8/8/8/8/4K3 - - 0/3,0/3"] != 2 || len(p.reps) != 2 {
			t.Errorf("counts %v", p.reps)
		}
	})
	t.Run("off", func(t *testing.T) {
		p := startAt(t, wfen, game.Params{"mode": "king"})
		playTexts(t, p, rounds...)
		if p.s.Turn() != game.Simultaneous || len(p.reps) != 0 {
			t.Errorf("%s %v", p.s.result(), p.reps)
		}
	})
	t.Run("three times", func(t *testing.T) {
		p := startAt(t, wfen, game.Params{"mode": "king", "end.repetition": 3.0})
		playTexts(t, p, rounds...)
		playTexts(t, p, rounds[0])
		if p.s.Turn() != game.Simultaneous {
			t.Fatal("too early")
		}
		playTexts(t, p, rounds[1])
		if p.s.result() != "1/2 repetition" {
			t.Errorf("result %s", p.s.result())
		}
	})
	t.Run("allowances differ", func(t *testing.T) {
		p := startAt(t, "4k3/8/8/8/8/8/8/R3K3 - - 0/3,0/3 1 0", game.Params{"mode": "king", "end.repetition": 2.0})
		playTexts(t, p, "a1a2 / e8e7", "a2a1 / e7e8")
		if p.s.result() != "1/2 repetition" {
			t.Errorf("result %s", p.s.result())
		}
		p = startAt(t, "4k3/p7/8/8/8/8/8/RR2K3 - - 0/3,0/3 1 0", game.Params{"mode": "king", "end.repetition": 2.0})
		playTexts(t, p, "a1a2 kw:b1>e1 / e8f8", "a2a1 / f8e8")
		if p.s.Turn() != game.Simultaneous || p.s.reps.n != 2 {
			t.Errorf("%s, %d positions kept; the first can't come back", p.s.result(), p.s.reps.n)
		}
	})
}

// A state's own table of repetitions agrees with the position's counts by text, in random matches of few men.
func TestRepetitionTable(t *testing.T) {
	ended := 0
	for i := range uint64(samples(60, 400)) {
		r := rng.New(61, i, rng.Rollout, 0, 0)
		p := startAt(t, "k7/p7/8/8/8/8/7P/6RK - - 0/1,0/1 1 0", game.Params{"mode": "king", "end.repetition": float64(2 + i%2)})
		alone := p.s
		var roller game.Roller
		for p.s.Turn() != game.Terminal {
			plans := roller.PickPlans(&p.s, &r)
			p.ApplyJoint(&plans)
			alone.ApplyJoint(&plans)
			if alone.Key() != p.s.Key() || alone.result() != p.s.result() {
				t.Fatalf("match %d: the state says %s, the position %s", i, alone.result(), p.s.result())
			}
			back, err := Game{}.Parse(p.AppendJSON(nil))
			if err != nil || back.State().Key() != p.s.Key() {
				t.Fatalf("%s reads back with other repetitions: %v", p.AppendJSON(nil), err)
			}
		}
		if p.s.reason == Repeated {
			ended++
		}
	}
	if ended == 0 {
		t.Error("no match ended by repetition")
	}
}

// Keys differ in everything that the rules depend on; the repetition key in the first four fields of the WFEN alone.
func TestKeysCover(t *testing.T) {
	const base = "r3k2r/p7/8/8/8/8/P7/R3K2R KQkq - 5/2,5/2 9 1"
	keys, repetitions := map[game.Key]string{}, map[uint64]string{}
	for _, wfen := range []string{
		base,
		"r3k2r/p7/8/8/8/8/P7/R3K2R KQk - 5/2,5/2 9 1",
		"r3k2r/p7/8/8/8/8/P7/R3K2R Qkq - 5/2,5/2 9 1",
		"r3k2r/p7/8/8/8/8/P7/R3K2R - - 5/2,5/2 9 1",
		"r3k2r/p7/8/8/8/8/P7/R3K2R KQkq a1 5/2,5/2 9 1",
		"r3k2r/p7/8/8/8/8/P7/R3K2R KQkq a2 5/2,5/2 9 1",
		"r3k2r/p7/8/8/8/8/P7/R3K2R KQkq - 4/2,5/2 9 1",
		"r3k2r/p7/8/8/8/8/P7/R3K2R KQkq - 5/1,5/2 9 1",
		"r3k2r/p7/8/8/8/8/P7/R3K2R KQkq - 5/2,4/2 9 1",
		"r3k2r/p7/8/8/8/8/P7/R3K2R KQkq - 5/2,5/1 9 1",
		"r3k2r/p7/8/8/8/8/B7/R3K2R KQkq - 5/2,5/2 9 1",
		"r3k2r/p7/8/8/8/P7/8/R3K2R KQkq - 5/2,5/2 9 1",
		"r3k2r/p7/8/8/8/8/p7/R3K2R KQkq - 5/2,5/2 9 1",
		"r3k2r/P7/8/8/8/8/P7/R3K2R KQkq - 5/2,5/2 9 1",
	} {
		s := &startAt(t, wfen, nil).s
		if other, taken := keys[s.Key()]; taken {
			t.Errorf("%s and %s share a key", wfen, other)
		}
		if other, taken := repetitions[s.repetitionKey()]; taken {
			t.Errorf("%s and %s share a repetition key", wfen, other)
		}
		keys[s.Key()], repetitions[s.repetitionKey()] = wfen, wfen
	}
	for _, wfen := range []string{strings.Replace(base, " 9 1", " 10 1", 1), strings.Replace(base, " 9 1", " 9 0", 1)} {
		s := &startAt(t, wfen, nil).s
		if other, taken := keys[s.Key()]; taken {
			t.Errorf("%s and %s share a key", wfen, other)
		}
		if repetitions[s.repetitionKey()] != base {
			t.Errorf("%s is no repetition of %s", wfen, base)
		}
		keys[s.Key()] = wfen
	}
	for _, set := range []string{
		"end.stalemate=loss", "end.stalemate=hold", "end.watch_only_rounds=4", "end.repetition=5", "end.round_limit=201", "watch.round_limit.full=3",
	} {
		k := startAt(t, base, readParams(t, set)).s.Key()
		if other, taken := keys[k]; taken {
			t.Errorf("%s with %s and %s share a key", base, set, other)
		}
		keys[k] = set
	}
	p := startAt(t, base, readParams(t, "end.repetition=5"))
	p.s.reps.count(p.s.repetitionKey(), 1)
	if other, taken := keys[p.s.Key()]; taken {
		t.Errorf("a second occurrence and %s share a key", other)
	}
	// What doesn't count: clocks, the limit of the other mode, budgets.
	for _, set := range []string{"timing.mode=classic", "watch.round_limit.king=0", "watch.ordinary_budget=1", "watch.king_budget=1"} {
		if k := startAt(t, base, readParams(t, set)).s.Key(); keys[k] != base {
			t.Errorf("%s changes the key", set)
		}
	}
}

// More positions than a state's table holds: the position still counts all of them, the state forgets the oldest.
func TestRepetitionTableFull(t *testing.T) {
	s := &State{}
	for i := range uint64(maxRepetitions + 10) {
		s.reps.count(i, 1)
	}
	if s.reps.n != maxRepetitions || s.reps.count(9, 1) != 1 || s.reps.count(maxRepetitions+9, 1) != 2 {
		t.Error("the table doesn't hold the newest")
	}
	long := &repetitions{}
	for i := range uint64(50) {
		long.count(i, uint16(1+i%3))
	}
	var shuffled repetitions
	for i := range uint64(50) {
		k := i * 7 % 50
		shuffled.count(k, uint16(1+k%3))
	}
	if long.digest() != shuffled.digest() {
		t.Error("the digest depends on the order")
	}
	shuffled.count(3, 1)
	if long.digest() == shuffled.digest() {
		t.Error("the digest doesn't depend on the counts")
	}
}

// WC-010, WC-092: the end tests of an opening come in their order.
func TestOpeningOrder(t *testing.T) {
	const stalemate = "1r5k/8/8/8/8/8/7r/K7 - - 0/3,0/3"
	const plain = "4k3/8/8/8/8/8/8/4K3 - - 0/3,0/3"
	for _, c := range []struct{ name, wfen, set, result string }{
		{"mate before the round limit", "6k1/8/8/8/8/8/5PPP/3r2K1 - - 0/3,0/3 300 9", "mode=king", "0-1 checkmate"},
		{"double mate", "1R5k/6pp/8/8/8/8/PP6/K5r1 - - 0/3,0/3 1 0", "mode=king", "1/2 double_checkmate"},
		{"stalemate before idle rounds", stalemate + " 1 9", "mode=king", "1/2 stalemate"},
		{"a stalemate that loses", stalemate + " 1 9", "mode=king end.stalemate=loss", "0-1 stalemate"},
		{"a stalemate that holds", stalemate + " 1 9", "mode=king end.stalemate=hold", "1/2 watch_only"},
		{"idle rounds before the round limit", plain + " 300 3", "mode=king", "1/2 watch_only"},
		{"idle rounds off", plain + " 300 9", "mode=king end.watch_only_rounds=0", "1/2 round_limit"},
		{"too few idle rounds", plain + " 300 2", "mode=king", "1/2 round_limit"},
		{"all off", plain + " 300 9", "mode=king end.watch_only_rounds=0 end.round_limit=0", "*"},
		{"the last round", plain + " 200 0", "mode=king", "*"},
		{"after it", plain + " 201 0", "mode=king", "1/2 round_limit"},
	} {
		t.Run("WC-010/WC-092/"+c.name, func(t *testing.T) {
			if got := startAt(t, c.wfen, readParams(t, c.set)).s.result(); got != c.result {
				t.Errorf("%s, want %s", got, c.result)
			}
		})
	}
}

// Both sides on Hold: nothing happens, round after round, until the idle rounds end it [WC-084].
func TestBothHold(t *testing.T) {
	p := startAt(t, "k7/Pp6/1P6/8/8/6p1/6Pp/7K - - 0/3,0/3 1 0", game.Params{"mode": "king", "end.stalemate": "hold"})
	events := playTexts(t, p, "hold / hold", "hold / hold")
	if len(events) != 2 || p.s.Turn() != game.Simultaneous {
		t.Fatalf("%v %s", events, p.s.result())
	}
	playTexts(t, p, "hold / hold")
	if got := p.s.result(); got != "1/2 watch_only" {
		t.Errorf("result %s", got)
	}
}

// Counters stop at the most that a state can say.
func TestCountersStop(t *testing.T) {
	p := startAt(t, "k7/Pp6/1P6/8/8/6p1/6Pp/7K - - 0/3,0/3 1000000 1000000", game.Params{"mode": "king", "end.stalemate": "hold", "end.watch_only_rounds": 0.0, "end.round_limit": 0.0})
	playTexts(t, p, "hold / hold")
	if _, err := (Game{}).Parse(p.AppendJSON(nil)); err != nil {
		t.Error(err)
	}
}

// What castling men can meet on one square, though no legal plans lead there; the resolution is told to play it.
func TestCastlingPair(t *testing.T) {
	castle := game.Plan{Move: makeMove(4, 2, noKind)}
	for _, c := range []struct {
		name, wfen string
		black      game.Plan
		want       string
	}{
		{"WC-035/the King captures and the Rook goes on", "4k3/8/8/8/8/1n6/8/R3K3 Q - 0/3,0/3 1 0", game.Plan{Move: makeMove(17, 2, noKind)},
			"0 seal w e1c1 | 0 seal b b3c1 | 1 step R a1-b1 | 1 step K e1-d1 | 1 step n b3-c1 | 2 step R b1-c1 | 2 step K d1-c1 | " +
				"2 capture K c1 x n | 3 step R c1-d1 | 3 freeze c1"},
		{"WC-033/an enemy enters with them", "4k3/8/8/8/8/4b3/8/R3K3 Q - 0/3,0/3 1 0", game.Plan{Move: makeMove(20, 2, noKind)},
			"0 seal w e1c1 | 0 seal b e3c1 | 1 step R a1-b1 | 1 step K e1-d1 | 1 step b e3-d2 | 2 step R b1-c1 | 2 step K d1-c1 | 2 step b d2-c1 | " +
				"2 collide square c1 R b1 K d1 b d2 | 2 end 0-1 king_capture"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := startAt(t, c.wfen, game.Params{"mode": "king"})
			if got := strings.Join(Trace(&p.s, &[2]game.Plan{castle, c.black}), " | "); got != c.want {
				t.Errorf("%s\nwant\n%s", got, c.want)
			}
			board := reference.Read(c.wfen)
			black := string(appendPlan(nil, &c.black, p.s.kingSquare(black)))
			if trace, _, _ := board.Play(reference.Default("king"), "e1c1", black, nil); strings.Join(trace, " | ") != c.want {
				t.Errorf("reference: %s\nwant\n%s", strings.Join(trace, " | "), c.want)
			}
		})
	}
}
