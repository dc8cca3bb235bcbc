//go:build torch

package torch

import (
	"errors"
	"strings"
	"testing"
)

func TestErrorsComeBack(t *testing.T) {
	a, err := NewBuffer[float32](2, 3)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Free()
	err = Do(NoGrad, func(s *Scope) { s.MatMul(a.Tensor, a.Tensor) })
	var e *Error
	if !errors.As(err, &e) || e.Op != "matmul" || !strings.Contains(e.Msg, "2x3") {
		t.Errorf("product of 2x3 and 2x3: %v", err)
	}
	if err := Do(NoGrad, func(s *Scope) { s.Floats(s.Permute(a.Tensor, 1, 0), 6) }); err == nil {
		t.Error("the data of a transposed view was handed out as if it were contiguous")
	}
	if err := Do(NoGrad, func(s *Scope) { s.Relu(a.Tensor) }); err != nil {
		t.Errorf("an error stays behind: %v", err)
	}
}

// d/dx of the sum of relu(x)·y is y where x is positive.
func TestGradient(t *testing.T) {
	x, y := buffer(t, -1, 2, 3), buffer(t, 5, 6, 7)
	err := Do(Grad, func(s *Scope) {
		leaf := s.Leaf(x.Tensor)
		parts := s.Split(leaf, []int64{1, 2})
		loss := s.Sum(s.Mul(s.Relu(s.Cat(0, parts...)), y.Tensor), 0)
		if got := s.Float(loss); got != 2*6+3*7 {
			t.Errorf("loss %v", got)
		}
		grad := s.Floats(s.Gradient(loss, leaf), 3)
		if grad[0] != 0 || grad[1] != 6 || grad[2] != 7 {
			t.Errorf("gradient %v, want [0 6 7]", grad)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := Do(NoGrad, func(s *Scope) { s.Gradient(s.Sum(s.Relu(x.Tensor), 0), x.Tensor) }); err == nil {
		t.Error("a gradient without recording")
	}
}

func TestKeepOutlivesTheScope(t *testing.T) {
	x := buffer(t, -1, 2)
	var kept Tensor
	if err := Do(NoGrad, func(s *Scope) { kept = s.Keep(s.Relu(x.Tensor)) }); err != nil {
		t.Fatal(err)
	}
	defer Free(kept)
	err := Do(NoGrad, func(s *Scope) {
		if v := s.Floats(kept, 2); v[0] != 0 || v[1] != 2 {
			t.Errorf("kept tensor holds %v", v)
		}
		if kept != s.ReluInPlace(kept) {
			t.Error("an operation in place gave another tensor")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := Do(NoGrad, func(s *Scope) { s.Keep(kept) }); err == nil {
		t.Error("a scope kept what it does not own")
	}
}

func buffer(t *testing.T, data ...float32) *Buffer[float32] {
	t.Helper()
	b, err := NewBuffer[float32](int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Free)
	copy(b.Data, data)
	return b
}
