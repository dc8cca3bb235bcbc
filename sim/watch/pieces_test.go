package watch

import (
	"fmt"
	"testing"

	"variantlab/sim/game"
)

func TestCountPieces(t *testing.T) {
	p, err := Game{}.New(game.Options{Position: "4k2r/3p4/8/8/8/8/PP6/RN2K2Q Q - 7/2,12/3 5 0"})
	if err != nil {
		t.Fatal(err)
	}
	s := p.State().(*State)
	for c, want := range []string{"[2 1 0 1 1 7 2]", "[1 0 0 1 0 12 3]"} {
		counts := make([]int, len(s.PieceTypes()))
		s.CountPieces(game.Player(c), counts)
		if got := fmt.Sprint(counts); got != want {
			t.Errorf("%v has %s, want %s", game.Player(c), got, want)
		}
	}
}
