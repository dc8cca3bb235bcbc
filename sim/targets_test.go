package sim_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"variantlab/sim"
	"variantlab/sim/game"
)

// steps draws a game's steps: free actions, chance, simultaneous rounds and decisions without a search.
func steps(t *rapid.T) []sim.Step {
	var out []sim.Step
	value := rapid.Float32Range(-1, 1)
	decision := func(p game.Player, joint bool) {
		s := sim.Step{Player: p, Action: 1, Joint: joint}
		if rapid.Bool().Draw(t, "searched") {
			s.Sims, s.Value = 5, value.Draw(t, "value")
		}
		out = append(out, s)
	}
	for range rapid.IntRange(1, 30).Draw(t, "n") {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			out = append(out, sim.Step{Player: game.Chance, Action: 1})
		case 1:
			decision(game.First, true)
			decision(game.Second, true)
			out[len(out)-1].Sims, out[len(out)-1].Value = out[len(out)-2].Sims, out[len(out)-2].Value
		default:
			decision(game.Player(rapid.IntRange(0, 1).Draw(t, "side")), false)
		}
	}
	return out
}

// Finish against the definitions, written out with sums.
func TestFinish(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := sim.Game{Steps: steps(t)}
		g.Returns[0] = rapid.SampledFrom([]float32{-1, 0, 1}).Draw(t, "result")
		g.Returns[1] = -g.Returns[0]
		kl := rapid.Float32Range(0, 3)
		for i, s := range g.Steps {
			if s.Player != game.Chance && rapid.Bool().Draw(t, "row") {
				r := sim.Row{Step: uint32(i), Player: s.Player, KL: kl.Draw(t, "kl")}
				if rapid.IntRange(0, 3).Draw(t, "full") > 0 {
					r.Flags = sim.FullSearch
				}
				g.Rows = append(g.Rows, r)
			}
		}
		g.Finish()

		type decision struct {
			first, side int // step; 0, 1, or 2 for a round
		}
		var ds []decision
		of := map[int]int{}
		for i, s := range g.Steps {
			switch {
			case s.Player == game.Chance:
			case s.Joint && s.Player == game.Second:
				of[i] = len(ds) - 1
			case s.Joint:
				of[i] = len(ds)
				ds = append(ds, decision{i, 2})
			default:
				of[i] = len(ds)
				ds = append(ds, decision{i, int(s.Player)})
			}
		}
		plies := 0
		plyOf := make([]int, len(ds))
		for i, d := range ds {
			if i == 0 || d.side == 2 || d.side != ds[i-1].side {
				plies++
			}
			plyOf[i] = plies - 1
		}
		if g.Decisions != len(ds) || g.Plies != plies {
			t.Fatalf("%d decisions in %d plies, want %d in %d", g.Decisions, g.Plies, len(ds), plies)
		}
		weight, full := 0.0, 0
		for _, r := range g.Rows {
			d := of[int(r.Step)]
			if int(r.Left) != len(ds)-d || int(r.Ply) != plyOf[d] || r.Outcome != g.Returns[r.Player] {
				t.Fatalf("row %+v: decision %d of %d, ply %d", r, d, len(ds), plyOf[d])
			}
			for k, h := range []float64{8, 24} {
				lambda, factor, sum := 1-1/h, 1.0, 0.0
				for j := d; j < len(ds); j++ {
					if s := g.Steps[ds[j].first]; s.Sims > 0 {
						sum += factor * (1 - lambda) * float64(s.Value)
						factor *= lambda
					}
				}
				sum += factor * float64(g.Returns[0])
				if r.Player == game.Second {
					sum = -sum
				}
				if math.Abs(sum-float64(r.ShortTerm[k])) > 1e-5 {
					t.Fatalf("step %d horizon %v: %v, want %v", r.Step, h, r.ShortTerm[k], sum)
				}
			}
			next := int32(-1)
			for _, n := range g.Rows {
				if n.Player != r.Player && n.Flags&sim.FullSearch != 0 && of[int(n.Step)] > d {
					next = int32(n.Step)
					break
				}
			}
			if r.NextStep != next {
				t.Fatalf("step %d: next %d, want %d", r.Step, r.NextStep, next)
			}
			if r.Flags&sim.FullSearch != 0 {
				weight += float64(r.Weight)
				full++
				if r.Weight < 0.5-1e-6 {
					t.Fatalf("weight %v", r.Weight)
				}
			} else if r.Weight != 0 {
				t.Fatalf("a fast row has weight %v", r.Weight)
			}
		}
		if full > 0 && math.Abs(weight/float64(full)-1) > 1e-4 {
			t.Fatalf("weights have mean %v", weight/float64(full))
		}
	})
}

// Two searches by hand: values 0.5 and -0.25 for White, White wins. With horizon 8:
// at the second -0.25/8 + 1*7/8 = 0.84375, at the first 0.5/8 + 0.84375*7/8 = 0.80078125; Black sees the negative.
func ExampleGame_Finish() {
	g := sim.Game{
		Steps: []sim.Step{{Player: game.First, Action: 1, Sims: 9, Value: 0.5}, {Player: game.Second, Action: 1, Sims: 9, Value: -0.25}},
		Rows:  []sim.Row{{Step: 0, Player: game.First, Flags: sim.FullSearch}, {Step: 1, Player: game.Second, Flags: sim.FullSearch}},

		Returns: [2]float32{1, -1},
	}
	g.Finish()
	fmt.Println(g.Rows[0].ShortTerm[0])
	fmt.Println(g.Rows[1].ShortTerm[0])
	// Output:
	// 0.80078125
	// -0.84375
}
