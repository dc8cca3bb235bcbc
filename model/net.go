//go:build torch

package model

import (
	"fmt"

	"variantlab/model/internal/torch"
)

// Net is a network that can be evaluated: a parameter vector on a device, cut into its tensors. It never changes, so
// several evaluators share one.
type Net struct {
	spec   Spec
	layout *layout
	params []Param
	device torch.Device

	flat *torch.Buffer[float32]
	kept []torch.Tensor // what Free gives back besides flat
	view views
}

// views are a network's tensors by name, convolution kernels as libtorch wants them.
type views map[string]torch.Tensor

// NewNet builds a network from a parameter vector in the order of spec.Params. device is auto, cpu or cuda.
func NewNet(spec Spec, weights []float32, device string) (*Net, error) {
	d, err := deviceOf(device)
	if err != nil {
		return nil, err
	}
	n := &Net{spec: spec, layout: newLayout(spec.Net), params: spec.Params(), device: d}
	if want := countParams(n.params); len(weights) != want {
		return nil, fmt.Errorf("model: %d weights for a network of %d", len(weights), want)
	}
	if n.flat, err = torch.NewBuffer[float32](int64(len(weights))); err != nil {
		return nil, err
	}
	copy(n.flat.Data, weights)
	err = torch.Do(torch.NoGrad, func(s *torch.Scope) {
		var all []torch.Tensor
		n.view, all = cut(s, n.params, s.To(n.flat.Tensor, d))
		for _, t := range all {
			n.kept = append(n.kept, s.Keep(t))
		}
	})
	if err != nil {
		n.Free()
		return nil, err
	}
	return n, nil
}

// Free gives the network's memory back; no evaluator may use it afterwards.
func (n *Net) Free() {
	for _, t := range n.kept {
		torch.Free(t)
	}
	n.kept, n.view = nil, nil
	n.flat.Free()
}

func deviceOf(word string) (torch.Device, error) {
	switch word {
	case "cpu":
		return torch.CPU, nil
	case "auto", "":
		if torch.Cuda() {
			return torch.CUDA, nil
		}
		return torch.CPU, nil
	case "cuda":
		if !torch.Cuda() {
			return torch.CPU, fmt.Errorf("model: device = cuda: libtorch sees no CUDA device here; use cpu or auto")
		}
		return torch.CUDA, nil
	default:
		return torch.CPU, fmt.Errorf("model: device = %q: unknown; use auto, cpu or cuda", word)
	}
}

// cut splits a parameter vector into tensors that share its data.
func cut(s *torch.Scope, params []Param, flat torch.Tensor) (views, []torch.Tensor) {
	sizes := make([]int64, len(params))
	for i := range params {
		sizes[i] = int64(params[i].Len())
	}
	parts := s.Split(flat, sizes)
	v := make(views, len(params))
	for i := range params {
		shape := make([]int64, len(params[i].Shape))
		for j, d := range params[i].Shape {
			shape[j] = int64(d)
		}
		t := s.Reshape(parts[i], shape...)
		s.Drop(parts[i])
		if len(shape) == 4 { // [out, height, width, in] in memory, which libtorch calls channels last
			kernel := s.Permute(t, 0, 3, 1, 2)
			s.Drop(t)
			t = kernel
		}
		parts[i] = t
		v[params[i].Name] = t
	}
	return v, parts
}

// input is what a forward pass reads, on the network's device.
type input struct {
	rows    int64
	planes  torch.Tensor // [B, Ranks, Files, planes]
	globals torch.Tensor // [B, globals], unused if there are none
	hidden  torch.Tensor // [B, hidden], unused if there is none
}

// trunk computes what all heads share: the features of every square, [B*squares, C], and their mean and maximum over
// the board, [B, 2C].
func (n *Net) trunk(s *torch.Scope, v views, in *input) (rows, pooled torch.Tensor) {
	c := int64(n.spec.Arch.Channels)
	image := s.Permute(in.planes, 0, 3, 1, 2)
	x := s.Conv2d(image, v["stem.conv.weight"], v["stem.conv.bias"], 1)
	s.Drop(image)
	if n.spec.Net.Globals > 0 {
		bias := s.Linear(in.globals, v["stem.globals.weight"], nil)
		column := s.Reshape(bias, in.rows, c, 1, 1)
		s.AddInPlace(x, column)
		s.Drop(bias, column)
	}
	for i := range n.spec.Arch.Blocks {
		x = n.block(s, v, i, x)
	}
	x = s.ReluInPlace(x)
	pooled = n.pool(s, x)
	last := s.Permute(x, 0, 2, 3, 1)
	rows = s.Reshape(last, in.rows*int64(n.layout.squares), c)
	s.Drop(x, last)
	return rows, pooled
}

// pool is the mean and the maximum over the board, [B, 2C].
func (n *Net) pool(s *torch.Scope, x torch.Tensor) torch.Tensor {
	mean, most := s.Mean(x, false, 2, 3), s.Max(x, false, 2, 3)
	both := s.Cat(1, mean, most)
	s.Drop(mean, most)
	return both
}

// block is a residual block with the activation first. It consumes x.
func (n *Net) block(s *torch.Scope, v views, i int, x torch.Tensor) torch.Tensor {
	name := blockName(i)
	active := s.Relu(x)
	var y torch.Tensor
	if n.spec.Arch.Mid == 0 {
		y = n.branch(s, v, active, name, n.spec.pools(i), name)
	} else {
		inner := s.Conv2d(active, v[name+".down.weight"], v[name+".down.bias"], 0)
		for j := range 2 {
			a := s.Relu(inner)
			step := n.branch(s, v, a, fmt.Sprintf("%s.inner%d", name, j), j == 0 && n.spec.pools(i), name)
			s.AddInPlace(step, inner)
			s.Drop(a, inner)
			inner = step
		}
		inner = s.ReluInPlace(inner)
		y = s.Conv2d(inner, v[name+".up.weight"], v[name+".up.bias"], 0)
		s.Drop(inner)
	}
	s.AddInPlace(y, x)
	s.Drop(active, x)
	return y
}

// branch is two convolutions with an activation between them and, where asked, a bias from the whole board.
func (n *Net) branch(s *torch.Scope, v views, x torch.Tensor, name string, pools bool, block string) torch.Tensor {
	y := s.Conv2d(x, v[name+".conv1.weight"], v[name+".conv1.bias"], 1)
	if pools {
		active := s.Relu(y)
		board := n.pool(s, active)
		bias := s.Linear(board, v[block+".pool.weight"], v[block+".pool.bias"])
		column := s.Reshape(bias, -1, int64(n.width()), 1, 1)
		s.AddInPlace(y, column)
		s.Drop(active, board, bias, column)
	}
	y = s.ReluInPlace(y)
	z := s.Conv2d(y, v[name+".conv2.weight"], v[name+".conv2.bias"], 1)
	s.Drop(y)
	return z
}

// width is the number of channels inside a block.
func (n *Net) width() int {
	if n.spec.Arch.Mid > 0 {
		return n.spec.Arch.Mid
	}
	return n.spec.Arch.Channels
}
