package toys

import (
	"fmt"
	"strconv"
	"strings"

	"variantlab/sim/game"
)

// Pig is the dice game to ten points: in a turn a player rolls a die as often as it likes and adds up, but a one ends
// the turn and forfeits its points; holding banks them, as one must when they are enough. After twenty turns without a
// winner the game is drawn, so that plain recursion can solve it.
func Pig() game.Game {
	return &toy{
		info:  game.Info{Name: "pig", Title: "Pig to ten points", Rules: "pig/1", Stochastic: true, MaxActions: 2},
		start: func() board { return &PigState{} },
	}
}

const (
	pigGoal  = 10
	pigMost  = pigGoal + 5 // a score of nine and a six
	pigTurns = 20

	roll game.Action = 1
	hold game.Action = 2
)

// PigState is a state of Pig.
type PigState struct {
	score [2]int8
	pot   int8 // points of this turn
	turn  game.Player
	turns int8 // finished
	rolls bool
}

func (s *PigState) winner() (game.Player, bool) {
	for p, v := range s.score {
		if v >= pigGoal {
			return game.Player(p), true
		}
	}
	return 0, false
}

// Turn says who decides, or that the die rolls.
func (s *PigState) Turn() game.Player {
	if _, won := s.winner(); won || s.turns == pigTurns {
		return game.Terminal
	}
	if s.rolls {
		return game.Chance
	}
	return s.turn
}

// Actions are roll, unless there is enough to win, and hold, if there is anything to bank.
func (s *PigState) Actions(p game.Player, dst []game.Action) []game.Action {
	if p == s.Turn() && p.Side() {
		if s.score[p]+s.pot < pigGoal {
			dst = append(dst, roll)
		}
		if s.pot > 0 {
			dst = append(dst, hold)
		}
	}
	return dst
}

// Outcomes are the faces of the die.
func (s *PigState) Outcomes(dst []game.Outcome) []game.Outcome {
	if s.Turn() != game.Chance {
		return dst
	}
	left := 1.0
	for face := range 5 {
		dst = append(dst, game.Outcome{Action: game.Action(face + 1), Prob: 1. / 6})
		left -= 1. / 6
	}
	return append(dst, game.Outcome{Action: 6, Prob: left})
}

// Apply rolls, holds, or takes a face of the die.
func (s *PigState) Apply(a game.Action) {
	switch {
	case s.rolls:
		s.rolls = false
		if a == 1 {
			s.pass()
		} else {
			s.pot += int8(a)
		}
	case a == roll:
		s.rolls = true
	default:
		s.score[s.turn] += s.pot
		s.pass()
	}
}

func (s *PigState) pass() {
	s.pot = 0
	s.turn = s.turn.Other()
	s.turns++
}

// Returns is the win of who has the points.
func (s *PigState) Returns() [2]float32 {
	var r [2]float32
	if p, won := s.winner(); won {
		r[p], r[p.Other()] = 1, -1
	}
	return r
}

// Key packs the state.
func (s *PigState) Key() game.Key {
	return packed(uint64(s.score[0])<<16|uint64(s.score[1])<<8|uint64(s.pot),
		uint64(s.turns)<<8|uint64(s.turn)<<1|flag(s.rolls))
}

// CopyFrom overwrites s.
func (s *PigState) CopyFrom(src game.State) { *s = *src.(*PigState) }

// Clone returns a copy.
func (s *PigState) Clone() game.State { c := *s; return &c }

func (s *PigState) appendNotation(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%d %d %d %c %d", s.score[0], s.score[1], s.pot, lineStones[s.turn], s.turns)
	if s.rolls {
		dst = append(dst, " rolls"...)
	}
	return dst
}

func (s *PigState) setNotation(text string) error {
	f := strings.Fields(text)
	if len(f) < 5 || len(f) > 6 || len(f) == 6 && f[5] != "rolls" {
		return fmt.Errorf("%q: want two scores, pot, x or o, turns, and for a die in the air the word rolls", text)
	}
	n := PigState{rolls: len(f) == 6}
	for _, field := range []struct {
		dst  *int8
		text string
		most int
	}{{&n.score[0], f[0], pigMost}, {&n.score[1], f[1], pigMost}, {&n.pot, f[2], pigMost}, {&n.turns, f[4], pigTurns}} {
		v, err := strconv.Atoi(field.text)
		if err != nil || v < 0 || v > field.most {
			return fmt.Errorf("%q: want a number from 0 to %d", field.text, field.most)
		}
		*field.dst = int8(v)
	}
	var err error
	if n.turn, err = side(f[3]); err != nil {
		return err
	}
	if n.score[0] >= pigGoal && n.score[1] >= pigGoal {
		return fmt.Errorf("%q: both sides have won", text)
	}
	if n.score[n.turn]+n.pot > pigMost || n.rolls && n.score[n.turn]+n.pot >= pigGoal {
		return fmt.Errorf("%q: nobody rolls on with enough to win", text)
	}
	if int8(n.turn) != n.turns%2 {
		return fmt.Errorf("%c to move after %d turns", lineStones[n.turn], n.turns)
	}
	if over := n.Turn() == game.Terminal; over && (n.rolls || n.pot > 0) {
		return fmt.Errorf("%q: the game is over and a turn goes on", text)
	}
	*s = n
	return nil
}

func (s *PigState) appendAction(dst []byte, p game.Player, a game.Action) []byte {
	if p == game.Chance {
		return strconv.AppendUint(dst, uint64(a), 10)
	}
	return append(dst, [...]string{"", "roll", "hold"}[a]...)
}

func (s *PigState) reason() string {
	if s.Turn() != game.Terminal {
		return ""
	}
	if _, won := s.winner(); won {
		return "ten points"
	}
	return "twenty turns"
}
