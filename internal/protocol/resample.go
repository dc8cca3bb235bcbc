package protocol

import (
	"encoding/json"
	"fmt"

	"variantlab/sim/game"
)

// maxResample is the most states that one request can ask for.
const maxResample = 10000

// resample draws states that a side holds possible: by what the state alone tells it or, given the actions since, by what
// it has concluded from watching them.
func (s *Server) resample(r *request) (map[string]any, error) {
	g, p, err := r.position()
	if err != nil {
		return nil, err
	}
	player, err := r.player("player")
	if err != nil {
		return nil, err
	}
	seed, err := r.seed()
	if err != nil {
		return nil, err
	}
	n, err := r.integer("n", 1, maxResample)
	if err != nil {
		return nil, err
	}
	var belief game.Belief
	if r.has("actions") {
		if belief, err = r.watch(g, p, player); err != nil {
			return nil, err
		}
	}
	worlds, err := p.Resample(player, belief, seed, n)
	if err != nil {
		return nil, err
	}
	states := make([]json.RawMessage, len(worlds))
	for i, w := range worlds {
		states[i] = stateJSON(w)
	}
	return map[string]any{"states": states}, nil
}

// watch carries p on by the steps in "actions", written as playout answers them, and returns what player, who has seen
// them from its side, believes; nil in games without beliefs.
func (r *request) watch(g game.Game, p game.Position, player game.Player) (game.Belief, error) {
	var steps []json.RawMessage
	if err := json.Unmarshal(r.fields["actions"], &steps); err != nil {
		return nil, game.Errorf(game.BadRequest, "actions", "must be a list as playout answers it, not %s", clip(r.fields["actions"]))
	}
	var belief game.Belief
	if b, ok := p.State().(game.Believer); ok {
		belief = b.NewBelief(player)
	}
	for i, raw := range steps {
		path := fmt.Sprintf("actions.%d", i)
		step, field, err := r.step(raw)
		if err != nil {
			return nil, at(err, game.BadRequest, path)
		}
		a, _, err := step.carryOut(g, p, field)
		if err != nil {
			return nil, under(path, err)
		}
		if belief != nil {
			belief.Step(a, p.State())
		}
	}
	return belief, nil
}

// step reads one step as a request of its own with one field: "action" for a text, "outcome" for an object with an
// outcome (and perhaps its p), "plans" for an object with the plans of both sides.
func (r *request) step(raw json.RawMessage) (step *request, field string, err error) {
	step = &request{server: r.server}
	if raw[0] == '"' {
		step.fields = map[string]json.RawMessage{"action": raw}
		return step, "action", nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		return nil, "", fmt.Errorf(`must be an action, {"outcome":…} or {"white":…, "black":…}, not %s`, clip(raw))
	}
	if _, ok := fields["outcome"]; !ok {
		step.fields = map[string]json.RawMessage{"plans": raw}
		return step, "plans", nil
	}
	for name := range fields {
		if name != "outcome" && name != "p" {
			return nil, "", fmt.Errorf("unknown field %q beside the outcome", name)
		}
	}
	step.fields = fields
	return step, "outcome", nil
}

// under puts an error of a step under the step's own path.
func under(path string, err error) error {
	input, ok := err.(*game.InputError)
	if !ok {
		return err
	}
	if input.Path == "action" || input.Path == "outcome" || input.Path == "state" {
		return game.Errorf(input.Code, path, "%s", input.Msg)
	}
	return game.Errorf(input.Code, path+"."+input.Path, "%s", input.Msg)
}
