package gametest

import (
	"math"
	"slices"

	"variantlab/sim/game"
)

// node checks the kind of the node, its lists and its returns.
func (c *checker) node() {
	turn := c.state.Turn()
	if turn < game.First || turn > game.Terminal {
		c.failf("Turn is %v", turn)
		return
	}
	for p := game.First; p <= game.Second; p++ {
		c.actions = c.state.Actions(p, c.actions[:0])
		switch acts := turn == p || turn == game.Simultaneous; {
		case !acts && len(c.actions) > 0:
			c.failf("%v has actions %v at a %v node", p, c.actions, turn)
		case acts && len(c.actions) == 0:
			c.failf("%v has no action at a %v node", p, turn)
		case acts:
			c.list(p)
		}
	}
	returns := c.state.Returns()
	if turn == game.Terminal {
		if returns[0]+returns[1] != 0 || math.Abs(float64(returns[0])) > 1 {
			c.failf("returns %v: want a sum of zero within [-1, 1]", returns)
		}
		if c.pos.Reason() == "" {
			c.failf("finished without a reason")
		}
	} else if returns != [2]float32{} || c.pos.Reason() != "" {
		c.failf("returns %v and reason %q before the end", returns, c.pos.Reason())
	}
	if turn == game.Chance {
		c.chance()
	}
	if turn == game.Simultaneous {
		c.joint()
	}
	for _, trait := range []struct {
		name     string
		occurs   bool
		declared bool
	}{
		{"Stochastic", turn == game.Chance, c.info.Stochastic},
		{"Joint", turn == game.Simultaneous, c.info.Joint},
	} {
		if trait.occurs && !trait.declared {
			c.failf("a %v node, but Info.%s is false", turn, trait.name)
		}
	}
}

// list checks the legal list in actions.
func (c *checker) list(p game.Player) {
	if len(c.actions) > c.info.MaxActions {
		c.failf("%d actions, Info.MaxActions is %d", len(c.actions), c.info.MaxActions)
	}
	for i, a := range c.actions {
		if a == game.None || i > 0 && c.actions[i-1] >= a {
			c.failf("actions of %v not ascending from 1: %v", p, c.actions)
			return
		}
	}
	e, ok := c.state.(game.Encoder)
	if !ok || len(c.info.Net.Planes) == 0 {
		return
	}
	pairs := make(map[[2]uint32]game.Action, len(c.actions))
	for _, a := range c.actions {
		flat, aux := e.PolicyIndex(p, a)
		if int(flat) >= c.info.Net.Flat() || int(aux) >= c.info.Net.Aux {
			c.failf("policy index (%d, %d) of action %d: sizes are (%d, %d)", flat, aux, a, c.info.Net.Flat(), c.info.Net.Aux)
		}
		pair := [2]uint32{flat, uint32(aux)}
		if b, taken := pairs[pair]; taken {
			c.failf("actions %d and %d share the policy index %v", a, b, pair)
		}
		pairs[pair] = a
	}
}

// chance checks the outcomes.
func (c *checker) chance() {
	s, ok := c.state.(game.Stochastic)
	if !ok {
		c.failf("a chance node, but the state is not game.Stochastic")
		return
	}
	c.outcomes = s.Outcomes(c.outcomes[:0])
	sum := 0.0
	for i, o := range c.outcomes {
		if o.Action == game.None || i > 0 && c.outcomes[i-1].Action >= o.Action || !(o.Prob > 0 && o.Prob <= 1) {
			c.failf("outcomes not ascending from 1, or without a probability in (0, 1]: %v", c.outcomes)
			return
		}
		sum += o.Prob
	}
	if math.Abs(sum-1) > 1e-12 {
		c.failf("outcomes %v sum to %v", c.outcomes, sum)
	}
}

// joint checks plans. Its lists stay for texts.
func (c *checker) joint() {
	s, ok := c.state.(game.Joint)
	if !ok {
		c.failf("a simultaneous node, but the state is not game.Joint")
		return
	}
	for p := game.First; p <= game.Second; p++ {
		plans := s.Plans(p, c.plans[p][:0])
		c.plans[p] = plans
		seen := make(map[game.Plan]bool, len(plans))
		var moves []game.Action
		for i := range plans {
			if seen[plans[i]] {
				c.failf("%v has the plan %v twice", p, plans[i])
			}
			seen[plans[i]] = true
			moves = append(moves, plans[i].Move)
			if !s.LegalPlan(p, &plans[i]) {
				c.failf("%v's plan %v is listed and not legal", p, plans[i])
			}
			if n := plans[i].N; int(n) > game.MaxPairs || !ascending(plans[i].Watch[:n]) {
				c.failf("pairs of %v's plan %v not ascending", p, plans[i])
			}
		}
		slices.Sort(moves)
		c.actions = c.state.Actions(p, c.actions[:0])
		if !slices.Equal(slices.Compact(moves), c.actions) {
			c.failf("%v's actions %v are not the moves of its plans %v", p, c.actions, moves)
		}
		if s.LegalPlan(p, &game.Plan{Move: 1<<32 - 1}) {
			c.failf("%v may play a plan with move 2^32-1", p)
		}
	}
}

func ascending(list []uint16) bool {
	for i := 1; i < len(list); i++ {
		if list[i-1] >= list[i] {
			return false
		}
	}
	return true
}
