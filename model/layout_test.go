package model

import (
	"testing"

	"variantlab/sim/game"
)

// Every index of the policy vector has a place of its own, and together they fill the tables.
func TestLayoutIsABijection(t *testing.T) {
	l := newLayout(fakeGame.Net)
	seen := map[entry]int{}
	pairs := 0
	for flat := range fakeGame.Net.Flat() {
		e, ok := l.entry(uint32(flat))
		if !ok {
			t.Fatalf("index %d has no entry", flat)
		}
		if other, dup := seen[e]; dup {
			t.Fatalf("indices %d and %d share %+v", other, flat, e)
		}
		seen[e] = flat
		if e.pair {
			pairs++
			if e.from%2 != 0 || e.to%2 != 1 || e.from >= l.pairRows() || e.to >= l.pairRows() || e.from/2%l.pairs != e.to/2%l.pairs {
				t.Fatalf("index %d: pair entry %+v of %d rows", flat, e, l.pairRows())
			}
		} else if e.scalar >= l.scalars() {
			t.Fatalf("index %d: scalar %d of %d", flat, e.scalar, l.scalars())
		}
	}
	if n := 20 * 20 * l.pairs; pairs != n || len(seen)-pairs != l.scalars() {
		t.Errorf("%d pairs and %d scalars, want %d and %d", pairs, len(seen)-pairs, n, l.scalars())
	}
	if _, ok := l.entry(uint32(fakeGame.Net.Flat())); ok {
		t.Error("the index after the last has an entry")
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		size    string
		ranks   int
		pairDim int
	}{{"xs", 8, 16}, {"s", 8, 16}, {"m", 16, 32}} {
		arch, err := SizedArch(c.size, game.NetInfo{Files: c.ranks, Ranks: c.ranks})
		if err != nil {
			t.Fatal(err)
		}
		if err := arch.Validate(); err != nil || arch.PairDim != c.pairDim {
			t.Errorf("%s: %+v, %v", c.size, arch, err)
		}
	}
	if _, err := SizedArch("xl", game.NetInfo{}); err == nil {
		t.Error("size xl was accepted")
	}
	if _, err := NewSpec(game.Info{Name: "blind"}, Arch{Channels: 1, Blocks: 1, Value: 1, PairDim: 1}); err == nil {
		t.Error("a game without planes got a network")
	}
	if _, err := NewSpec(fakeGame, Arch{Channels: 0, Blocks: 1, Value: 1, PairDim: 1}); err == nil {
		t.Error("a network without channels was accepted")
	}
}

// Weight decay acts on a prefix of the vector.
func TestDecayedParametersComeFirst(t *testing.T) {
	spec := fakeSpec(7, 0)
	names, ended := map[string]bool{}, false
	for _, p := range spec.Params() {
		if names[p.Name] {
			t.Errorf("two tensors are called %s", p.Name)
		}
		names[p.Name] = true
		if p.Decay && ended {
			t.Errorf("%s has weight decay and stands after one without", p.Name)
		}
		ended = ended || !p.Decay
		if p.Decay != (len(p.Shape) > 1 && p.Name != "stem.globals.weight") {
			t.Errorf("%s of shape %v: decay %v", p.Name, p.Shape, p.Decay)
		}
	}
	if !names["block2.pool.weight"] || !names["block5.pool.weight"] || names["block0.pool.weight"] || names["block3.pool.weight"] {
		t.Error("global pooling belongs into every third block")
	}
}
