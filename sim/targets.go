package sim

import "variantlab/sim/game"

// Horizons of Row.ShortTerm, in decisions.
var Horizons = [2]float64{8, 24}

// surpriseShare is the share of a game's weight that goes by KL (Wu, "Accelerating Self-Play Learning in Go", and
// KataGo's methods page: policy surprise weighting).
const surpriseShare = 0.5

// count numbers the decisions and the turns of a game.
type count struct {
	decision, ply []int // of each step; of a chance step those of the decision before it
	decisions     int
	plies         int
}

func countSteps(steps []Step) count {
	c := count{decision: make([]int, len(steps)), ply: make([]int, len(steps))}
	last := game.Chance // who decided last; Simultaneous after a round
	for i := range steps {
		s := &steps[i]
		switch {
		case s.Player == game.Chance:
		case s.Joint && s.Player == game.Second: // the round was counted with First's half
		case s.Joint:
			c.decisions++
			c.plies++
			last = game.Simultaneous
		default:
			c.decisions++
			if s.Player != last {
				c.plies++
			}
			last = s.Player
		}
		c.decision[i], c.ply[i] = c.decisions-1, c.plies-1
	}
	return c
}

// Finish fills in everything that follows from the Steps, the Returns and the searches' own columns: the game's Plies
// and Decisions and each row's Ply, Outcome, ShortTerm, Left, Weight and NextStep.
func (g *Game) Finish() {
	c := countSteps(g.Steps)
	g.Plies, g.Decisions = c.plies, c.decisions
	short := shortTerm(g, &c)
	surprise, full := 0.0, 0
	for i := range g.Rows {
		if r := &g.Rows[i]; r.Flags&FullSearch != 0 {
			surprise += float64(r.KL)
			full++
		}
	}
	for i := range g.Rows {
		r := &g.Rows[i]
		d := c.decision[r.Step]
		r.Ply = uint32(c.ply[r.Step])
		r.Left = uint32(c.decisions - d)
		r.Outcome = g.Returns[r.Player]
		r.ShortTerm = short[d]
		if r.Player == game.Second {
			r.ShortTerm = [2]float32{0 - r.ShortTerm[0], 0 - r.ShortTerm[1]}
		}
		switch {
		case r.Flags&FullSearch == 0:
			r.Weight = 0
		case surprise > 0:
			r.Weight = float32(1 - surpriseShare + surpriseShare*float64(r.KL)*float64(full)/surprise)
		default:
			r.Weight = 1
		}
		r.NextStep = -1
		for j := i + 1; j < len(g.Rows); j++ {
			if n := &g.Rows[j]; n.Player != r.Player && n.Flags&FullSearch != 0 && c.decision[n.Step] > d {
				r.NextStep = int32(n.Step)
				break
			}
		}
	}
}

// shortTerm gives, for each decision and each horizon h, (1-λ) Σ λ^k v(d+k) with λ = 1-1/h from First's view, where v are
// the searches' values (decisions without a search are passed over) and all that follows the end is the result.
func shortTerm(g *Game, c *count) [][2]float32 {
	out := make([][2]float32, c.decisions)
	mean := [2]float64{float64(g.Returns[0]), float64(g.Returns[0])}
	for i := len(g.Steps) - 1; i >= 0; i-- {
		s := &g.Steps[i]
		if s.Player == game.Chance || s.Joint && s.Player == game.Second {
			continue
		}
		for k, h := range Horizons {
			if s.Sims > 0 {
				mean[k] += (float64(s.Value) - mean[k]) / h
			}
			out[c.decision[i]][k] = float32(mean[k])
		}
	}
	return out
}
