package sim

import (
	"math"

	"variantlab/mcts"
	"variantlab/sim/game"
)

// note writes into a step what the search found, and the training row of a full search. step is the number that the step
// will have.
func (s *slot) note(r *mcts.Result, p game.Player, step *Step, number int, policy bool) {
	if policy {
		return // nobody searched
	}
	if r.Sims > 0 {
		step.Sims, step.Value = uint32(r.Sims), r.Value
	}
	if !s.full || s.table.cfg.NoRows {
		return
	}
	row := Row{Step: uint32(number), Player: p, Flags: FullSearch, Sims: uint32(r.Sims), RootValue: r.Value, RawValue: r.Raw}
	if p == game.Second {
		row.RootValue, row.RawValue = 0-row.RootValue, 0-row.RawValue
	}
	if r.Saturated {
		row.Flags |= Saturated
	}
	if r.Proven {
		row.Flags |= Proven
	}
	prior := r.Prior
	if r.Player == game.Simultaneous {
		row.Flags |= JointChoice
		prior = r.PlanPrior[p]
		row.Target = append(row.Target, r.Strategy[p]...)
		for i := range r.Plans[p] {
			plan := &r.Plans[p][i]
			row.Actions = append(row.Actions, plan.Move)
			row.Watch = append(row.Watch, append([]uint16(nil), plan.Watch[:plan.N]...))
		}
	} else {
		row.Target = append(row.Target, r.Policy...)
		row.Actions = append(row.Actions, r.Actions...)
	}
	row.KL = divergence(row.Target, prior)
	s.rec.Rows = append(s.rec.Rows, row)
}

// divergence is KL(p ‖ q) in nats, at least 0; q is not taken below 1e-12, so that a prior that lost an action to
// rounding doesn't make it infinite.
func divergence(p, q []float32) float32 {
	sum := 0.0
	for i := range p {
		if p[i] > 0 {
			sum += float64(p[i]) * math.Log(float64(p[i])/max(float64(q[i]), 1e-12))
		}
	}
	return float32(max(sum, 0))
}
