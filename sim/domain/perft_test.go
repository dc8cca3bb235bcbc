package domain

import (
	"os"
	"testing"

	"variantlab/sim/game"
)

// perftCase is a row of numbers of paths by depth, from depth 1 on.
type perftCase struct {
	name, position string
	counts         []uint64
}

// The counts are those of CD-460 and CD-466: orthodox ones where no pawn promotes, and with promotion to a queen only
// where one does.
var perftCases = []perftCase{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 limitless shrine -",
		[]uint64{20, 400, 8902, 197281, 4865609}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 limitless shrine -",
		[]uint64{48, 2039, 97862, 4074224}},
	{"promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 limitless shrine -",
		[]uint64{6, 228, 8087, 320802}},
	{"talkchess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0 limitless shrine -",
		[]uint64{41, 1373, 54007, 1806790}},
	{"endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 limitless shrine -",
		[]uint64{14, 191, 2812, 43238, 674624}},
	{"middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 limitless shrine -",
		[]uint64{46, 2079, 89890, 3894594}},
}

// fullTests reports whether the tests run at the full counts that the issues name.
var fullTests = os.Getenv("VARIANTLAB_FULL") == "1"

func TestPerft(t *testing.T) {
	for _, c := range perftCases {
		t.Run("CD-466/"+c.name, func(t *testing.T) {
			p, err := Game{}.New(game.Options{Position: c.position})
			if err != nil {
				t.Fatal(err)
			}
			var counter game.Counter
			for i, want := range c.counts {
				if want > 500_000 && !fullTests {
					break
				}
				if got, _ := counter.Perft(p.State(), i+1, 0); got != want {
					t.Fatalf("depth %d: %d, want %d", i+1, got, want)
				}
			}
		})
	}
}
