package mcts

import (
	"math"
	"testing"

	"variantlab/internal/toys"
	"variantlab/sim/game"
	"variantlab/sim/gametest"
	"variantlab/sim/rng"
	"variantlab/sim/watch"
)

// watchAt makes a Watch chess state; limit 0 leaves the limit of rounds alone.
func watchAt(t testing.TB, mode, wfen string, limit int) game.State {
	t.Helper()
	o := game.Options{Values: map[string]string{"mode": mode}, Position: wfen}
	if limit > 0 {
		o.Params = game.Params{"end.round_limit": float64(limit)}
	}
	p, err := watch.Game{}.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p.State()
}

// walk plays on at random and visits each simultaneous state on the way.
func walk(t testing.TB, mode string, games int, visit func(game.State)) {
	for k := range games {
		walkFrom(t, mode, uint64(k), visit)
	}
}

// walkFrom is one game of walk.
func walkFrom(t testing.TB, mode string, k uint64, visit func(game.State)) {
	var roller game.Roller
	s := watchAt(t, mode, "", 40)
	r := rng.New(11, k, rng.Environment, 0, 0)
	for s.Turn() == game.Simultaneous {
		visit(s)
		roller.Play(s, &r, 1)
	}
}

// The plan prior is a distribution over all plans that are listed, and what a node draws from it are distinct legal plans
// with the likeliest one and the likeliest one without Watches among them, whatever the evaluator's odds.
func TestPlanPrior(t *testing.T) {
	b := NewBatch(watch.Game{}.Info(), 1, Uniform{})
	var d planDrawer
	priors := make([]float32, b.MaxActions)
	noise := rng.New(12, 0, rng.Noise, 0, 0)
	states, plans := 0, 0
	for _, mode := range []string{"full", "king"} {
		walk(t, mode, 4, func(s game.State) {
			b.N = 0
			b.Add(s, game.First, rng.Stream{})
			list, parts := b.Legal(0), b.Parts[0]
			for side, from := 0, 0; side < 2; side++ {
				moves := list[from:][:parts[side]]
				from += parts[side]
				pairs := list[parts[0]+parts[1]+side*parts[2]:][:parts[2+side]]
				logits := make([]float32, len(pairs))
				for i := range logits {
					logits[i] = float32(noise.Normal())
				}
				total := float32(0)
				for i := range moves {
					priors[i] = float32(noise.Float64()) + 0.01
					total += priors[i]
				}
				for i := range moves {
					priors[i] /= total
				}
				d.key = noise.Uint64()
				d.list(s, game.Player(side), &b.factors[0][side], moves, priors[:len(moves)], pairs, logits)
				sum, marginal := 0.0, map[game.Action]float64{}
				for i, p := range d.prior {
					sum += p
					marginal[d.plans[i].Move] += p
					if !s.(game.Joint).LegalPlan(game.Player(side), &d.plans[i]) {
						t.Errorf("%v is listed", d.plans[i])
					}
				}
				if math.Abs(sum-1) > 1e-5 {
					t.Errorf("priors sum to %v", sum)
				}
				for i, m := range moves {
					if math.Abs(marginal[m]-float64(priors[i])) > 1e-6 {
						t.Errorf("move %d has prior %v, its plans %v", m, priors[i], marginal[m])
					}
				}
				seen, best, plain, bestPlain := map[int]bool{}, 0.0, false, 0.0
				for i, p := range d.prior {
					if best = max(best, p); d.plans[i].N == 0 {
						bestPlain = max(bestPlain, p)
					}
				}
				likeliest := false
				for _, r := range d.draw(innerPlans) {
					if seen[r.at] {
						t.Errorf("plan %d drawn twice", r.at)
					}
					seen[r.at] = true
					likeliest = likeliest || d.prior[r.at] == best
					plain = plain || d.plans[r.at].N == 0 && d.prior[r.at] == bestPlain
				}
				if !likeliest || bestPlain > 0 && !plain || len(seen) != min(innerPlans, len(d.plans)) {
					t.Errorf("drew %d of %d plans, the likeliest %v, the likeliest without a Watch %v", len(seen), len(d.plans), likeliest, plain)
				}
				states, plans = states+1, plans+len(d.plans)
			}
		})
	}
	t.Logf("%d sides, %d plans in the mean", states, plans/states)
}

// The factored prior is that of an enumeration of all plans by their definition, it sums to one, and what is drawn by it
// has its odds: placed by the distribution function of what is left, the plan drawn after two others is uniform.
func TestPlanPriorByEnumeration(t *testing.T) {
	want, draws, bins := 60, 10, [20]float64{}
	if gametest.Full() {
		want = 1000
	}
	var d planDrawer
	var f game.Factors
	noise := rng.New(18, 0, rng.Noise, 0, 0)
	positions, plans, worst, drawn := 0, 0, 0.0, 0.0
	for seed := uint64(0); positions < want; seed++ {
		walkFrom(t, []string{"full", "king"}[seed%2], seed, func(s game.State) {
			p := game.Player(noise.IntN(2))
			s.(game.Factored).Factors(p, &f)
			if positions == want || f.Count(4001) > 4000 {
				return
			}
			moves, pairs := f.AppendMoves(nil), f.AppendPairs(nil)
			weight, priors, total := map[game.Action]float64{}, make([]float32, len(moves)), float32(0)
			for i := range moves {
				priors[i] = float32(math.Exp(noise.Normal()))
				total += priors[i]
			}
			for i, m := range moves {
				priors[i] /= total
				weight[m] = float64(priors[i])
			}
			odds, logits := map[uint16]float64{}, make([]float32, len(pairs))
			for i, pair := range pairs {
				logits[i] = float32(noise.Normal())
				odds[uint16(pair)] = math.Exp(float64(logits[i]))
			}
			d.key = noise.Uint64()
			d.list(s, p, &f, moves, priors, pairs, logits)
			listed := map[game.Plan]float64{}
			for i, plan := range d.plans {
				listed[plan] = d.prior[i]
			}
			legal := s.(game.Joint).Plans(p, nil)
			if len(legal) != len(d.plans) || len(listed) != len(legal) {
				t.Fatalf("%d plans are listed, %d legal", len(d.plans), len(legal))
			}
			product, sum := map[game.Plan]float64{}, map[game.Action]float64{}
			for _, plan := range legal {
				w := 1.0
				for _, pair := range plan.Watch[:plan.N] {
					w *= odds[pair]
				}
				product[plan] = w
				sum[plan.Move] += w
			}
			all := 0.0
			for _, plan := range legal {
				x := weight[plan.Move] * product[plan] / sum[plan.Move]
				worst = max(worst, math.Abs(x-listed[plan]))
				all += listed[plan]
			}
			if math.Abs(all-1) > 1e-6 {
				t.Errorf("priors sum to %v", all)
			}
			positions, plans = positions+1, plans+len(legal)
			for range draws {
				d.key = noise.Uint64()
				order := d.draw(3)
				if len(order) < 3 {
					continue
				}
				at, below, rest := order[2].at, 0.0, 0.0
				for i, x := range d.prior {
					if i == order[0].at || i == order[1].at {
						continue
					}
					if i < at {
						below += x
					}
					rest += x
				}
				u := (below + noise.Float64()*d.prior[at]) / rest
				bins[min(19, int(20*u))]++
				drawn++
			}
		})
	}
	if worst > 1e-6 {
		t.Errorf("a plan's prior is off by %v", worst)
	}
	chi2 := 0.0
	for _, n := range bins {
		chi2 += (n - drawn/20) * (n - drawn/20) / (drawn / 20)
	}
	t.Logf("verify: plan prior: %d positions, %d plans, off by at most %.2g; %.0f draws, chi squared %.1f of 19", positions, plans, worst, drawn, chi2)
	if chi2 > 50.8 { // p = 1e-4
		t.Errorf("chi squared %v: %v", chi2, bins)
	}
}

// Drawing without replacement by Gumbel noise gives each plan its prior as the odds to be drawn first.
func TestPlanDraws(t *testing.T) {
	d := planDrawer{plans: make([]game.Plan, 5), prior: []float64{0.4, 0.05, 0.3, 0.2, 0.05}, name: []uint64{5, 6, 7, 8, 9}}
	for i := range d.plans {
		d.plans[i] = game.Plan{Move: 1, N: 1, Watch: [game.MaxPairs]uint16{uint16(i)}}
	}
	noise := rng.New(13, 0, rng.Noise, 0, 0)
	const draws = 40000
	second := [5]float64{}
	for range draws {
		d.key = noise.Uint64()
		second[d.draw(2)[1].at]++ // after the likeliest plan, which is always there
	}
	for i, p := range d.prior[1:] {
		want := p / 0.6 // among the others, since the first is out
		if got := second[i+1] / draws; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/draws) {
			t.Errorf("plan %d drawn with odds %v, want %v", i+1, got, want)
		}
	}
}

// Searches of Watch chess from all sorts of positions give legal plans and normalised strategies, fit into the arena and
// allocate nothing once their buffers have grown.
func TestWatchSearches(t *testing.T) {
	ev, err := NewMaterial(watch.Game{})
	if err != nil {
		t.Fatal(err)
	}
	s, games := newSearch(t, watch.Game{}, NewConfig(200)), 2
	if testing.Short() {
		games = 1
	}
	for _, mode := range []string{"full", "king"} {
		n := 0
		walk(t, mode, games, func(state game.State) {
			n++
			r, err := s.Run(state, []int{1, 16, 64, 200}[n%4], Seed{Run: 14, Action: uint32(n)}, ev)
			if err != nil {
				t.Fatal(err)
			}
			if r.Saturated {
				t.Errorf("saturated after %d simulations", r.Sims)
			}
			for side := range r.Plans {
				sum := float32(0)
				for i := range r.Plans[side] {
					if !state.(game.Joint).LegalPlan(game.Player(side), &r.Plans[side][i]) {
						t.Errorf("plan %v", r.Plans[side][i])
					}
					sum += r.Strategy[side][i]
				}
				if math.Abs(float64(sum-1)) > 1e-4 {
					t.Errorf("strategy sums to %v", sum)
				}
			}
		})
		state := watchAt(t, mode, "", 0)
		if allocs := testing.AllocsPerRun(3, func() {
			if _, err := s.Run(state, 200, Seed{Run: 15}, ev); err != nil {
				t.Fatal(err)
			}
		}); allocs > 0 {
			t.Errorf("%s mode: %v allocations a search", mode, allocs)
		}
	}
}

// exactGap is what best responses win against the strategies of the last search, both sides together, where everything
// after the root is played perfectly and both may answer with any plan.
func exactGap(state game.State, e *toys.Exact, r *Result) float64 {
	j := state.(game.Joint)
	a := e.Matrix(state)
	var full [2][]float32
	for side := range full {
		index := map[game.Plan]int{}
		for i, plan := range j.Plans(game.Player(side), nil) {
			index[plan] = i
		}
		full[side] = make([]float32, len(index))
		for i, plan := range r.Plans[side] {
			full[side][index[plan]] += r.Strategy[side][i]
		}
	}
	return gapOf(a, full)
}

// endings are Watch chess positions with few men whose last rounds are worth fighting over with mixed strategies.
var endings = []struct {
	mode, wfen string
	rounds     int
}{
	{"king", "8/2k5/3Q3r/8/5K2/8/4Q3/8 - - 0/1,0/1 1 0", 2},
	{"full", "8/8/r1k5/K1R5/5rQ1/8/8/8 - - 2/1,2/1 1 0", 2},
	{"full", "8/5k1R/8/8/4K3/8/7r/Q7 - - 2/1,2/1 1 0", 2},
	{"king", "8/K2k4/8/2r5/r4R2/8/7Q/8 - - 0/1,0/1 1 0", 2},
	{"full", "8/8/8/K7/4r3/3Qk3/8/5Rr1 - - 2/1,2/1 1 0", 2},
	{"king", "8/p7/3K4/8/2r5/3R4/2R3k1/8 - - 0/1,0/1 1 0", 2},
	{"full", "1bQ1k3/8/8/2r5/4N3/2K2Q2/1Q6/7R - - 2/1,2/1 1 0", 2},
}

// On endings solved by backward induction over all plans, the strategies of a search with the default settings are hard
// to exploit in the mean over seeds, and harder than decoupled PUCT's. The full test takes three times the simulations, asks
// that of every seed, and prints how it would be if no node had more than 32 plans.
func TestWatchEndings(t *testing.T) {
	sims, seeds, list := 20000, 2, endings
	switch {
	case gametest.Full():
		sims, seeds = 60000, 10
	case testing.Short():
		sims, seeds, list = 2000, 1, endings[5:6]
	}
	few := NewConfig(sims)
	few.MostPlans = 0
	searches := []*Search{
		newSearch(t, watch.Game{}, NewConfig(sims)), newSearch(t, watch.Game{}, decoupledConfig(sims)), newSearch(t, watch.Game{}, few),
	}
	for _, c := range list {
		state, e := watchAt(t, c.mode, c.wfen, c.rounds), toys.NewExact()
		value := e.Value(state)
		var mean, most [3]float64
		for seed := range seeds {
			for i, s := range searches {
				if i == 2 && !gametest.Full() {
					continue
				}
				r, err := s.Run(state, sims, Seed{Run: 16, Game: uint64(seed)}, Uniform{})
				if err != nil {
					t.Fatal(err)
				}
				if i == 0 && math.Abs(float64(r.Value)-value) > 0.05 {
					t.Errorf("%s: value %v, want %v", c.wfen, r.Value, value)
				}
				gap := exactGap(state, e, r)
				mean[i] += gap / float64(seeds)
				most[i] = max(most[i], gap)
			}
		}
		t.Logf("verify: %s: %d and %d plans, value %.3f, exploitability after %d simulations %.4f (at most %.4f), decoupled PUCT's %.4f",
			c.wfen, len(state.(game.Joint).Plans(game.First, nil)), len(state.(game.Joint).Plans(game.Second, nil)), value, sims, mean[0], most[0], mean[1])
		if gametest.Full() {
			t.Logf("verify: the same with at most %d plans a node: %.4f (at most %.4f)", few.Plans, mean[2], most[2])
		}
		if mean[0] > 0.05 || mean[0] >= mean[1] || gametest.Full() && most[0] > 0.05 {
			t.Errorf("%s: exploitability %v (at most %v), decoupled PUCT's %v", c.wfen, mean[0], most[0], mean[1])
		}
	}
}

// BenchmarkWatchSearch searches the start position with the material evaluator.
func BenchmarkWatchSearch(b *testing.B) {
	ev, err := NewMaterial(watch.Game{})
	if err != nil {
		b.Fatal(err)
	}
	for _, mode := range []string{"full", "king"} {
		b.Run("mode="+mode, func(b *testing.B) {
			const sims = 200
			s, state := newSearch(b, watch.Game{}, NewConfig(sims)), watchAt(b, mode, "", 0)
			b.ReportAllocs()
			for k := range b.N {
				if _, err := s.Run(state, sims, Seed{Run: 17, Action: uint32(k)}, ev); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*sims/b.Elapsed().Seconds(), "sims/s")
		})
	}
}
