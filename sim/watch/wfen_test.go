package watch

import (
	"strings"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// WC-110, WC-009, WC-002: a WFEN is read strictly.
func TestWFENRefuses(t *testing.T) {
	const rest = " - - 12/3,12/3 1 0"
	for _, c := range []struct{ name, wfen, says string }{
		{"blank", " ", "fields"},
		{"five fields", "4k3/8/8/8/8/8/8/4K3 - - 12/3,12/3 1", "fields"},
		{"seven fields", "4k3/8/8/8/8/8/8/4K3 - - 12/3,12/3 1 0 0", "fields"},
		{"two spaces", "4k3/8/8/8/8/8/8/4K3  - - 12/3,12/3 1 0", "fields"},
		{"a side to move", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "castling"},
		{"seven ranks", "4k3/8/8/8/8/8/4K3" + rest, "7 ranks"},
		{"nine ranks", "4k3/8/8/8/8/8/8/8/4K3" + rest, "9 ranks"},
		{"short rank", "4k2/8/8/8/8/8/8/4K3" + rest, "7 squares"},
		{"long rank", "4k3p/8/8/8/8/8/8/4K3" + rest, "more than 8"},
		{"too long by a digit", "4k3/8/8/8/8/8/P8/4K3" + rest, "squares"},
		{"digits in a row", "4k3/8/8/8/8/8/44/4K3" + rest, "two digits"},
		{"nine", "4k3/9/8/8/8/8/8/4K3" + rest, "no man"},
		{"zero", "4k3/08/8/8/8/8/8/4K3" + rest, "no man"},
		{"no man", "4k3/8/8/8/8/8/7x/4K3" + rest, "no man"},
		{"a dot", "4k3/8/8/8/8/8/7./4K3" + rest, "no man"},
		{"WC-009/no King", "4k3/8/8/8/8/8/8/8" + rest, "White has 0 Kings"},
		{"WC-009/two Kings", "4k2k/8/8/8/8/8/8/4K3" + rest, "Black has 2 Kings"},
		{"WC-009/pawn on rank 1", "4k3/8/8/8/8/8/8/4K2p" + rest, "pawn stands on h1"},
		{"WC-009/pawn on rank 8", "4k2P/8/8/8/8/8/8/4K3" + rest, "pawn stands on h8"},
		{"castling order", "r3k2r/8/8/8/8/8/8/R3K2R QK - 12/3,12/3 1 0", "KQkq"},
		{"castling twice", "r3k2r/8/8/8/8/8/8/R3K2R KK - 12/3,12/3 1 0", "KQkq"},
		{"castling empty", "r3k2r/8/8/8/8/8/8/R3K2R  - 12/3,12/3 1 0", "castling"},
		{"castling dash", "r3k2r/8/8/8/8/8/8/R3K2R K- - 12/3,12/3 1 0", "KQkq"},
		{"WC-009/castling without Rook", "4k3/8/8/8/8/8/8/4K3 K - 12/3,12/3 1 0", "castling right K"},
		{"WC-009/castling without King", "r3k2r/8/8/8/8/8/4K3/R6R Q - 12/3,12/3 1 0", "castling right Q"},
		{"WC-009/castling with an enemy Rook", "r3k2R/8/8/8/8/8/8/4K3 k - 12/3,12/3 1 0", "castling right k"},
		{"frozen no square", "4k3/8/8/8/8/8/8/4K3 - e9 12/3,12/3 1 0", "no square"},
		{"frozen empty", "4k3/8/8/8/8/8/8/4K3 -  12/3,12/3 1 0", "no square"},
		{"WC-002/frozen not ascending", "4k3/8/8/8/8/8/8/4K3 - e8,e1 12/3,12/3 1 0", "ascend"},
		{"WC-002/frozen by file first", "4k3/8/8/8/8/8/7P/4K1N1 - h2,g1 12/3,12/3 1 0", "ascend"},
		{"frozen twice", "4k3/8/8/8/8/8/8/4K3 - e1,e1 12/3,12/3 1 0", "ascend"},
		{"WC-009/frozen nobody", "4k3/8/8/8/8/8/8/4K3 - d1 12/3,12/3 1 0", "empty square"},
		{"allowances of one side", "4k3/8/8/8/8/8/8/4K3 - - 12/3 1 0", "allowances"},
		{"allowances without slash", "4k3/8/8/8/8/8/8/4K3 - - 12,12 1 0", "allowances"},
		{"allowances of three", "4k3/8/8/8/8/8/8/4K3 - - 12/3/1,12/3 1 0", "allowances"},
		{"too many allowances", "4k3/8/8/8/8/8/8/4K3 - - 1001/3,12/3 1 0", "allowances"},
		{"leading zero", "4k3/8/8/8/8/8/8/4K3 - - 012/3,12/3 1 0", "allowances"},
		{"sign", "4k3/8/8/8/8/8/8/4K3 - - +12/3,12/3 1 0", "allowances"},
		{"round 0", "4k3/8/8/8/8/8/8/4K3 - - 12/3,12/3 0 0", "round"},
		{"round too high", "4k3/8/8/8/8/8/8/4K3 - - 12/3,12/3 1000001 0", "round"},
		{"round huge", "4k3/8/8/8/8/8/8/4K3 - - 12/3,12/3 99999999999999999999 0", "round"},
		{"idle negative", "4k3/8/8/8/8/8/8/4K3 - - 12/3,12/3 1 -1", "idle"},
		{"idle too high", "4k3/8/8/8/8/8/8/4K3 - - 12/3,12/3 1 1000001", "idle"},
		{"idle no number", "4k3/8/8/8/8/8/8/4K3 - - 12/3,12/3 1 x", "idle"},
	} {
		t.Run("WC-110/"+c.name, func(t *testing.T) {
			_, err := Game{}.New(game.Options{Position: c.wfen})
			input, ok := err.(*game.InputError)
			if !ok || input.Code != game.BadState || !strings.Contains(input.Msg, c.says) {
				t.Errorf("%q: %v, want bad-state that says %q", c.wfen, err, c.says)
			}
		})
	}
}

// WC-110: what is read is written the same.
func TestWFENRoundTrip(t *testing.T) {
	for _, wfen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR KQkq - 12/3,12/3 1 0",
		"r3k2r/8/8/8/8/8/8/R3K2R Qk a1,h1,e8 0/1000,1000/0 200 2",
		"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK/8/8/8/7k - - 0/0,0/0 1 0",
	} {
		if got := string(startAt(t, wfen, nil).AppendNotation(nil)); got != wfen {
			t.Errorf("%s, read as %s", wfen, got)
		}
	}
	for m := full; m <= kingMode; m++ {
		everywhere(t, m, samples(300, 20000), 71, func(s *State, _ *rng.Stream) {
			if s.Turn() == game.Terminal {
				return
			}
			p := startAt(t, string(s.appendWFEN(nil)), game.Params{"mode": modeNames[m]})
			if p.s.board != s.board || p.s.castling != s.castling || p.s.frozen != s.frozen || p.s.repetitionKey() != s.repetitionKey() || p.s.round != s.round || p.s.idle != s.idle {
				t.Fatalf("%s read as %s", s.appendWFEN(nil), p.s.appendWFEN(nil))
			}
		})
	}
}
