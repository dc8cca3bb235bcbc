package mcts

import (
	"math"
	"testing"

	"variantlab/internal/toys"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// weighed gives a state a material balance, and action 2 a gain.
type weighed struct {
	game.State
	balance float32
}

func (w *weighed) Balance() float32 { return w.balance }
func (w *weighed) Gain(a game.Action) float32 {
	if a == 2 {
		return 3
	}
	return 0
}

// The answers are from the view of the side to move: a balance that is good for First is bad for Second.
func TestMaterialIsFromTheMoversView(t *testing.T) {
	g := toys.TicTacToe()
	m := &MaterialEvaluator{Scale: 0.25, Sharpness: 0.5}
	b := NewBatch(g.Info(), 2, m)
	first := start(t, g)
	second := first.Clone()
	second.Apply(9)
	b.Add(&weighed{first, 2}, game.First, rng.Stream{})
	b.Add(&weighed{second, 2}, game.Second, rng.Stream{})
	if err := m.Eval(b); err != nil {
		t.Fatal(err)
	}
	want := math.Tanh(0.5)
	if v := float64(b.Value[0]); math.Abs(v-want) > 1e-6 || b.Value[1] != -b.Value[0] {
		t.Errorf("values %v, want %v and its negative", b.Value, want)
	}
	for i := range 2 {
		for k, a := range b.Legal(i) {
			if want := float32(0); a == 2 {
				want = 1.5
				if b.RowLogits(i)[k] != want {
					t.Errorf("logit of the capture %v, want %v", b.RowLogits(i)[k], want)
				}
			} else if b.RowLogits(i)[k] != want {
				t.Errorf("logit of a quiet action %v", b.RowLogits(i)[k])
			}
		}
	}
}

// The mean of random games from a position is its expected result, from the mover's view, and each game depends on its
// row's stream alone.
func TestRolloutMean(t *testing.T) {
	g := toys.DiceRace()
	p, err := g.New(game.Options{Position: "12 9 o"})
	if err != nil {
		t.Fatal(err)
	}
	const rows = 20000
	r := NewRollout()
	b := NewBatch(g.Info(), rows, r)
	for i := range rows {
		b.Add(p.State(), game.Second, rng.New(1, uint64(i), rng.Rollout, 0, 0))
	}
	if err := r.Eval(b); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range b.Value {
		sum += float64(v)
	}
	want := -randomValue(p.State())
	if mean := sum / rows; math.Abs(mean-want) > 4/math.Sqrt(rows) {
		t.Errorf("mean %v, want %v", mean, want)
	}
	again := NewBatch(g.Info(), 1, r)
	again.Add(p.State(), game.Second, rng.New(1, 77, rng.Rollout, 0, 0))
	if err := NewRollout().Eval(again); err != nil || again.Value[0] != b.Value[77] {
		t.Errorf("row 77 alone gives %v, in the batch %v; %v", again.Value[0], b.Value[77], err)
	}
}

// randomValue is First's expected result when both play at random.
func randomValue(s game.State) float64 {
	after := func(a game.Action) float64 {
		next := s.Clone()
		next.Apply(a)
		return randomValue(next)
	}
	switch s.Turn() {
	case game.Terminal:
		return float64(s.Returns()[0])
	case game.Chance:
		sum := 0.0
		for _, o := range s.(game.Stochastic).Outcomes(nil) {
			sum += o.Prob * after(o.Action)
		}
		return sum
	}
	sum, list := 0.0, s.Actions(s.Turn(), nil)
	for _, a := range list {
		sum += after(a) / float64(len(list))
	}
	return sum
}

// A rollout that is cut off counts material.
func TestRolloutCutOff(t *testing.T) {
	s := start(t, toys.TicTacToe())
	for _, c := range []struct{ balance, want float32 }{{2, 1}, {-0.5, -1}, {0, 0}} {
		if v := result(&weighed{s, c.balance}); v != c.want {
			t.Errorf("balance %v: result %v, want %v", c.balance, v, c.want)
		}
	}
	if v := result(s); v != 0 {
		t.Errorf("no material: result %v", v)
	}
}
