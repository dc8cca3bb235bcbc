package sim

import (
	"variantlab/mcts"
)

// Mode is how an Agent decides.
type Mode uint8

// The modes.
const (
	SearchMode Mode = iota // searches with its evaluator
	PolicyMode             // draws from its evaluator's policy, without search
	RandomMode             // legal actions uniformly at random; no evaluator
)

// Agent decides for one side. Agents of one Name are taken to be the same and share an evaluator.
type Agent struct {
	// Name is the agent's word, as it is recorded. It must name what the agent is wherever its files lie: a net by its
	// identity rather than by a path that differs from machine to machine.
	Name string
	Mode Mode
	// Search configures its searches; Search.Sims is the budget of a full search.
	Search mcts.Config
	// New makes an evaluator for one worker, which calls it from one goroutine locked to its thread. An evaluator that
	// has a method Close() error is closed when the worker ends.
	New func() (mcts.Evaluator, error)
}

// RandomAgent plays uniformly at random.
func RandomAgent() Agent { return Agent{Name: "random", Mode: RandomMode} }

// searchConfig is the configuration of the agent's searches: one simulation is enough to learn a policy.
func (a *Agent) searchConfig() mcts.Config {
	c := a.Search
	if a.Mode == PolicyMode {
		c = mcts.NewConfig(1)
		c.Plans = max(c.Plans, a.Search.Plans)
	}
	return c
}
