package toys

import (
	"fmt"
	"strconv"
	"strings"

	"variantlab/sim/game"
)

// SnailRow is a row of coins. The sides take coins in turn from either end; at the end the larger sum wins. Who takes a
// snail gives the opponent a second take in the next turn, which may be passed up. Passing matters: a forced second
// take can uncover a large coin.
func SnailRow() game.Game {
	return &toy{
		info:  game.Info{Name: "snailrow", Title: "Coins and snails", Rules: "snailrow/1", MaxActions: 3},
		start: func() board { return snailStart(5, 1|snail, 4, 9, 2|snail, 7, 3|snail, 8, 1, 6|snail) },
	}
}

// Actions of SnailRow.
const (
	takeLeft game.Action = iota + 1
	takeRight
	passTake
)

const (
	snailCoins = 12
	snail      = 0x80 // added to the value of a coin
)

func snailStart(coins ...uint8) *Snail {
	s := &Snail{right: int8(len(coins)), takes: 1}
	copy(s.coins[:], coins)
	return s
}

// Snail is a state of SnailRow.
type Snail struct {
	coins       [snailCoins]uint8 // value, and perhaps snail
	left, right int8              // coins[left:right] are there
	lead        int8              // First's coins minus Second's
	turn        game.Player
	takes       int8 // takes left in this turn
	second      bool // this is a second take: it may be passed up
	owed        bool // a snail was taken in this turn: the opponent gets two takes
}

// Turn says who takes.
func (s *Snail) Turn() game.Player {
	if s.left == s.right {
		return game.Terminal
	}
	return s.turn
}

// Actions are the two ends (one if a single coin is left), and passing on a second take.
func (s *Snail) Actions(p game.Player, dst []game.Action) []game.Action {
	if p != s.Turn() {
		return dst
	}
	dst = append(dst, takeLeft)
	if s.right-s.left > 1 {
		dst = append(dst, takeRight)
	}
	if s.second {
		dst = append(dst, passTake)
	}
	return dst
}

// Apply takes a coin or passes.
func (s *Snail) Apply(a game.Action) {
	coin := uint8(0)
	switch a {
	case takeLeft:
		coin = s.coins[s.left]
		s.coins[s.left] = 0
		s.left++
	case takeRight:
		s.right--
		coin = s.coins[s.right]
		s.coins[s.right] = 0
	}
	value := int8(coin &^ snail)
	if s.turn == game.Second {
		value = -value
	}
	s.lead += value
	s.owed = s.owed || coin&snail != 0
	s.takes--
	s.second = s.takes > 0
	if s.takes == 0 || a == passTake {
		s.turn, s.takes, s.second = s.turn.Other(), 1, false
		if s.owed {
			s.takes = 2
		}
		s.owed = false
	}
}

// Returns compares the sums.
func (s *Snail) Returns() [2]float32 {
	switch {
	case s.left < s.right || s.lead == 0:
		return [2]float32{}
	case s.lead > 0:
		return [2]float32{1, -1}
	}
	return [2]float32{-1, 1}
}

// Key packs what is left and who may do what; how many coins are gone at either end doesn't matter.
func (s *Snail) Key() game.Key {
	var k [2]uint64
	for i, c := range s.coins[s.left:s.right] {
		k[i/8] = k[i/8]<<8 | uint64(c)
	}
	rest := uint64(uint8(s.lead))<<16 | uint64(s.right-s.left)<<8 | uint64(s.takes)<<4 | uint64(s.turn)<<2 |
		flag(s.second)<<1 | flag(s.owed)
	return packed(k[0], k[1]<<24^mix(rest))
}

// CopyFrom overwrites s.
func (s *Snail) CopyFrom(src game.State) { *s = *src.(*Snail) }

// Clone returns a copy.
func (s *Snail) Clone() game.State { c := *s; return &c }

// The notation is the coins with s after snails, the lead, the side, the takes left, and marks for a second take (2) and
// for a snail taken in this turn (s).
func (s *Snail) appendNotation(dst []byte) []byte {
	for i := s.left; i < s.right; i++ {
		if i > s.left {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(s.coins[i]&^snail), 10)
		if s.coins[i]&snail != 0 {
			dst = append(dst, 's')
		}
	}
	if s.left == s.right {
		dst = append(dst, '-')
	}
	return s.appendMarks(fmt.Appendf(dst, " %d %c %d ", s.lead, lineStones[s.turn], s.takes))
}

func (s *Snail) appendMarks(dst []byte) []byte {
	if s.second {
		dst = append(dst, '2')
	}
	if s.owed {
		dst = append(dst, 's')
	}
	if !s.second && !s.owed {
		dst = append(dst, '-')
	}
	return dst
}

func (s *Snail) setNotation(text string) error {
	f := strings.Fields(text)
	if len(f) != 5 {
		return fmt.Errorf("%q: want coins, lead, side, takes and marks", text)
	}
	var n Snail
	if f[0] != "-" {
		for _, c := range strings.Split(f[0], ",") {
			number, isSnail := strings.CutSuffix(c, "s")
			v, err := strconv.ParseUint(number, 10, 8)
			if err != nil || v > 9 || n.right == snailCoins {
				return fmt.Errorf("coins %q: want at most %d numbers from 0 to 9", f[0], snailCoins)
			}
			if isSnail {
				v |= snail
			}
			n.coins[n.right] = uint8(v)
			n.right++
		}
	}
	lead, err := strconv.ParseInt(f[1], 10, 8)
	if err != nil || lead < -9*snailCoins || lead > 9*snailCoins {
		return fmt.Errorf("lead %q: want a number from %d to %d", f[1], -9*snailCoins, 9*snailCoins)
	}
	n.lead = int8(lead)
	if n.turn, err = side(f[2]); err != nil {
		return err
	}
	if f[3] != "1" && f[3] != "2" {
		return fmt.Errorf("takes %q: want 1 or 2", f[3])
	}
	n.takes = int8(f[3][0] - '0')
	n.second, n.owed = strings.HasPrefix(f[4], "2"), strings.HasSuffix(f[4], "s")
	if f[4] != string(n.appendMarks(nil)) || n.second && n.takes == 2 || n.owed && !n.second {
		return fmt.Errorf("marks %q with %d takes: want -, or with one take 2 or 2s", f[4], n.takes)
	}
	*s = n
	return nil
}

func (s *Snail) appendAction(dst []byte, _ game.Player, a game.Action) []byte {
	return append(dst, [...]string{"", "left", "right", "pass"}[a]...)
}

func (s *Snail) reason() string {
	if s.left == s.right {
		return "row empty"
	}
	return ""
}
