//go:build torch

package torch

/*
#include <stdint.h>
#include <stdlib.h>
void **atg_split_with_sizes(void *, int64_t *, int, int64_t);
*/
import "C"

import (
	"unsafe"

	"github.com/sugarme/gotch/libtch"
)

const (
	kindInt64   = 4
	kindFloat32 = 6
	noKind      = -1 // keep the type of the argument
)

var one = []int64{1, 1}

// Conv2d is a convolution with stride 1 and pad zeros on every side; x is [B, C, H, W].
func (s *Scope) Conv2d(x, weight, bias Tensor, pad int64) Tensor {
	var out Tensor
	padding := []int64{pad, pad}
	libtch.AtgConv2d(&out, x, weight, bias, one, 2, padding, 2, one, 2, 1)
	return s.own("conv2d", out)
}

// Linear is x·weightᵀ + bias over the last dimension; bias may be nil.
func (s *Scope) Linear(x, weight, bias Tensor) Tensor {
	if bias == nil {
		bias = s.undefined()
	}
	var out Tensor
	libtch.AtgLinear(&out, x, weight, bias)
	return s.own("linear", out)
}

func (s *Scope) undefined() Tensor { return s.own("new", libtch.AtNewTensor()) }

// Relu is max(x, 0).
func (s *Scope) Relu(x Tensor) Tensor {
	var out Tensor
	libtch.AtgRelu(&out, x)
	return s.own("relu", out)
}

// ReluInPlace overwrites x with max(x, 0).
func (s *Scope) ReluInPlace(x Tensor) Tensor {
	var out Tensor
	libtch.AtgRelu_(&out, x)
	return s.replace("relu_", x, out)
}

// replace frees the second handle that an in-place operation returns for the same tensor.
func (s *Scope) replace(op string, x, out Tensor) Tensor {
	check(op)
	libtch.AtFree(out)
	return x
}

// Add is a + b with broadcasting.
func (s *Scope) Add(a, b Tensor) Tensor {
	var out Tensor
	libtch.AtgAdd(&out, a, b)
	return s.own("add", out)
}

// AddInPlace adds b to a.
func (s *Scope) AddInPlace(a, b Tensor) Tensor {
	var out Tensor
	libtch.AtgAdd_(&out, a, b)
	return s.replace("add_", a, out)
}

// Sub is a - b with broadcasting.
func (s *Scope) Sub(a, b Tensor) Tensor {
	var out Tensor
	libtch.AtgSub(&out, a, b)
	return s.own("sub", out)
}

// Mul is a·b element by element with broadcasting.
func (s *Scope) Mul(a, b Tensor) Tensor {
	var out Tensor
	libtch.AtgMul(&out, a, b)
	return s.own("mul", out)
}

// Scale is a·x.
func (s *Scope) Scale(x Tensor, a float64) Tensor {
	var out Tensor
	scalar := libtch.AtsFloat(a)
	libtch.AtgMulScalar(&out, x, scalar)
	libtch.AtsFree(scalar)
	return s.own("mul", out)
}

// Mean averages over dims, which stay with length 1 if keep.
func (s *Scope) Mean(x Tensor, keep bool, dims ...int64) Tensor {
	var out Tensor
	libtch.AtgMeanDim(&out, x, dims, len(dims), int32(flag(keep)), noKind)
	return s.own("mean", out)
}

// Max is the largest value over dims, which stay with length 1 if keep.
func (s *Scope) Max(x Tensor, keep bool, dims ...int64) Tensor {
	var out Tensor
	libtch.AtgAmax(&out, x, dims, len(dims), int32(flag(keep)))
	return s.own("amax", out)
}

// Sum adds over dims.
func (s *Scope) Sum(x Tensor, dims ...int64) Tensor {
	var out Tensor
	libtch.AtgSumDimIntlist(&out, x, dims, len(dims), 0, noKind)
	return s.own("sum", out)
}

// Reshape gives x another shape; -1 stands for what is left.
func (s *Scope) Reshape(x Tensor, shape ...int64) Tensor {
	var out Tensor
	libtch.AtgReshape(&out, x, shape, len(shape))
	return s.own("reshape", out)
}

// Permute reorders the dimensions without moving data.
func (s *Scope) Permute(x Tensor, dims ...int64) Tensor {
	var out Tensor
	libtch.AtgPermute(&out, x, dims, len(dims))
	return s.own("permute", out)
}

// Narrow is the part [start, start+length) of a dimension, without moving data.
func (s *Scope) Narrow(x Tensor, dim, start, length int64) Tensor {
	var out Tensor
	libtch.AtgNarrow(&out, x, dim, start, length)
	return s.own("narrow", out)
}

// Cat joins tensors along a dimension.
func (s *Scope) Cat(dim int64, xs ...Tensor) Tensor {
	var out Tensor
	libtch.AtgCat(&out, xs, len(xs), dim)
	return s.own("cat", out)
}

// Rows picks rows (dimension 0) of x by index, an int64 vector.
func (s *Scope) Rows(x, index Tensor) Tensor {
	var out Tensor
	libtch.AtgIndexSelect(&out, x, 0, index)
	return s.own("index_select", out)
}

// LogSoftmax normalises the last dimension.
func (s *Scope) LogSoftmax(x Tensor) Tensor {
	var out Tensor
	libtch.AtgLogSoftmax(&out, x, -1, noKind)
	return s.own("log_softmax", out)
}

// Huber is the Huber loss with threshold delta, element by element.
func (s *Scope) Huber(x, target Tensor, delta float64) Tensor {
	var out Tensor
	libtch.AtgHuberLoss(&out, x, target, 0, delta)
	return s.own("huber_loss", out)
}

// To copies x to a device; where it already is there the data is shared.
func (s *Scope) To(x Tensor, d Device) Tensor {
	var out Tensor
	libtch.AtgTo(&out, x, int32(d))
	return s.own("to", out)
}

// MatMul is the matrix product.
func (s *Scope) MatMul(a, b Tensor) Tensor {
	var out Tensor
	libtch.AtgMatmul(&out, a, b)
	return s.own("matmul", out)
}

// Zeros is a tensor of zeros on a device.
func (s *Scope) Zeros(d Device, shape ...int64) Tensor {
	var out Tensor
	libtch.AtgZeros(&out, shape, len(shape), kindFloat32, int32(d))
	return s.own("zeros", out)
}

// Leaf is a tensor that shares x's data and collects gradients.
func (s *Scope) Leaf(x Tensor) Tensor {
	var detached, out Tensor
	libtch.AtgDetach(&detached, x)
	detached = s.own("detach", detached)
	libtch.AtgSetRequiresGrad(&out, detached, 1)
	return s.own("requires_grad", out)
}

// Split cuts a vector into consecutive parts that share its data.
func (s *Scope) Split(x Tensor, sizes []int64) []Tensor {
	list := C.atg_split_with_sizes(unsafe.Pointer(x), (*C.int64_t)(unsafe.Pointer(&sizes[0])), C.int(len(sizes)), 0)
	check("split_with_sizes")
	defer C.free(unsafe.Pointer(list))
	parts := make([]Tensor, len(sizes))
	for i, p := range unsafe.Slice((*unsafe.Pointer)(unsafe.Pointer(list)), len(sizes)) {
		parts[i] = s.own("split_with_sizes", Tensor(p))
	}
	return parts
}

// Gradient is the derivative of a scalar loss with respect to x.
func (s *Scope) Gradient(loss, x Tensor) Tensor {
	var out Tensor
	libtch.AtRunBackward(&loss, 1, &x, 1, &out, 0, 0)
	return s.own("backward", out)
}

// Float reads a scalar.
func (s *Scope) Float(x Tensor) float64 {
	v := libtch.AtDoubleValueAtIndexes(x, nil, 0)
	check("item")
	return v
}

// Floats is a view of the data of a contiguous float32 tensor in this machine's memory, valid while the scope lives.
func (s *Scope) Floats(x Tensor, n int) []float32 {
	if !libtch.AtIsContiguous(x) {
		panic(&Error{Op: "data", Msg: "tensor is not contiguous"})
	}
	p := libtch.AtDataPtr(x)
	check("data")
	return unsafe.Slice((*float32)(p), n)
}
