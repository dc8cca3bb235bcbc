//go:build torch

package model

import (
	"fmt"
	"testing"

	"variantlab/mcts"
	"variantlab/model/internal/torch"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// domainShape has the sizes of Checkmate Domain's network view, so that the figures stand for the main game.
var domainShape = game.NetInfo{
	Files: 8, Ranks: 8, Planes: make([]string, 48), Globals: 208, Hidden: 48, Aux: 128,
	Policy: []game.PolicyBlock{{Kind: game.PairBlock, Size: 5}, {Kind: game.SquareBlock, Size: 40}, {Kind: game.GlobalBlock, Size: 16}},
}

const domainMoves = 45 // legal actions of a typical position

// benchBatch is a full batch of noise.
func benchBatch(net game.NetInfo, rows int) *mcts.Batch {
	info := game.Info{MaxActions: 2 * domainMoves, Net: net}
	b := mcts.NewBatch(info, rows, &Evaluator{})
	r := rng.New(1, 0, rng.Rollout, 0, 0)
	for i := range b.Planes {
		b.Planes[i] = float32(r.IntN(2))
	}
	for i := range b.Globals {
		b.Globals[i] = float32(r.Float64())
	}
	for row := range rows {
		b.Count[row] = domainMoves
		for j := range domainMoves {
			b.Flat[row*b.MaxActions+j] = int64(r.IntN(net.Flat()))
		}
	}
	b.N = rows
	return b
}

// BenchmarkEval measures evaluations, BenchmarkForward the same network without the copies and the bookkeeping of a
// search's batch, and BenchmarkSGEMM what the machine can do at most: read the three together.
func BenchmarkEval(b *testing.B) {
	for _, size := range SizeNames() {
		for _, rows := range []int{1, 16, 64} {
			b.Run(fmt.Sprintf("net=%s/batch=%d", size, rows), func(b *testing.B) {
				net := benchNet(b, size)
				e := NewEvaluator(net)
				defer e.Close()
				batch := benchBatch(domainShape, rows)
				eval(b, e, batch)
				b.ReportAllocs()
				for b.Loop() {
					eval(b, e, batch)
				}
				report(b, net, rows)
			})
		}
	}
}

func BenchmarkForward(b *testing.B) {
	for _, size := range SizeNames() {
		for _, rows := range []int{1, 16, 64} {
			b.Run(fmt.Sprintf("net=%s/batch=%d", size, rows), func(b *testing.B) {
				net := benchNet(b, size)
				e := NewEvaluator(net)
				defer e.Close()
				eval(b, e, benchBatch(domainShape, rows)) // leaves the batch in the evaluator's buffers
				for b.Loop() {
					err := torch.Do(torch.NoGrad, func(s *torch.Scope) {
						in := e.input(s, int64(rows))
						r, pooled := net.trunk(s, net.view, in)
						net.value(s, net.view, in, pooled)
						r = net.policyTrunk(s, net.view, in, r, pooled)
						net.policy(s, net.view, in, "main", r, pooled, e.gather.tensors(s))
					})
					if err != nil {
						b.Fatal(err)
					}
				}
				report(b, net, rows)
			})
		}
	}
}

// BenchmarkSGEMM multiplies two 1024x1024 matrices on one core.
func BenchmarkSGEMM(b *testing.B) {
	x, err := torch.NewBuffer[float32](1024, 1024)
	if err != nil {
		b.Fatal(err)
	}
	defer x.Free()
	for i := range x.Data {
		x.Data[i] = 1 / float32(i+1)
	}
	for b.Loop() {
		if err := torch.Do(torch.NoGrad, func(s *torch.Scope) { s.MatMul(x.Tensor, x.Tensor) }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(2*1024*1024*1024*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}

// BenchmarkTrainStep measures one optimizer step of the default batch.
func BenchmarkTrainStep(b *testing.B) {
	spec := fakeSpec(4, 0)
	spec.Arch.Channels = 32
	samples := fakeSamples(128)
	trainer := fakeTrainer(b, spec, DefaultConfig().Train)
	for b.Loop() {
		if _, err := trainer.Step(samples, 1e-3); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(samples)*b.N)/b.Elapsed().Seconds(), "samples/s")
}

func benchNet(b *testing.B, size string) *Net {
	b.Helper()
	arch, err := SizedArch(size, domainShape)
	if err != nil {
		b.Fatal(err)
	}
	return fakeNet(b, Spec{Net: domainShape, Arch: arch})
}

// report prints evaluations a second and the arithmetic of the network a second.
func report(b *testing.B, net *Net, rows int) {
	seconds := b.Elapsed().Seconds()
	evals := float64(rows * b.N)
	b.ReportMetric(evals/seconds, "evals/s")
	b.ReportMetric(evals*flops(net)/seconds/1e9, "GFLOP/s")
}

// flops counts the multiplications and additions of one evaluation: every weight of a convolution or a square's linear
// map acts on every square, other weights once.
func flops(net *Net) float64 {
	sum := 0.0
	for _, p := range net.params {
		perSquare := len(p.Shape) == 4 || p.Name == "policy.trunk.weight" || p.Name == "policy.main.pairs.weight" || p.Name == "policy.main.squares.weight"
		switch {
		case len(p.Shape) == 1 || p.Name == "policy.soft.pairs.weight" || p.Name == "policy.next.pairs.weight":
		case perSquare:
			sum += 2 * float64(p.Len()*net.layout.squares)
		default:
			sum += 2 * float64(p.Len())
		}
	}
	return sum
}
