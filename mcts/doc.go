// Package mcts searches games by Monte Carlo tree search.
//
// A Search belongs to one game being played. It is an explicit state machine, with no goroutine, lock or clock, so that
// many searches share the evaluator's batches:
//
//	for each search: waits := s.Step(batch)      // runs until a leaf waits in the batch, or the search is done
//	ev.Eval(batch)                               // all leaves at once
//	for each search that waits: s.Deliver(batch) // takes its answer
//	batch.N = 0
//
// Run does that for one search alone. When Step returns false, Result holds the answer, unless Err says otherwise.
//
// Values inside a tree are from First's view; selection multiplies by the sign of the player who moves at a node, as the
// state's Turn names it. Only evaluators answer from the mover's view, and the sign is applied once, when an answer
// enters the tree. No ply is ever counted for that, so free actions, second moves and chance need no care.
//
// A search is a function of position, evaluator, configuration and Seed. It allocates nothing after New.
//
// # Nodes
//
// States are not kept in the tree: each simulation copies the root's state and applies the path. At a decision node
// PUCT selects. At a chance node the outcome that is due is taken, so that counts follow the probabilities, and the
// value weighs outcomes by probability. At a simultaneous node both sides draw plans by regret matching and the
// value is that of their average play; at such a root the matrix of all cells is solved as it becomes known. Where
// plans are many (game.Factored) a node knows a sample of them, drawn by the evaluator's priors, larger as its
// visits grow; in the end it has them all. Which side is First plays no part in that: with the sides of a position
// and their random streams swapped the strategies are swapped. Where nothing is hidden and nothing simultaneous,
// bounds of the exact value are kept, finished subtrees are proven and not searched again. An inner node with very
// many actions keeps those with the largest priors if the rest has next to none (Config.KeptEdges), and is then
// never proven lost.
//
// # Hidden information
//
// Where the side to move lacks information, worlds that it holds possible are drawn by game.Resampler. The root's
// statistics add up over them, and each world has a tree of its own below. The true state is copied nowhere. Inside a
// world both sides see everything: the search never uses what its side does not know, but it plays as if all became
// known after its move, and neither bluffs nor hides anything on purpose.
package mcts
