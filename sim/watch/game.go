package watch

import (
	"fmt"

	"variantlab/sim/game"
)

// Game is Watch chess. Its zero value is ready to use.
type Game struct{}

// maxActions bounds the Moves of a side. With k men, at most 8 lines and 8 leaps reach each of the other 64-k squares,
// and a man reaches at most 27 squares: at most min(16*(64-k), 27*k) < 644 pairs of squares. On each of the last rank's 8
// squares up to 3 of these are pawns' with 4 promotions, 9 more; castling adds 2, plans without a Move 1.
const maxActions = 644 + 8*9 + 3

// Info describes the game.
func (Game) Info() game.Info {
	return game.Info{
		Name:  "watch",
		Title: "Watch chess",
		Rules: "watch-1",
		Joint: true,
		Options: []game.OptionDoc{
			{Name: "mode", Values: modeNames, Doc: "full Watch or King Watch mode; the same as the parameter mode"},
			{Name: "setup", Doc: "start position as WFEN, or standard"},
		},
		MaxActions: maxActions,
		Net:        netInfo,
	}
}

// Params lists the rule parameters.
func (Game) Params() []game.Param { return params() }

// standard names the standard start position, where a WFEN could stand.
const standard = "standard"

// New sets up a match and makes its first opening, which may end it already [WC-116].
func (Game) New(o game.Options) (game.Position, error) {
	overrides, err := withMode(&o)
	if err != nil {
		return nil, err
	}
	set, err := settingsFrom(overrides)
	if err != nil {
		return nil, err
	}
	wfen, path, code := standardWFEN(&set), "params", game.BadParams
	given := ""
	for _, start := range starts(&o) {
		if given != "" {
			return nil, game.Errorf(game.BadRequest, start.path, "the start position is given by %s already; give it once", given)
		}
		given, wfen, path, code = start.path, start.text, start.path, start.code
	}
	p, err := newPosition(set, wfen)
	if err != nil {
		return nil, game.Errorf(code, path, "%v", err)
	}
	p.open()
	return p, nil
}

// start is a start position that somebody gave, and the code of an error in it.
type start struct {
	text, path string
	code       game.Code
}

// starts lists the start positions that o gives; the name standard is the same as giving none.
func starts(o *game.Options) []start {
	var list []start
	if o.Position != "" {
		list = append(list, start{o.Position, "position", game.BadState})
	}
	if text, ok := o.Params[startParam].(string); ok && text != standard {
		list = append(list, start{text, "params." + startParam, game.BadParams})
	}
	if text, ok := o.Values["setup"]; ok && text != standard {
		list = append(list, start{text, "options.setup", game.BadRequest})
	}
	return list
}

// withMode returns the parameters with the option mode among them.
func withMode(o *game.Options) (game.Params, error) {
	overrides := game.Params{}
	for name, v := range o.Params {
		overrides[name] = v
	}
	for name, v := range o.Values {
		switch name {
		case "setup":
		case "mode":
			if v != modeNames[full] && v != modeNames[kingMode] {
				return nil, game.Errorf(game.BadRequest, "options.mode", "%q is no mode; use full or king", clip(v))
			}
			if other, ok := overrides["mode"]; ok && other != v {
				return nil, game.Errorf(game.BadRequest, "options.mode", "%q, but the parameter mode is %q; give one of them", v, fmt.Sprint(other))
			}
			overrides["mode"] = v
		default:
			return nil, game.Errorf(game.BadRequest, "options."+name, "no such option%s", game.Suggest(name, []string{"mode", "setup"}))
		}
	}
	return overrides, nil
}

// Parse reads a state's JSON.
func (Game) Parse(text []byte) (game.Position, error) {
	p, err := parse(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// AppendAction writes the first component of a plan: a Move, "none" or "hold".
func (Game) AppendAction(dst []byte, _ game.State, _ game.Player, a game.Action) []byte {
	return appendMove(dst, a)
}

// ParseAction reads the first component of one of p's plans.
func (Game) ParseAction(s game.State, p game.Player, text string) (game.Action, error) {
	for _, a := range s.Actions(p, nil) {
		if string(appendMove(nil, a)) == text {
			return a, nil
		}
	}
	return game.None, game.Errorf(game.IllegalAction, "action", "%q is in no legal plan of %v", clip(text), p)
}

// AppendPlan writes a plan [WC-103].
func (Game) AppendPlan(dst []byte, s game.State, p game.Player, plan *game.Plan) []byte {
	return appendPlan(dst, plan, s.(*State).kingSquare(side(p)))
}

// ParsePlan reads a plan of p's plan set.
func (Game) ParsePlan(s game.State, p game.Player, text string) (game.Plan, error) {
	path := "plans." + p.String()
	if !p.Side() {
		return game.Plan{}, game.Errorf(game.BadRequest, path, "%v makes no plans; use white or black", p)
	}
	plan, err := s.(*State).parsePlan(side(p), text)
	if err != nil {
		return game.Plan{}, game.Errorf(game.IllegalAction, path, "%v", err)
	}
	return plan, nil
}
