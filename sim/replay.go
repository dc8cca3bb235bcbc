package sim

import (
	"errors"
	"fmt"
	"slices"

	"variantlab/sim/game"
)

// ErrReplay is wrapped by errors about records that do not follow the rules they claim.
var ErrReplay = errors.New("record does not follow the rules")

// Replay plays a record again by the rules of g and calls visit before every step with the number of the step and the
// state, which visit may read until it returns; both halves of a simultaneous round see the same state. At the end it
// calls visit once more with len(Steps). Each action must be legal, each outcome possible, and the game over with the
// recorded returns.
func Replay(g game.Game, rec *Game, visit func(step int, s game.State) error) error {
	p, err := g.Parse([]byte(rec.Start))
	if err != nil {
		return fmt.Errorf("sim: replay: game %d: start: %w", rec.ID, err)
	}
	s := p.State()
	r := replayer{rec: rec, state: s, apply: s.Apply,
		applyJoint: func(plans *[2]game.Plan) { s.(game.Joint).ApplyJoint(plans) },
		visit:      func(step int) error { return visit(step, s) }}
	return r.run()
}

// ReplayPositions is Replay with whole positions and the events that led to them, for those who want to show a game.
func ReplayPositions(g game.Game, rec *Game, visit func(step int, p game.Position, events []game.Event) error) error {
	p, err := g.Parse([]byte(rec.Start))
	if err != nil {
		return fmt.Errorf("sim: replay: game %d: start: %w", rec.ID, err)
	}
	r := replayer{rec: rec, state: p.State()}
	var events []game.Event
	r.apply = func(a game.Action) { events = p.Apply(a); r.state = p.State() }
	r.applyJoint = func(plans *[2]game.Plan) { events = p.ApplyJoint(plans); r.state = p.State() }
	r.visit = func(step int) error { return visit(step, p, events) }
	return r.run()
}

type replayer struct {
	rec        *Game
	state      game.State
	apply      func(game.Action)
	applyJoint func(*[2]game.Plan)
	visit      func(step int) error
	actions    []game.Action
	outcomes   []game.Outcome
}

func (r *replayer) run() error {
	steps := r.rec.Steps
	for i := 0; i < len(steps); i++ {
		if err := r.visit(i); err != nil {
			return err
		}
		if r.state.Turn() != game.Simultaneous {
			if !r.legal(&steps[i]) {
				return r.fault(i)
			}
			r.apply(steps[i].Action)
			continue
		}
		if i+1 == len(steps) {
			return r.fault(i)
		}
		if err := r.visit(i + 1); err != nil {
			return err
		}
		plans := [2]game.Plan{steps[i].Plan(), steps[i+1].Plan()}
		for side := range plans {
			p := game.Player(side)
			if h := &steps[i+side]; !h.Joint || h.Player != p || !r.state.(game.Joint).LegalPlan(p, &plans[side]) {
				return r.fault(i + side)
			}
		}
		r.applyJoint(&plans)
		i++
	}
	if r.state.Turn() != game.Terminal || r.state.Returns() != r.rec.Returns {
		return fmt.Errorf("sim: replay: game %d: after the last step %v is to act and the returns are %v, the record says terminal and %v: %w",
			r.rec.ID, r.state.Turn(), r.state.Returns(), r.rec.Returns, ErrReplay)
	}
	return r.visit(len(steps))
}

// legal reports whether a step outside simultaneous rounds can be taken now.
func (r *replayer) legal(s *Step) bool {
	turn := r.state.Turn()
	switch {
	case s.Joint || s.Player != turn:
		return false
	case turn == game.Chance:
		r.outcomes = r.state.(game.Stochastic).Outcomes(r.outcomes[:0])
		return slices.ContainsFunc(r.outcomes, func(o game.Outcome) bool { return o.Action == s.Action })
	case turn.Side():
		r.actions = r.state.Actions(turn, r.actions[:0])
		_, found := slices.BinarySearch(r.actions, s.Action)
		return found
	default:
		return false
	}
}

func (r *replayer) fault(step int) error {
	s := &r.rec.Steps[step]
	return fmt.Errorf("sim: replay: game %d step %d: %v can't do %q (code %d) when %v is to act: %w",
		r.rec.ID, step, s.Player, s.Text, s.Action, r.state.Turn(), ErrReplay)
}
