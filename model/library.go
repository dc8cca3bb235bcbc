package model

import "errors"

// ErrNoTorch is the answer of everything that computes with a network in a program that was built without libtorch.
var ErrNoTorch = errors.New("this program was built without libtorch, so it has no neural network; run: make build")

// Library says which libtorch a program runs with.
type Library struct {
	Found   bool
	Path    string   // of libtorch_cpu, "" where the system does not tell
	Devices []string // cpu, and cuda where it can be used
}
