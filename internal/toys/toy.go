package toys

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// board is a State of this package with the text forms that toy and position need.
type board interface {
	game.State
	// appendNotation writes the whole state on one line.
	appendNotation(dst []byte) []byte
	// setNotation overwrites the state with the one that text describes, or says what is wrong with text.
	setNotation(text string) error
	// appendAction names one of p's actions, or an outcome.
	appendAction(dst []byte, p game.Player, a game.Action) []byte
	// reason is why the game ended, "" before.
	reason() string
}

// observer is a board that shows the sides different things.
type observer interface {
	appendObservation(dst []byte, p game.Player) []byte
	// events lists what happens when a is applied.
	events(a game.Action) []game.Event
}

// toy makes positions of one game out of its boards.
type toy struct {
	info  game.Info
	start func() board
}

// Info describes the game.
func (t *toy) Info() game.Info { return t.info }

// Params is empty: toys have no parameters.
func (t *toy) Params() []game.Param { return nil }

// New sets up the start, or the position that o names.
func (t *toy) New(o game.Options) (game.Position, error) {
	for name := range o.Values {
		return nil, game.Errorf(game.BadRequest, "options."+name, "%s has no options", t.info.Name)
	}
	for name := range o.Params {
		return nil, game.Errorf(game.BadParams, "params."+name, "%s has no parameters", t.info.Name)
	}
	p := &position{game: t, board: t.start()}
	if o.Position != "" {
		if err := p.board.setNotation(o.Position); err != nil {
			return nil, game.Errorf(game.BadState, "position", "%s: %v", t.info.Name, err)
		}
	}
	return p, nil
}

// document is the JSON of a position.
type document struct {
	Position string `json:"position"`
}

// Parse reads what AppendJSON writes.
func (t *toy) Parse(text []byte) (game.Position, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	var d document
	if err := dec.Decode(&d); err != nil {
		return nil, game.Errorf(game.BadJSON, "", "%s: %v", t.info.Name, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, game.Errorf(game.BadJSON, "", "%s: text after the state object", t.info.Name)
	}
	if d.Position == "" {
		return nil, game.Errorf(game.BadState, "position", "%s: missing; the start is %q", t.info.Name, t.start().appendNotation(nil))
	}
	return t.New(game.Options{Position: d.Position})
}

// AppendAction writes a as text.
func (t *toy) AppendAction(dst []byte, s game.State, p game.Player, a game.Action) []byte {
	return s.(board).appendAction(dst, p, a)
}

// ParseAction finds the legal action, or the outcome, that text names.
func (t *toy) ParseAction(s game.State, p game.Player, text string) (game.Action, error) {
	var names []string
	for _, a := range legal(s, p) {
		name := string(t.AppendAction(nil, s, p, a))
		if name == text {
			return a, nil
		}
		names = append(names, name)
	}
	if p == game.Chance {
		return game.None, game.Errorf(game.BadOutcome, "outcome", "%q is none of %s", text, strings.Join(names, " "))
	}
	return game.None, game.Errorf(game.IllegalAction, "action", "%q is not legal for %v; legal: %s", text, p, strings.Join(names, " "))
}

// AppendPlan writes a plan, which in a toy is its move.
func (t *toy) AppendPlan(dst []byte, s game.State, p game.Player, plan *game.Plan) []byte {
	return t.AppendAction(dst, s, p, plan.Move)
}

// ParsePlan reads what AppendPlan writes.
func (t *toy) ParsePlan(s game.State, p game.Player, text string) (game.Plan, error) {
	a, err := t.ParseAction(s, p, text)
	return game.Plan{Move: a}, err
}

func legal(s game.State, p game.Player) []game.Action {
	if p != game.Chance {
		return s.Actions(p, nil)
	}
	var list []game.Action
	if c, ok := s.(game.Stochastic); ok {
		for _, o := range c.Outcomes(nil) {
			list = append(list, o.Action)
		}
	}
	return list
}

// position is a board with its game.
type position struct {
	game  *toy
	board board
}

// State is the live board.
func (p *position) State() game.State { return p.board }

// Reason is why the game ended.
func (p *position) Reason() string { return p.board.reason() }

// Apply carries out an action or outcome.
func (p *position) Apply(a game.Action) []game.Event {
	var events []game.Event
	if o, ok := p.board.(observer); ok {
		events = o.events(a)
	} else {
		turn := p.board.Turn()
		events = []game.Event{{Text: string(p.board.appendAction(nil, turn, a)), Player: turn}}
	}
	p.board.Apply(a)
	return events
}

// ApplyJoint carries out two plans.
func (p *position) ApplyJoint(plans *[2]game.Plan) []game.Event {
	var events []game.Event
	for side := range plans {
		s := game.Player(side)
		events = append(events, game.Event{Text: string(p.board.appendAction(nil, s, plans[side].Move)), Player: s})
	}
	p.board.(game.Joint).ApplyJoint(plans)
	return events
}

// AppendJSON writes the notation in an object.
func (p *position) AppendJSON(dst []byte) []byte {
	return fmt.Appendf(dst, `{"position":%q}`, p.board.appendNotation(nil))
}

// AppendNotation writes the one-line notation.
func (p *position) AppendNotation(dst []byte) []byte { return p.board.appendNotation(dst) }

// AppendObservation writes what side may know.
func (p *position) AppendObservation(dst []byte, side game.Player) ([]byte, error) {
	if !side.Side() {
		return nil, game.Errorf(game.BadRequest, "player", "%v observes nothing; use white or black", side)
	}
	if o, ok := p.board.(observer); ok {
		return o.appendObservation(dst, side), nil
	}
	return p.AppendJSON(dst), nil
}

// Key is the state's key in hex.
func (p *position) Key() string {
	k := p.board.Key()
	return fmt.Sprintf("%016x%016x", k.Hi, k.Lo)
}

// Resample draws n positions that side cannot tell from this one.
func (p *position) Resample(side game.Player, _ game.Belief, seed uint64, n int) ([]game.Position, error) {
	if !side.Side() {
		return nil, game.Errorf(game.BadRequest, "player", "%v observes nothing; use white or black", side)
	}
	list := make([]game.Position, n)
	for i := range list {
		c := p.Clone().(*position)
		if r, ok := p.board.(game.Resampler); ok {
			stream := rng.New(seed, 0, rng.Determinize, 0, uint32(i))
			r.ResampleInto(side, c.board, &stream)
		}
		list[i] = c
	}
	return list, nil
}

// Clone returns an independent copy.
func (p *position) Clone() game.Position {
	return &position{game: p.game, board: p.board.Clone().(board)}
}

// mix is a bijection that spreads the bits of a packed state (the finalizer of SplitMix64).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// packed makes a Key of a state that fits into two words.
func packed(hi, lo uint64) game.Key { return game.Key{Hi: mix(hi), Lo: mix(lo)} }
