package domain

import (
	"testing"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

func TestNetworkSizes(t *testing.T) {
	if len(planeNames) != numPlanes {
		t.Errorf("%d plane names for %d planes", len(planeNames), numPlanes)
	}
	seen := map[string]bool{}
	for i, name := range planeNames {
		if seen[name] || name == "" {
			t.Errorf("plane %d is called %q like another", i, name)
		}
		seen[name] = true
	}
	for plane, name := range map[int]string{
		planeFoe: "enemy pawns", planeMahoraga: "own mahoraga", planeDecoy: "own decoy", planeInfinity: "own infinity",
		planeMark + 1: "enemy marks", planeDoors: "own doors", planeEP: "en passant", planeAttacked: "own attacks",
		planeOnes: "ones",
	} {
		if planeNames[plane] != name {
			t.Errorf("plane %d is %q, want %q", plane, planeNames[plane], name)
		}
	}
	if got, want := netInfo.Flat(), int(globalOffset)+numGlobalActions; got != want {
		t.Errorf("the policy blocks have %d entries, the offsets %d", got, want)
	}
}

// tensorsOf is what p reads of s.
func tensorsOf(s *State, p game.Player) (planes, globals []float32) {
	planes, globals = make([]float32, 64*numPlanes), make([]float32, numGlobals)
	s.Observe(p, planes, globals)
	return planes, globals
}

func TestTensors(t *testing.T) {
	s := fromNotation(t, "4k3/1g{l2}6/8/8/3N{i3}4/8/8/3DK3 w - - 0 ten;t=13;e=50 limitless;t=12 shadow@w/2")
	at := func(planes []float32, sq string, plane int) float32 {
		square, _ := board.Parse(sq)
		return planes[int(square)*numPlanes+plane]
	}
	white, _ := tensorsOf(s, game.First)
	black, _ := tensorsOf(s, game.Second)
	for _, c := range []struct {
		rule  string
		got   float32
		want  float32
		shows string
	}{
		{"CD-150", at(white, "d4", planeInfinity), 0.75, "own Infinity by the turns it has left"},
		{"CD-150", at(black, "d5", planeInfinity+1), 0.75, "the same from the other side of the board"},
		{"CD-280", at(white, "b7", planeDogs+1), 0.5, "an enemy dog by the turns it has left"},
		{"CD-008", at(white, "b7", planeFoe+1), 0, "a dog is not among the knights"},
		{"CD-431", at(black, "d8", planeFoe+5), 1, "the decoy among the enemy kings"},
		{"CD-431", at(black, "e8", planeFoe+5), 1, "the king among the enemy kings"},
		{"CD-431", at(black, "c7", planeAttacked+1), 1, "a decoy seems to threaten"},
		{"CD-374", at(white, "d1", planeDecoy), 1, "one's own decoy"},
		{"CD-374", at(white, "d1", planeOwn+5), 0, "one's own decoy is no king"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s: %v, want %v", c.rule, c.shows, c.got, c.want)
		}
	}
}

func fromNotation(t testing.TB, position string) *State {
	t.Helper()
	p, err := Game{}.New(game.Options{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	return p.State().(*State)
}

func TestMaterial(t *testing.T) {
	s := fromNotation(t, "4k3/P7/8/3q4/3R4/8/8/4K3 w - - 0 shrine;t=13 limitless;t=12 -")
	if got, want := s.Balance(), worth[Pawn]+worth[Rook]-worth[Queen]; got < want-1e-4 || got > want+1e-4 {
		t.Errorf("balance %v, want %v", got, want)
	}
	for text, want := range map[string]float32{
		"d4d5": worth[Queen], "a7a8q": worth[Queen] - worth[Pawn], "d4d1": 0, "cleave:d5": worth[Queen],
	} {
		a, err := Game{}.ParseAction(s, game.First, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Gain(a); got != want {
			t.Errorf("%s gains %v, want %v", text, got, want)
		}
	}
}

// The longest lists that random games with everything unlocked meet stay far below the bound that searches size by.
func TestMaxActions(t *testing.T) {
	longest := 0
	matchups(t, func(t *testing.T, white, black Set) {
		randomPositions(t, white, black, games(1, 20), func(s *State) {
			longest = max(longest, len(s.Actions(s.Turn(), nil)))
		})
	})
	if longest == 0 || longest > maxActions/4 {
		t.Errorf("the longest list has %d actions, the bound is %d", longest, maxActions)
	}
	t.Logf("longest list: %d", longest)
}
