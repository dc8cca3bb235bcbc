package dash

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"variantlab/sim/game"
)

// Game is dash.
type Game struct{}

var params = []game.Param{
	{Name: "track", Default: 9.0, Min: 3, Max: 40, Integer: true, Unit: "fields", Doc: "length of the track"},
}

// Info describes dash.
func (Game) Info() game.Info {
	return game.Info{Name: "dash", Title: "Dash", Rules: "1", Stochastic: true, Joint: true, Sets: sets, MaxActions: 3,
		Options: []game.OptionDoc{{Name: "white", Values: sets, Doc: "White's runner"}, {Name: "black", Values: sets, Doc: "Black's runner"}}}
}

// Params is the length of the track.
func (Game) Params() []game.Param { return params }

// document is the JSON of a position.
type document struct {
	At      [2]int8 `json:"at"`
	Black   string  `json:"black"`
	Breath  bool    `json:"breath"`
	Pending int8    `json:"pending"`
	Phase   phase   `json:"phase"`
	Plies   int16   `json:"plies"`
	Track   int8    `json:"track"`
	Turn    int8    `json:"turn"`
	White   string  `json:"white"`
}

// New sets up a race.
func (g Game) New(o game.Options) (game.Position, error) {
	if err := game.CheckParams(params, o.Params); err != nil {
		return nil, err
	}
	d := document{White: sets[0], Black: sets[0], Track: 9}
	if v, ok := o.Params["track"].(float64); ok {
		d.Track = int8(v)
	}
	for name, v := range o.Values {
		switch name {
		case "white":
			d.White = v
		case "black":
			d.Black = v
		default:
			return nil, game.Errorf(game.BadRequest, "options."+name, "no such option; known: white, black")
		}
	}
	if o.Position != "" {
		return g.Parse([]byte(o.Position))
	}
	return d.position()
}

func (d *document) position() (game.Position, error) {
	s := &state{at: d.At, breath: d.Breath, pending: d.Pending, phase: d.Phase, plies: d.Plies, track: d.Track, turn: game.Player(d.Turn)}
	for side, name := range []string{d.White, d.Black} {
		i := slices.Index(sets, name)
		if i < 0 {
			return nil, game.Errorf(game.BadRequest, "options", "%q is no runner; known: %s", name, strings.Join(sets, ", "))
		}
		s.kind[side] = uint8(i)
	}
	if s.at[0] < 0 || s.at[1] < 0 || s.phase > shoving || s.track < 3 || !s.turn.Side() {
		return nil, game.Errorf(game.BadState, "", "impossible race")
	}
	return &position{s}, nil
}

// Parse reads what AppendJSON writes.
func (Game) Parse(text []byte) (game.Position, error) {
	var d document
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return nil, game.Errorf(game.BadJSON, "", "dash: %v", err)
	}
	return d.position()
}

// AppendAction writes an action or outcome.
func (Game) AppendAction(dst []byte, _ game.State, _ game.Player, a game.Action) []byte {
	return append(dst, actionNames[a]...)
}

// ParseAction reads what AppendAction writes.
func (Game) ParseAction(s game.State, p game.Player, text string) (game.Action, error) {
	list := s.Actions(p, nil)
	if p == game.Chance {
		list = []game.Action{slip, hold}
	}
	for _, a := range list {
		if actionNames[a] == text {
			return a, nil
		}
	}
	return game.None, game.Errorf(game.IllegalAction, "action", "%q is not legal", text)
}

// AppendPlan writes a plan.
func (g Game) AppendPlan(dst []byte, s game.State, p game.Player, plan *game.Plan) []byte {
	dst = g.AppendAction(dst, s, p, plan.Move)
	if plan.N > 0 {
		dst = append(dst, "+guard"...)
	}
	return dst
}

// ParsePlan reads what AppendPlan writes.
func (g Game) ParsePlan(s game.State, p game.Player, text string) (game.Plan, error) {
	for _, plan := range s.(*state).Plans(p, nil) {
		if string(g.AppendPlan(nil, s, p, &plan)) == text {
			return plan, nil
		}
	}
	return game.Plan{}, game.Errorf(game.IllegalAction, "plans", "%q is no plan", text)
}

// position is a race with its text forms.
type position struct{ s *state }

func (p *position) State() game.State { return p.s }

func (p *position) Reason() string {
	switch r := p.s.Returns(); {
	case r[0] != 0:
		return "through"
	case p.s.over():
		return "tired"
	default:
		return ""
	}
}

func (p *position) Apply(a game.Action) []game.Event {
	p.s.Apply(a)
	return []game.Event{{Text: actionNames[a]}}
}

func (p *position) ApplyJoint(plans *[2]game.Plan) []game.Event {
	p.s.ApplyJoint(plans)
	return []game.Event{{Text: "shove"}}
}

func (p *position) AppendJSON(dst []byte) []byte {
	s := p.s
	text, err := json.Marshal(document{At: s.at, Black: sets[s.kind[1]], Breath: s.breath, Pending: s.pending, Phase: s.phase,
		Plies: s.plies, Track: s.track, Turn: int8(s.turn), White: sets[s.kind[0]]})
	if err != nil {
		panic(err) // numbers and strings
	}
	return append(dst, text...)
}

func (p *position) AppendNotation(dst []byte) []byte { return p.AppendJSON(dst) }

func (p *position) AppendObservation(dst []byte, _ game.Player) ([]byte, error) {
	return p.AppendJSON(dst), nil
}

func (p *position) Key() string {
	k := p.s.Key()
	return fmt.Sprintf("%016x%016x", k.Hi, k.Lo)
}

func (p *position) Resample(game.Player, game.Belief, uint64, int) ([]game.Position, error) {
	return []game.Position{p.Clone()}, nil
}

func (p *position) Clone() game.Position { return &position{p.s.Clone().(*state)} }
