package model

import (
	"fmt"
	"math"
	"slices"

	"variantlab/sim/rng"
)

// Outputs of the value head: logits of win, draw and loss, the short-term values, the moves left.
const (
	wdlOutputs   = 3
	shortOutputs = 2
	valueOutputs = wdlOutputs + shortOutputs + 1
)

// Param is one tensor of a network.
type Param struct {
	Name  string
	Shape []int   // convolutions [out, height, width, in], linear maps [out, in], biases [out]
	Std   float64 // of the normal distribution it starts from; 0 starts at zero
	Decay bool    // subject to weight decay
}

// Len is the number of elements.
func (p *Param) Len() int {
	n := 1
	for _, d := range p.Shape {
		n *= d
	}
	return n
}

const (
	// startLogit is about the standard deviation of an untrained network's logits: its policy is nearly uniform.
	startLogit = 0.2
	// pooledGain makes up for the mean square of pooled features, which the maxima raise to about six times that of the
	// features themselves.
	pooledGain = 0.4
)

// Params lists a network's tensors in the order in which they lie in its flat parameter vector: those with weight decay
// first.
func (s *Spec) Params() []Param {
	var b builder
	a, net := s.Arch, s.Net
	pooled := 2 * a.Channels
	b.conv("stem.conv", a.Channels, 3, len(net.Planes), 1)
	if net.Globals > 0 {
		b.weight("stem.globals.weight", false, 0.5, a.Channels, net.Globals)
	}
	for i := range a.Blocks {
		s.blockParams(&b, i)
	}
	// The trunk ends with variance Blocks+1; heads start from features of variance about one.
	unit := 1 / math.Sqrt(float64(a.Blocks+1))
	b.linear("policy.trunk", a.Channels, a.Channels, 0.7*unit)
	b.weight("policy.pool.weight", true, 0.7*unit*pooledGain, a.Channels, pooled)
	l := newLayout(net)
	if l.globals > 0 {
		b.linear("policy.globals.hidden", a.Channels, pooled, unit*pooledGain)
	}
	for _, head := range policyHeads {
		s.headParams(&b, head, l)
	}
	b.linear("value.hidden", a.Value, pooled+net.Hidden, unit*pooledGain)
	b.linear("value.out", valueOutputs, a.Value, startLogit)
	slices.SortStableFunc(b.params, func(x, y Param) int {
		switch {
		case x.Decay == y.Decay:
			return 0
		case x.Decay:
			return -1
		default:
			return 1
		}
	})
	return b.params
}

// Every residual branch starts with variance one on an input of variance i+1, so that the trunk's variance is known
// without batch statistics; the scaling by 1/math.Sqrt(i+1) is part of the first convolution's start.
func (s *Spec) blockParams(b *builder, i int) {
	a := s.Arch
	name := blockName(i)
	in := 1 / math.Sqrt(float64(i+1))
	if a.Mid > 0 {
		b.conv(name+".down", a.Mid, 1, a.Channels, in)
		for j := range 2 {
			b.conv(fmt.Sprintf("%s.inner%d.conv1", name, j), a.Mid, 3, a.Mid, 1/math.Sqrt(float64(j+1)))
			b.conv(fmt.Sprintf("%s.inner%d.conv2", name, j), a.Mid, 3, a.Mid, 1)
		}
		b.conv(name+".up", a.Channels, 1, a.Mid, 1/math.Sqrt(3))
	} else {
		b.conv(name+".conv1", a.Channels, 3, a.Channels, in)
		b.conv(name+".conv2", a.Channels, 3, a.Channels, 1)
	}
	if s.pools(i) {
		width := max(a.Mid, 0)
		if width == 0 {
			width = a.Channels
		}
		b.linear(name+".pool", width, 2*width, 0.5*pooledGain)
	}
}

// pools reports whether block i has global pooling.
func (s *Spec) pools(i int) bool { return i%poolEvery == poolEvery-1 }

func blockName(i int) string { return fmt.Sprintf("block%d", i) }

// policyHeads are the policies that a network answers: the one that plays, a softer one and the one of the other side's
// next decision, which only help training.
var policyHeads = []string{"main", "soft", "next"}

func (s *Spec) headParams(b *builder, head string, l *layout) {
	a := s.Arch
	name := "policy." + head
	if l.pairs > 0 {
		b.linear(name+".pairs", 2*l.pairs*a.PairDim, a.Channels, math.Sqrt(startLogit/math.Sqrt(float64(a.PairDim))))
	}
	if l.planes > 0 {
		b.linear(name+".squares", l.planes, a.Channels, startLogit)
	}
	if l.globals > 0 {
		b.linear(name+".globals", l.globals, a.Channels, startLogit)
	}
	if s.Net.Aux > 1 {
		b.add(Param{Name: name + ".aux", Shape: []int{s.Net.Aux - 1}})
	}
}

// builder collects parameters.
type builder struct{ params []Param }

func (b *builder) add(p Param) { b.params = append(b.params, p) }

// weight adds a matrix or convolution kernel whose last dimensions are summed over. gain 1 keeps the variance of what
// follows a ReLU (He et al. 2015).
func (b *builder) weight(name string, decay bool, gain float64, shape ...int) {
	fanIn := 1
	for _, d := range shape[1:] {
		fanIn *= d
	}
	b.add(Param{Name: name, Shape: shape, Std: gain * math.Sqrt(2/float64(fanIn)), Decay: decay})
}

func (b *builder) conv(name string, out, kernel, in int, gain float64) {
	b.weight(name+".weight", true, gain, out, kernel, kernel, in)
	b.add(Param{Name: name + ".bias", Shape: []int{out}})
}

func (b *builder) linear(name string, out, in int, gain float64) {
	b.weight(name+".weight", true, gain, out, in)
	b.add(Param{Name: name + ".bias", Shape: []int{out}})
}

func countParams(params []Param) int {
	n := 0
	for i := range params {
		n += params[i].Len()
	}
	return n
}

// InitialWeights draws the weights that training starts from.
func InitialWeights(spec Spec, seed uint64) []float32 {
	params := spec.Params()
	weights := make([]float32, 0, countParams(params))
	for i := range params {
		p := &params[i]
		stream := rng.New(seed, 0, rng.Shuffle, 0, uint32(i))
		for range p.Len() {
			w := 0.0
			if p.Std > 0 {
				w = p.Std * stream.Normal()
			}
			weights = append(weights, float32(w))
		}
	}
	return weights
}
