package protocol

import (
	"encoding/json"
	"strings"

	"variantlab/sim/game"
)

// injector is implemented by positions of games that something from outside the rules can end, such as a resignation.
type injector interface {
	Inject(text string) ([]game.Event, error)
}

func (s *Server) apply(r *request) (map[string]any, error) {
	g, p, err := r.position()
	if err != nil {
		return nil, err
	}
	field, err := r.oneOf("action", "outcome", "plans")
	if err != nil {
		return nil, err
	}
	_, events, err := r.carryOut(g, p, field)
	if err != nil {
		return nil, err
	}
	answer := nodeFields(p)
	answer["state"] = stateJSON(p)
	answer["events"] = eventList(events)
	return answer, nil
}

// carryOut carries out the step in a field of the request: an action or outcome, which it returns, or plans.
func (r *request) carryOut(g game.Game, p game.Position, field string) (a game.Action, events []game.Event, err error) {
	switch turn := p.State().Turn(); {
	case turn == game.Terminal:
		err = game.Errorf(game.GameOver, "state", "the game is over (%s); nothing can be applied", p.Reason())
	case turn == game.Simultaneous && field == "action":
		events, err = inject(r, p)
	case turn == game.Simultaneous:
		events, err = applyPlans(r, g, p, field)
	case turn == game.Chance:
		a, err = readOutcome(r, g, p, field)
	default:
		a, err = readAction(r, g, p, field)
	}
	if err == nil && a != game.None {
		events = p.Apply(a)
	}
	return a, events, err
}

// oneOf returns the one of fields that the request has.
func (r *request) oneOf(fields ...string) (string, error) {
	found := ""
	for _, f := range fields {
		if !r.has(f) {
			continue
		}
		if found != "" {
			return "", game.Errorf(game.BadRequest, f, "give only one of %s", strings.Join(fields, ", "))
		}
		found = f
	}
	if found == "" {
		return "", game.Errorf(game.BadRequest, fields[0], "missing; give one of %s", strings.Join(fields, ", "))
	}
	return found, nil
}

func readAction(r *request, g game.Game, p game.Position, field string) (game.Action, error) {
	turn := p.State().Turn()
	if field != "action" {
		return 0, game.Errorf(game.BadRequest, field, "%s is to act: give an action", turn)
	}
	text, err := r.text("action")
	if err != nil {
		return 0, err
	}
	a, err := g.ParseAction(p.State(), turn, text)
	if err != nil {
		return 0, at(err, game.IllegalAction, "action")
	}
	return a, nil
}

func readOutcome(r *request, g game.Game, p game.Position, field string) (game.Action, error) {
	if field != "outcome" {
		return 0, game.Errorf(game.BadRequest, field, "this is a chance node: give an outcome")
	}
	text, err := r.text("outcome")
	if err != nil {
		return 0, err
	}
	var names []string
	for _, o := range namedOutcomes(g, p) {
		if o.Name == text {
			return o.action, nil
		}
		names = append(names, o.Name)
	}
	return 0, game.Errorf(game.BadOutcome, "outcome", "no outcome %q here%s", text, game.Suggest(text, names))
}

func applyPlans(r *request, g game.Game, p game.Position, field string) ([]game.Event, error) {
	if field != "plans" {
		return nil, game.Errorf(game.BadRequest, field, "both sides act at once: give plans")
	}
	var texts map[string]json.RawMessage
	if err := json.Unmarshal(r.fields["plans"], &texts); err != nil {
		return nil, game.Errorf(game.BadRequest, "plans", "must be an object with white and black, not %s", clip(r.fields["plans"]))
	}
	for name := range texts {
		if name != "white" && name != "black" {
			return nil, game.Errorf(game.BadRequest, "plans."+name, "plans has only white and black")
		}
	}
	var plans [2]game.Plan
	for player := game.First; player <= game.Second; player++ {
		path := "plans." + player.String()
		raw, ok := texts[player.String()]
		if !ok {
			return nil, game.Errorf(game.BadRequest, path, "missing")
		}
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return nil, game.Errorf(game.BadRequest, path, "must be a string, not %s", clip(raw))
		}
		plan, err := g.(game.JointText).ParsePlan(p.State(), player, text)
		if err != nil {
			return nil, at(err, game.IllegalAction, path)
		}
		if checker, ok := p.(game.PlanChecker); ok {
			if err := checker.CheckPlan(player, &plan); err != nil {
				return nil, at(err, game.IllegalAction, path)
			}
		}
		plans[player] = plan
	}
	return p.ApplyJoint(&plans), nil
}

func inject(r *request, p game.Position) ([]game.Event, error) {
	text, err := r.text("action")
	if err != nil {
		return nil, err
	}
	outside, ok := p.(injector)
	if !ok {
		return nil, game.Errorf(game.BadRequest, "action", "both sides act at once: give plans")
	}
	events, err := outside.Inject(text)
	if err != nil {
		return nil, at(err, game.IllegalAction, "action")
	}
	return events, nil
}

// at gives an error from reading an action or plan its code and path.
func at(err error, code game.Code, path string) error {
	if input, ok := err.(*game.InputError); ok {
		return game.Errorf(code, path, "%s", input.Msg)
	}
	return game.Errorf(code, path, "%v", err)
}

// eventList shows events as strings, or as the JSON objects that some games write.
func eventList(events []game.Event) []any {
	list := make([]any, 0, len(events))
	for _, e := range events {
		if strings.HasPrefix(e.Text, "{") {
			list = append(list, json.RawMessage(e.Text))
		} else {
			list = append(list, e.Text)
		}
	}
	return list
}
