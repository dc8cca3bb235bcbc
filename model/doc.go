// Package model holds the networks: their architecture, the evaluator that a search calls, training and checkpoints.
//
// A network belongs to one game and is built from what game.Info says of it: input planes, globals, the blocks of the
// policy vector. It has a residual trunk, policy heads that see only what the mover may know, and a value head that in
// training and search may also see what is hidden. docs/model.md describes it.
//
// What computes needs libtorch and the build tag "torch". The rest — architecture, parameter table, checkpoint files,
// optimizer, replay window, order of rows — is plain Go and works in every build; without the tag the other functions
// answer ErrNoTorch.
package model
