package watch

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"variantlab/sim/board"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// derived are the rules that follow from the others; each is checked in every round of the sample in which it can be.
var derived = []string{"WC-120", "WC-121", "WC-122", "WC-123", "WC-124", "WC-125", "WC-126", "WC-127", "WC-128", "WC-129", "WC-130"}

// TestDerivedFacts follows the men through the traces of random rounds.
func TestDerivedFacts(t *testing.T) {
	w := &witness{broken: map[string]string{}, seen: map[string]int{}}
	for m := full; m <= kingMode; m++ {
		var f game.Factors
		everywhere(t, m, samples(3000, 50000), 41, func(s *State, r *rng.Stream) {
			for range 3 {
				if s.Turn() == game.Terminal {
					return
				}
				plans := [2]game.Plan{w.pick(s, game.First, &f, r), w.pick(s, game.Second, &f, r)}
				w.watch(s, &plans)
			}
		})
	}
	for _, id := range derived {
		t.Run(id, func(t *testing.T) {
			if w.broken[id] != "" {
				t.Error(w.broken[id])
			}
			if w.seen[id] == 0 {
				t.Error("no round could have broken it: the sample proves too little")
			}
			t.Logf("held in %d cases", w.seen[id])
		})
	}
}

// witness checks rounds and remembers the first that breaks each rule.
type witness struct {
	broken map[string]string
	seen   map[string]int // cases that could have broken the rule
	round  string         // the round that is checked
}

// pick draws a plan; one in four castles if it can.
func (w *witness) pick(s *State, p game.Player, f *game.Factors, r *rng.Stream) game.Plan {
	plan := pickLively(s, p, f, r)
	if castles := s.castlingTargets(side(p), s.free(side(p))); castles != 0 && r.IntN(4) == 0 {
		castle := game.Plan{Move: makeMove(s.kingSquare(side(p)), castles.First(), noKind)}
		if s.LegalPlan(p, &castle) {
			return castle
		}
	}
	return plan
}

// hold counts a case of a rule and reports it when ok is false.
func (w *witness) hold(id string, ok bool, format string, args ...any) {
	w.seen[id]++
	if !ok && w.broken[id] == "" {
		w.broken[id] = fmt.Sprintf(format, args...) + "\n" + w.round
	}
}

// followed is a man on its way through a round.
type followed struct {
	man      man
	home, at square
	step     uint8 // tick of the last step
	watcher  bool
	goal     square
	captured square // where it captured as a mover, 64 before
	gone     bool
}

// watch plays a round and checks it.
func (w *witness) watch(s *State, plans *[2]game.Plan) {
	next := *s
	trace := next.playTraced(plans, next.countPosition)
	lines := []string{string(s.appendWFEN(nil))}
	for i := range trace {
		lines = append(lines, string(trace[i].appendLine(nil)))
	}
	w.round = strings.Join(lines, "\n")
	occupied := s.occupied()
	var moverAt [2]board.Set // planned destinations
	men := map[square]*followed{}
	castles := [2]bool{}
	for c := white; c <= black; c++ {
		if isMove(plans[c].Move) {
			from, to, _ := unpack(plans[c].Move)
			moverAt[c] = to.Bit()
			castles[c] = s.castlingOf(from, to) != nil
		}
	}
	at := func(c side, q square, tick uint8, stepped bool) *followed {
		for _, m := range men {
			if m.man.side() == c && m.at == q && !m.gone && (m.step == tick) == stepped {
				return m
			}
		}
		return nil
	}
	triggers, fell := [2]int{}, map[side]uint8{}
	stops := map[side]bool{}
	held := [2]square{64, 64} // where a King's attacker is held, by the King's side
	for i := range trace {
		e := &trace[i]
		switch e.kind {
		case evStep:
			m := men[e.home]
			if m == nil {
				m = &followed{man: e.man, home: e.home, captured: 64}
				men[e.home] = m
				w.hold("WC-121", e.tick == 1, "%v first steps on tick %d", e.home, e.tick)
			}
			m.at, m.step = e.at, e.tick
			for c, q := range held {
				if q < 64 && e.at == q {
					w.hold("WC-130", m.watcher && m.goal == q && e.man.side() == side(c), "%v enters %v, where an attacker is held", e.home, q)
				}
			}
		case evTrigger:
			men[e.at] = &followed{man: s.board[e.at], home: e.at, at: e.at, watcher: true, goal: e.other, captured: 64, step: e.tick}
			triggers[e.side]++
			w.hold("WC-120", s.struck(e.side)&e.other.Bit() != 0, "a Watch over %v is called, but no Move of a legal plan ends there", e.other)
			if e.guard {
				w.hold("WC-120", s.checkers(e.side) != 0, "a King Watch is called out of check")
				held[e.side] = e.other
			}
		case evContact:
			w.hold("WC-129", e.man.kind() != king, "a King strikes a watched King")
		case evCapture, evIntercept:
			c := e.man.side()
			by, victim := at(c, e.at, e.tick, true), at(1-c, e.at, e.tick, false)
			if victim == nil && !by.watcher {
				w.hold("WC-120", moverAt[c]&e.at.Bit() != 0, "%v falls at home to a mover that was going elsewhere", e.at)
			}
			if victim != nil {
				w.hold("WC-121", victim.watcher || e.at != victim.home, "a mover falls on its home %v", e.at)
				w.hold("WC-129", victim.man.kind() != king, "a reaction takes a King")
				if victim.captured < 64 {
					w.hold("WC-123", by.watcher, "a capturer on %v falls to a mover", e.at)
				}
				victim.gone = true
			}
			if by.watcher {
				w.hold("WC-124", e.at == by.goal, "a watcher meets an enemy on %v before its goal %v", e.at, by.goal)
			} else if occupied&e.at.Bit() != 0 {
				by.captured = e.at
			}
			if e.kind == evIntercept {
				by.gone = true
				held[c] = 64
			}
			if e.victim.kind() == king {
				fell[1-c] = e.tick
			}
		case evSwap, evMeet:
			watchers := 0
			for _, p := range e.men[:e.n] {
				m := men[p.home]
				m.gone = true
				if m.watcher {
					watchers++
				}
				if p.man.kind() == king {
					fell[p.man.side()] = e.tick
				}
				if m.captured < 64 {
					w.hold("WC-123", false, "the capturer on %v collides", m.captured)
				}
				if castles[p.man.side()] && !m.watcher {
					w.hold("WC-126", p.man.kind() == rook && e.tick == 1 && e.at.File() == 1 && e.kind == evMeet, "a castling man collides on %v", e.at)
				}
			}
			if watchers > 0 {
				w.hold("WC-124", watchers == int(e.n) && e.kind == evMeet, "a watcher collides with a mover, or by a swap")
			}
		case evStop:
			stops[e.man.side()] = true
		case evFall:
			fell[1-e.man.side()] = e.tick
		case evBlock:
			w.hold("WC-125", e.tick == 2, "a pawn is blocked on tick %d", e.tick)
		}
	}
	for c := white; c <= black; c++ {
		w.hold("WC-122", triggers[c] <= 1, "%d Watches of one side are called", triggers[c])
		if _, fallen := fell[c]; castles[c] {
			w.hold("WC-126", !fallen, "a castling King falls")
		}
		// As many men are left as were there, less those that the trace removes.
		left := map[square]bool{}
		for _, m := range men {
			if m.man.side() == c && !m.gone {
				w.hold("WC-125", !left[m.at], "two friends rest on %v", m.at)
				left[m.at] = true
			}
		}
	}
	w.hold("WC-127", trace[len(trace)-1].tick <= 14, "the round lasts %d ticks", trace[len(trace)-1].tick)
	if len(fell) == 2 {
		swapped := slices.ContainsFunc(trace, func(e event) bool {
			return (e.kind == evSwap || e.kind == evMeet) && e.men[0].man.kind() == king && e.men[1].man.kind() == king
		})
		w.hold("WC-128", fell[white] == fell[black] && (swapped || stops[white] && stops[black]), "both Kings fall otherwise")
	}
}

// WC-120: Watches that Reduced leaves out change nothing but allowances.
func TestReducedWatches(t *testing.T) {
	for m := full; m <= kingMode; m++ {
		t.Run("WC-120/"+modeNames[m], func(t *testing.T) {
			var f game.Factors
			dropped, kept := 0, 0
			everywhere(t, m, samples(3000, 50000), 42, func(s *State, r *rng.Stream) {
				if s.Turn() == game.Terminal {
					return
				}
				plans := [2]game.Plan{}
				for p := game.First; p <= game.Second; p++ {
					s.Factors(p, &f)
					plans[p] = f.Sample(r)
				}
				lean := plans
				for p := game.First; p <= game.Second; p++ {
					live := s.struck(side(p))
					lean[p] = game.Plan{Move: plans[p].Move}
					for _, pair := range plans[p].Watch[:plans[p].N] {
						if live&square(pair&63).Bit() == 0 {
							dropped++
						} else if kept++; insertPair(&lean[p], pair) != nil {
							t.Fatal("pair")
						}
					}
				}
				a, b := roundLines(s, &plans), roundLines(s, &lean)
				if !slices.Equal(a, b) {
					t.Fatalf("%s\n%s\nwithout the Watches that can't be called\n%s", s.appendWFEN(nil), strings.Join(a, "\n"), strings.Join(b, "\n"))
				}
			})
			if dropped == 0 || kept == 0 {
				t.Errorf("dropped %d Watches, kept %d", dropped, kept)
			}
		})
	}
}

// roundLines is the trace of a round without its seals, and the board after it.
func roundLines(s *State, plans *[2]game.Plan) []string {
	var trace []event
	next := *s
	next.playRound(plans, &trace)
	var lines []string
	for i := range trace {
		if trace[i].kind != evSeal {
			lines = append(lines, string(trace[i].appendLine(nil)))
		}
	}
	return append(lines, string(next.appendPlacement(nil)), next.result())
}

// Reduced keeps every Move that has a legal plan, keeps only legal plans, and keeps one plan for each set of Watches that
// can be called; several only where the Move needs one of several King Watches that can't.
func TestReducedPlans(t *testing.T) {
	for m := full; m <= kingMode; m++ {
		var f, g game.Factors
		smaller, total := 0, 0
		everywhere(t, m, samples(600, 20000), 43, func(s *State, _ *rng.Stream) {
			if s.Turn() == game.Terminal {
				return
			}
			for p := game.First; p <= game.Second; p++ {
				s.Factors(p, &f)
				s.Reduced(p, &g)
				live := s.struck(side(p))
				core := func(plan *game.Plan) game.Plan {
					c := game.Plan{Move: plan.Move}
					for _, pair := range plan.Watch[:plan.N] {
						if live&square(pair&63).Bit() != 0 {
							c.Watch[c.N] = pair
							c.N++
						}
					}
					return c
				}
				want, got := map[game.Plan]bool{}, map[game.Plan]bool{}
				all := f.AppendPlans(nil)
				for i := range all {
					want[core(&all[i])] = true
				}
				for _, plan := range g.AppendPlans(nil) {
					if !s.LegalPlan(p, &plan) || !f.Contains(&plan) {
						t.Fatalf("%s: %s is no legal plan", s.appendWFEN(nil), Game{}.AppendPlan(nil, s, p, &plan))
					}
					if c := core(&plan); got[c] && !needsGuard(s, p, &plan) {
						t.Fatalf("%s: %s stands for what another plan does", s.appendWFEN(nil), Game{}.AppendPlan(nil, s, p, &plan))
					} else {
						got[c] = true
					}
				}
				if len(got) != len(want) {
					t.Fatalf("%s: %v has %d plans that differ by what can happen, reduced to %d", s.appendWFEN(nil), p, len(want), len(got))
				}
				total += len(all)
				smaller += len(got)
			}
		})
		t.Logf("%s: %d plans, %d reduced", modeNames[m], total, smaller)
	}
}

// needsGuard reports whether a plan would be illegal without its King Watch.
func needsGuard(s *State, p game.Player, plan *game.Plan) bool {
	without := game.Plan{Move: plan.Move}
	for _, pair := range plan.Watch[:plan.N] {
		if square(pair&63) != s.kingSquare(side(p)) {
			without.Watch[without.N] = pair
			without.N++
		}
	}
	return !s.LegalPlan(p, &without)
}
