package main

import (
	"variantlab/mcts"
	"variantlab/sim"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// adviser searches for the agent's side and for hints.
type adviser struct {
	game   game.Game
	agent  sim.Agent
	seed   uint64
	search *mcts.Search
	eval   mcts.Evaluator
}

// result searches s, in which somebody is to decide.
func (a *adviser) result(s game.State, step int) (*mcts.Result, error) {
	if a.search == nil {
		var err error
		config := a.agent.Search
		if a.agent.Mode != sim.SearchMode {
			config = mcts.NewConfig(1)
		}
		if a.search, err = mcts.New(a.game, config); err != nil {
			return nil, err
		}
		if a.agent.New == nil {
			a.eval = mcts.Uniform{}
		} else if a.eval, err = a.agent.New(); err != nil {
			return nil, err
		}
	}
	sims := max(1, a.agent.Search.Sims)
	return a.search.Run(s, sims, mcts.Seed{Run: a.seed, Action: uint32(step)}, a.eval)
}

// choose is the action that the agent plays.
func (a *adviser) choose(s game.State, step int) (game.Action, error) {
	stream := rng.New(a.seed, 1, rng.MoveChoice, uint32(step), 0)
	if a.agent.Mode == sim.RandomMode {
		var roller game.Roller
		action, _ := roller.Pick(s, &stream)
		return action, nil
	}
	r, err := a.result(s, step)
	if err != nil {
		return game.None, err
	}
	if a.agent.Mode == sim.PolicyMode {
		return r.Actions[r.Choose(&stream, 1)], nil
	}
	return r.Actions[r.Best], nil
}

// plans draws both sides' plans from the agent's strategies.
func (a *adviser) plans(s game.State, step int) ([2]game.Plan, error) {
	stream := rng.New(a.seed, 1, rng.MoveChoice, uint32(step), 0)
	var both [2]game.Plan
	if a.agent.Mode == sim.RandomMode {
		var roller game.Roller
		return roller.PickPlans(s, &stream), nil
	}
	r, err := a.result(s, step)
	if err != nil {
		return both, err
	}
	for side := range both {
		if a.agent.Mode == sim.PolicyMode {
			copy(r.Strategy[side], r.PlanPrior[side])
		}
		both[side] = r.Plans[side][r.ChoosePlan(game.Player(side), &stream)]
	}
	return both, nil
}
