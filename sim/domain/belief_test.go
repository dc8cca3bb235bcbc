package domain

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// watcher is a side that watches a game.
type watcher struct {
	c Side
	*belief
	seen [2][]float32 // planes and globals, of the truth and of a world
}

func newWatcher(s *State, c Side) *watcher {
	w := &watcher{c: c, belief: s.NewBelief(game.Player(c)).(*belief)}
	for i := range w.seen {
		w.seen[i] = make([]float32, 64*numPlanes+numGlobals)
	}
	return w
}

func (w *watcher) observe(s *State, i int) []float32 {
	s.Observe(game.Player(w.c), w.seen[i][:64*numPlanes], w.seen[i][64*numPlanes:])
	return w.seen[i]
}

// sampled is the size of a sample: small, or the full one.
func sampled(small, full int) int {
	if fullTests {
		return full
	}
	return small
}

// missesTruth reports what is wrong with a belief in the true state s.
func (w *watcher) missesTruth(s *State) error {
	p := game.Player(w.c)
	total := totalWeight(w.list)
	switch {
	case w.Size() == 0:
		return fmt.Errorf("CD-434: nothing is possible")
	case total < 1-1e-9 || total > 1+1e-9:
		return fmt.Errorf("CD-434: probabilities sum to %v", total)
	case w.exact && w.Probability(s) <= 0:
		return fmt.Errorf("CD-434: the truth is not among %d hypotheses", w.Size())
	}
	for i := range w.list {
		h := &w.list[i]
		if h.weight <= 0 || h.state.InfoKey(p) != s.InfoKey(p) {
			return fmt.Errorf("CD-434: hypothesis %d of weight %v contradicts what was seen: %s", i, h.weight, appendStateJSON(nil, &h.state, nil))
		}
	}
	return nil
}

// looksDifferent reports how a world of w differs from the truth s in the eyes of w.
func (w *watcher) looksDifferent(s, world *State) error {
	p := game.Player(w.c)
	switch {
	case world.Turn() != s.Turn():
		return fmt.Errorf("CD-434: a %v node, in truth %v", world.Turn(), s.Turn())
	case !bytes.Equal(appendObservation(nil, world, w.c, nil), appendObservation(nil, s, w.c, nil)):
		return fmt.Errorf("CD-434: another observation")
	case !slices.Equal(w.observe(world, 0), w.observe(s, 1)):
		return fmt.Errorf("CD-434: other tensors")
	case !slices.Equal(world.Actions(p, nil), s.Actions(p, nil)):
		return fmt.Errorf("CD-432: another legal list")
	}
	return check(world)
}

// watched plays random games of every matchup with both sides watching; f sees every state after both beliefs have taken
// it in.
func watched(t *testing.T, games, plies int, f func(t *testing.T, p *position, both [2]*watcher)) {
	matchups(t, func(t *testing.T, white, black Set) {
		for g := range games {
			p := newTestGame(t, white, black, []game.Params{nil, lively}[(g+int(white+black))%2])
			both := [2]*watcher{newWatcher(p.s, White), newWatcher(p.s, Black)}
			stream := rng.New(uint64(g), uint64(white)<<8|uint64(black), rng.Rollout, 1, 0)
			var roller game.Roller
			for p.s.Turn() != game.Terminal && int(p.s.ply) < plies && !t.Failed() {
				a, _ := roller.Pick(p.s, &stream)
				p.Apply(a)
				both[White].Step(a, p.s)
				both[Black].Step(a, p.s)
				if p.s.pending.kind != disguiseChance {
					f(t, p, both)
				}
			}
		}
	})
}

// The truth is always among the hypotheses, they agree with all that was seen, and what is drawn from them looks like the
// truth.
func TestBeliefOfRandomGames(t *testing.T) {
	var world State
	steps, lists, most, drawn := 0, 0, 0, 0
	watched(t, sampled(3, 300), 50, func(t *testing.T, p *position, both [2]*watcher) {
		for _, w := range both {
			steps++
			most = max(most, w.Size())
			if w.Size() > 1 {
				lists++
			}
			if err := w.missesTruth(p.s); err != nil {
				t.Fatalf("%v: %v in %s", w.c, err, p.AppendJSON(nil))
			}
			if !w.exact {
				t.Fatalf("%v: the list was cut to %d", w.c, w.Size())
			}
			if w.Size() == 1 && p.s.ply%4 != 0 {
				continue
			}
			stream := rng.New(1, p.s.textKey(), rng.Determinize, uint32(w.c), 0)
			drawn++
			if b := w.Sample(&world, &stream); b != w.Probability(&world) {
				t.Fatalf("a world drawn with probability %v has %v", b, w.Probability(&world))
			}
			if err := w.looksDifferent(p.s, &world); err != nil {
				t.Fatalf("%v: %v in\n%s, in truth\n%s", w.c, err, appendStateJSON(nil, &world, nil), p.AppendJSON(nil))
			}
		}
	})
	t.Logf("%d steps, %d with more than one hypothesis, at most %d; %d worlds drawn", steps, lists, most, drawn)
	if fullTests {
		fmt.Printf("verify: domain belief: truth held possible after %d steps (%d with several hypotheses, at most %d), %d worlds look like it\n",
			steps, lists, most, drawn)
	}
	if lists == 0 || most < 10 {
		t.Errorf("nothing was uncertain")
	}
}

// A filter that does not think of casts of High Sense loses the truth.
func TestBeliefWithoutPrivateActs(t *testing.T) {
	lost := 0
	watched(t, 2, 50, func(t *testing.T, p *position, both [2]*watcher) {
		for _, w := range both {
			x := w.c.foe()
			w.list = slices.DeleteFunc(w.list, func(h hypothesis) bool { return h.state.sides[x].cd[KeySense] > 0 })
			clear(w.index)
			for i := range w.list {
				w.index[w.list[i].state.Key()] = int32(i)
			}
			if w.Probability(p.s) == 0 {
				lost++
			}
		}
	})
	if lost == 0 {
		t.Error("the truth was never lost")
	}
}

// What a side does not see has no influence on its belief: fed with worlds of its own instead of the truth it comes to the
// same list.
func TestBeliefDoesNotPeek(t *testing.T) {
	fed := 0
	matchups(t, func(t *testing.T, white, black Set) {
		p := newTestGame(t, white, black, []game.Params{nil, lively}[int(white+black)%2])
		both := [2]*watcher{newWatcher(p.s, White), newWatcher(p.s, Black)}
		blind := [2]*watcher{newWatcher(p.s, White), newWatcher(p.s, Black)}
		stream := rng.New(3, uint64(white)<<8|uint64(black), rng.Rollout, 0, 0)
		var roller game.Roller
		var world State
		for p.s.Turn() != game.Terminal && p.s.ply < 50 {
			turn := p.s.Turn()
			a, _ := roller.Pick(p.s, &stream)
			secret := !isOutcome(a) && techniques[actionKey(a)].secret
			p.Apply(a)
			for c, w := range both {
				w.Step(a, p.s)
				p.s.ResampleInto(game.Player(c), &world, &stream)
				if world.Key() != p.s.Key() {
					fed++
				}
				shown := a
				if secret && turn == game.Player(w.c.foe()) {
					shown = squareAction(KeySense, 0) // where is not for w to know
				}
				blind[c].Step(shown, &world)
				if err := w.differs(blind[c].belief); err != nil {
					t.Fatalf("%v: %v at %s", w.c, err, p.AppendJSON(nil))
				}
			}
		}
	})
	if fed == 0 {
		t.Error("all worlds were the truth")
	}
}

func (b *belief) differs(other *belief) error {
	if len(b.list) != len(other.list) {
		return fmt.Errorf("%d hypotheses, or %d with another truth", len(b.list), len(other.list))
	}
	for i := range b.list {
		if b.list[i].weight != other.list[i].weight || b.list[i].state.Key() != other.list[i].state.Key() {
			return fmt.Errorf("hypothesis %d differs with the truth", i)
		}
	}
	return nil
}

// All that a belief holds possible, the stateless summary does too.
func TestBeliefWithinSummary(t *testing.T) {
	compared, lists := 0, 0
	watched(t, sampled(1, 20), 30, func(t *testing.T, p *position, both [2]*watcher) {
		for _, w := range both {
			if w.Size() == 1 || (p.s.textKey()+uint64(p.s.turn))%16 != 0 {
				continue
			}
			drawn := map[game.Key]bool{}
			stream := rng.New(2, p.s.textKey(), rng.Determinize, uint32(w.c), 0)
			var world State
			for range 20000 {
				p.s.ResampleInto(game.Player(w.c), &world, &stream)
				drawn[world.Key()] = true
			}
			lists++
			for i := range w.list {
				compared++
				if h := &w.list[i].state; !drawn[h.Key()] {
					t.Fatalf("CD-434: the summary does not allow %v to hold possible\n%s, the truth is\n%s",
						w.c, appendStateJSON(nil, h, nil), p.AppendJSON(nil))
				}
			}
		}
	})
	t.Logf("%d hypotheses of %d lists", compared, lists)
	if fullTests {
		fmt.Printf("verify: domain belief: %d hypotheses of %d lists are allowed by the stateless summary\n", compared, lists)
	}
	if lists == 0 {
		t.Error("nothing was compared")
	}
}

// Copy that casts a learned High Sense leaves open what energy it has and when it may copy again.
func TestBeliefAboutCopiedSense(t *testing.T) {
	const notation = "1n2k1n1/pppp4/8/8/8/8/4PPPP/1N2K1N1 w - - 0 copy;e=60;t=13;r=speech toji;t=12;D=ten;R=1;r=sense,sense,sense -"
	energies, most, casts := map[uint16]bool{}, 0, 0
	for g := range uint64(sampled(60, 2000)) {
		p := start(t, notation, nil).(*position)
		w := newWatcher(p.s, Black)
		if !w.exact || w.Size() != 1 {
			t.Fatalf("CD-435: %d hypotheses at the start", w.Size())
		}
		stream := rng.New(4, g, rng.Rollout, 0, 0)
		var roller game.Roller
		for p.s.Turn() != game.Terminal && p.s.ply < 24 {
			a, _ := roller.Pick(p.s, &stream)
			if p.s.turn == White && techniques[actionKey(a)].secret {
				casts++
			}
			p.Apply(a)
			w.Step(a, p.s)
			most = max(most, w.Size())
			if err := w.missesTruth(p.s); err != nil {
				t.Fatalf("%v in %s", err, p.AppendJSON(nil))
			}
			var world State
			w.Sample(&world, &stream)
			if err := w.looksDifferent(p.s, &world); err != nil {
				t.Fatalf("%v in %s", err, appendStateJSON(nil, &world, nil))
			}
			for i := range w.list {
				energies[w.list[i].state.sides[White].energy] = true
			}
		}
	}
	t.Logf("%d casts, at most %d hypotheses, %d energies", casts, most, len(energies))
	if casts == 0 || most < 20 {
		t.Error("nothing was uncertain")
	}
}

// Who has not watched the game from its start begins with what the position allows.
func TestBeliefFromMidGame(t *testing.T) {
	for _, c := range []struct {
		name, notation string
		side           Side
		least, most    int
		exact          bool
	}{
		{"CD-420/all is known", "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=5 shrine;t=4;r=cleave -", White, 1, 1, true},
		{"CD-374/which is the king", "4k3/8/8/7r/8/8/8/3DK3 b - - 0 ten;t=13;e=60;r=domain shrine;t=13 shadow@w/2", Black, 2, 2, true},
		{"CD-424/the set", "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=3 shrine;t=2 -", White, 2, 2, true},
		{"CD-424/marks", "4k3/3p4/3p4/8/8/8/8/R3K3 w - - 0 limitless;t=15 toji;t=14;D=ten;R=1 -", White, 6, 20, false},
		{"CD-413/he may have marked just now", "4k3/3p4/3p4/8/8/8/8/R3K3 b - - 0 limitless;t=4 toji;t=4;D=ten;R=1 -", White, 3, 3, true},
		{"CD-435/energy", "4k3/8/8/8/8/3p4/2P5/4K3 b - - 0 copy;e=60;t=13;cd=copy.3;r=sense;v=sense toji;t=13;D=ten;R=1;r=sense,chain -", Black, 100, 1024, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, c.notation, nil).State().(*State)
			w := newWatcher(s, c.side)
			if n := w.Size(); n < c.least || n > c.most || w.exact != c.exact {
				t.Fatalf("%d hypotheses, want %d to %d; exact %v", n, c.least, c.most, w.exact)
			}
			if err := w.missesTruth(s); err != nil {
				t.Fatal(err)
			}
			stream := rng.New(5, 0, rng.Rollout, 0, 0)
			var roller game.Roller
			for range 30 {
				if s.Turn() == game.Terminal {
					break
				}
				a, _ := roller.Pick(s, &stream)
				s.Apply(a)
				w.Step(a, s)
				if err := w.missesTruth(s); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// The decoy comes where there was no king before, so that who has watched knows it.
func TestBeliefAboutDecoy(t *testing.T) {
	t.Run("CD-374", func(t *testing.T) {
		p := start(t, "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 ten;t=13;r=step shrine;t=12;r=cleave -", nil).(*position)
		w := newWatcher(p.s, Black)
		for _, text := range []string{"domain:shadow", "e1f1", "e8e7"} {
			a, err := parseAction(p.s, p.s.Turn(), text)
			if err != nil {
				t.Fatal(err)
			}
			p.Apply(a)
			w.Step(a, p.s)
			if w.Size() != 1 || w.Probability(p.s) != 1 {
				t.Fatalf("after %s: %d hypotheses", text, w.Size())
			}
		}
	})
}

// A list that grows too long is thinned out, and its weights stay what they are in the mean.
func TestBeliefIsBounded(t *testing.T) {
	s := start(t, startNotation, nil).State().(*State)
	b := newWatcher(s, White).belief
	b.begin(s.InfoKey(game.First))
	var h State
	h.CopyFrom(s)
	const n = 10000
	low := 0.0
	for i := range n {
		h.sides[Black].energy, h.sides[Black].cd[KeySense] = uint16(i%100), uint8(i/100)
		b.add(&h, 1+float64(i%2))
		if len(b.next) > maxHypotheses {
			t.Fatalf("%d hypotheses", len(b.next))
		}
	}
	if b.exact {
		t.Error("a list that was cut claims to be exact")
	}
	if total := totalWeight(b.next); total < 1.5*n-1e-6 || total > 1.5*n+1e-6 {
		t.Errorf("weights sum to %v, want %v", total, 1.5*n)
	}
	b.finish()
	for i := range b.list {
		if h := &b.list[i]; h.state.sides[Black].energy < 50 {
			low += h.weight
		}
		if b.Probability(&b.list[i].state) != b.list[i].weight {
			t.Fatalf("hypothesis %d is not found by its key", i)
		}
	}
	if low < 0.45 || low > 0.55 {
		t.Errorf("half of the hypotheses have weight %v", low)
	}
}

func TestBeliefSampleAllocatesNothing(t *testing.T) {
	s := start(t, startNotation, nil).State().(*State)
	b := s.NewBelief(game.First)
	var world State
	stream := rng.New(1, 0, rng.Determinize, 0, 0)
	if n := testing.AllocsPerRun(1000, func() { b.Sample(&world, &stream) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkBeliefStep is the cost of a step, playing it included, for White in games of random players: against Shrine, who
// could be a Toji until it casts, and against a Toji, whose casts of High Sense White doesn't see.
func BenchmarkBeliefStep(b *testing.B) {
	for name, sets := range map[string][2]Set{"shrine": {Toji, Shrine}, "toji": {Shrine, Toji}} {
		b.Run(name, func(b *testing.B) {
			s := newMatchup(b, sets[White], sets[Black], nil)
			var first State
			var roller game.Roller
			stream := rng.New(1, 0, rng.Rollout, 0, 0)
			for s.pending.kind == disguiseChance {
				a, _ := roller.Pick(s, &stream)
				s.Apply(a)
			}
			first.CopyFrom(s)
			w := s.NewBelief(game.First).(*belief)
			hypotheses := 0
			for b.Loop() {
				if s.Turn() == game.Terminal || s.ply > 60 {
					b.StopTimer()
					s.CopyFrom(&first)
					w.start(s)
					b.StartTimer()
				}
				a, _ := roller.Pick(s, &stream)
				s.Apply(a)
				w.Step(a, s)
				hypotheses += w.Size()
			}
			b.ReportMetric(float64(hypotheses)/float64(b.N), "hypotheses")
		})
	}
}
