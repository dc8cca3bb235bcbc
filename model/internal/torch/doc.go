// Package torch is the part of libtorch that model uses, over gotch's C bindings: tensors whose lifetime is a Scope, and
// buffers that Go reads and writes in place. All of it stands behind the build tag "torch".
//
// It calls gotch's lower package libtch. The upper one, ts, gives every tensor a finalizer, an entry in a global map and
// a 100 kB companion object, which costs more than a small network's forward pass.
package torch
