package sim_test

import (
	"fmt"
	"math"
	"testing"

	"variantlab/internal/toys"
	"variantlab/mcts"
	"variantlab/sim"
	"variantlab/sim/game"
)

// exactEvaluator answers with the exact value, from the mover's view as evaluators do.
type exactEvaluator struct{ exact *toys.Exact }

func (exactEvaluator) Tensors() bool { return false }

func (e exactEvaluator) Eval(b *mcts.Batch) error {
	for i := range b.N {
		v := e.exact.Value(b.States[i])
		if b.Player[i] == game.Second {
			v = -v
		}
		b.Value[i] = float32(v)
		clear(b.RowLogits(i))
	}
	return nil
}

// Values in records are from the views that they are said to be from, for both sides and whoever moves twice: with an
// exact evaluator a row's RawValue is the exact value for its player, a proven RootValue too, and a step's Value is
// White's.
func TestValuesHaveTheRightSign(t *testing.T) {
	for _, g := range []game.Game{toys.TicTacToe(), toys.AgainNim(), toys.SnailRow(), toys.DiceRace()} {
		t.Run(g.Info().Name, func(t *testing.T) {
			agent := sim.Agent{Name: "exact:60", Search: mcts.NewConfig(60),
				New: func() (mcts.Evaluator, error) { return exactEvaluator{toys.NewExact()}, nil }}
			cfg := sim.Config{Game: g, Seed: 2, Units: 12, Agents: [2]sim.Agent{agent, agent}, Temperature: sim.Temperature{Start: 2}}
			m := newMemory()
			run(t, cfg, m, 2)
			exact := toys.NewExact()
			var rows, decided [2]int
			for _, x := range m.sorted() {
				next := 0
				err := sim.Replay(g, x, func(step int, s game.State) error {
					if next == len(x.Rows) || int(x.Rows[next].Step) != step {
						return nil
					}
					r := &x.Rows[next]
					next++
					white := exact.Value(s)
					mine := white
					if r.Player == game.Second {
						mine = -white
					}
					rows[r.Player]++
					if math.Abs(mine) > 0.1 {
						decided[r.Player]++
					}
					st := &x.Steps[step]
					switch {
					case math.Abs(float64(r.RawValue)-mine) > 1e-5:
						return fmt.Errorf("step %d: raw value %v for %v, exact %v", step, r.RawValue, r.Player, mine)
					case r.Flags&sim.Proven != 0 && math.Abs(float64(r.RootValue)-mine) > 1e-5:
						return fmt.Errorf("step %d: proven value %v for %v, exact %v", step, r.RootValue, r.Player, mine)
					case r.Flags&sim.Proven != 0 && r.Sims > 0 && math.Abs(float64(st.Value)-white) > 1e-5:
						return fmt.Errorf("step %d: proven value %v for White, exact %v", step, st.Value, white)
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if decided[0] < 5 || decided[1] < 5 {
				t.Errorf("%v rows, of them %v with a value that has a sign: too few to tell", rows, decided)
			}
		})
	}
}
