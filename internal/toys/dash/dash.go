// Package dash is a race between two runners with unequal steps: a small game that has everything a recorder must carry
// over. Sides have sets (options white and black), one action does not end the turn, slips are chance, runners abreast
// shove each other in a simultaneous round whose plans hold watches, and a parameter changes the length of the track.
package dash

import (
	"variantlab/sim/game"
)

// Actions and outcomes.
const (
	breathe game.Action = 1 // once a turn; the same runner goes on
	short   game.Action = 2 // one field
	long    game.Action = 3 // two fields for a walker, three for a runner
	slip    game.Action = 4 // outcome: the step fails
	hold    game.Action = 5 // outcome: the step counts
	push    game.Action = 6 // in a shove, with a watch or without
	dodge   game.Action = 7 // in a shove
)

var actionNames = map[game.Action]string{
	breathe: "breathe", short: "short", long: "long", slip: "slip", hold: "hold", push: "push", dodge: "dodge",
}

// guard is the one watch that a push can have.
const guard = 1<<6 | 2

// sets are the kinds of runner, by index.
var sets = []string{"walker", "runner"}

const maxPlies = 60

type phase uint8

const (
	running phase = iota
	slipping
	shoving
)

// state is the race.
type state struct {
	kind    [2]uint8
	at      [2]int8
	track   int8
	turn    game.Player
	phase   phase
	breath  bool
	pending int8
	plies   int16
}

func (s *state) over() bool {
	return s.at[0] >= s.track || s.at[1] >= s.track || s.plies >= maxPlies
}

// Turn says who acts.
func (s *state) Turn() game.Player {
	switch {
	case s.over():
		return game.Terminal
	case s.phase == slipping:
		return game.Chance
	case s.phase == shoving:
		return game.Simultaneous
	default:
		return s.turn
	}
}

// Actions lists p's actions.
func (s *state) Actions(p game.Player, dst []game.Action) []game.Action {
	switch turn := s.Turn(); {
	case turn == game.Simultaneous && p.Side():
		return append(dst, push, dodge)
	case turn != p || !p.Side():
		return dst
	case !s.breath:
		return append(dst, breathe, short, long)
	default:
		return append(dst, short, long)
	}
}

// Apply takes an action or an outcome.
func (s *state) Apply(a game.Action) {
	switch a {
	case breathe:
		s.breath = true
	case short, long:
		s.pending = 1
		if a == long {
			s.pending = 2 + int8(s.kind[s.turn])
		}
		s.phase = slipping
	case hold, slip:
		if a == hold {
			s.at[s.turn] += s.pending
		}
		s.plies++
		s.pending, s.breath, s.phase, s.turn = 0, false, running, s.turn.Other()
		if s.turn == game.First && s.at[0] == s.at[1] && s.at[0] > 0 {
			s.phase = shoving
		}
	}
}

// Outcomes: a long step slips twice as often; a rested runner slips half as often.
func (s *state) Outcomes(dst []game.Outcome) []game.Outcome {
	p := 0.125
	if s.pending > 1 {
		p = 0.25
	}
	if s.breath {
		p /= 2
	}
	return append(dst, game.Outcome{Action: slip, Prob: p}, game.Outcome{Action: hold, Prob: 1 - p})
}

// Plans lists push, push with a watch, dodge.
func (s *state) Plans(p game.Player, dst []game.Plan) []game.Plan {
	guarded := game.Plan{Move: push, N: 1}
	guarded.Watch[0] = guard
	return append(dst, game.Plan{Move: push}, guarded, game.Plan{Move: dodge})
}

// LegalPlan reports whether plan is one of Plans.
func (s *state) LegalPlan(p game.Player, plan *game.Plan) bool {
	for _, x := range s.Plans(p, nil) {
		if x == *plan {
			return s.Turn() == game.Simultaneous
		}
	}
	return false
}

// ApplyJoint resolves a shove: a dodged push costs the pusher a field, or two with the guard up; of two pushes the
// guarded one wins; two dodges let First go on.
func (s *state) ApplyJoint(plans *[2]game.Plan) {
	for side := range plans {
		mine, other := &plans[side], &plans[1-side]
		switch {
		case mine.Move == push && other.Move == dodge:
			s.at[side] -= 1 + int8(mine.N)
		case mine.Move == push && other.N > mine.N:
			s.at[side] -= 2
		}
		s.at[side] = max(s.at[side], 0)
	}
	s.plies++
	s.phase = running
}

// Returns is 1 for the runner who is through first.
func (s *state) Returns() [2]float32 {
	switch {
	case !s.over() || s.at[0] < s.track && s.at[1] < s.track:
		return [2]float32{}
	case s.at[0] >= s.track:
		return [2]float32{1, -1}
	default:
		return [2]float32{-1, 1}
	}
}

// Key packs the state.
func (s *state) Key() game.Key {
	k := uint64(0)
	for _, x := range []uint64{uint64(s.kind[0]), uint64(s.kind[1]), uint64(s.at[0]), uint64(s.at[1]), uint64(s.track),
		uint64(s.turn), uint64(s.phase), uint64(s.pending)} {
		k = k<<8 | x
	}
	hi := uint64(s.plies) << 1
	if s.breath {
		hi |= 1
	}
	return game.Key{Hi: (hi + 1) * 0x9e3779b97f4a7c15, Lo: k * 0xbf58476d1ce4e5b9}
}

// CopyFrom overwrites the state.
func (s *state) CopyFrom(src game.State) { *s = *src.(*state) }

// Clone copies the state.
func (s *state) Clone() game.State {
	c := *s
	return &c
}

// Balance is First's lead.
func (s *state) Balance() float32 { return float32(s.at[0]-s.at[1]) / 2 }

// Gain prefers long steps.
func (s *state) Gain(a game.Action) float32 {
	if a == long {
		return 1
	}
	return 0
}
