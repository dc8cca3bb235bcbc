//go:build torch

package torch

/*
#include <stdlib.h>
char *get_and_reset_last_err();
void at_set_num_threads(int);
void at_set_num_interop_threads(int);
int at_get_num_threads();
int at_get_num_interop_threads();
*/
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/sugarme/gotch/libtch"
)

// Tensor is a handle of a C++ tensor. Go's collector does not see it: a Scope or a Buffer owns it.
type Tensor = libtch.Ctensor

// Mode says whether operations are recorded for gradients.
type Mode bool

// The two modes.
const (
	NoGrad Mode = false
	Grad   Mode = true
)

// Error is what libtorch answered to an operation.
type Error struct{ Op, Msg string }

func (e *Error) Error() string { return fmt.Sprintf("libtorch: %s: %s", e.Op, e.Msg) }

// Scope owns the tensors that are made through it. Its methods are the operations; they panic with *Error, which Do turns
// into an error.
type Scope struct {
	owned []Tensor
}

// Do runs f on a locked thread, because libtorch keeps its last error and the gradient mode by thread, and frees all
// tensors of the scope afterwards.
func Do(mode Mode, f func(s *Scope)) (err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := libtch.AtGradSetEnabled(flag(bool(mode)))
	s := &Scope{owned: make([]Tensor, 0, 128)}
	defer func() {
		for _, t := range s.owned {
			libtch.AtFree(t)
		}
		libtch.AtGradSetEnabled(before)
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	f(s)
	return nil
}

// own registers the result of an operation, or panics with libtorch's message.
func (s *Scope) own(op string, t Tensor) Tensor {
	check(op)
	s.owned = append(s.owned, t)
	return t
}

// Drop frees tensors of the scope before its end. What gradients still need of them stays alive inside libtorch.
func (s *Scope) Drop(ts ...Tensor) {
	for _, t := range ts {
		for i := len(s.owned) - 1; i >= 0; i-- {
			if s.owned[i] == t {
				libtch.AtFree(t)
				s.owned = append(s.owned[:i], s.owned[i+1:]...)
				break
			}
		}
	}
}

// Keep takes a tensor out of the scope: it lives until Free.
func (s *Scope) Keep(t Tensor) Tensor {
	for i := len(s.owned) - 1; i >= 0; i-- {
		if s.owned[i] == t {
			s.owned = append(s.owned[:i], s.owned[i+1:]...)
			return t
		}
	}
	panic(&Error{Op: "keep", Msg: "tensor does not belong to the scope"})
}

// Free frees a kept tensor.
func Free(t Tensor) {
	if t != nil {
		libtch.AtFree(t)
	}
}

func check(op string) {
	if msg := C.get_and_reset_last_err(); msg != nil {
		defer C.free(unsafe.Pointer(msg))
		panic(&Error{Op: op, Msg: C.GoString(msg)})
	}
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Every thread that runs an operation in parallel starts a pool of its own, and pools wait for each other where cores are
// scarce. Whoever wants more cores runs several scopes at once.
func init() {
	C.at_set_num_interop_threads(1)
	C.at_set_num_threads(1)
}

// Threads returns the cores within an operation and the operations at once.
func Threads() (intra, inter int) {
	return int(C.at_get_num_threads()), int(C.at_get_num_interop_threads())
}

// Cuda reports whether a CUDA device can be used.
func Cuda() bool { return libtch.AtcCudaIsAvailable() }
