//go:build !torch

package model

import (
	"context"
	"errors"
	"strings"
	"testing"

	"variantlab/mcts"
)

// A program without libtorch says so, and how to get one, wherever a network is asked for.
func TestWithoutTorch(t *testing.T) {
	_, newNet := NewNet(Spec{}, nil, "cpu")
	_, loadNet := LoadNet("run", fakeGame, "cpu")
	_, newTrainer := NewTrainer(Spec{}, TrainConfig{}, "cpu", nil)
	for name, err := range map[string]error{
		"NewNet": newNet, "LoadNet": loadNet, "NewTrainer": newTrainer, "Train": (&Run{}).Train(context.Background()), "Eval": NewEvaluator(nil).Eval(&mcts.Batch{}),
	} {
		if !errors.Is(err, ErrNoTorch) || !strings.Contains(err.Error(), "make build") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if Libtorch().Found {
		t.Error("found a libtorch")
	}
}
