package toys

import (
	"fmt"
	"strconv"
	"strings"

	"variantlab/sim/game"
)

// DiceRace is a race over sixteen squares. A turn is to walk four squares, or to run: two four-sided dice say how far,
// except that a double is one square. Who lands exactly on the opponent's square moves again. Who first reaches or
// passes the last square wins.
func DiceRace() game.Game {
	return &toy{
		info:  game.Info{Name: "dicerace", Title: "Race with two dice", Rules: "dicerace/1", Stochastic: true, MaxActions: 2},
		start: func() board { return &Race{} },
	}
}

const (
	raceGoal = 16
	raceWalk = 4

	walk game.Action = 1
	run  game.Action = 2
)

// runs lists how far a run goes: of sixteen throws four are doubles; 5 can be 1+4 and 2+3.
var runs = [...]game.Outcome{
	{Action: 1, Prob: 4. / 16}, {Action: 3, Prob: 2. / 16}, {Action: 4, Prob: 2. / 16}, {Action: 5, Prob: 4. / 16},
	{Action: 6, Prob: 2. / 16}, {Action: 7, Prob: 2. / 16},
}

// Race is a state of DiceRace.
type Race struct {
	square [2]int8
	turn   game.Player
	rolls  bool // the dice are in the air
	won    bool // by turn
}

// Turn says who decides, or that dice roll.
func (s *Race) Turn() game.Player {
	switch {
	case s.won:
		return game.Terminal
	case s.rolls:
		return game.Chance
	}
	return s.turn
}

// Actions are walk and run.
func (s *Race) Actions(p game.Player, dst []game.Action) []game.Action {
	if p == s.Turn() && p.Side() {
		dst = append(dst, walk, run)
	}
	return dst
}

// Outcomes are the squares that a run goes.
func (s *Race) Outcomes(dst []game.Outcome) []game.Outcome {
	if s.Turn() == game.Chance {
		dst = append(dst, runs[:]...)
	}
	return dst
}

// Apply walks, throws the dice, or carries out a throw.
func (s *Race) Apply(a game.Action) {
	if !s.rolls && a == run {
		s.rolls = true
		return
	}
	steps := int8(a)
	if !s.rolls {
		steps = raceWalk
	}
	s.rolls = false
	s.square[s.turn] = min(raceGoal, s.square[s.turn]+steps)
	switch {
	case s.square[s.turn] == raceGoal:
		s.won = true
	case s.square[0] != s.square[1]:
		s.turn = s.turn.Other()
	}
}

// Returns is the win of who has arrived.
func (s *Race) Returns() [2]float32 {
	var r [2]float32
	if s.won {
		r[s.turn], r[s.turn.Other()] = 1, -1
	}
	return r
}

// Key packs the state.
func (s *Race) Key() game.Key {
	return packed(uint64(s.square[0])<<8|uint64(s.square[1]), uint64(s.turn)<<2|flag(s.rolls)<<1|flag(s.won))
}

// CopyFrom overwrites s.
func (s *Race) CopyFrom(src game.State) { *s = *src.(*Race) }

// Clone returns a copy.
func (s *Race) Clone() game.State { c := *s; return &c }

func (s *Race) appendNotation(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%d %d %c", s.square[0], s.square[1], lineStones[s.turn])
	if s.rolls {
		dst = append(dst, " rolls"...)
	}
	return dst
}

func (s *Race) setNotation(text string) error {
	f := strings.Fields(text)
	if len(f) < 3 || len(f) > 4 || len(f) == 4 && f[3] != "rolls" {
		return fmt.Errorf("%q: want two squares, x or o, and for dice in the air the word rolls", text)
	}
	n := Race{rolls: len(f) == 4}
	for i := range n.square {
		v, err := strconv.Atoi(f[i])
		if err != nil || v < 0 || v > raceGoal {
			return fmt.Errorf("square %q: want 0 to %d", f[i], raceGoal)
		}
		n.square[i] = int8(v)
	}
	var err error
	if n.turn, err = side(f[2]); err != nil {
		return err
	}
	n.won = n.square[n.turn] == raceGoal
	if n.square[n.turn.Other()] == raceGoal || n.won && n.rolls {
		return fmt.Errorf("%q: the race is over for the other side", text)
	}
	*s = n
	return nil
}

func (s *Race) appendAction(dst []byte, p game.Player, a game.Action) []byte {
	if p == game.Chance {
		return strconv.AppendUint(dst, uint64(a), 10)
	}
	return append(dst, [...]string{"", "walk", "run"}[a]...)
}

func (s *Race) reason() string {
	if s.won {
		return "goal"
	}
	return ""
}
