package mcts

import (
	"errors"
	"testing"

	"variantlab/internal/toys"
	"variantlab/sim/game"
)

func kuhnAt(t testing.TB, notation string) game.State {
	t.Helper()
	p, err := toys.Kuhn().New(game.Options{Position: notation})
	if err != nil {
		t.Fatal(err)
	}
	return p.State()
}

// What the side to move cannot know changes nothing in a search, whatever the evaluator makes of the worlds. Shown to
// fail with one of the worlds being the true state.
func TestNoPeeking(t *testing.T) {
	for _, cfg := range []Config{NewConfig(64), puct(64)} {
		s := newSearch(t, toys.Kuhn(), cfg)
		for _, ev := range []Evaluator{Uniform{}, noisy{}, NewRollout()} {
			for _, bets := range []string{"-", "p", "b", "pb"} {
				for _, own := range "JQK" {
					seen := map[string]string{}
					for _, other := range "JQK" {
						if own == other {
							continue
						}
						cards := string(own) + string(other)
						if len(bets) == 1 && bets != "-" {
							cards = string(other) + string(own)
						}
						r, err := s.Run(kuhnAt(t, cards+" "+bets), 64, Seed{Run: 1}, ev)
						if err != nil {
							t.Fatal(err)
						}
						if r.Worlds != 2 || r.Proven {
							t.Errorf("%s %s: %d worlds, proven %v", cards, bets, r.Worlds, r.Proven)
						}
						seen[text(r)] = cards
					}
					if len(seen) != 1 {
						t.Errorf("%c after %s, %T: the other side's card changes the search: %v", own, bets, ev, seen)
					}
				}
			}
		}
	}
}

// Facing a bet the Jack folds and the King calls. How exploitable the visits are as a strategy is printed: averaging
// worlds that each side sees through is not equilibrium play.
func TestKuhn(t *testing.T) {
	s := newSearch(t, toys.Kuhn(), puct(5000))
	bets := func(notation string) float64 {
		r, err := s.Run(kuhnAt(t, notation), 5000, Seed{Run: 2}, Uniform{})
		if err != nil {
			t.Fatal(err)
		}
		return float64(r.Policy[1])
	}
	var first, second toys.KuhnStrategy
	for own, other := range []string{"Q", "K", "J"} {
		card := "JQK"[own : own+1]
		first[own] = [2]float64{bets(card + other + " -"), bets(card + other + " pb")}
		second[own] = [2]float64{bets(other + card + " p"), bets(other + card + " b")}
	}
	for side, plan := range [2]toys.KuhnStrategy{first, second} {
		if plan[0][1] > 0.03 || plan[2][1] < 0.97 {
			t.Errorf("side %d calls a bet with J %.3f, with K %.3f of the time", side, plan[0][1], plan[2][1])
		}
	}
	t.Logf("First %.2f, Second %.2f, exploitability %.3f chips", first, second, toys.KuhnExploitability(first, second))
}

// All worlds count: a Queen that calls wins against the Jack and loses against the King, half of the time each.
func TestWorldsAreAveraged(t *testing.T) {
	cfg := puct(2000)
	cfg.Worlds = 200
	r, err := newSearch(t, toys.Kuhn(), cfg).Run(kuhnAt(t, "KQ b"), 2000, Seed{Run: 3}, Uniform{})
	if err != nil {
		t.Fatal(err)
	}
	if call, fold := r.Q[1], r.Q[0]; call < -0.25 || call > 0.25 || fold != 0.5 || r.Worlds != 2 {
		t.Errorf("%d worlds, calling is worth %v, want about 0; folding %v, want 0.5", r.Worlds, call, fold)
	}
}

// lacking is a game whose states are nothing but game.State.
type lacking struct {
	game.Game
	info game.Info
}

func (l lacking) Info() game.Info { return l.info }

func (l lacking) New(o game.Options) (game.Position, error) {
	p, err := l.Game.New(o)
	return bare{p}, err
}

type bare struct{ game.Position }

func (b bare) State() game.State { return bareState{b.Position.State()} }

type bareState struct{ game.State }

func (b bareState) Clone() game.State { return bareState{b.State.Clone()} }

func TestTraitsThatCannotBeSearched(t *testing.T) {
	for _, set := range []func(*game.Info){
		func(i *game.Info) { i.Hidden = true },
		func(i *game.Info) { i.Stochastic = true },
		func(i *game.Info) { i.Joint = true },
	} {
		g := lacking{toys.TicTacToe(), toys.TicTacToe().Info()}
		if _, err := New(g, NewConfig(10)); err != nil {
			t.Errorf("no trait: %v", err)
		}
		set(&g.info)
		if _, err := New(g, NewConfig(10)); !errors.Is(err, ErrTrait) {
			t.Errorf("%+v: error %v, want ErrTrait", g.info, err)
		}
	}
	if _, err := NewMaterial(toys.TicTacToe()); !errors.Is(err, ErrTrait) {
		t.Errorf("material evaluator of a game without material: error %v, want ErrTrait", err)
	}
}
