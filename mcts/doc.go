// Package mcts searches games by Monte Carlo tree search.
//
// A Search belongs to one game being played. It is an explicit state machine, with no goroutine, lock or clock, so that
// many searches share the evaluator's batches:
//
//	for each search: more := s.Step(batch)       // runs until a leaf waits in the batch, or the search is done
//	ev.Eval(batch)                               // all leaves at once
//	for each search that waits: s.Deliver(batch) // takes its answer
//	batch.N = 0
//
// Run does that for one search alone. When Step returns false, Result holds the answer, unless Err says otherwise.
//
// Values inside a tree are from First's view; selection multiplies by the sign of the player who moves at a node, as the
// state's Turn names it. Only evaluators answer from the mover's view, and the sign is applied once, when an answer
// enters the tree. No ply is ever counted for that.
//
// A search is a function of position, evaluator, configuration and Seed. It allocates nothing after New.
package mcts
