package mcts

import (
	"errors"
	"fmt"

	"variantlab/sim/game"
)

// RootPolicy says how the root's simulations are spread.
type RootPolicy uint8

const (
	// Gumbel is sequential halving over actions sampled without replacement (Danihelka, Guez, Schrittwieser, Silver:
	// "Policy improvement by planning with Gumbel", ICLR 2022): for self-play with few simulations.
	Gumbel RootPolicy = iota
	// PUCT selects at the root as inside the tree; the most visited action wins: for matches and many simulations.
	PUCT
)

// JointPolicy says how plans are selected at simultaneous nodes.
type JointPolicy uint8

const (
	// RegretMatching samples plans by regret matching+ and plays the average strategy (Lanctot, Lisý, Winands: "Monte
	// Carlo tree search in simultaneous move games with applications to Goofspiel", 2014).
	RegretMatching JointPolicy = iota
	// DecoupledPUCT lets either side select by PUCT on its own statistics. It need not converge; a baseline.
	DecoupledPUCT
)

// Config sets up a Search. Start from NewConfig.
type Config struct {
	Sims int // most simulations of one search; sizes the arena

	Root        RootPolicy
	Considered  int     // Gumbel: most actions that get simulations
	GumbelScale float32 // Gumbel: 1 samples, 0 takes the actions with the largest priors
	ValueScale  float32 // Gumbel: c of sigma(q) = (VisitOffset + most visits) c q
	VisitOffset float32 // Gumbel

	CPUCT float32 // exploration constant
	FPU   float32 // what unvisited actions lose against their parent's value, times the root of the visited prior mass

	// Noise at a PUCT root: prior <- (1-NoiseWeight) prior^(1/NoiseTemperature) + NoiseWeight Dirichlet(NoiseTotal/L).
	// NoiseWeight 0 is none. A noisy root has no FPU loss.
	NoiseWeight      float32
	NoiseTotal       float32
	NoiseTemperature float32

	// KeptEdges is how many actions an inner node keeps, those with the largest priors, where the others' priors add up
	// to less than lostMass; equal priors tell nothing and keep all. 0 always keeps all, as the root does.
	KeptEdges int

	Solver bool // prove values of finished subtrees; perfect information and no simultaneous nodes only
	Worlds int  // how many worlds are drawn where the side to move lacks information; equal ones share a tree

	Joint JointPolicy
	// Plans is how many plans of a side a simultaneous node has at most: all of them, or where the game can be sampled
	// (game.Factored) as many as the visits bear out.
	Plans int
	// MostPlans, if it is more than Plans, is how many plans a node of a game that can be sampled comes to have when it is
	// visited often enough: the root by their priors, nodes inside by lot once they have shown Plans.
	MostPlans int

	Nodes, Edges int // size of the arena, 0 to derive it from Sims
}

// NewConfig gives the defaults of self-play for searches of at most sims simulations. The constants are KataGo's
// (Wu 2019), those of the Gumbel root mctx's.
func NewConfig(sims int) Config {
	return Config{
		Sims: sims, Root: Gumbel, Considered: 16, GumbelScale: 1, ValueScale: 0.1, VisitOffset: 50,
		CPUCT: 1.1, FPU: 0.2, KeptEdges: 128, NoiseTotal: 10.83, NoiseTemperature: 1.1,
		Solver: true, Worlds: 8, Plans: 32, MostPlans: mostPlans,
	}
}

// Errors of New and Start, wrapped with the game's name.
var (
	// ErrTrait says that a game has a trait that its states lack the interface for.
	ErrTrait = errors.New("cannot be searched honestly")
	// ErrRoot says that nobody decides at the root.
	ErrRoot = errors.New("no decision at the root")
	// ErrPlans says that a side has more plans than Config.Plans, in a game whose plans can't be sampled.
	ErrPlans = errors.New("too many plans")
	// ErrAnswer says that an evaluator gave a value outside [-1, 1] or a logit that is not finite.
	ErrAnswer = errors.New("evaluator gave no usable answer")
)

func (c *Config) check() error {
	switch {
	case c.Sims < 1:
		return fmt.Errorf("mcts: Sims = %d: need at least 1", c.Sims)
	case c.Root == Gumbel && c.Considered < 1:
		return fmt.Errorf("mcts: Considered = %d: need at least 1", c.Considered)
	case c.KeptEdges < 0:
		return fmt.Errorf("mcts: KeptEdges = %d: need at least 1, or 0 to keep all", c.KeptEdges)
	case c.Worlds < 1:
		return fmt.Errorf("mcts: Worlds = %d: need at least 1", c.Worlds)
	case c.Plans < 1 || c.Plans > mostPlans || c.MostPlans > mostPlans:
		return fmt.Errorf("mcts: Plans = %d, MostPlans = %d: need 1 to %d plans", c.Plans, c.MostPlans, mostPlans)
	case c.CPUCT < 0 || c.FPU < 0 || c.GumbelScale < 0:
		return fmt.Errorf("mcts: CPUCT %v, FPU %v, GumbelScale %v: none may be negative", c.CPUCT, c.FPU, c.GumbelScale)
	case c.NoiseWeight < 0 || c.NoiseWeight > 1 || c.NoiseWeight > 0 && (c.NoiseTotal <= 0 || c.NoiseTemperature <= 0):
		return fmt.Errorf("mcts: noise of weight %v, total %v, temperature %v: weight in [0, 1], the others above 0",
			c.NoiseWeight, c.NoiseTotal, c.NoiseTemperature)
	}
	return nil
}

// size derives the arena's size where it isn't given. A simulation makes one node and, where chance plays, some more; a
// node's edges are the legal actions, and far fewer in the mean than at most.
func (c *Config) size(info *game.Info, worlds int) (nodes, edges, plans int) {
	nodes, edges = c.Nodes, c.Edges
	made := c.Sims + worlds
	if nodes == 0 {
		nodes = made
		if info.Stochastic {
			nodes = 4 * made
		}
	}
	kept := min(c.keptPlans(c.Sims), info.MaxActions) // plans of a side at a joint node
	rootPlans, rootCells := c.rootSize(c.Sims)
	if info.Joint {
		plans = 2*rootPlans + 2*kept*made + c.latePlans()
	}
	if edges == 0 {
		mean := min(info.MaxActions, 512)
		if c.Sims <= 1024 {
			mean = min(info.MaxActions, 1024)
		}
		edges = made*mean + (worlds+2)*info.MaxActions
		if info.Stochastic {
			edges += 8 * nodes
		}
		if info.Joint {
			shown := min(innerPlans, kept)
			edges += rootCells + 2*rootPlans + made*shown*(shown+2)
		}
	}
	return nodes, edges, plans
}
