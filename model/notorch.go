//go:build !torch

package model

import "variantlab/mcts"

// Net is a network; programs without libtorch have none.
type Net struct{}

// NewNet answers ErrNoTorch.
func NewNet(Spec, []float32, string) (*Net, error) { return nil, ErrNoTorch }

// Free does nothing.
func (*Net) Free() {}

// Evaluator is the evaluator of a network; programs without libtorch have none.
type Evaluator struct{}

// NewEvaluator returns an evaluator that answers ErrNoTorch.
func NewEvaluator(*Net) *Evaluator { return &Evaluator{} }

var _ mcts.Evaluator = (*Evaluator)(nil)

// Tensors is true.
func (*Evaluator) Tensors() bool { return true }

// Eval answers ErrNoTorch.
func (*Evaluator) Eval(*mcts.Batch) error { return ErrNoTorch }

// Close does nothing.
func (*Evaluator) Close() error { return nil }

// Trainer improves a network; programs without libtorch have none.
type Trainer struct{}

// NewTrainer answers ErrNoTorch.
func NewTrainer(Spec, TrainConfig, string, *Checkpoint) (*Trainer, error) { return nil, ErrNoTorch }

// Step answers ErrNoTorch.
func (*Trainer) Step([]*Sample, float64) (Losses, error) { return Losses{}, ErrNoTorch }

// Steps is zero.
func (*Trainer) Steps() int { return 0 }

// State does nothing.
func (*Trainer) State(*Checkpoint) {}

// Free does nothing.
func (*Trainer) Free() {}

// Libtorch reports that there is none.
func Libtorch() Library { return Library{} }
