package watch

import (
	"testing"
	"unsafe"

	"variantlab/sim/board"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// planeOf is an input plane as a set of the squares that hold 1.
func planeOf(t *testing.T, planes []float32, k int) (set board.Set) {
	for q := range square(64) {
		switch planes[int(q)*planeCount+k] {
		case 0:
		case 1:
			set |= q.Bit()
		default:
			t.Errorf("plane %s holds %v", planeNames[k], planes[int(q)*planeCount+k])
		}
	}
	return set
}

func squaresOf(t *testing.T, names ...string) (set board.Set) {
	for _, name := range names {
		q, ok := board.Parse(name)
		if !ok {
			t.Fatal(name)
		}
		set |= q.Bit()
	}
	return set
}

// Each plane and global, in both views. Ranks are flipped for Black.
func TestObserve(t *testing.T) {
	p := startAt(t, "4k2r/6p1/8/8/2N5/3P4/8/R3K3 Qk h8 12/3,4/0 50 1", nil)
	playTexts(t, p, "a1a3 w:d3>c4 / g7g6")
	s := &p.s
	// Board now: 4k2r/8/6p1/8/2N5/R2P4/8/4K3; the right Q is gone, h8 has thawed.
	var planes [64 * planeCount]float32
	var globals [globalCount]float32
	check := func(who game.Player, want map[int]board.Set, wantGlobals map[int]float32) {
		t.Helper()
		s.Observe(who, planes[:], globals[:])
		for k := range planeCount {
			if got := planeOf(t, planes[:], k); got != want[k] && k != planeThreat && k != planeThreat+1 {
				t.Errorf("%v: plane %s is %x, want %x", who, planeNames[k], got, want[k])
			}
		}
		for i, x := range globals {
			if x != wantGlobals[i] {
				t.Errorf("%v: global %d is %v, want %v", who, i, x, wantGlobals[i])
			}
		}
	}
	all := ^board.Set(0)
	sq := func(names ...string) board.Set { return squaresOf(t, names...) }
	check(game.First, map[int]board.Set{
		0: sq("d3"), 1: sq("c4"), 3: sq("a3"), 5: sq("e1"), 6: sq("g6"), 9: sq("h8"), 11: sq("e8"),
		planeUnmoved + 1: sq("e8", "h8"),
		planeLastMove:    sq("a1"), planeLastMove + 1: sq("a3"), planeLastMove + 2: sq("g7"), planeLastMove + 3: sq("g6"),
		planeLastWatch: sq("d3"), planeLastWatch + 1: sq("c4"),
		planeOnes: all,
	}, map[int]float32{
		globalMode: 1, globalWatches: 1.1, globalWatches + 1: 0.3, globalWatches + 2: 0.5, globalWatches + 3: 1, globalWatches + 4: 1,
		globalWatches + 5: 0.4, globalWatches + 7: 0.5, globalWatches + 8: 1,
		globalRound: 51.0 / 200, globalCastling + 2: 1,
	})
	if got, want := planeOf(t, planes[:], planeThreat+1), s.threatened(black); got != want || want&sq("h7", "h6", "f8", "f5", "h5", "e7") != sq("h7", "h6", "f8", "f5", "h5", "e7") {
		t.Errorf("black threatens %x, seen as %x", want, got)
	}
	check(game.Second, map[int]board.Set{
		0: sq("g3"), 3: sq("h1"), 5: sq("e1"), 6: sq("d6"), 7: sq("c5"), 9: sq("a6"), 11: sq("e8"),
		planeUnmoved:  sq("e1", "h1"),
		planeLastMove: sq("g2"), planeLastMove + 1: sq("g3"), planeLastMove + 2: sq("a8"), planeLastMove + 3: sq("a6"),
		planeLastWatch + 2: sq("d6"), planeLastWatch + 3: sq("c5"),
		planeOnes: all,
	}, map[int]float32{
		globalMode: 1, globalWatches: 0.4, globalWatches + 2: 0.5, globalWatches + 3: 1,
		globalWatches + 5: 1.1, globalWatches + 6: 0.3, globalWatches + 7: 0.5, globalWatches + 8: 1, globalWatches + 9: 1,
		globalRound: 51.0 / 200, globalCastling: 1,
	})
	frozen := startAt(t, "4r2k/8/8/8/8/8/8/4K3 - h8 0/3,0/3 1 2", game.Params{"mode": "king"})
	frozen.s.Observe(game.First, planes[:], globals[:])
	if planeOf(t, planes[:], planeFrozen+1) != sq("h8") || planeOf(t, planes[:], planeFrozen) != 0 {
		t.Error("frozen men")
	}
	if globals[globalCheck] != 1 || globals[globalCheck+1] != 0 || globals[globalIdle] != 2.0/3 || globals[globalIdle+1] != 1 || globals[globalMode+1] != 1 || globals[globalMode] != 0 {
		t.Errorf("globals %v", globals)
	}
	if len(planeNames) != planeCount || planeSpare != planeCount-1 || game.NetInfo(netInfo).Flat() != 2*headEntries {
		t.Error("sizes")
	}
}

// All indices of both heads are in range, and the sum of a plan's logits names it among the plans of its side: no two
// moves share a pair of indices, no two pairs an index, and no block reaches into another.
func TestPlanIndices(t *testing.T) {
	everywhere(t, full, samples(300, 10000), 81, func(s *State, _ *rng.Stream) {
		for _, view := range []game.Player{game.First, game.Second} {
			seen := map[[2]uint32]bool{}
			add := func(flat uint32, aux uint16, low, high int) {
				if int(flat) < low || int(flat) >= high || aux >= auxEntries || seen[[2]uint32{flat, uint32(aux)}] {
					t.Fatalf("%s: index (%d, %d) of [%d, %d)", s.appendWFEN(nil), flat, aux, low, high)
				}
				seen[[2]uint32{flat, uint32(aux)}] = true
			}
			for p := game.First; p <= game.Second; p++ {
				low := int(head(view, p))
				for _, a := range s.Actions(p, nil) {
					flat, aux := s.MoveIndex(view, p, a)
					add(flat, aux, low, low+pairsIndex)
					if own, x := s.PolicyIndex(p, a); view == p && (own != flat || x != aux) {
						t.Fatal("PolicyIndex is another index")
					}
				}
				var f game.Factors
				s.Factors(p, &f)
				for _, pair := range f.Pairs {
					add(s.PairIndex(view, p, pair), 0, low+pairsIndex, low+headEntries)
				}
			}
		}
	})
}

func TestMaterial(t *testing.T) {
	p := startAt(t, "3r3k/4P3/8/8/8/8/8/KQ6 - - 0/3,0/3 1 0", nil)
	if got := p.s.Balance(); got != 1+9-5 {
		t.Errorf("balance %v", got)
	}
	for text, want := range map[string]float32{"e7d8q": 5 + 8, "e7d8n": 5 + 2, "e7e8q": 8, "b1b2": 0} {
		a, err := Game{}.ParseAction(&p.s, game.First, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.s.Gain(a); got != want {
			t.Errorf("%s gains %v, want %v", text, got, want)
		}
	}
	if p.s.Gain(NoMove) != 0 || p.s.Gain(Hold) != 0 {
		t.Error("nothing gains something")
	}
}

// What a State costs to copy, and that the last round's plans change only the view.
func TestStateSize(t *testing.T) {
	if n := unsafe.Sizeof(core{}); n > 512 {
		t.Errorf("%d bytes", n)
	} else {
		t.Logf("%d bytes without the repetition table", n)
	}
	p := startAt(t, "", nil)
	playTexts(t, p, "e2e4 w:b1>d2 / e7e5")
	q, err := Game{}.Parse(p.AppendJSON(nil))
	if err != nil {
		t.Fatal(err)
	}
	other := q.State().(*State)
	if p.s.Key() != other.Key() || p.s.ViewKey(game.First) == other.ViewKey(game.First) {
		t.Error("the last plans belong to the view alone")
	}
}
