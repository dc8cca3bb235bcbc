package mcts

import (
	"math"
	"testing"

	"variantlab/internal/toys"
	"variantlab/sim/deicide"
	"variantlab/sim/game"
	"variantlab/sim/gametest"
	"variantlab/sim/rng"
)

// opinionated values as another evaluator does and has priors as lopsided as a network's: those of a pseudo-random order
// of the actions.
type opinionated struct {
	Evaluator
	scale float64
}

func (o opinionated) Eval(b *Batch) error {
	if err := o.Evaluator.Eval(b); err != nil {
		return err
	}
	for i := range b.N {
		k := b.States[i].Key()
		stream := rng.New(k.Hi, k.Lo, rng.Rollout, 1, 0)
		for j := range b.RowLogits(i) {
			b.RowLogits(i)[j] += float32(o.scale * stream.Normal())
		}
	}
	return nil
}

// cutNodes counts the nodes of the last search that lack actions.
func cutNodes(s *Search) (n int) {
	for i := range s.tree.nodes[:s.tree.usedNodes] {
		if s.tree.nodes[i].cut {
			n++
		}
	}
	return n
}

// Where actions are missing, what is proven is still true: the solver doesn't take a node for lost because the actions it
// has lose. Shown to fail without the cases for cut nodes in tighten.
func TestCutNodesProveNothingFalse(t *testing.T) {
	g, e := toys.TicTacToe(), toys.NewExact()
	cfg := puct(2000)
	cfg.KeptEdges = 2
	search := newSearch(t, g, cfg)
	searched, proven, cuts := 0, 0, 0
	every(start(t, g), map[game.Key]bool{}, func(s game.State) {
		if searched++; searched%5 != 0 && !gametest.Full() || t.Failed() {
			return
		}
		r, err := search.Run(s, cfg.Sims, Seed{Run: 1, Action: uint32(searched)}, opinionated{Uniform{}, 12})
		if err != nil {
			t.Fatal(err)
		}
		cuts += cutNodes(search)
		if r.Proven {
			proven++
			if want := e.Value(s); math.Abs(float64(r.Value)-want) > 1e-6 {
				t.Errorf("%s: proven value %v, want %v", notation(g, s), r.Value, want)
			}
		}
	})
	if proven == 0 || cuts == 0 {
		t.Errorf("%d roots proven, %d nodes cut: the test saw nothing", proven, cuts)
	}
}

// Equal priors and priors that leave too much to the tail keep every action; so does the root.
func TestWhatIsCut(t *testing.T) {
	g := deicide.New()
	for _, c := range []struct {
		name  string
		scale float64
		kept  int
		cut   bool
	}{
		{"equal priors", 0, 128, false},
		{"flat priors", 0.3, 128, false},
		{"steep priors", 4, 128, true},
		{"all kept", 4, 0, false},
	} {
		cfg := puct(40)
		cfg.KeptEdges = c.kept
		search := newSearch(t, g, cfg)
		s := start(t, g)
		r, err := search.Run(s, cfg.Sims, Seed{Run: 3}, opinionated{Uniform{}, c.scale})
		if err != nil {
			t.Fatal(err)
		}
		if got := cutNodes(search) > 0; got != c.cut {
			t.Errorf("%s: cut %v, want %v", c.name, got, c.cut)
		}
		if l := len(s.Actions(s.Turn(), nil)); len(r.Actions) != l || l <= 128 {
			t.Errorf("%s: %d root actions of %d", c.name, len(r.Actions), l)
		}
	}
}

// Leaving out what the prior gives less than two hundredths changes the move of no more than one position in fifty.
func TestCutKeepsTheMove(t *testing.T) {
	g, positions := deicide.New(), 20
	if gametest.Full() {
		positions = 500
	}
	material, err := NewMaterial(g)
	if err != nil {
		t.Fatal(err)
	}
	var searches [2]*Search
	for i, kept := range []int{0, 128} {
		cfg := puct(400)
		cfg.KeptEdges = kept
		searches[i] = newSearch(t, g, cfg)
	}
	var roller game.Roller
	same, seen, cuts := 0, 0, 0
	for i := 0; seen < positions; i++ {
		s := start(t, g).Clone()
		stream := rng.New(9, uint64(i), rng.Environment, 0, 0)
		roller.Play(s, &stream, i%60)
		if s.Turn() == game.Terminal {
			continue
		}
		seen++
		var best [2]int
		for k, search := range searches {
			r, err := search.Run(s, 400, Seed{Run: 4, Game: uint64(i)}, opinionated{material, 3})
			if err != nil {
				t.Fatal(err)
			}
			best[k] = r.Best
		}
		cuts += cutNodes(searches[1])
		if best[0] == best[1] {
			same++
		}
	}
	t.Logf("verify: deicide: same move with inner nodes cut to 128 actions in %d of %d positions, %d nodes cut", same, seen, cuts)
	if cuts == 0 || 50*(seen-same) > seen {
		t.Errorf("same move in %d of %d positions, %d nodes cut", same, seen, cuts)
	}
}
