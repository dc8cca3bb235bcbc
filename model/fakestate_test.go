//go:build torch

package model

import (
	"slices"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// fakeState is a state whose features and legal list are noise named by its seed. An Action is its policy index plus
// 2^16 times its aux, plus one.
type fakeState struct {
	seed   uint64
	hidden uint64 // seed of what the mover does not know
}

func (s *fakeState) Turn() game.Player { return game.Player(s.seed % 2) }

func (s *fakeState) Actions(p game.Player, dst []game.Action) []game.Action {
	if p != s.Turn() {
		return dst
	}
	r := rng.New(s.seed, 1, rng.Environment, 0, 0)
	n, flat := 1+r.IntN(fakeGame.MaxActions-1), fakeGame.Net.Flat()
	step := flat / n
	for i := range n {
		at := i*step + r.IntN(step)
		dst = append(dst, game.Action(1+at+r.IntN(fakeGame.Net.Aux)<<16))
	}
	global := fakeGame.Net.Policy[0].Entries(20) + fakeGame.Net.Policy[1].Entries(20) + int(s.seed%3)
	dst = append(dst, game.Action(1+global))
	slices.Sort(dst)
	return slices.Compact(dst)
}

func (s *fakeState) Apply(a game.Action)     { s.seed = s.seed*31 + uint64(a) }
func (s *fakeState) Returns() [2]float32     { return [2]float32{} }
func (s *fakeState) Key() game.Key           { return game.Key{Hi: s.seed, Lo: s.hidden} }
func (s *fakeState) CopyFrom(src game.State) { *s = *src.(*fakeState) }
func (s *fakeState) Clone() game.State       { c := *s; return &c }

func (s *fakeState) Observe(p game.Player, planes, globals []float32) {
	r := rng.New(s.seed, 2, rng.Environment, uint32(p), 0)
	for i := range planes {
		planes[i] = 0
		if r.IntN(4) == 0 || i%5 == 4 {
			planes[i] = 1
		}
	}
	for i := range globals {
		globals[i] = float32(r.Float64())
	}
}

func (s *fakeState) ObserveHidden(p game.Player, dst []float32) {
	r := rng.New(s.hidden, 3, rng.Environment, uint32(p), 0)
	for i := range dst {
		dst[i] = float32(r.Float64())
	}
}

func (s *fakeState) PolicyIndex(p game.Player, a game.Action) (flat uint32, aux uint16) {
	return uint32(a-1) & 0xffff, uint16((a - 1) >> 16)
}

// fakeSamples makes n samples with random targets, each followed by the next one as the other side's decision.
func fakeSamples(n int) []*Sample {
	samples := make([]*Sample, n)
	for i := range samples {
		s := &fakeState{seed: uint64(i + 1), hidden: uint64(i)}
		r := rng.New(uint64(i), 4, rng.Environment, 0, 0)
		x := &Sample{State: s, Player: s.Turn(), Actions: s.Actions(s.Turn(), nil), Weight: 1, Left: float32(r.IntN(100))}
		x.Target = make([]float32, len(x.Actions))
		sum := float32(0)
		for j := range x.Target {
			x.Target[j] = float32(r.Float64())
			x.Target[j] *= x.Target[j] * x.Target[j]
			sum += x.Target[j]
		}
		for j := range x.Target {
			x.Target[j] /= sum
		}
		x.Outcome = float32(r.IntN(3) - 1)
		x.Short = [2]float32{float32(r.Float64()), -float32(r.Float64())}
		samples[i] = x
	}
	for i := range n - 1 {
		samples[i].Next = samples[i+1]
	}
	return samples
}
