package model

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"variantlab/sim/game"
)

// Arch is the shape of a network apart from what the game dictates.
type Arch struct {
	Channels int `json:"channels" toml:"channels"` // of the trunk
	Blocks   int `json:"blocks" toml:"blocks"`     // residual blocks
	Mid      int `json:"mid" toml:"mid"`           // channels inside a bottleneck block, 0 for plain blocks
	Value    int `json:"value" toml:"value"`       // hidden units of the value head
	PairDim  int `json:"pair_dim" toml:"pair_dim"` // length of the vectors whose product is a pair logit
}

// sizes are the architectures with a name.
var sizes = []struct {
	name string
	arch Arch
}{
	{"xs", Arch{Channels: 32, Blocks: 4, Value: 64}},
	{"s", Arch{Channels: 64, Blocks: 6, Value: 96}},
	{"m", Arch{Channels: 128, Blocks: 8, Mid: 64, Value: 128}},
}

// SizeNames lists the names that SizedArch knows.
func SizeNames() []string {
	var names []string
	for _, s := range sizes {
		names = append(names, s.name)
	}
	return names
}

// SizedArch returns the architecture of a named size for a game: xs, s or m.
func SizedArch(size string, info game.NetInfo) (Arch, error) {
	for _, s := range sizes {
		if s.name == size {
			a := s.arch
			a.PairDim = 16
			if info.Files*info.Ranks > 64 {
				a.PairDim = 32
			}
			return a, nil
		}
	}
	return Arch{}, fmt.Errorf("model: net.size = %q: no such size; known: %s", size, strings.Join(SizeNames(), ", "))
}

// Validate reports a shape that cannot be built.
func (a Arch) Validate() error {
	for _, f := range []struct {
		name     string
		v        int
		min, max int
	}{
		{"channels", a.Channels, 1, 1024}, {"blocks", a.Blocks, 1, 100}, {"mid", a.Mid, 0, 1024},
		{"value", a.Value, 1, 4096}, {"pair_dim", a.PairDim, 1, 256},
	} {
		if f.v < f.min || f.v > f.max {
			return fmt.Errorf("model: architecture: %s = %d: must be in [%d, %d]", f.name, f.v, f.min, f.max)
		}
	}
	return nil
}

// poolEvery is the distance of blocks with global pooling (Wu, "Accelerating Self-Play Learning in Go", 2019, §3.2).
const poolEvery = 3

// Spec is all that determines a network's parameters: the game's view and the architecture.
type Spec struct {
	Game string
	Net  game.NetInfo
	Arch Arch
}

// NewSpec combines a game with an architecture.
func NewSpec(info game.Info, arch Arch) (Spec, error) {
	s := Spec{Game: info.Name, Net: info.Net, Arch: arch}
	if len(info.Net.Planes) == 0 || len(info.Net.Policy) == 0 {
		return s, fmt.Errorf("model: game %s describes no network input (Info.Net is empty)", info.Name)
	}
	if err := arch.Validate(); err != nil {
		return s, err
	}
	return s, nil
}

// squares is the number of squares of the board.
func (s *Spec) squares() int { return s.Net.Files * s.Net.Ranks }

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
	b.linear("policy.trunk", a.Channels, a.Channels, 1)
	b.weight("policy.pool.weight", true, 1, a.Channels, pooled)
	l := newLayout(net)
	if l.globals > 0 {
		b.linear("policy.globals.hidden", a.Channels, pooled, 1)
	}
	for _, head := range policyHeads {
		s.headParams(&b, head, l)
	}
	b.linear("value.hidden", a.Value, pooled+net.Hidden, 1)
	b.linear("value.out", valueOutputs, a.Value, 0.2)
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
		b.linear(name+".pool", width, 2*width, 0.5)
	}
}

// pools reports whether block i has global pooling.
func (s *Spec) pools(i int) bool { return i%poolEvery == poolEvery-1 }

func blockName(i int) string { return fmt.Sprintf("block%d", i) }

// policyHeads are the policies that a network answers: the one that plays, and a softer one that only helps training.
var policyHeads = []string{"main", "soft"}

func (s *Spec) headParams(b *builder, head string, l *layout) {
	a := s.Arch
	name := "policy." + head
	if l.pairs > 0 {
		b.linear(name+".pairs", 2*l.pairs*a.PairDim, a.Channels, 0.4)
	}
	if l.planes > 0 {
		b.linear(name+".squares", l.planes, a.Channels, 0.2)
	}
	if l.globals > 0 {
		b.linear(name+".globals", l.globals, a.Channels, 0.2)
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
