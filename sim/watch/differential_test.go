package watch

import (
	"math"
	"slices"
	"strings"
	"testing"

	reference "variantlab/internal/reference/watch"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// Plan sets and statuses against the second implementation, which tries every set of Watches with every Move; the
// factored count and the direct test of a plan against the list.
func TestPlansAgainstReference(t *testing.T) {
	for m := full; m <= kingMode; m++ {
		t.Run(modeNames[m], func(t *testing.T) {
			n := samples(900, 50000)
			if m == kingMode {
				n = samples(1500, 50000)
			}
			var f game.Factors
			statuses := map[string]int{}
			everywhere(t, m, n, 11, func(s *State, _ *rng.Stream) {
				wfen := string(s.appendWFEN(nil))
				board, set := reference.Read(wfen), referenceSettings(&s.set)
				open := *s
				open.reason = NotOver
				for player := game.First; player <= game.Second; player++ {
					letter := sideLetters[player]
					status := board.Status(set, letter)
					statuses[status]++
					if got := s.status[player].String(); got != status {
						t.Fatalf("%s %c: status %s, reference %s", wfen, letter, got, status)
					}
					got, want := planTexts(&open, player), board.Plans(set, letter)
					if !slices.Equal(got, want) {
						t.Fatalf("%s %c limit %d: plans\n%v\nreference\n%v", wfen, letter, set.Limit, got, want)
					}
					open.Factors(player, &f)
					if n := f.Count(math.MaxUint64); n != uint64(len(want)) {
						t.Fatalf("%s %c: counted %d plans, listed %d", wfen, letter, n, len(want))
					}
				}
			})
			t.Logf("verify: watch plan sets, %s mode: %d positions agree, statuses %v", modeNames[m], n, statuses)
			for _, status := range statusNames[1:] {
				if statuses[status] == 0 && !(m == full && status == "stalemate_hold") {
					t.Errorf("no position had status %s: the sample proves too little", status)
				}
			}
		})
	}
}

// Rounds against the second implementation: traces, next openings and results.
func TestRoundsAgainstReference(t *testing.T) {
	for m := full; m <= kingMode; m++ {
		t.Run(modeNames[m], func(t *testing.T) {
			seen, pairs := map[string]int{}, 0
			var f game.Factors
			const tries = 4 // pairs of plans a position
			everywhere(t, m, samples(2000, 110000/tries), 12, func(s *State, r *rng.Stream) {
				for range tries {
					if s.Turn() == game.Terminal {
						return
					}
					pairs++
					var plans [2]game.Plan
					for player := game.First; player <= game.Second; player++ {
						plans[player] = pickLively(s, player, &f, r)
					}
					compareRound(t, s, &plans, seen)
				}
			})
			t.Logf("verify: watch rounds, %s mode: %d pairs of plans agree, with %v", modeNames[m], pairs, seen)
			for _, name := range eventNames {
				if seen[name] == 0 {
					t.Errorf("no round had the event %s: the sample proves too little", name)
				}
			}
		})
	}
}

// pickLively draws a plan. One in two is the liveliest of some: with a Move onto an enemy, onto the King even, and with
// Watches that can be called.
func pickLively(s *State, player game.Player, f *game.Factors, r *rng.Stream) game.Plan {
	if r.IntN(2) == 0 {
		s.Factors(player, f)
		return f.Sample(r)
	}
	s.Reduced(player, f)
	best, most := game.Plan{}, float32(-1)
	for range 8 {
		plan := f.Sample(r)
		if lively := min(s.Gain(plan.Move), 10) + 5*float32(plan.N); lively > most {
			best, most = plan, lively
		}
	}
	return best
}

func compareRound(t *testing.T, s *State, plans *[2]game.Plan, seen map[string]int) {
	t.Helper()
	wfen := string(s.appendWFEN(nil))
	w := string(Game{}.AppendPlan(nil, s, game.First, &plans[0]))
	b := string(Game{}.AppendPlan(nil, s, game.Second, &plans[1]))
	board := reference.Read(wfen)
	want, after, result := board.Play(referenceSettings(&s.set), w, b, map[string]int{})
	next := *s
	got := []string{}
	for _, e := range next.playTraced(plans, next.countPosition) {
		got = append(got, string(e.appendLine(nil)))
		seen[eventNames[e.kind]]++
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s\n%s / %s: trace\n%s\nreference\n%s", wfen, w, b, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if text := string(next.appendWFEN(nil)); text != after.WFEN() {
		t.Fatalf("%s\n%s / %s: after %s, reference %s", wfen, w, b, text, after.WFEN())
	}
	if text := strings.TrimSpace(result.Score + " " + result.Reason); next.result() != text {
		t.Fatalf("%s\n%s / %s: result %s, reference %s", wfen, w, b, next.result(), text)
	}
	quiet := *s
	quiet.ApplyJoint(plans)
	if quiet.Key() != next.Key() {
		t.Fatalf("%s\n%s / %s: tracing changes the next state", wfen, w, b)
	}
}
