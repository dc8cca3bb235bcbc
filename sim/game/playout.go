package game

import "variantlab/sim/rng"

// Roller plays uniformly at random: each legal action (each legal plan) with equal probability, chance outcomes by
// their own. It keeps the buffers, so that playing allocates nothing once they have grown.
type Roller struct {
	actions  []Action
	outcomes []Outcome
	plans    []Plan
	factors  Factors
	both     [2]Plan
}

// Pick draws an action at a player node or an outcome at a chance node, with the outcome's probability (1 for actions).
// It is None where a position that was handed in has no legal action and is not declared over.
func (r *Roller) Pick(s State, stream *rng.Stream) (Action, float64) {
	turn := s.Turn()
	if turn == Chance {
		return r.Deal(s, stream)
	}
	r.actions = s.Actions(turn, r.actions[:0])
	if len(r.actions) == 0 {
		return None, 1
	}
	return r.actions[stream.IntN(len(r.actions))], 1
}

// Deal draws an outcome at a chance node and returns it with its probability.
func (r *Roller) Deal(s State, stream *rng.Stream) (Action, float64) {
	r.outcomes = s.(Stochastic).Outcomes(r.outcomes[:0])
	u := stream.Float64()
	last := len(r.outcomes) - 1
	for _, o := range r.outcomes[:last] {
		if u -= o.Prob; u < 0 {
			return o.Action, o.Prob
		}
	}
	return r.outcomes[last].Action, r.outcomes[last].Prob
}

// PickPlans draws both sides' plans at a Simultaneous node, First's first.
func (r *Roller) PickPlans(s State, stream *rng.Stream) [2]Plan {
	var both [2]Plan
	for p := First; p <= Second; p++ {
		if f, ok := s.(Factored); ok {
			f.Factors(p, &r.factors)
			both[p] = r.factors.Sample(stream)
			continue
		}
		r.plans = s.(Joint).Plans(p, r.plans[:0])
		both[p] = r.plans[stream.IntN(len(r.plans))]
	}
	return both
}

// Play carries s on in place until the game ends or steps actions, outcomes or pairs of plans have been played, and
// returns how many were.
func (r *Roller) Play(s State, stream *rng.Stream, steps int) int {
	for n := range steps {
		switch s.Turn() {
		case Terminal:
			return n
		case Simultaneous:
			r.both = r.PickPlans(s, stream)
			s.(Joint).ApplyJoint(&r.both)
		default:
			a, _ := r.Pick(s, stream)
			if a == None {
				return n
			}
			s.Apply(a)
		}
	}
	return steps
}

// CountPlans is the number of p's legal plans at a Simultaneous node, or limit if that is smaller.
func (r *Roller) CountPlans(s State, p Player, limit uint64) uint64 {
	if f, ok := s.(Factored); ok {
		f.Factors(p, &r.factors)
		return r.factors.Count(limit)
	}
	r.plans = s.(Joint).Plans(p, r.plans[:0])
	return min(limit, uint64(len(r.plans)))
}
