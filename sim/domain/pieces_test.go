package domain

import (
	"fmt"
	"testing"

	"variantlab/sim/game"
)

func TestCountPieces(t *testing.T) {
	p, err := Game{}.New(game.Options{})
	if err != nil {
		t.Fatal(err)
	}
	count := func(c game.Player) string {
		s := p.State().(*State)
		counts := make([]int, len(s.PieceTypes()))
		s.CountPieces(c, counts)
		return fmt.Sprint(counts)
	}
	if got := count(game.First); got != "[8 2 2 2 1]" {
		t.Errorf("White starts with %s", got)
	}
	for _, text := range []string{"e2e4", "d7d5", "e4d5"} {
		s := p.State()
		a, err := Game{}.ParseAction(s, s.Turn(), text)
		if err != nil {
			t.Fatal(err)
		}
		p.Apply(a)
	}
	if w, b := count(game.First), count(game.Second); w != "[8 2 2 2 1]" || b != "[7 2 2 2 1]" {
		t.Errorf("after a pawn was taken: White %s, Black %s", w, b)
	}
}
