package game

import "variantlab/sim/rng"

// Believer is implemented by Hidden states of games that can keep track of what a side may hold possible.
type Believer interface {
	// NewBelief is p's belief about a game that p has watched up to this state. It is a function of what p may know.
	NewBelief(p Player) Belief
}

// Belief is what one side holds possible, and how likely it thinks each possibility, in the course of one game. It takes
// the opponent for a player who chooses among all legal actions with equal odds.
type Belief interface {
	// Step takes in one step of the real game: the action or outcome, and the state that it has led to. It must be called
	// for every step, also for those that the believer does not notice. Of both arguments it uses only what the believer
	// may know.
	Step(a Action, after State)
	// Size is the number of possibilities.
	Size() int
	// Sample overwrites dst, a state of the same game, with one of the possibilities, drawn by its probability, which it
	// returns. What the believer observes, its InfoKey and its legal list are those of the real state. It does not
	// allocate. The belief must not be empty.
	Sample(dst State, r *rng.Stream) float64
	// Probability is that of one state; 0 for states that are not possible.
	Probability(s State) float64
}
