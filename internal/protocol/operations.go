package protocol

import (
	"encoding/json"
	"slices"
	"strings"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// operations is the op table of the protocol.
var operations = map[string]operation{
	"games":    {nil, (*Server).listGames},
	"new":      {[]string{"game", "options", "params", "position"}, (*Server).newGame},
	"node":     {[]string{"game", "state"}, (*Server).node},
	"legal":    {[]string{"game", "state", "player"}, (*Server).legal},
	"outcomes": {[]string{"game", "state"}, (*Server).outcomes},
	"apply":    {[]string{"game", "state", "action", "outcome", "plans"}, (*Server).apply},
	"observe":  {[]string{"game", "state", "player"}, (*Server).observe},
	"resample": {[]string{"game", "state", "actions", "player", "seed", "n"}, (*Server).resample},
	"notation": {[]string{"game", "state"}, (*Server).notation},
	"key":      {[]string{"game", "state"}, (*Server).key},
	"perft":    {[]string{"game", "state", "depth", "divide"}, (*Server).perft},
	"playout":  {[]string{"game", "state", "options", "params", "position", "seed", "max_plies"}, (*Server).playout},
}

func (s *Server) listGames(*request) (map[string]any, error) {
	list := []any{}
	for _, g := range s.games {
		info := g.Info()
		parameters := []any{}
		for _, p := range g.Params() {
			entry := map[string]any{"name": p.Name, "default": p.Default, "unit": p.Unit, "doc": p.Doc}
			switch p.Default.(type) {
			case float64:
				entry["min"], entry["max"] = p.Min, p.Max
			case string:
				if p.Values != nil {
					entry["values"] = p.Values
				}
			}
			parameters = append(parameters, entry)
		}
		list = append(list, map[string]any{
			"name": info.Name, "title": info.Title, "rules": info.Rules,
			"players": []string{"white", "black"}, "parameters": parameters,
		})
	}
	return map[string]any{"games": list}, nil
}

func (s *Server) newGame(r *request) (map[string]any, error) {
	g, err := r.game()
	if err != nil {
		return nil, err
	}
	p, err := r.start(g)
	if err != nil {
		return nil, err
	}
	return map[string]any{"state": stateJSON(p)}, nil
}

func (s *Server) node(r *request) (map[string]any, error) {
	_, p, err := r.position()
	if err != nil {
		return nil, err
	}
	return nodeFields(p), nil
}

// nodeFields says what kind of node p is and, at the end, who won and why.
func nodeFields(p game.Position) map[string]any {
	f := map[string]any{"to_act": []string{}}
	switch turn := p.State().Turn(); turn {
	case game.Chance:
		f["kind"] = "chance"
	case game.Simultaneous:
		f["kind"], f["to_act"] = "simultaneous", []string{"white", "black"}
	case game.Terminal:
		f["kind"] = "terminal"
		addResult(f, p)
	default:
		f["kind"], f["to_act"] = "player", []string{turn.String()}
	}
	return f
}

func addResult(f map[string]any, p game.Position) {
	returns := p.State().Returns()
	f["returns"] = map[string]any{"white": returns[game.First], "black": returns[game.Second]}
	f["reason"] = p.Reason()
}

func stateJSON(p game.Position) json.RawMessage { return p.AppendJSON(nil) }

func (s *Server) legal(r *request) (map[string]any, error) {
	g, p, err := r.position()
	if err != nil {
		return nil, err
	}
	turn := p.State().Turn()
	player := turn
	if r.has("player") || turn == game.Simultaneous {
		if player, err = r.player("player"); err != nil {
			return nil, err
		}
	}
	actions := []string{}
	switch {
	case turn == game.Simultaneous:
		if s.roller.CountPlans(p.State(), player, maxPlans) == maxPlans {
			return nil, game.Errorf(game.TooDeep, "state", "more than %d legal plans; too many to list", maxPlans)
		}
		for _, plan := range p.State().(game.Joint).Plans(player, nil) {
			actions = append(actions, planText(g, p, player, &plan))
		}
	case turn == player && player.Side():
		for _, a := range p.State().Actions(player, nil) {
			actions = append(actions, actionText(g, p, player, a))
		}
	}
	slices.Sort(actions)
	return map[string]any{"actions": actions}, nil
}

// maxPlans is the most plans that are listed.
const maxPlans = 1_000_000

func actionText(g game.Game, p game.Position, player game.Player, a game.Action) string {
	return string(g.AppendAction(nil, p.State(), player, a))
}

func planText(g game.Game, p game.Position, player game.Player, plan *game.Plan) string {
	return string(g.(game.JointText).AppendPlan(nil, p.State(), player, plan))
}

type namedOutcome struct {
	Name   string      `json:"name"`
	P      float64     `json:"p"`
	action game.Action // for apply
}

// namedOutcomes lists the outcomes of a chance node by name.
func namedOutcomes(g game.Game, p game.Position) []namedOutcome {
	var list []namedOutcome
	for _, o := range p.State().(game.Stochastic).Outcomes(nil) {
		list = append(list, namedOutcome{actionText(g, p, game.Chance, o.Action), o.Prob, o.Action})
	}
	slices.SortFunc(list, func(a, b namedOutcome) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func (s *Server) outcomes(r *request) (map[string]any, error) {
	g, p, err := r.position()
	if err != nil {
		return nil, err
	}
	if turn := p.State().Turn(); turn != game.Chance {
		return nil, game.Errorf(game.BadRequest, "state", "not a chance node; op \"node\" tells the kind")
	}
	return map[string]any{"outcomes": namedOutcomes(g, p)}, nil
}

func (s *Server) observe(r *request) (map[string]any, error) {
	_, p, err := r.position()
	if err != nil {
		return nil, err
	}
	player, err := r.player("player")
	if err != nil {
		return nil, err
	}
	observation, err := p.AppendObservation(nil, player)
	if err != nil {
		return nil, err
	}
	return map[string]any{"observation": json.RawMessage(observation)}, nil
}

func (s *Server) notation(r *request) (map[string]any, error) {
	_, p, err := r.position()
	if err != nil {
		return nil, err
	}
	return map[string]any{"position": string(p.AppendNotation(nil))}, nil
}

func (s *Server) key(r *request) (map[string]any, error) {
	_, p, err := r.position()
	if err != nil {
		return nil, err
	}
	return map[string]any{"key": p.Key()}, nil
}

// maxPlayout bounds a playout whose request names no max_plies; every game ends long before.
const maxPlayout = 100000

func (s *Server) playout(r *request) (map[string]any, error) {
	g, p, err := s.playoutStart(r)
	if err != nil {
		return nil, err
	}
	seed, err := r.seed()
	if err != nil {
		return nil, err
	}
	most := maxPlayout
	if r.has("max_plies") {
		if most, err = r.integer("max_plies", 0, maxPlayout); err != nil {
			return nil, err
		}
	}
	stream := rng.New(seed, 0, rng.Rollout, 0, 0)
	played := []any{}
	for len(played) < most && p.State().Turn() != game.Terminal {
		step := s.playOne(g, p, &stream)
		if step == nil {
			break
		}
		played = append(played, step)
	}
	answer := map[string]any{"actions": played, "state": stateJSON(p)}
	if p.State().Turn() == game.Terminal {
		addResult(answer, p)
	}
	return answer, nil
}

func (s *Server) playoutStart(r *request) (game.Game, game.Position, error) {
	if r.has("state") {
		for _, other := range []string{"options", "params", "position"} {
			if r.has(other) {
				return nil, nil, game.Errorf(game.BadRequest, other, "give either a state or what a new game starts from")
			}
		}
		return r.position()
	}
	g, err := r.game()
	if err != nil {
		return nil, nil, err
	}
	p, err := r.start(g)
	return g, p, err
}

// keepSealed puts back what a side has sealed already: of its plan nothing is left to decide.
func keepSealed(p game.Position, plans *[2]game.Plan) {
	checker, ok := p.(game.PlanChecker)
	if !ok {
		return
	}
	for player := range plans {
		if sealed := checker.SealedPlan(game.Player(player)); sealed != nil {
			plans[player] = *sealed
		}
	}
}

// playOne plays one random action, outcome or pair of plans and returns it as the answer shows it; nil when there is none.
func (s *Server) playOne(g game.Game, p game.Position, stream *rng.Stream) any {
	state := p.State()
	turn := state.Turn()
	if turn == game.Simultaneous {
		plans := s.roller.PickPlans(state, stream)
		keepSealed(p, &plans)
		shown := map[string]string{
			"white": planText(g, p, game.First, &plans[game.First]),
			"black": planText(g, p, game.Second, &plans[game.Second]),
		}
		p.ApplyJoint(&plans)
		return shown
	}
	a, prob := s.roller.Pick(state, stream)
	if a == game.None {
		return nil
	}
	name := actionText(g, p, turn, a)
	p.Apply(a)
	if turn == game.Chance {
		return map[string]any{"outcome": name, "p": prob}
	}
	return name
}
