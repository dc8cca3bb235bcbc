package watch

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

// seen is an observation as far as it is drawn.
type seen struct {
	Allowance map[string]struct{ King, Ordinary int }
	Board     string
	Castling  string
	Clock     map[string]struct {
		Left int64 `json:"left_ms"`
	}
	Frozen   []string
	Idle     int
	Result   *struct{ Reason, Score string }
	Round    int
	Sealed   map[string]json.RawMessage
	Settings struct{ Mode string }
	Side     string
	Status   map[string]*string
}

var sideTitles = [2]string{"White", "Black"}

// Draw shows an observation as a board, the viewer's first rank below, and a line on each side: its allowances, its
// status and whether it has sealed a plan. Letters are those of the WFEN, upper case for White; * marks a frozen man.
func (Game) Draw(observation []byte) (string, error) {
	var o seen
	if err := json.Unmarshal(observation, &o); err != nil {
		return "", fmt.Errorf("watch: draw: %w", err)
	}
	var s State
	if err := s.readPlacement(o.Board); err != nil {
		return "", fmt.Errorf("watch: draw: %w", err)
	}
	var b strings.Builder
	b.WriteString(board.Draw(o.Side == sideLetters[black:black+1], 2, func(sq board.Square) string {
		cell := "."
		if m := s.board[sq]; m != noMan {
			cell = string(rune(m.letter()))
		}
		if slices.Contains(o.Frozen, sq.String()) {
			cell += "*"
		}
		return cell
	}))
	fmt.Fprintf(&b, "\nround %d, %s mode", max(1, o.Round), cmp.Or(o.Settings.Mode, modeNames[full]))
	if o.Castling != "" {
		fmt.Fprintf(&b, ", castling %s", o.Castling)
	}
	if o.Idle > 0 {
		fmt.Fprintf(&b, ", %d idle", o.Idle)
	}
	b.WriteByte('\n')
	for c, title := range sideTitles {
		letter := sideLetters[c : c+1]
		a := o.Allowance[letter]
		fmt.Fprintf(&b, "%s: %d Watches, %d King Watches left", title, a.Ordinary, a.King)
		if status := o.Status[letter]; status != nil {
			fmt.Fprintf(&b, "; %s", *status)
		}
		if clock, ok := o.Clock[letter]; ok {
			fmt.Fprintf(&b, "; %d s on the clock", clock.Left/1000)
		}
		if _, ok := o.Sealed[letter]; ok {
			b.WriteString("; sealed")
		}
		b.WriteByte('\n')
	}
	if o.Result != nil {
		fmt.Fprintf(&b, "over: %s, %s\n", o.Result.Score, o.Result.Reason)
	}
	return b.String(), nil
}

var _ game.Drawer = Game{}
