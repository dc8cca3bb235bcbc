package watch

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// WC-061: plans of one side at the start by mode and limit, with a Move and without. 384 of 403 have a Move: 20 Moves
// alone or with one of 19 Watches or the King Watch, less the 36 that touch the mover. 158 are Watches alone: 19, and 171
// pairs of them less the 32 that share a watcher or a watched man.
func TestStartCounts(t *testing.T) {
	for _, c := range []struct {
		mode                string
		limit               float64
		plans, moves, alone int
	}{
		{"king", 1, 40, 40, 0},
		{"king", 0, 20, 20, 0},
		{"full", 0, 20, 20, 0},
		{"full", 1, 403, 384, 19},
		{"full", 2, 2972, 2814, 158},
		{"full", 3, 11497, 10822, 675},
		{"full", 4, 26878, 25132, 1746},
	} {
		t.Run(fmt.Sprintf("WC-061/%s/%v", c.mode, c.limit), func(t *testing.T) {
			p := startAt(t, "", game.Params{"mode": c.mode, "watch.round_limit." + c.mode: c.limit})
			var f game.Factors
			for player := game.First; player <= game.Second; player++ {
				plans := p.s.Plans(player, nil)
				alone := 0
				for i := range plans {
					if plans[i].Move == NoMove {
						alone++
					}
				}
				p.s.Factors(player, &f)
				if len(plans) != c.plans || alone != c.alone || len(plans)-alone != c.moves || f.Count(math.MaxUint64) != uint64(c.plans) {
					t.Errorf("%v: %d plans, %d without a Move, counted %d; want %d, %d", player, len(plans), alone, f.Count(math.MaxUint64), c.plans, c.alone)
				}
				p.s.Reduced(player, &f)
				// No Watch can be called at the start: the Moves are left, and one plan without, where Watches alone are legal.
				if want := uint64(20 + min(1, c.alone)); f.Count(math.MaxUint64) != want {
					t.Errorf("%v: %d reduced plans, want %d", player, f.Count(math.MaxUint64), want)
				}
			}
		})
	}
}

// LegalPlan, which tests a plan point by point, agrees with the list for plans spoilt in one place.
func TestLegalPlanAgainstList(t *testing.T) {
	for m := full; m <= kingMode; m++ {
		legal, illegal := 0, 0
		everywhere(t, m, samples(400, 20000), 51, func(s *State, r *rng.Stream) {
			if s.Turn() == game.Terminal {
				return
			}
			for p := game.First; p <= game.Second; p++ {
				list := map[game.Plan]bool{}
				plans := s.Plans(p, nil)
				for _, plan := range plans {
					list[plan] = true
				}
				for range 20 {
					plan := spoilt(s, side(p), plans[r.IntN(len(plans))], r)
					if got := s.LegalPlan(p, &plan); got != list[plan] {
						t.Fatalf("%s: %v's %v is legal %t, listed %t", s.appendWFEN(nil), p, plan, got, list[plan])
					}
					if list[plan] {
						legal++
					} else {
						illegal++
					}
				}
			}
		})
		if legal < 100 || illegal < 100 {
			t.Errorf("%s: %d legal and %d illegal: the sample proves too little", modeNames[m], legal, illegal)
		}
	}
}

// spoilt changes a plan at random: another Move, a pair more, less, or other.
func spoilt(s *State, c side, plan game.Plan, r *rng.Stream) game.Plan {
	anyPair := func() uint16 {
		men := s.men[c]
		for range r.IntN(men.Count()) {
			men &= men - 1
		}
		seen := s.watched(c, men.First())
		if seen == 0 || r.IntN(8) == 0 {
			return makePair(men.First(), square(r.IntN(64)))
		}
		for range r.IntN(seen.Count()) {
			seen &= seen - 1
		}
		return makePair(men.First(), seen.First())
	}
	for range 1 + r.IntN(2) {
		switch r.IntN(6) {
		case 0:
			plan.Move = makeMove(square(r.IntN(64)), square(r.IntN(64)), [3]kind{noKind, noKind, queen}[r.IntN(3)])
		case 1:
			men := s.men[c]
			for range r.IntN(men.Count()) {
				men &= men - 1
			}
			to := s.targets(c, men.First())
			if to != 0 {
				plan.Move = makeMove(men.First(), to.First(), noKind)
			}
		case 2:
			plan.Move = [3]game.Action{NoMove, Hold, game.None}[r.IntN(3)]
		case 3:
			if plan.N > 0 {
				plan.N--
				plan.Watch[plan.N] = 0
			}
		default:
			if plan.N < game.MaxPairs {
				_ = insertPair(&plan, anyPair()) // a pair that is there already stays once
			}
		}
	}
	return plan
}

// Each plan has the same chance to be drawn.
func TestSampledPlans(t *testing.T) {
	p := startAt(t, "6rk/8/8/p2B4/Pp6/1P5p/8/R3K2R KQ - 12/3,12/3 1 0", nil)
	var f game.Factors
	p.s.Factors(game.First, &f)
	plans := f.AppendPlans(nil)
	const each = 60
	r := rng.New(52, 0, rng.Rollout, 0, 0)
	count := map[game.Plan]int{}
	for range each * len(plans) {
		count[f.Sample(&r)]++
	}
	chi2 := 0.0
	for _, plan := range plans {
		d := float64(count[plan] - each)
		chi2 += d * d / each
	}
	if k := float64(len(plans) - 1); len(count) != len(plans) || chi2 > k+5*math.Sqrt(2*k) {
		t.Errorf("%d of %d plans drawn, chi squared %.0f at %.0f degrees of freedom", len(count), len(plans), chi2, k)
	}
}

// WC-103: texts that are no plans of White at the start, and what the error says.
func TestPlanTextErrors(t *testing.T) {
	start := startAt(t, "", nil)
	for _, c := range []struct{ text, says string }{
		{"", "no Move or Watch"},
		{" e2e4", "no Move or Watch"},
		{"e2e4 ", "no Watch"},
		{"e2e4  w:b1>d2", "no Watch"},
		{"E2E4", "no Move or Watch"},
		{"e2e4q", "WC-070"},
		{"e2-e4", "no Move or Watch"},
		{"e2e5", "WC-070"},
		{"e7e5", "WC-070"},
		{"e2e4 d2d4", "no Watch"},
		{"w:b1>d2 e2e4", "no Watch"},
		{"e2e4 w:b1-d2", "no pair"},
		{"e2e4 w:b1>b1", "no pair"},
		{"e2e4 w:b1>d2 w:b1>d2", "twice"},
		{"w:h1>h2 w:a1>a2", `write it as "w:a1>a2 w:h1>h2"`},
		{"e2e4 kw:d1>e1 w:b1>d2", `write it as "e2e4 w:b1>d2 kw:d1>e1"`},
		{"e2e4 w:d1>e1", `write it as "e2e4 kw:d1>e1"`},
		{"e2e4 kw:b1>d2", `write it as "e2e4 w:b1>d2"`},
		{"hold", "WC-085"},
		{"hold ", "no Move or Watch"},
		{"none", "no Move or Watch"},
		{"kw:d1>e1", "WC-079"},
		{"a2a3 w:a1>a2", "that moves"},
		{"w:a1>a2 w:a1>b1", "WC-077"},
		{"w:b1>d2 w:c1>d2", "WC-077"},
		{"e2e4 w:e1>f2 kw:d1>e1", "King is watched and a watcher"},
		{"e2e4 w:a1>a2 w:b1>d2 kw:d1>e1", "WC-061"},
		{"e2e4 w:a1>c3", "WC-075"},
		{"w:a1>a2 w:b1>d2 w:d1>c1 w:f1>g2 w:g1>e2 w:h1>h2", "WC-061"},
		{"e2e4 " + strings.TrimSpace(strings.Repeat("w:b1>d2 ", 20)), "twice"},
	} {
		_, err := Game{}.ParsePlan(&start.s, game.First, c.text)
		input, ok := err.(*game.InputError)
		if !ok || input.Code != game.IllegalAction || input.Path != "plans.white" || !strings.Contains(input.Msg, c.says) {
			t.Errorf("%q: %v, want illegal-action at plans.white that says %q", c.text, err, c.says)
		}
	}
	if _, err := (Game{}).ParsePlan(&start.s, game.Terminal, "e2e4"); err == nil {
		t.Error("a plan for nobody")
	}
	over := startAt(t, "6k1/8/8/8/8/8/5PPP/3r2K1 - - 0/3,0/3 1 0", game.Params{"mode": "king"})
	if _, err := (Game{}).ParsePlan(&over.s, game.First, "g1h1"); err == nil || !strings.Contains(err.Error(), "over") {
		t.Errorf("a plan after the end: %v", err)
	}
}

// Every fault has a text, and some plan that has it.
func TestFaults(t *testing.T) {
	seen := map[fault]bool{}
	for _, c := range []struct {
		wfen, set, text string
		want            fault
	}{
		{"r3k3/8/8/8/8/8/8/R3K3 - - 0/3,0/3 1 0", "mode=king", "e1e2 w:a1>e1", faultMover},
		{"4k3/8/8/8/8/8/R2R4/4K3 - - 0/3,0/3 1 0", "mode=king", "w:a2>d2", faultMode},
		{"4k3/8/8/8/8/8/R2R4/4K3 - - 0/3,0/3 1 0", "-", "w:a2>d2", faultOrdinary},
		{"4k3/8/8/8/8/8/7P/R3K3 - - 0/0,0/3 1 0", "mode=king", "h2h3 kw:a1>e1", faultGuards},
		{"4k3/8/8/8/4r3/8/4R3/4K3 - - 0/3,0/3 1 0", "mode=king", "e2a2", faultUnsafe},
		{"4k3/8/8/8/4r3/8/R2R4/4K3 - - 9/3,0/3 1 0", "-", "w:a2>d2", faultCheck},
		{"1r5k/8/8/8/8/8/7r/K5N1 - g1 0/3,0/3 2 0", "mode=king", "a1a2", faultNotHold},
	} {
		p := startAt(t, c.wfen, readParams(t, c.set))
		plan := game.Plan{Move: NoMove}
		for i, token := range strings.Split(c.text, " ") {
			if err := addToken(&plan, i, token); err != nil {
				t.Fatal(err)
			}
		}
		if got := p.s.fault(white, &plan); got != c.want {
			t.Errorf("%s %s: %v, want %v", c.wfen, c.text, got, c.want)
		}
		seen[c.want] = true
	}
	start := startAt(t, "", nil)
	for _, plan := range []struct {
		plan game.Plan
		want fault
	}{
		{game.Plan{Move: NoMove}, faultEmpty},
		{game.Plan{}, faultForm},
		{game.Plan{Move: Hold}, faultHold},
		{game.Plan{Move: NoMove, N: 17}, faultForm},
		{game.Plan{Move: NoMove, N: 0, Watch: [16]uint16{5}}, faultForm},
		{game.Plan{Move: NoMove, N: 1, Watch: [16]uint16{1<<15 | 5}}, faultPair},
		{game.Plan{Move: moveAction | 1<<25}, faultMove},
	} {
		if got := start.s.fault(white, &plan.plan); got != plan.want {
			t.Errorf("%v: %v, want %v", plan.plan, got, plan.want)
		}
	}
	for f := faultOver; f <= faultEmergency; f++ {
		if f.String() == "" {
			t.Errorf("fault %d has no text", f)
		}
	}
}

// Actions are the first components of the plans, each once, ascending.
func TestActionsAreFirstComponents(t *testing.T) {
	for m := full; m <= kingMode; m++ {
		everywhere(t, m, samples(400, 20000), 53, func(s *State, _ *rng.Stream) {
			for p := game.First; p <= game.Second; p++ {
				var want []game.Action
				for _, plan := range s.Plans(p, nil) {
					want = append(want, plan.Move)
				}
				slices.Sort(want)
				want = slices.Compact(want)
				if got := s.Actions(p, nil); !slices.Equal(got, want) {
					t.Fatalf("%s: %v's actions %v, moves of plans %v", s.appendWFEN(nil), p, got, want)
				}
			}
		})
	}
}
