package toys

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance || math.IsNaN(got) {
		t.Errorf("%s: %v, want %v within %v", what, got, want, tolerance)
	}
}

// Random matrices: the strategies' gap proves them optimal, and gonum's simplex gives the same value.
func TestMatrixGame(t *testing.T) {
	stream := rng.New(1, 0, rng.Shuffle, 0, 0)
	for range 300 {
		m, n := 1+stream.IntN(6), 1+stream.IntN(6)
		a := make([][]float64, m)
		for i := range a {
			a[i] = make([]float64, n)
			for j := range a[i] {
				a[i][j] = math.Round(20*stream.Float64()-10) / 10 // ties and degenerate bases occur
			}
		}
		rows, columns, v := MatrixGame(a)
		most, least := BestResponses(a, rows, columns)
		near(t, "gap", most-least, 0, 1e-9)
		near(t, "value", v, most, 1e-9)
		near(t, "value by gonum", v, gonumValue(t, a), 1e-7)
		sum := 0.0
		for _, p := range rows {
			sum += p
		}
		near(t, "sum of the row strategy", sum, 1, 1e-9)
	}
}

// gonumValue solves: minimise sum x with (a+shift)^T x >= 1, x >= 0.
func gonumValue(t *testing.T, a [][]float64) float64 {
	t.Helper()
	m, n, shift := len(a), len(a[0]), 11.0
	c := make([]float64, m+n)
	b := make([]float64, n)
	equations := mat.NewDense(n, m+n, nil)
	for j := range n {
		b[j] = 1
		for i := range m {
			c[i] = 1
			equations.Set(j, i, a[i][j]+shift)
		}
		equations.Set(j, m+j, -1)
	}
	z, _, err := lp.Simplex(c, equations, b, 1e-11, nil)
	if err != nil {
		t.Fatal(err)
	}
	return 1/z - shift
}

func TestRockPaperScissors(t *testing.T) {
	for _, c := range []struct {
		g    game.Game
		want []float64
	}{
		{RockPaperScissors(), []float64{1. / 3, 1. / 3, 1. / 3}},
		{BiasedRPS(), []float64{0.4, 0.4, 0.2}},
	} {
		rows, columns, v := MatrixGame(NewExact().Matrix(start(t, c.g)))
		near(t, "value", v, 0, 1e-12)
		for i, p := range c.want {
			near(t, "row", rows[i], p, 1e-12)
			near(t, "column", columns[i], p, 1e-12)
		}
	}
}

// Values of variants of goofspiel. The symmetric games are worth nothing; with hands 2 3 against 1 4 and prizes 1 4 the
// side with the 4 wins the 4 and loses the 1. The third value comes from another program, in exact fractions.
func TestGoofspiel(t *testing.T) {
	for _, c := range []struct {
		notation string
		want     float64
	}{
		{"1234 1234 1234 0 0", 0}, {"134 134 124 0 0", 0}, {"23 14 14 0 0", -0.3}, {"124 134 123 0 0", -0.08307017543859649},
	} {
		near(t, c.notation, NewExact().Value(at(t, Goofspiel(), c.notation)), c.want, 1e-7) // returns are float32
	}
}

// First bets the Jack with probability a <= 1/3, the King with 3a, calls with the Queen a + 1/3; Second bets the Jack
// 1/3, calls with the Queen 1/3 (Kuhn 1950).
func TestKuhn(t *testing.T) {
	second := KuhnStrategy{{1. / 3, 0}, {0, 1. / 3}, {1, 1}}
	for _, a := range []float64{0, 0.1, 1. / 3} {
		first := KuhnStrategy{{a, 0}, {0, a + 1./3}, {3 * a, 1}}
		near(t, "exploitability in equilibrium", KuhnExploitability(first, second), 0, 1e-12)
		near(t, "value", kuhnValue(first, second), -1./18, 1e-12)
	}
	random := KuhnStrategy{{0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}}
	near(t, "exploitability of random play", KuhnExploitability(random, random), 11./24, 1e-12)
}

// A heap of n is lost exactly when all ways of a turn (remove 2, 3 or 4, or 1 if that is all) leave a heap that is won,
// which is for n = 0, 5, 6 and then every sixth and seventh: a recursion over turns, not actions.
func TestAgainNim(t *testing.T) {
	lost := func(n int) bool { return n == 0 }
	won := map[int]bool{0: false}
	for n := 1; n <= nimHeap; n++ {
		for _, k := range []int{2, 3, 4} {
			won[n] = won[n] || k <= n && !won[n-k]
		}
		won[n] = won[n] || lost(n-1)
	}
	for n := 1; n <= nimHeap; n++ {
		want := -1.0
		if won[n] {
			want = 1
		}
		s := start(t, AgainNim()).(*Nim)
		s.heap = int8(n)
		near(t, "heap", NewExact().Value(s), want, 0)
		s.turn = game.Second
		near(t, "heap, Second to move", NewExact().Value(s), -want, 0)
	}
}

// Passing the second take must matter in the start position's tree, or the toy would not test it.
func TestSnailPassMatters(t *testing.T) {
	e := NewExact()
	matters, states := 0, map[game.Key]bool{}
	var walk func(s game.State)
	walk = func(s game.State) {
		if s.Turn() == game.Terminal || states[s.Key()] {
			return
		}
		states[s.Key()] = true
		actions, values := e.Actions(s)
		sign := 1.0
		if s.Turn() == game.Second {
			sign = -1
		}
		best, pass := -2.0, -2.0
		for i, a := range actions {
			if a == passTake {
				pass = sign * values[i]
			} else {
				best = max(best, sign*values[i])
			}
			next := s.Clone()
			next.Apply(a)
			walk(next)
		}
		if pass > best {
			matters++
		}
	}
	walk(start(t, SnailRow()))
	if matters < 20 {
		t.Errorf("passing is the only best action in %d of %d states, want at least 20", matters, len(states))
	}
	t.Log(matters, "of", len(states), "states")
}

// The values come from another program that recurses over turns, in fractions for the race.
func TestChanceToys(t *testing.T) {
	for _, c := range []struct {
		g    game.Game
		want float64
	}{{DiceRace(), 0.1591404783539474}, {Pig(), 0.4188486377984956}} {
		near(t, c.g.Info().Name, NewExact().Value(start(t, c.g)), c.want, 1e-9)
	}
}
