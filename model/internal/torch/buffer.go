//go:build torch

package torch

import (
	"unsafe"

	"github.com/sugarme/gotch/libtch"
)

// Device says where tensors live.
type Device int32

// The devices; a CUDA device other than the first is CUDA plus its number.
const (
	CPU  Device = -1
	CUDA Device = 0
)

// Buffer is a tensor in this machine's memory whose data Go reads and writes in place. Free it when done.
type Buffer[T float32 | int64] struct {
	Tensor Tensor
	Data   []T // the whole tensor in row-major order
}

// NewBuffer makes a tensor of zeros.
func NewBuffer[T float32 | int64](shape ...int64) (b *Buffer[T], err error) {
	err = Do(NoGrad, func(*Scope) {
		n := int64(1)
		for _, d := range shape {
			n *= d
		}
		kind := int32(kindFloat32)
		if _, ok := any(T(0)).(int64); ok {
			kind = kindInt64
		}
		var t Tensor
		libtch.AtgZeros(&t, shape, len(shape), kind, int32(CPU))
		check("zeros")
		b = &Buffer[T]{Tensor: t, Data: unsafe.Slice((*T)(libtch.AtDataPtr(t)), n)}
	})
	return b, err
}

// Free gives the memory back; b must not be used afterwards.
func (b *Buffer[T]) Free() {
	if b != nil && b.Tensor != nil {
		libtch.AtFree(b.Tensor)
		b.Tensor, b.Data = nil, nil
	}
}
