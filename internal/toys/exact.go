package toys

import "variantlab/sim/game"

// Exact computes values of states by plain recursion over the whole game: minimax, expectation at chance nodes, the
// value of the matrix game at simultaneous ones. It remembers states by Key and assumes that both sides know all.
type Exact struct {
	values map[game.Key]float64
}

// NewExact makes a solver without memories.
func NewExact() *Exact { return &Exact{values: map[game.Key]float64{}} }

// Value is what s is worth to First when both sides play perfectly, on the scale of Returns.
func (e *Exact) Value(s game.State) float64 {
	if s.Turn() == game.Terminal {
		return float64(s.Returns()[game.First])
	}
	k := s.Key()
	if v, ok := e.values[k]; ok {
		return v
	}
	v := e.compute(s)
	e.values[k] = v
	return v
}

func (e *Exact) compute(s game.State) float64 {
	switch p := s.Turn(); p {
	case game.Chance:
		sum := 0.0
		for _, o := range s.(game.Stochastic).Outcomes(nil) {
			sum += o.Prob * e.after(s, o.Action)
		}
		return sum
	case game.Simultaneous:
		_, _, v := MatrixGame(e.Matrix(s))
		return v
	default:
		actions := s.Actions(p, nil)
		best := e.after(s, actions[0])
		for _, a := range actions[1:] {
			v := e.after(s, a)
			if (p == game.First) == (v > best) {
				best = v
			}
		}
		return best
	}
}

// after is the value of the state that a leads to.
func (e *Exact) after(s game.State, a game.Action) float64 {
	next := s.Clone()
	next.Apply(a)
	return e.Value(next)
}

// Actions gives the legal actions at a decision node with the value of each to First.
func (e *Exact) Actions(s game.State) ([]game.Action, []float64) {
	actions := s.Actions(s.Turn(), nil)
	values := make([]float64, len(actions))
	for i, a := range actions {
		values[i] = e.after(s, a)
	}
	return actions, values
}

// Matrix gives the value to First of each pair of plans at a simultaneous node, First's plans down, Second's across.
func (e *Exact) Matrix(s game.State) [][]float64 {
	j := s.(game.Joint)
	rows, columns := j.Plans(game.First, nil), j.Plans(game.Second, nil)
	m := make([][]float64, len(rows))
	for i := range rows {
		m[i] = make([]float64, len(columns))
		for k := range columns {
			next := s.Clone()
			next.(game.Joint).ApplyJoint(&[2]game.Plan{rows[i], columns[k]})
			m[i][k] = e.Value(next)
		}
	}
	return m
}
