package model

import (
	"fmt"
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
