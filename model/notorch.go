//go:build !torch

package model

import (
	"context"

	"variantlab/mcts"
	"variantlab/sim/game"
)

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

// LoadNet answers ErrNoTorch.
func LoadNet(string, game.Info, string) (*Player, error) { return nil, ErrNoTorch }

// Train answers ErrNoTorch.
func (*Run) Train(context.Context) error { return ErrNoTorch }

// Libtorch reports that there is none.
func Libtorch() Library { return Library{} }
