package protocol

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"variantlab/sim/game"
)

// request gives typed access to the fields of one request; every error names the field.
type request struct {
	server *Server
	fields map[string]json.RawMessage
}

func (r *request) has(field string) bool {
	raw, ok := r.fields[field]
	return ok && string(raw) != "null"
}

// text reads a required string.
func (r *request) text(field string) (string, error) {
	if !r.has(field) {
		return "", game.Errorf(game.BadRequest, field, "missing")
	}
	var v string
	if err := json.Unmarshal(r.fields[field], &v); err != nil {
		return "", game.Errorf(game.BadRequest, field, "must be a string, not %s", clip(r.fields[field]))
	}
	return v, nil
}

// integer reads a whole number in [low, high].
func (r *request) integer(field string, low, high int) (int, error) {
	if !r.has(field) {
		return 0, game.Errorf(game.BadRequest, field, "missing; give a whole number from %d to %d", low, high)
	}
	v, err := strconv.Atoi(string(r.fields[field]))
	if err != nil || v < low || v > high {
		return 0, game.Errorf(game.BadRequest, field, "must be a whole number from %d to %d, not %s", low, high, clip(r.fields[field]))
	}
	return v, nil
}

// seed reads an unsigned 64-bit number, written as a number or as a decimal string.
func (r *request) seed() (uint64, error) {
	if !r.has("seed") {
		return 0, game.Errorf(game.BadRequest, "seed", "missing; give an unsigned 64-bit number")
	}
	digits := string(r.fields["seed"])
	var quoted string
	if json.Unmarshal(r.fields["seed"], &quoted) == nil {
		digits = quoted
	}
	v, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return 0, game.Errorf(game.BadRequest, "seed", "must be an unsigned 64-bit number or its decimal string, not %s", clip(r.fields["seed"]))
	}
	return v, nil
}

// player reads white or black.
func (r *request) player(field string) (game.Player, error) {
	name, err := r.text(field)
	if err != nil {
		return 0, err
	}
	switch name {
	case "white":
		return game.First, nil
	case "black":
		return game.Second, nil
	}
	return 0, game.Errorf(game.BadRequest, field, "must be \"white\" or \"black\", not %q", name)
}

func (r *request) game() (game.Game, error) {
	name, err := r.text("game")
	if err != nil {
		return nil, err
	}
	g, ok := r.server.byName[name]
	if !ok {
		return nil, game.Errorf(game.UnknownGame, "game", "unknown game %q%s", name, game.Suggest(name, keys(r.server.byName)))
	}
	return g, nil
}

// position reads the game and its state.
func (r *request) position() (game.Game, game.Position, error) {
	g, err := r.game()
	if err != nil {
		return nil, nil, err
	}
	if !r.has("state") {
		return nil, nil, game.Errorf(game.BadRequest, "state", "missing; op \"new\" makes one")
	}
	p, err := g.Parse(r.fields["state"])
	return g, p, err
}

// start sets up a new game from options, params and position.
func (r *request) start(g game.Game) (game.Position, error) {
	var o game.Options
	if r.has("options") {
		var raw map[string]json.RawMessage
		if err := json.Unmarshal(r.fields["options"], &raw); err != nil {
			return nil, game.Errorf(game.BadRequest, "options", "must be an object, not %s", clip(r.fields["options"]))
		}
		o.Values = map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(raw)) {
			path := "options." + name
			if err := knownOption(g, name, path); err != nil {
				return nil, err
			}
			var v string
			if err := json.Unmarshal(raw[name], &v); err != nil {
				return nil, game.Errorf(game.BadRequest, path, "must be a string, not %s", clip(raw[name]))
			}
			o.Values[name] = v
		}
	}
	if r.has("params") {
		d := json.NewDecoder(bytes.NewReader(r.fields["params"]))
		if err := d.Decode(&o.Params); err != nil {
			return nil, game.Errorf(game.BadParams, "params", "must be an object, not %s", clip(r.fields["params"]))
		}
	}
	if r.has("position") {
		position, err := r.text("position")
		if err != nil {
			return nil, err
		}
		if position == "" {
			return nil, game.Errorf(game.BadState, "position", "empty; leave it out for the start position")
		}
		o.Position = position
	}
	return g.New(o)
}

func knownOption(g game.Game, name, path string) error {
	var known []string
	for _, o := range g.Info().Options {
		if o.Name == name {
			return nil
		}
		known = append(known, o.Name)
	}
	return game.Errorf(game.BadRequest, path, "%s has no option %q%s", g.Info().Name, name, game.Suggest(name, known))
}

// clip shows the start of a value in a message.
func clip(raw json.RawMessage) string {
	const most = 60
	if len(raw) <= most {
		return string(raw)
	}
	return string(bytes.ToValidUTF8(raw[:most], nil)) + "…"
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
