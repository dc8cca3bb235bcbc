//go:build torch

package model

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"variantlab/mcts"
	"variantlab/model/internal/torch"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

func fakeNet(t testing.TB, spec Spec) *Net {
	t.Helper()
	net, err := NewNet(spec, InitialWeights(spec, 1), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(net.Free)
	return net
}

// fakeBatch holds rows of the fake game with the seeds [first, first+n).
func fakeBatch(t testing.TB, e *Evaluator, capacity, first, n int) *mcts.Batch {
	t.Helper()
	b := mcts.NewBatch(fakeGame, capacity, e)
	for i := range n {
		s := &fakeState{seed: uint64(first + i), hidden: uint64(first + i)}
		b.Add(s, s.Turn(), rng.Stream{})
	}
	return b
}

func eval(t testing.TB, e *Evaluator, b *mcts.Batch) {
	t.Helper()
	if err := e.Eval(b); err != nil {
		t.Fatal(err)
	}
}

// A row's answer must not depend on the rows beside it: padding, gathering and pooling stay within a row.
func TestBatchOfOneEqualsRowInBatch(t *testing.T) {
	for _, arch := range []struct {
		name        string
		blocks, mid int
	}{{"plain", 4, 0}, {"bottleneck", 4, 8}} {
		t.Run(arch.name, func(t *testing.T) {
			e := NewEvaluator(fakeNet(t, fakeSpec(arch.blocks, arch.mid)))
			defer e.Close()
			const n = 37
			all := fakeBatch(t, e, 40, 1, n)
			eval(t, e, all)
			spread := 0.0
			for i := range n {
				alone := fakeBatch(t, e, 1, 1+i, 1)
				eval(t, e, alone)
				if d := math.Abs(float64(alone.Value[0] - all.Value[i])); d > 1e-5 {
					t.Errorf("row %d: value %v alone, %v in a batch", i, alone.Value[0], all.Value[i])
				}
				for j, x := range alone.RowLogits(0) {
					if y := all.RowLogits(i)[j]; math.Abs(float64(x-y)) > 1e-5 {
						t.Errorf("row %d action %d: logit %v alone, %v in a batch", i, j, x, y)
					}
					spread = max(spread, math.Abs(float64(x)))
				}
			}
			if spread < 0.05 {
				t.Errorf("all logits lie within ±%v: the test could not see a difference", spread)
			}
		})
	}
}

// The policy must not depend on what the mover does not know, to the last bit; the value may.
func TestPolicyIgnoresHidden(t *testing.T) {
	e := NewEvaluator(fakeNet(t, fakeSpec(3, 0)))
	defer e.Close()
	answers := make([]*mcts.Batch, 3)
	for i := range answers {
		b := fakeBatch(t, e, 16, 1, 16)
		for j := range b.Hidden {
			b.Hidden[j] = []float32{0, 1, float32(j)}[i]
		}
		eval(t, e, b)
		answers[i] = b
	}
	moved := false
	for _, b := range answers[1:] {
		for i := range b.N {
			moved = moved || b.Value[i] != answers[0].Value[i]
			for j, x := range b.RowLogits(i) {
				if math.Float32bits(x) != math.Float32bits(answers[0].RowLogits(i)[j]) {
					t.Fatalf("row %d action %d: logit %v, with other hidden information %v", i, j, answers[0].RowLogits(i)[j], x)
				}
			}
		}
	}
	if !moved {
		t.Error("no value depends on the hidden information: the test could not see a leak")
	}
}

// Each logit must come from its own place: a plain computation of the heads, from the same trunk features, agrees.
func TestGatherAgreesWithPlainHeads(t *testing.T) {
	spec := fakeSpec(1, 0)
	net := fakeNet(t, spec)
	e := NewEvaluator(net)
	defer e.Close()
	b := fakeBatch(t, e, 8, 1, 8)
	eval(t, e, b)
	w := map[string]Tensor{}
	weights := append([]float32(nil), net.flat.Data...)
	for _, x := range named(net.params, "", weights) {
		w[x.Name] = x
	}
	// Aux biases start at zero; give them values that show.
	aux := w["policy.main.aux"].Data
	for i := range aux {
		aux[i] = float32(i + 1)
	}
	biased, err := NewNet(spec, weights, "cpu")
	if err != nil {
		t.Fatal(err)
	}
	defer biased.Free()
	be := NewEvaluator(biased)
	defer be.Close()
	eval(t, be, b)
	var rows, pooled []float32
	err = torch.Do(torch.NoGrad, func(s *torch.Scope) {
		in := be.input(s, 8)
		r, p := biased.trunk(s, biased.view, in)
		pooled = append(pooled, s.Floats(p, 8*2*spec.Arch.Channels)...)
		r = biased.policyTrunk(s, biased.view, in, r, p)
		rows = append(rows, s.Floats(r, 8*20*spec.Arch.Channels)...)
	})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[game.PolicyKind]int{}
	for row := range 8 {
		p := plainHeads{spec: spec, w: w, rows: rows[row*20*spec.Arch.Channels:], pooled: pooled[row*2*spec.Arch.Channels:]}
		for j, a := range b.Legal(row) {
			flat, x := (&fakeState{}).PolicyIndex(0, a)
			want, kind := p.logit(int(flat), int(x))
			kinds[kind]++
			if got := b.RowLogits(row)[j]; math.Abs(float64(got)-want) > 1e-4 {
				t.Errorf("row %d index %d aux %d: %v, plain computation %v", row, flat, x, got, want)
			}
		}
	}
	if len(kinds) != 3 {
		t.Errorf("kinds of entries that occurred: %v", kinds)
	}
}

// plainHeads computes policy logits of one row without index tricks.
type plainHeads struct {
	spec         Spec
	w            map[string]Tensor
	rows, pooled []float32
}

func (p *plainHeads) linear(name string, out int, x []float32) float64 {
	w := p.w[name+".weight"]
	sum := float64(p.w[name+".bias"].Data[out])
	for i, v := range w.Data[out*w.Shape[1]:][:w.Shape[1]] {
		sum += float64(v) * float64(x[i])
	}
	return sum
}

func (p *plainHeads) square(i int) []float32 {
	return p.rows[i*p.spec.Arch.Channels:][:p.spec.Arch.Channels]
}

func (p *plainHeads) logit(flat, aux int) (float64, game.PolicyKind) {
	bias := 0.0
	if aux > 0 {
		bias = float64(p.w["policy.main.aux"].Data[aux-1])
	}
	n, d := p.spec.Net.Files*p.spec.Net.Ranks, p.spec.Arch.PairDim
	tables := map[game.PolicyKind]int{}
	for _, b := range p.spec.Net.Policy {
		if flat >= b.Entries(n) {
			flat -= b.Entries(n)
			tables[b.Kind] += b.Size
			continue
		}
		first := tables[b.Kind]
		switch b.Kind {
		case game.PairBlock:
			table, from, to := first+flat/(n*n), flat/n%n, flat%n
			sum := 0.0
			for k := range d {
				sum += p.linear("policy.main.pairs", (2*table)*d+k, p.square(from)) *
					p.linear("policy.main.pairs", (2*table+1)*d+k, p.square(to))
			}
			return sum + bias, b.Kind
		case game.SquareBlock:
			return p.linear("policy.main.squares", first+flat/n, p.square(flat%n)) + bias, b.Kind
		default:
			h := make([]float32, p.spec.Arch.Channels)
			for i := range h {
				h[i] = float32(max(0, p.linear("policy.globals.hidden", i, p.pooled)))
			}
			return p.linear("policy.main.globals", first+flat, h) + bias, b.Kind
		}
	}
	panic("index outside the policy vector")
}

// An untrained network is nearly indifferent, at every size and in every kind of policy entry, but not dead.
func TestUntrainedPolicyIsNearlyUniform(t *testing.T) {
	l := newLayout(domainShape)
	for _, size := range SizeNames() {
		arch, err := SizedArch(size, domainShape)
		if err != nil {
			t.Fatal(err)
		}
		e := NewEvaluator(fakeNet(t, Spec{Net: domainShape, Arch: arch}))
		b := benchBatch(domainShape, 16)
		eval(t, e, b)
		squares, n := map[bool]float64{}, map[bool]float64{}
		for row := range b.N {
			for j, x := range b.RowLogits(row) {
				at, _ := l.entry(uint32(b.Flat[row*b.MaxActions+j]))
				squares[at.pair] += float64(x) * float64(x)
				n[at.pair]++
			}
		}
		for pair := range n {
			if rms := math.Sqrt(squares[pair] / n[pair]); rms < 0.02 || rms > 0.5 {
				t.Errorf("%s: logits of pairs (%v) have root mean square %.3f, want 0.02 to 0.5", size, pair, rms)
			}
		}
		e.Close()
	}
}

// The resident memory of thousands of evaluations and training steps must not grow: Go's collector sees no tensor.
func TestMemoryStaysFlat(t *testing.T) {
	spec := fakeSpec(3, 0)
	e := NewEvaluator(fakeNet(t, spec))
	defer e.Close()
	b := fakeBatch(t, e, 16, 1, 16)
	trainer := fakeTrainer(t, spec, DefaultConfig().Train)
	samples := fakeSamples(16)
	work := func(n int) {
		for range n {
			eval(t, e, b)
		}
		for range n / 20 {
			if _, err := trainer.Step(samples, 1e-4); err != nil {
				t.Fatal(err)
			}
		}
	}
	work(400)
	before := resident(t)
	work(2000)
	// A batch's planes alone are 32 KB: a leak of one tensor a batch would show as more than 60 MB.
	if grown := resident(t) - before; grown > 16<<20 {
		t.Errorf("resident memory grew by %d KB in 2,000 evaluations and 100 steps", grown>>10)
	}
}

func resident(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc on this system")
	}
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

func TestEvaluatorErrors(t *testing.T) {
	spec := fakeSpec(1, 0)
	weights := InitialWeights(spec, 1)
	weights[0] = float32(math.NaN())
	sick, err := NewNet(spec, weights, "cpu")
	if err != nil {
		t.Fatal(err)
	}
	defer sick.Free()
	e := NewEvaluator(sick)
	defer e.Close()
	if err := e.Eval(fakeBatch(t, e, 2, 1, 2)); err == nil || !strings.Contains(err.Error(), "diverged") {
		t.Errorf("a network with NaN: %v", err)
	}
	b := fakeBatch(t, e, 2, 1, 2)
	b.Flat[0] = int64(fakeGame.Net.Flat())
	if err := e.Eval(b); err == nil || !strings.Contains(err.Error(), "outside the policy vector") {
		t.Errorf("an index past the policy: %v", err)
	}
	if _, err := NewNet(spec, weights[1:], "cpu"); err == nil {
		t.Error("a vector that is too short was taken")
	}
	if _, err := NewNet(spec, weights, "tpu"); err == nil || !strings.Contains(err.Error(), "auto, cpu or cuda") {
		t.Errorf("unknown device: %v", err)
	}
}

func TestThreads(t *testing.T) {
	if intra, inter := torch.Threads(); intra != 1 || inter != 1 {
		t.Errorf("libtorch starts with %d threads within and %d between operations, want 1 and 1", intra, inter)
	}
}
