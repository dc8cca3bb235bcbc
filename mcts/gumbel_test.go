package mcts

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"strings"
	"testing"

	"variantlab/internal/toys"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// The schedule equals mctx's, whose sums are stored.
func TestConsideredVisits(t *testing.T) {
	f, err := os.Open("testdata/considered-visits.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		m++
		for i, want := range strings.Fields(lines.Text()) {
			dst, space := make([]uint32, i+1), make([]uint32, m)
			consideredVisits(dst, m, space)
			var b []byte
			for _, v := range dst {
				b = binary.LittleEndian.AppendUint16(b, uint16(v))
			}
			if got := fmt.Sprintf("%08x", crc32.ChecksumIEEE(b)); got != want {
				t.Errorf("m = %d, n = %d: %v has sum %s, want %s", m, i+1, dst, got, want)
			}
		}
	}
	if m != 16 {
		t.Errorf("%d rows", m)
	}
}

// One example by hand: priors 0.5, 0.3, 0.2, visits 3, 0, 1, values 0.4, unknown, -0.2, the evaluator says 0.1. The visited
// actions' mean by prior is (0.2 - 0.04) / 0.7 = 0.228571, the mixed value (0.1 + 4 0.228571) / 5 = 0.202857. Sigma
// stretches [-0.2, 0.4] to [0, 0.1 (50 + 3)].
func TestCompletedValues(t *testing.T) {
	completed, sigma := make([]float64, 3), make([]float64, 3)
	visits := []uint32{3, 0, 1}
	complete(completed, []float64{0.5, 0.3, 0.2}, []float64{0.4, 9, -0.2}, visits, 0.1)
	transform(sigma, completed, visits, 0.1, 50)
	for i, want := range []struct{ q, sigma float64 }{{0.4, 5.3}, {0.202857, 3.558571}, {-0.2, 0}} {
		if math.Abs(completed[i]-want.q) > 1e-6 || math.Abs(sigma[i]-want.sigma) > 1e-5 {
			t.Errorf("action %d: completed %v, sigma %v, want %+v", i, completed[i], sigma[i], want)
		}
	}
	complete(completed, []float64{0.5, 0.3, 0.2}, []float64{9, 9, 9}, []uint32{0, 0, 0}, 0.1)
	if completed[0] != 0.1 || completed[2] != 0.1 {
		t.Errorf("without visits %v, want the evaluator's 0.1", completed)
	}
}

// bandit is a root with fixed values.
type bandit struct {
	logits, prior, q, gumbel, completed, sigma, policy []float64
	visits                                             []uint32
}

func newBandit(stream *rng.Stream, l int) *bandit {
	list := func() []float64 { return make([]float64, l) }
	b := &bandit{list(), list(), list(), list(), list(), list(), list(), make([]uint32, l)}
	for i := range l {
		b.logits[i], b.q[i] = 2*stream.Normal(), 2*stream.Float64()-1
	}
	improve(b.prior, b.logits, b.sigma)
	return b
}

func (b *bandit) evaluate(raw float64) {
	complete(b.completed, b.prior, b.q, b.visits, raw)
	transform(b.sigma, b.completed, b.visits, 0.1, 50)
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// The improved policy is never worse than the prior, with all values known and with some completed.
func TestImprovedPolicyImproves(t *testing.T) {
	stream := rng.New(1, 0, rng.Shuffle, 0, 0)
	for range 10000 {
		b := newBandit(&stream, 1+stream.IntN(30))
		for i := range b.visits {
			b.visits[i] = uint32(stream.IntN(3))
		}
		b.evaluate(2*stream.Float64() - 1)
		improve(b.policy, b.logits, b.sigma)
		if after, before := dot(b.policy, b.completed), dot(b.prior, b.completed); after < before-1e-12 {
			t.Fatalf("policy worth %v, prior %v: %+v", after, before, b)
		}
	}
}

// With exact values the action that sequential halving ends with is in expectation worth no less than the prior.
func TestSequentialHalvingImproves(t *testing.T) {
	stream := rng.New(2, 0, rng.Noise, 0, 0)
	for _, c := range []struct{ l, n int }{{2, 4}, {5, 8}, {20, 16}, {40, 64}} {
		fixed := newBandit(&stream, c.l)
		m := max(1, min(16, c.l, c.n/2))
		schedule := make([]uint32, c.n)
		consideredVisits(schedule, m, make([]uint32, m))
		draws := 10000
		if testing.Short() {
			draws = 1000
		}
		var sum, squares float64
		for range draws {
			b := *fixed
			clear(b.visits)
			for i := range b.gumbel {
				b.gumbel[i] = stream.Gumbel()
			}
			for _, considered := range schedule {
				b.evaluate(dot(b.prior, b.q))
				b.visits[bestConsidered(b.gumbel, b.logits, b.sigma, b.visits, considered)]++
			}
			b.evaluate(dot(b.prior, b.q))
			most := uint32(0)
			for _, n := range b.visits {
				most = max(most, n)
			}
			q := b.q[bestConsidered(b.gumbel, b.logits, b.sigma, b.visits, most)]
			sum += q
			squares += q * q
		}
		mean := sum / float64(draws)
		se := math.Sqrt((squares/float64(draws) - mean*mean) / float64(draws))
		prior := dot(fixed.prior, fixed.q)
		t.Logf("%d actions, %d simulations: %.3f, prior %.3f", c.l, c.n, mean, prior)
		if mean < prior-3*se {
			t.Errorf("%d actions, %d simulations: chosen %v, prior %v, s.e. %v", c.l, c.n, mean, prior, se)
		}
	}
}

// A single legal move takes no simulation, only the value of the position.
func TestOneLegalMove(t *testing.T) {
	g := toys.Pig()
	for _, root := range []RootPolicy{Gumbel, PUCT} {
		cfg := NewConfig(100)
		cfg.Root = root
		r, err := newSearch(t, g, cfg).Run(start(t, g), 100, Seed{}, noisy{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Sims != 0 || r.Evals != 1 || r.Value != r.Raw || r.Raw == 0 || r.Policy[0] != 1 || r.Best != 0 {
			t.Errorf("root %d: %+v", root, *r)
		}
	}
}

// Gumbel noise is what makes self-play explore: without it the root's choice is the same for every seed, with it not.
func TestGumbelExplores(t *testing.T) {
	g := toys.ConnectFour()
	for _, scale := range []float32{0, 1} {
		cfg := NewConfig(16)
		cfg.GumbelScale = scale
		s := newSearch(t, g, cfg)
		best := map[game.Action]int{}
		for seed := range uint64(50) {
			r, err := s.Run(start(t, g), 16, Seed{Run: seed}, Uniform{})
			if err != nil {
				t.Fatal(err)
			}
			best[r.Actions[r.Best]]++
		}
		if explores := len(best) > 3; explores != (scale == 1) {
			t.Errorf("scale %v: choices %v", scale, best)
		}
	}
}
