package game

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"variantlab/sim/rng"
)

// randomFactors makes factors of a few squares, so that pairs get into each other's way.
func randomFactors(r *rng.Stream) *Factors {
	const squares = 7
	f := &Factors{}
	f.Reset()
	f.King = uint8(r.IntN(squares))
	f.Ordinary = uint16(r.IntN(5))
	for watcher := range uint16(squares) {
		for watched := range uint16(squares) {
			if watcher != watched && r.IntN(4) == 0 {
				f.Pairs = append(f.Pairs, watcher<<6|watched)
			}
		}
	}
	for a := range 1 + r.IntN(5) {
		m := FactorMove{Move: Action(1 + a), Movers: 1 << r.IntN(squares), Most: uint8(r.IntN(5)), KingWatch: Need(r.IntN(3))}
		switch r.IntN(4) {
		case 0:
			m.Movers |= 1 << r.IntN(squares)
		case 1:
			m.Movers = 0
			m.Least = min(1, m.Most)
		case 2: // a forced pair that isn't among Pairs and that the entry's own rules let in
			watcher, watched := uint16(r.IntN(squares)), uint16(r.IntN(squares))
			pair := watcher<<6 | watched
			barred := m.KingWatch == Barred && uint8(watched) == f.King || f.Ordinary == 0 && uint8(watched) != f.King
			if watcher != watched && m.Movers>>watcher&1 == 0 && m.Movers>>watched&1 == 0 && m.Most > 0 && !barred && !slices.Contains(f.Pairs, pair) {
				m.Forced = pair
			}
		}
		f.Moves = append(f.Moves, m)
	}
	return f
}

// allPlans lists the plans of f from the text of its definition, trying every subset of pairs.
func allPlans(f *Factors) []Plan {
	var plans []Plan
	for _, m := range f.Moves {
		for set := range 1 << len(f.Pairs) {
			if bits.OnesCount(uint(set)) > MaxPairs {
				continue
			}
			var pairs []uint16
			if m.Forced != 0 {
				pairs = append(pairs, m.Forced)
			}
			for i, pair := range f.Pairs {
				if set>>i&1 != 0 {
					pairs = append(pairs, pair)
				}
			}
			slices.Sort(pairs)
			watchers, watched := map[uint16]bool{}, map[uint16]bool{}
			ok, ordinary := len(pairs) >= int(m.Least) && len(pairs) <= int(m.Most), 0
			for _, pair := range pairs {
				v, y := pair>>6, pair&63
				ok = ok && !watchers[v] && !watched[y] && m.Movers>>v&1 == 0 && m.Movers>>y&1 == 0
				watchers[v], watched[y] = true, true
				if uint8(y) != f.King {
					ordinary++
				}
			}
			king := uint16(f.King)
			ok = ok && ordinary <= int(f.Ordinary) && !(watched[king] && watchers[king])
			ok = ok && !(m.KingWatch == Required && !watched[king]) && !(m.KingWatch == Barred && watched[king])
			if !ok {
				continue
			}
			plan := Plan{Move: m.Move, N: uint8(len(pairs))}
			copy(plan.Watch[:], pairs)
			plans = append(plans, plan)
		}
	}
	return plans
}

func comparePlans(a, b Plan) int {
	if a.Move != b.Move {
		return int(a.Move) - int(b.Move)
	}
	if a.N != b.N {
		return int(a.N) - int(b.N)
	}
	return slices.Compare(a.Watch[:], b.Watch[:])
}

// Listing, counting and testing against every subset of pairs.
func TestFactorsAgainstSubsets(t *testing.T) {
	r := rng.New(1, 1, rng.Rollout, 0, 0)
	big := 0
	for range 400 {
		f := randomFactors(&r)
		if len(f.Pairs) > 14 {
			continue
		}
		want := allPlans(f)
		got := f.AppendPlans(nil)
		slices.SortFunc(want, comparePlans)
		slices.SortFunc(got, comparePlans)
		if !slices.Equal(got, want) {
			t.Fatalf("%+v\nlists %v\nwant %v", f, got, want)
		}
		if len(want) > 50 {
			big++
		}
		for _, limit := range []uint64{0, 1, uint64(len(want) / 2), uint64(len(want)), uint64(len(want)) + 1, math.MaxUint64} {
			if n := f.Count(limit); n != min(limit, uint64(len(want))) {
				t.Fatalf("%+v\ncounts %d plans up to %d, want %d", f, n, limit, len(want))
			}
		}
		for _, plan := range want {
			if !f.Contains(&plan) {
				t.Fatalf("%+v\ndoes not contain its %v", f, plan)
			}
			for _, wrong := range spoil(plan, &r) {
				_, in := slices.BinarySearchFunc(want, wrong, comparePlans)
				if got := f.Contains(&wrong); got != in {
					t.Fatalf("%+v\ncontains %v is %t, want %t", f, wrong, got, in)
				}
			}
		}
	}
	if big < 20 {
		t.Errorf("only %d factors with more than 50 plans", big)
	}
}

// spoil changes a plan a little.
func spoil(plan Plan, r *rng.Stream) []Plan {
	other, more, less, form := plan, plan, plan, plan
	other.Move++
	more = more.with(uint16(r.IntN(7)<<6 | r.IntN(7)))
	if less.N > 0 {
		less.N--
		less.Watch[less.N] = 0
	}
	form.Watch[MaxPairs-1] = 9
	return []Plan{other, more, less, form}
}

// Every plan of a sample has the same chance.
func TestSampleIsUniform(t *testing.T) {
	r := rng.New(2, 1, rng.Rollout, 0, 0)
	tried := 0
	for tried < 20 {
		f := randomFactors(&r)
		plans := f.AppendPlans(nil)
		if len(plans) < 2 || len(plans) > 200 {
			continue
		}
		tried++
		each := 200
		count := map[Plan]int{}
		for range each * len(plans) {
			plan := f.Sample(&r)
			count[plan]++
			if !f.Contains(&plan) {
				t.Fatalf("%+v\ndrew %v", f, plan)
			}
		}
		chi2 := 0.0
		for _, plan := range plans {
			d := float64(count[plan] - each)
			chi2 += d * d / float64(each)
		}
		// Mean k and standard deviation sqrt(2k) at k degrees of freedom: 5 of them leave less than 1e-5.
		if k := float64(len(plans) - 1); chi2 > k+5*math.Sqrt(2*k)+5 {
			t.Errorf("chi squared %.1f at %v degrees of freedom for %+v", chi2, k, f)
		}
	}
}

func TestSampleAllocatesNothing(t *testing.T) {
	r := rng.New(3, 1, rng.Rollout, 0, 0)
	f := randomFactors(&r)
	for len(f.AppendPlans(nil)) == 0 {
		f = randomFactors(&r)
	}
	f.Sample(&r)
	if n := testing.AllocsPerRun(100, func() {
		f.ready = false
		f.Sample(&r)
		f.Count(1000)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A side of 60 men that all watch each other has more plans than can be listed; counting stops at its limit, and drawing
// takes no longer than usual.
func TestManyPlans(t *testing.T) {
	f := &Factors{King: 63, Ordinary: 1000}
	for watcher := range uint16(60) {
		for _, step := range []int{-9, -8, -7, -1, 1, 7, 8, 9} {
			if watched := int(watcher) + step; watched >= 0 && watched < 60 {
				f.Pairs = append(f.Pairs, watcher<<6|uint16(watched))
			}
		}
	}
	f.Moves = []FactorMove{{Move: 1, Most: MaxPairs}}
	if n := f.Count(1e6); n != 1e6 {
		t.Errorf("counted %d, want the limit", n)
	}
	r := rng.New(4, 1, rng.Rollout, 0, 0)
	sizes := 0
	for range 100 {
		plan := f.Sample(&r)
		if !f.Contains(&plan) {
			t.Fatalf("drew %v", plan)
		}
		sizes += int(plan.N)
	}
	if sizes < 1000 {
		t.Errorf("%d pairs in 100 plans: nearly all plans have nearly %d", sizes, MaxPairs)
	}
}
