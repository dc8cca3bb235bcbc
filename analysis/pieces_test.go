package analysis

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"testing"

	"variantlab/sim/rng"
)

func TestSampler(t *testing.T) {
	same := func(turn int) []int { return []int{1} }
	for _, c := range []struct {
		name  string
		at    func(turn int) []int
		turns int
		want  string
	}{
		{"nothing changes", same, 35, "[10 20 30]"},
		{"short game", same, 10, "[]"},
		{"changes at 9", func(turn int) []int { return []int{turn / 9} }, 18, "[11]"},
		{"changes at 10 and 21", func(turn int) []int { return []int{min(1, turn/10) + turn/21} }, 30, "[12 20]"},
		{"every third turn", func(turn int) []int { return []int{turn / 3} }, 40, "[11 20 32]"},
		{"every other turn", func(turn int) []int { return []int{turn / 2} }, 40, "[]"},
	} {
		var s Sampler
		got := []int{}
		for turn := range c.turns {
			if s.Takes(turn, c.at(turn)) {
				got = append(got, turn)
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: samples after turns %v, want %s", c.name, got, c.want)
		}
	}
}

// Three wins in four games with nothing else known: the intercept is log 3 but for the prior, whose pull b/9 balances the
// score 3 - 4p at p = 0.747. By the jackknife: leaving out a win moves it by (1-p)/(3p(1-p)+1/9), a loss by
// p/(3p(1-p)+1/9).
func TestLogisticByHand(t *testing.T) {
	one := func(y float64) []observation { return []observation{{[]float64{1}, y, 1}} }
	f, err := fitLogistic([][]observation{one(1), one(1), one(0), one(1)}, 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	b := f.beta[0]
	p := 1 / (1 + math.Exp(-b))
	if math.Abs(3-4*p-b/9) > 1e-9 || math.Abs(b-math.Log(3)) > 0.2 {
		t.Errorf("coefficient %v, score %v", b, 3-4*p-b/9)
	}
	rest := 3*p*(1-p) + 1.0/9
	want := 0.75 * (3*(1-p)*(1-p) + p*p) / (rest * rest)
	if got := f.cov.At(0, 0); math.Abs(got-want) > 1e-9 {
		t.Errorf("variance %v, want %v", got, want)
	}
	if prior := (1.0 / 9) / (4*p*(1-p) + 1.0/9); math.Abs(f.prior[0]-prior) > 1e-9 {
		t.Errorf("share of the prior %v, want %v", f.prior[0], prior)
	}
}

// A type that decides every game has a finite value, and no estimate is ever far from that of a plain ascent.
func TestLogisticAgainstSlowAscent(t *testing.T) {
	s := rng.New(3, 0, rng.Rollout, 0, 0)
	for trial := range 6 {
		var clusters [][]observation
		for range 30 {
			var c []observation
			for range 2 {
				x := []float64{float64(s.IntN(5) - 2), float64(s.IntN(3) - 1), 1}
				y := []float64{0, 0.5, 1}[s.IntN(3)]
				if trial%2 == 0 {
					y = indicator(x[0] > 0) // separable
				}
				c = append(c, observation{x, y, 0.5 + s.Float64()})
			}
			clusters = append(clusters, c)
		}
		f, err := fitLogistic(clusters, 3, 3)
		if err != nil {
			t.Fatal(err)
		}
		slow := ascend(clusters, []float64{0, 0, 0})
		for i := range slow {
			if math.Abs(slow[i]-f.beta[i]) > 1e-4 {
				t.Errorf("trial %d: %v, the slow ascent finds %v", trial, f.beta, slow)
				break
			}
		}
		// Every delete-one fit found from scratch.
		refit := make([]float64, 3)
		for c := range clusters {
			rest := slices.Delete(slices.Clone(clusters), c, c+1)
			without := ascend(rest, slow)
			for i := range refit {
				refit[i] += 29.0 / 30 * (without[i] - slow[i]) * (without[i] - slow[i])
			}
		}
		for i := range refit {
			if ratio := math.Sqrt(f.cov.At(i, i) / refit[i]); ratio < 0.8 || ratio > 1.25 {
				t.Errorf("trial %d: deviation of coefficient %d is %.2f of that of true refits", trial, i, ratio)
			}
		}
	}
}

// ascend maximises the same objective by coordinates, from its plain definition.
func ascend(clusters [][]observation, from []float64) []float64 {
	b := slices.Clone(from)
	objective := func() float64 {
		sum := 0.0
		for _, c := range clusters {
			for _, o := range c {
				p := 1 / (1 + math.Exp(-o.x[0]*b[0]-o.x[1]*b[1]-o.x[2]*b[2]))
				sum += o.weight * (o.y*math.Log(p) + (1-o.y)*math.Log(1-p))
			}
		}
		for _, x := range b {
			sum -= x * x / 18
		}
		return sum
	}
	best := objective()
	for step := 0.5; step > 1e-6; {
		moved := false
		for i := range b {
			for _, d := range []float64{step, -step} {
				b[i] += d
				if v := objective(); v > best {
					best, moved = v, true
				} else {
					b[i] -= d
				}
			}
		}
		if !moved {
			step /= 2
		}
	}
	return b
}

// The ends of Fieller's interval are the ratios that the data just do not rule out.
func TestFieller(t *testing.T) {
	clusters := planted(rng.New(5, 0, rng.Rollout, 0, 0), 200, 1, []float64{0.8, 2})
	f, err := fitLogistic(clusters, 3, priorSD)
	if err != nil {
		t.Fatal(err)
	}
	r := f.ratio(1, 0, 200)
	if r == nil || !r.Interval.Contains(r.Value) || math.Abs(r.Value-2.5) > 1.5 {
		t.Fatalf("ratio %+v of coefficients %v", r, f.beta)
	}
	q := student(199, Level)
	for _, rho := range []float64{r.Interval.Low, r.Interval.High} {
		gap := f.beta[1] - rho*f.beta[0]
		variance := f.cov.At(1, 1) - 2*rho*f.cov.At(0, 1) + rho*rho*f.cov.At(0, 0)
		if math.Abs(math.Abs(gap)/math.Sqrt(variance)-q) > 1e-6 {
			t.Errorf("at %v the gap is %v deviations, want %v", rho, math.Abs(gap)/math.Sqrt(variance), q)
		}
	}
	for seed := range uint64(20) {
		weak, err := fitLogistic(planted(rng.New(6, seed, rng.Rollout, 0, 0), 40, 1, []float64{0.3, 2}), 3, priorSD)
		if err != nil {
			t.Fatal(err)
		}
		pawn := weak.estimate(0, 40)
		for c := range 2 {
			if r := weak.ratio(c, 0, 40); (r != nil) != (pawn.Interval.Low > 0) {
				t.Errorf("a pawn worth %+v makes %+v of %d", pawn, r, c)
			}
		}
	}
}

// planted simulates pairs of games with two types of given values. Of several samples a game the last decides: earlier
// ones differ from it by steps of a random walk, as in a game, and both games of a pair start alike.
func planted(s rng.Stream, pairs, samples int, values []float64) [][]observation {
	var clusters [][]observation
	step := func() float64 { return float64(s.IntN(3) - 1) }
	for range pairs {
		var c []observation
		shared := []float64{step(), step()}
		for range 2 {
			x := []float64{shared[0], shared[1], 1}
			var game []observation
			for range samples {
				x = []float64{x[0] + step(), x[1] + step(), 1}
				game = append(game, observation{x, 0, 1 / float64(samples)})
			}
			y := result(&s, values[0]*x[0]+values[1]*x[1])
			for i := range game {
				game[i].y = y
			}
			c = append(c, game...)
		}
		clusters = append(clusters, c)
	}
	return clusters
}

// result draws a win, a draw or a loss whose mean has the given logit.
func result(s *rng.Stream, logit float64) float64 {
	p := 1 / (1 + math.Exp(-logit))
	draw := min(p, 1-p)
	switch u := s.Float64(); {
	case u < p-draw/2:
		return 1
	case u < p+draw/2:
		return 0.5
	}
	return 0
}

var plantedTypes = []string{"pawn", "queen", "rare", "hardly", "never"}

// plantedGames simulates games of two cells whose start favours White by different amounts. The rare type can differ in
// two thirds of the pairs, the one hardly seen in fewer than suffice.
func plantedGames(s rng.Stream, pairs, samples int, values []float64) []Game {
	var games []Game
	step := func(n int) int { return s.IntN(2*n+1) - n }
	for pair := range pairs {
		cell, advantage := "A", 0.8
		if pair%2 == 1 {
			cell, advantage = "B", -0.4
		}
		rare := min(1, s.IntN(3))
		for k := range 2 {
			g := Game{ID: uint64(2*pair + k), Pair: uint64(2 * pair), Seed: 1, White: cell, Black: cell, Sequence: s.Uint64()}
			d := []int{step(1), step(1), rare * step(1), 0, 0}
			if pair < 12 {
				d[3] = step(1)
			}
			for turn := range samples {
				d = slices.Clone(d)
				if turn > 0 {
					d[0] += step(1)
				}
				g.Samples = append(g.Samples, Sample{10 * (turn + 1), d})
			}
			logit := advantage
			for t, v := range values {
				logit += v * float64(d[t])
			}
			g.Score = result(&s, logit)
			games = append(games, g)
		}
	}
	return games
}

func valuesOf(t *testing.T, games []Game) *PieceValues {
	t.Helper()
	_, distinct := pairsOf(games)
	list, err := pieceValues(materialOf(distinct), plantedTypes, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &list[0]
}

// Values that decide simulated games lie in their intervals as often as the level says: by one sample a game the planted
// ones, by several dependent samples those that endlessly many games would give.
func TestPlantedValuesAreCovered(t *testing.T) {
	runs := 200
	if full() {
		runs = 3000
	}
	values := []float64{0.5, 1.6, 1, 1, 0}
	for _, samples := range []int{1, 4} {
		truth := slices.Clone(values)
		if samples > 1 {
			pairs := 8000
			if full() {
				pairs = 100000
			}
			for i, v := range valuesOf(t, plantedGames(rng.New(1, 99, rng.Rollout, 0, 0), pairs, samples, values)).Values[:3] {
				truth[i] = v.Elo.Value / eloOfLogit
			}
		}
		covered, ratios, shown := [3]int{}, 0, 0
		for run := range runs {
			got := valuesOf(t, plantedGames(rng.New(uint64(samples), uint64(run), rng.Rollout, 0, 0), 80, samples, values))
			for i := range covered {
				v := got.Values[i]
				if v.Elo == nil {
					t.Fatalf("run %d: %s has no value: %+v", run, v.Piece, v)
				}
				if v.Elo.Interval.Contains(truth[i] * eloOfLogit) {
					covered[i]++
				}
			}
			if q := got.Values[1].Pawns; q != nil {
				shown++
				ratios += int(indicator(q.Interval.Contains(truth[1] / truth[0])))
			}
			for _, v := range got.Values[3:] {
				if v.Elo != nil {
					t.Fatalf("run %d: %s has a value: %+v", run, v.Piece, v)
				}
			}
		}
		slack := 3.5 * math.Sqrt(0.95*0.05/float64(runs))
		for i, n := range covered {
			rate := float64(n) / float64(runs)
			if rate < 0.95-slack || rate > 0.95+slack+0.015 {
				t.Errorf("%d samples a game: the interval of %s covers %.3f of the time", samples, plantedTypes[i], rate)
			}
			if full() {
				fmt.Printf("verify: piece values, %d samples a game, %s: interval covers %.4f of %d\n", samples, plantedTypes[i], rate, runs)
			}
		}
		// Pawns are shown only where the pawn turned out well, which tilts the ratio: a little slack more.
		if rate := float64(ratios) / float64(shown); shown < runs/2 || rate < 0.95-slack-0.03 {
			t.Errorf("%d samples a game: %d values in pawns, %.3f of them covered", samples, shown, rate)
		}
	}
}

// Games that are all drawn, or decided in too few pairs, yield no values, however many they are.
func TestFewDecidedGamesHaveNoValues(t *testing.T) {
	games := plantedGames(rng.New(2, 2, rng.Rollout, 0, 0), 300, 3, []float64{1, 1, 1, 1, 1})
	decided := 0
	for i := range games {
		if games[i].Score != 0.5 {
			if decided++; decided > fewestPairs-1 {
				games[i].Score = 0.5
			}
		}
	}
	got := valuesOf(t, games)
	if got.Decided != fewestPairs-1 || got.Games != 600 || got.Positions != 1800 {
		t.Errorf("%+v", got)
	}
	for _, v := range got.Values {
		if v.Elo != nil || v.Pawns != nil {
			t.Errorf("%s has a value by %d decided games: %+v", v.Piece, got.Decided, v)
		}
	}
}

// Two types that always come together can't be told apart: neither gets a number.
func TestTwinsHaveNoValues(t *testing.T) {
	games := plantedGames(rng.New(2, 3, rng.Rollout, 0, 0), 100, 1, []float64{1, 1, 0, 0, 0})
	for i := range games {
		d := games[i].Samples[0].Difference
		d[4] = d[1]
	}
	got := valuesOf(t, games)
	if got.Values[0].Elo == nil || got.Values[1].Elo != nil || got.Values[4].Elo != nil {
		t.Errorf("%+v", got.Values)
	}
}

// material.csv has every position of distinct pairs, each game with weight 1 in all.
func TestWriteMaterial(t *testing.T) {
	games := plantedGames(rng.New(4, 4, rng.Rollout, 0, 0), 5, 4, []float64{1, 1, 1, 1, 1})
	repeated := slices.Clone(games[:2])
	for i := range repeated {
		repeated[i].ID, repeated[i].Pair = repeated[i].ID+100, 100
	}
	r, err := Analyze(append(games, repeated...), Source{Data: []string{"d"}, PieceTypes: plantedTypes})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := r.WriteMaterial(&b); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != 1+10*4 {
		t.Fatalf("%v, %d rows", err, len(rows))
	}
	if got := fmt.Sprint(rows[0][5:]); got != "[score turn weight pawn queen rare hardly never]" {
		t.Errorf("columns %s", got)
	}
	last := games[9].Samples[3]
	if got, want := fmt.Sprint(rows[40][6:]), fmt.Sprint(append([]string{"40", "0.25"}, texts(last.Difference)...)); got != want {
		t.Errorf("last row %s, want %s", got, want)
	}
	if _, err := Analyze(games, Source{Data: []string{"d"}, PieceTypes: plantedTypes[:2]}); err == nil {
		t.Error("five counts pass for two types")
	}
}

func texts(list []int) (out []string) {
	for _, x := range list {
		out = append(out, fmt.Sprint(x))
	}
	return out
}
