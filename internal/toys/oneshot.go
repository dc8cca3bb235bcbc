package toys

import (
	"fmt"
	"strings"

	"variantlab/sim/game"
)

// RockPaperScissors is the usual game; its equilibrium plays each a third of the time.
func RockPaperScissors() game.Game {
	return OneShot("rps", "Rock, paper, scissors", "rps", [][]float32{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}})
}

// BiasedRPS counts a game with scissors double, in units of half a point: the equilibrium plays rock and paper 0.4 of
// the time each and scissors 0.2 (the example of Brown, Bakhtin, Lerer, Gong: "Combining deep reinforcement learning and
// search for imperfect-information games", 2020).
func BiasedRPS() game.Game {
	return OneShot("biasedrps", "Rock, paper, scissors with scissors double", "rps",
		[][]float32{{0, -0.5, 1}, {0.5, 0, -1}, {-1, 1, 0}})
}

// oneShotMost is the most plans of a side.
const oneShotMost = 5

// OneShot is a matrix game: both sides choose at once, First a row and Second a column, and First gets the entry, in
// [-1, 1]. The letters name the plans. At most five rows and columns.
func OneShot(name, title, letters string, payoff [][]float32) game.Game {
	start := OneShotState{rows: uint8(len(payoff)), columns: uint8(len(payoff[0]))}
	copy(start.letters[:], letters)
	for i, row := range payoff {
		copy(start.payoff[i][:], row)
	}
	return &toy{
		info: game.Info{
			Name: name, Title: title, Rules: name + "/1", Joint: true, MaxActions: int(max(start.rows, start.columns)),
		},
		start: func() board { s := start; return &s },
	}
}

// OneShotState is a state of a OneShot game: plans are not chosen yet, or chosen.
type OneShotState struct {
	payoff        [oneShotMost][oneShotMost]float32
	letters       [oneShotMost]byte
	rows, columns uint8
	chosen        [2]game.Action // zeros before
}

// Turn is Simultaneous, then Terminal.
func (s *OneShotState) Turn() game.Player {
	if s.chosen[0] == game.None {
		return game.Simultaneous
	}
	return game.Terminal
}

// Actions are the rows or the columns, counted from 1.
func (s *OneShotState) Actions(p game.Player, dst []game.Action) []game.Action {
	if s.Turn() != game.Simultaneous || !p.Side() {
		return dst
	}
	for i := range [2]uint8{s.rows, s.columns}[p] {
		dst = append(dst, game.Action(i+1))
	}
	return dst
}

// Apply has no meaning here: both sides act at once.
func (s *OneShotState) Apply(game.Action) {}

// Plans are the actions.
func (s *OneShotState) Plans(p game.Player, dst []game.Plan) []game.Plan {
	if s.Turn() != game.Simultaneous || !p.Side() {
		return dst
	}
	for i := range [2]uint8{s.rows, s.columns}[p] {
		dst = append(dst, game.Plan{Move: game.Action(i + 1)})
	}
	return dst
}

// LegalPlan reports whether plan is a row or column.
func (s *OneShotState) LegalPlan(p game.Player, plan *game.Plan) bool {
	return s.Turn() == game.Simultaneous && p.Side() && *plan == game.Plan{Move: plan.Move} &&
		plan.Move >= 1 && plan.Move <= game.Action([2]uint8{s.rows, s.columns}[p])
}

// ApplyJoint ends the game.
func (s *OneShotState) ApplyJoint(plans *[2]game.Plan) {
	s.chosen = [2]game.Action{plans[0].Move, plans[1].Move}
}

// Returns is the entry of the chosen row and column.
func (s *OneShotState) Returns() [2]float32 {
	if s.Turn() != game.Terminal {
		return [2]float32{}
	}
	v := s.payoff[s.chosen[0]-1][s.chosen[1]-1]
	return [2]float32{v, -v}
}

// Key packs the choices.
func (s *OneShotState) Key() game.Key { return packed(uint64(s.chosen[0]), uint64(s.chosen[1])) }

// CopyFrom overwrites s.
func (s *OneShotState) CopyFrom(src game.State) { *s = *src.(*OneShotState) }

// Clone returns a copy.
func (s *OneShotState) Clone() game.State { c := *s; return &c }

func (s *OneShotState) appendNotation(dst []byte) []byte {
	if s.Turn() == game.Simultaneous {
		return append(dst, '-')
	}
	return append(dst, s.letters[s.chosen[0]-1], s.letters[s.chosen[1]-1])
}

func (s *OneShotState) setNotation(text string) error {
	if text == "-" {
		s.chosen = [2]game.Action{}
		return nil
	}
	if len(text) != 2 {
		return fmt.Errorf("%q: want - or two letters of %s", text, s.letters)
	}
	row, column := strings.IndexByte(string(s.letters[:s.rows]), text[0]), strings.IndexByte(string(s.letters[:s.columns]), text[1])
	if row < 0 || column < 0 {
		return fmt.Errorf("%q: want - or two letters of %s", text, s.letters)
	}
	s.chosen = [2]game.Action{game.Action(row + 1), game.Action(column + 1)}
	return nil
}

func (s *OneShotState) appendAction(dst []byte, _ game.Player, a game.Action) []byte {
	return append(dst, s.letters[a-1])
}

func (s *OneShotState) reason() string {
	if s.Turn() == game.Terminal {
		return "both chose"
	}
	return ""
}
