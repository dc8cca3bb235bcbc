package mcts

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"variantlab/sim/game"
	"variantlab/sim/gametest"
	"variantlab/sim/rng"
	"variantlab/sim/watch"
)

// runSwapped is Run, with swap with the sides' streams swapped: what it then does for First is what Run does for Second.
func runSwapped(t *testing.T, s *Search, root game.State, sims int, seed Seed, ev Evaluator, swap bool) *Result {
	t.Helper()
	b := NewBatch(s.info, 1, ev)
	if err := s.Start(root, sims, seed); err != nil {
		t.Fatal(err)
	}
	if swap {
		s.lots[0], s.lots[1] = s.lots[1], s.lots[0]
		s.lead = s.lead.Other()
	}
	for s.Step(b) {
		if err := ev.Eval(b); err != nil {
			t.Fatal(err)
		}
		s.Deliver(b)
		b.N = 0
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	return s.Result()
}

// The colour has no part in a search of Watch chess: with the colours of a position and the sides' random streams
// swapped, the same plans are searched in the same order, and strategies and value are those of the other side.
func TestSearchesSwapWithColours(t *testing.T) {
	material, err := NewMaterial(watch.Game{})
	if err != nil {
		t.Fatal(err)
	}
	games, rounds, budgets := 2, 30.0, []int{32, 100, 3, 300, 16}
	switch {
	case gametest.Full():
		games, rounds, budgets = 20, 40, append(budgets, 2000)
	case testing.Short():
		games, rounds = 1, 8
	}
	for _, joint := range []JointPolicy{RegretMatching, DecoupledPUCT} {
		cfg := NewConfig(2000)
		cfg.Joint = joint
		s, other := newSearch(t, watch.Game{}, cfg), newSearch(t, watch.Game{}, cfg)
		positions, pruned := 0, 0
		for _, from := range []struct {
			mode, wfen string
			rounds     float64
		}{
			{"full", "", rounds},
			{"king", "", rounds},
			{"full", "k7/1q1q1q1q/q1q1q1q1/8/3p4/Q1Q1Q1Q1/1Q1Q1Q1Q/7K - - 12/3,12/3 1 0", 3}, // with more plans than are listed
		} {
			o := game.Options{Values: map[string]string{"mode": from.mode}, Params: game.Params{"end.round_limit": from.rounds}, Position: from.wfen}
			walkPositions(t, o, games, func(p game.Position) {
				state, wfen := p.State(), string(p.AppendNotation(nil))
				o.Position = swapColours(wfen)
				mirrored, err := watch.Game{}.New(o)
				if err != nil {
					t.Fatal(err)
				}
				swapped, ev := mirrored.State(), []Evaluator{material, Uniform{}}[positions%2]
				sims, seed := budgets[positions%len(budgets)], Seed{Run: 31, Game: uint64(positions)}
				positions++
				if countPlans(state) > listedPlans {
					pruned++
				}
				r := runSwapped(t, s, state, sims, seed, ev, false)
				q := runSwapped(t, other, swapped, sims, seed, ev, true)
				what := fmt.Sprintf("%s mode, %s, %d simulations by %T", from.mode, wfen, sims, ev)
				if math.Abs(float64(r.Value+q.Value)) > 1e-5 {
					t.Errorf("%s: value %v, with colours swapped %v", what, r.Value, q.Value)
				}
				for side := game.First; side <= game.Second; side++ {
					if err := sameStrategy(t, state, swapped, side, r, q); err != nil {
						t.Errorf("%s, %v: %v", what, side, err)
					}
				}
			})
		}
		t.Logf("verify: joint policy %d, colours swapped: %d positions, %d of them with more plans than are listed", joint, positions, pruned)
		if !testing.Short() && (positions < 100 || pruned == 0) {
			t.Errorf("%d positions, %d with more plans than are listed", positions, pruned)
		}
	}
}

// sameStrategy compares side's plans in r with the other side's in q, a search of the position with colours swapped.
func sameStrategy(t *testing.T, state, swapped game.State, side game.Player, r, q *Result) error {
	t.Helper()
	back := swapPlans(t, swapped, state, side.Other(), q.Plans[side.Other()])
	if !slices.Equal(r.Plans[side], back) {
		return fmt.Errorf("plans %v, with colours swapped %v", r.Plans[side], back)
	}
	for i, p := range r.Strategy[side] {
		if x := q.Strategy[side.Other()][i]; math.Abs(float64(p-x)) > 1e-5 {
			return fmt.Errorf("strategy %v, with colours swapped %v", r.Strategy[side], q.Strategy[side.Other()])
		}
	}
	return nil
}

// Where more plans are possible than are listed the pairs that are left out are the same with the colours swapped.
func TestPlanListsSwapWithColours(t *testing.T) {
	const wfen = "k7/1q1q1q1q/q1q1q1q1/8/3p4/Q1Q1Q1Q1/1Q1Q1Q1Q/7K - - 12/3,12/3 1 0"
	s, swapped := watchAt(t, "full", wfen, 0), watchAt(t, "full", swapColours(wfen), 0)
	if countPlans(s) <= listedPlans {
		t.Fatalf("%d plans, all of which can be listed", countPlans(s))
	}
	var d [2]planDrawer
	for key := range uint64(20) {
		for side := game.First; side <= game.Second; side++ {
			d[0].key, d[1].key = key, key
			d[0].listEqual(s, side)
			d[1].listEqual(swapped, side.Other())
			slices.Sort(d[0].name)
			slices.Sort(d[1].name)
			if !slices.Equal(d[0].name, d[1].name) {
				t.Fatalf("%v: %d plans and %d, not the same ones", side, len(d[0].name), len(d[1].name))
			}
		}
	}
}

// playWatch plays a game of Watch chess from the start, both sides by one searching player, and returns White's result.
// With swap each side gets the random numbers that the other one has without.
func playWatch(t *testing.T, s *Search, mode string, ev Evaluator, seed uint64, swap bool) float32 {
	t.Helper()
	state := watchAt(t, mode, "", 0)
	for round := uint32(0); state.Turn() == game.Simultaneous; round++ {
		from := Seed{Run: 33, Game: seed, Action: round}
		r := runSwapped(t, s, state, 32, from, ev, swap)
		var plans [2]game.Plan
		for side := game.First; side <= game.Second; side++ {
			luck := uint32(side)
			if swap {
				luck = 1 - luck
			}
			choice := rng.New(33, seed, rng.MoveChoice, round, luck)
			plans[side] = r.Plans[side][r.ChoosePlan(side, &choice)]
		}
		state.(game.Joint).ApplyJoint(&plans)
	}
	return state.Returns()[game.First]
}

// Games from the start have a twin in which the sides' random numbers are swapped, and it ends the other way round: so
// both colours win equally often. The full test counts results too.
func TestGamesSwapWithColours(t *testing.T) {
	ev, err := NewMaterial(watch.Game{})
	if err != nil {
		t.Fatal(err)
	}
	games, twins := 6, 6
	switch {
	case gametest.Full():
		games, twins = 1000, 200
	case testing.Short():
		games, twins = 1, 1
	}
	s := newSearch(t, watch.Game{}, NewConfig(32))
	for _, mode := range []string{"full", "king"} {
		score, squares := 0.0, 0.0
		for k := range games {
			result := playWatch(t, s, mode, ev, uint64(k), false)
			if k < twins {
				if twin := playWatch(t, s, mode, ev, uint64(k), true); twin != -result {
					t.Errorf("%s mode, game %d: White gets %v, with the random numbers swapped %v", mode, k, result, twin)
				}
			}
			x := float64(result+1) / 2
			score += x / float64(games)
			squares += x * x / float64(games)
		}
		se := math.Sqrt((squares - score*score) / float64(games))
		t.Logf("verify: %s mode: %d games, White scores %.3f [%.3f, %.3f]", mode, games, score, score-1.96*se, score+1.96*se)
		if gametest.Full() && math.Abs(score-0.5) > 4*se {
			t.Errorf("%s mode: White scores %v, standard error %v", mode, score, se)
		}
	}
}

// countPlans is how many reduced plans the side with more of them has.
func countPlans(s game.State) uint64 {
	most, f := uint64(0), game.Factors{}
	for side := game.First; side <= game.Second; side++ {
		s.(game.Factored).Reduced(side, &f)
		most = max(most, f.Count(1<<32))
	}
	return most
}

// walkPositions is walk over positions, which have texts.
func walkPositions(t *testing.T, o game.Options, games int, visit func(game.Position)) {
	t.Helper()
	var roller game.Roller
	for k := range games {
		p, err := watch.Game{}.New(o)
		if err != nil {
			t.Fatal(err)
		}
		r := rng.New(32, uint64(k), rng.Environment, 0, 0)
		for p.State().Turn() == game.Simultaneous {
			visit(p)
			plans := roller.PickPlans(p.State(), &r)
			p.ApplyJoint(&plans)
		}
	}
}

// swapColours swaps the colours of a WFEN.
func swapColours(wfen string) string {
	f := strings.Fields(wfen)
	ranks := strings.Split(f[0], "/")
	slices.Reverse(ranks)
	f[0] = strings.Map(otherCase, strings.Join(ranks, "/"))
	rights := []rune(strings.Map(otherCase, f[1]))
	slices.Sort(rights) // upper case first
	f[1] = string(rights)
	frozen := strings.Split(strings.Map(otherRank, f[2]), ",")
	slices.SortFunc(frozen, func(a, b string) int { return strings.Compare(a[1:]+a[:1], b[1:]+b[:1]) })
	f[2] = strings.Join(frozen, ",")
	white, black, _ := strings.Cut(f[3], ",")
	f[3] = black + "," + white
	return strings.Join(f, " ")
}

func otherCase(r rune) rune {
	if unicode.IsUpper(r) {
		return unicode.ToLower(r)
	}
	return unicode.ToUpper(r)
}

func otherRank(r rune) rune {
	if r >= '1' && r <= '8' {
		return '1' + '8' - r
	}
	return r
}

// swapPlans gives p's plans in from for the other side in to, the board upside down.
func swapPlans(t *testing.T, from, to game.State, p game.Player, plans []game.Plan) []game.Plan {
	t.Helper()
	var list []game.Plan
	for i := range plans {
		words := strings.Fields(strings.Map(otherRank, string(watch.Game{}.AppendPlan(nil, from, p, &plans[i]))))
		isWatch := func(w string) bool { return strings.HasPrefix(w, "w:") }
		if first := slices.IndexFunc(words, isWatch); first >= 0 {
			watches := words[first:]
			if n := slices.IndexFunc(watches, func(w string) bool { return !isWatch(w) }); n >= 0 {
				watches = watches[:n]
			}
			slices.SortFunc(watches, func(a, b string) int { return strings.Compare(a[3:4]+a[2:3], b[3:4]+b[2:3]) })
		}
		plan, err := watch.Game{}.ParsePlan(to, p.Other(), strings.Join(words, " "))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, plan)
	}
	return list
}
