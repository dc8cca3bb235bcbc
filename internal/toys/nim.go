package toys

import (
	"fmt"
	"strconv"
	"strings"

	"variantlab/sim/game"
)

// AgainNim is a heap of twelve stones. A turn takes one, two or three; who takes exactly one takes again at once, any
// of the three, and then the turn is over. Who takes the last stone wins. A turn can be one or two actions, so whoever
// counts plies gets the side to move wrong.
func AgainNim() game.Game {
	return &toy{
		info:  game.Info{Name: "againnim", Title: "Nim with a second take", Rules: "againnim/1", MaxActions: 3},
		start: func() board { return &Nim{heap: nimHeap} },
	}
}

const nimHeap = 12

// Nim is a state of AgainNim.
type Nim struct {
	heap  int8
	turn  game.Player
	again bool // this is the second take of a turn
	won   bool // by turn
}

// Turn says who takes.
func (s *Nim) Turn() game.Player {
	if s.won {
		return game.Terminal
	}
	return s.turn
}

// Actions are the numbers of stones to take.
func (s *Nim) Actions(p game.Player, dst []game.Action) []game.Action {
	if p == s.Turn() {
		for n := range min(3, s.heap) {
			dst = append(dst, game.Action(n+1))
		}
	}
	return dst
}

// Apply takes a stones.
func (s *Nim) Apply(a game.Action) {
	s.heap -= int8(a)
	switch {
	case s.heap == 0:
		s.won, s.again = true, false
	case a == 1 && !s.again:
		s.again = true
	default:
		s.turn, s.again = s.turn.Other(), false
	}
}

// Returns is the win of who took the last stone.
func (s *Nim) Returns() [2]float32 {
	var r [2]float32
	if s.won {
		r[s.turn], r[s.turn.Other()] = 1, -1
	}
	return r
}

// Key packs the state.
func (s *Nim) Key() game.Key {
	return packed(uint64(s.heap)<<8|uint64(s.turn)<<1|flag(s.again), flag(s.won))
}

// CopyFrom overwrites s.
func (s *Nim) CopyFrom(src game.State) { *s = *src.(*Nim) }

// Clone returns a copy.
func (s *Nim) Clone() game.State { c := *s; return &c }

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (s *Nim) appendNotation(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%d %c", s.heap, lineStones[s.turn])
	if s.again {
		dst = append(dst, " again"...)
	}
	return dst
}

func (s *Nim) setNotation(text string) error {
	f := strings.Fields(text)
	if len(f) < 2 || len(f) > 3 || len(f) == 3 && f[2] != "again" {
		return fmt.Errorf("%q: want heap, x or o, and for a second take the word again", text)
	}
	heap, err := strconv.Atoi(f[0])
	if err != nil || heap < 0 || heap > nimHeap {
		return fmt.Errorf("heap %q: want 0 to %d", f[0], nimHeap)
	}
	turn, err := side(f[1])
	if err != nil {
		return err
	}
	if heap == 0 && len(f) == 3 {
		return fmt.Errorf("%q: nothing is left for a second take", text)
	}
	*s = Nim{heap: int8(heap), turn: turn, again: len(f) == 3, won: heap == 0}
	return nil
}

// side reads x or o.
func side(text string) (game.Player, error) {
	if len(text) != 1 || !strings.Contains(lineStones, text) {
		return 0, fmt.Errorf("side %q: want x or o", text)
	}
	return game.Player(strings.Index(lineStones, text)), nil
}

func (s *Nim) appendAction(dst []byte, _ game.Player, a game.Action) []byte {
	return strconv.AppendUint(dst, uint64(a), 10)
}

func (s *Nim) reason() string {
	if s.won {
		return "last stone"
	}
	return ""
}
