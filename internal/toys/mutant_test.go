package toys

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/gametest"
	"variantlab/sim/rng"
)

// recorder is a gametest.T that keeps the first failure and stops there.
type recorder struct{ failure string }

func (r *recorder) Helper()             {}
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Failed() bool        { return r.failure != "" }
func (r *recorder) Errorf(format string, args ...any) {
	if r.failure == "" {
		r.failure = fmt.Sprintf(format, args...)
	}
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// conform runs the kit on g and returns what it found.
func conform(g game.Game) string {
	var r recorder
	done := make(chan struct{})
	go func() {
		defer close(done)
		gametest.Run(&r, g, gametest.Config{Games: 5, MaxSteps: 300, Seed: 1})
	}()
	<-done
	return r.failure
}

// broken is tic-tac-toe with one promise broken.
type broken struct {
	Line
	fault faultID
}

// faultID names a fault; a state holds no string.
type faultID uint8

const (
	unordered faultID = iota + 1
	double
	illegalTurn
	unfair
	early
	weakKey
	sharedIndex
	outOfRange
	leftover
	growing
	lostTurn
	endless
	sloppyCopy
	sameNames
)

func (s *broken) Actions(p game.Player, dst []game.Action) []game.Action {
	if s.fault == growing {
		dst = append([]game.Action{}, dst...)
	}
	list := s.Line.Actions(p, dst)
	if n := len(list); n > 1 {
		switch s.fault {
		case unordered:
			list[0], list[1] = list[1], list[0]
		case double:
			list[1] = list[0]
		}
	}
	if s.fault == illegalTurn && s.Line.Turn() != game.Terminal && len(list) == len(dst) {
		list = append(list, 1)
	}
	return list
}

func (s *broken) Turn() game.Player {
	if s.fault == endless {
		return s.turn
	}
	return s.Line.Turn()
}

func (s *broken) Apply(a game.Action) {
	if s.fault != endless {
		s.Line.Apply(a)
	}
}

func (s *broken) Returns() [2]float32 {
	r := s.Line.Returns()
	if s.fault == unfair && r[0] == -1 {
		r[1] = 0.5
	}
	if s.fault == early {
		r = [2]float32{1, -1}
	}
	return r
}

func (s *broken) Key() game.Key {
	if s.fault == weakKey {
		return packed(s.stones[0], 0)
	}
	return s.Line.Key()
}

func (s *broken) PolicyIndex(p game.Player, a game.Action) (uint32, uint16) {
	switch s.fault {
	case sharedIndex:
		return uint32(a) / 2, 0
	case outOfRange:
		return uint32(a), 0
	}
	return s.Line.PolicyIndex(p, a)
}

func (s *broken) Observe(p game.Player, planes, globals []float32) {
	last := planes[len(planes)-1]
	s.Line.Observe(p, planes, globals)
	if s.fault == leftover {
		planes[len(planes)-1] = last
	}
}

func (s *broken) CopyFrom(src game.State) {
	o := src.(*broken)
	turn := s.turn
	*s = *o
	if s.fault == sloppyCopy {
		s.turn = turn
	}
}

func (s *broken) Clone() game.State { c := *s; return &c }

func (s *broken) appendNotation(dst []byte) []byte {
	dst = s.Line.appendNotation(dst)
	if s.fault == lostTurn {
		dst[len(dst)-1] = 'x'
	}
	return dst
}

func (s *broken) appendAction(dst []byte, p game.Player, a game.Action) []byte {
	if s.fault == sameNames {
		a = (a + 1) / 2
	}
	return s.Line.appendAction(dst, p, a)
}

// TestKitFindsFaults breaks promises one by one; the kit must say so, and in the right words.
func TestKitFindsFaults(t *testing.T) {
	if failure := conform(TicTacToe()); failure != "" {
		t.Fatalf("fault found where none is: %s", failure)
	}
	for fault, want := range map[faultID]string{
		unordered: "not ascending", double: "not ascending", illegalTurn: "has actions", unfair: "want a sum of zero",
		early: "before the end", weakKey: "share the key", sharedIndex: "share the policy index", outOfRange: "policy index",
		leftover: "planes[26]", growing: "Actions allocates", lostTurn: "refused", endless: "no end", sameNames: "both",
		sloppyCopy: "different states",
	} {
		g := TicTacToe().(*toy)
		g.start = func() board { return &broken{Line: Line{winner: noWinner}, fault: fault} }
		if failure := conform(g); !strings.Contains(strings.ToLower(failure), strings.ToLower(want)) {
			t.Errorf("fault %d: kit says %q, want something with %q", fault, failure, want)
		}
	}
}

// leaky is Kuhn poker with one promise about knowledge broken.
type leaky struct {
	KuhnState
	fault faultID
}

const (
	truth faultID = iota + 1 // resampling returns the truth
	peeks                    // resampling depends on what is hidden
	tells                    // the key depends on what is hidden
	shows                    // the observation does
	skews                    // a chance node whose probabilities don't sum to 1
)

func (s *leaky) ResampleInto(p game.Player, dst game.State, r *rng.Stream) {
	d := dst.(*leaky)
	switch s.fault {
	case truth:
		*d = *s
		return
	case peeks:
		if s.cards[0] == 1 {
			r.Uint32()
		}
	}
	s.KuhnState.ResampleInto(p, &d.KuhnState, r)
	d.fault = s.fault
}

func (s *leaky) InfoKey(p game.Player) game.Key {
	if s.fault == tells {
		return s.Key()
	}
	return s.KuhnState.InfoKey(p)
}

func (s *leaky) appendObservation(dst []byte, p game.Player) []byte {
	dst = s.KuhnState.appendObservation(dst, p)
	if s.fault == shows && s.cards[p.Other()] == 3 {
		dst = append(dst, ' ')
	}
	return dst
}

func (s *leaky) Outcomes(dst []game.Outcome) []game.Outcome {
	dst = s.KuhnState.Outcomes(dst)
	if s.fault == skews && len(dst) > 0 {
		dst[0].Prob += 1e-9
	}
	return dst
}

func (s *leaky) CopyFrom(src game.State) { *s = *src.(*leaky) }
func (s *leaky) Clone() game.State       { c := *s; return &c }

func TestKitFindsLeaks(t *testing.T) {
	if failure := conform(Kuhn()); failure != "" {
		t.Fatalf("fault found where none is: %s", failure)
	}
	for fault, want := range map[faultID]string{
		truth: "returns the truth", peeks: "depends on what", tells: "information key", shows: "would see", skews: "sum to",
	} {
		g := Kuhn().(*toy)
		g.start = func() board { return &leaky{fault: fault} }
		if failure := conform(g); !strings.Contains(failure, want) {
			t.Errorf("fault %d: kit says %q, want something with %q", fault, failure, want)
		}
	}
}
