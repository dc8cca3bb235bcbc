package deicide

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"variantlab/sim/game"
)

// Parse reads the canonical JSON, defaults left out or not.
func (g *Game) Parse(text []byte) (game.Position, error) {
	tree, err := parseJSON(text, "state")
	if err != nil {
		return nil, err
	}
	fields, err := tree.object("board", "castling", "en_passant", "extra_turn", "format", "history", "in_flight",
		"last_moved", "moves_left", "params", "ply", "quiet", "result", "side", "size", "turn", "variant")
	if err != nil {
		return nil, err
	}
	if err := g.checkHead(tree, fields); err != nil {
		return nil, err
	}
	r, params, err := g.readParams(fields)
	if err != nil {
		return nil, err
	}
	result, err := readResult(fields)
	if err != nil {
		return nil, err
	}
	d := newDraft(g.v, r)
	d.kingTaken = result.why == kingCaptured
	for _, part := range []struct {
		key  string
		read func(node) error
	}{
		{"board", d.jsonBoard}, {"side", d.jsonSide}, {"extra_turn", d.jsonExtra}, {"moves_left", d.jsonMovesLeft},
		{"castling", d.jsonCastling}, {"en_passant", d.jsonPassings}, {"in_flight", d.jsonFlights},
		{"last_moved", d.jsonLast}, {"quiet", counter(&d.quiet)}, {"turn", counter(&d.turn)}, {"ply", counter(&d.ply)},
	} {
		if n, ok := fields[part.key]; ok {
			if err := part.read(n); err != nil {
				return nil, err
			}
		}
	}
	if d.movesLeft == 2 && !d.extra {
		return nil, game.Errorf(game.BadState, "state.moves_left", "two moves are left only in an extra turn (extra_turn true)")
	}
	c, f := d.build()
	if f != nil {
		return nil, f.at("state")
	}
	return g.restore(c, fields, result, params)
}

func (g *Game) checkHead(tree node, fields map[string]node) error {
	for _, key := range []string{"format", "board"} {
		if _, ok := fields[key]; !ok {
			return game.Errorf(game.BadState, tree.path+"."+key, "missing")
		}
	}
	if n := fields["format"]; n.value != stateFormat {
		return n.wrong(`"` + stateFormat + `"`)
	}
	name := deicide.name
	if n, ok := fields["variant"]; ok {
		text, err := n.text()
		if err != nil {
			return err
		}
		name = text
	}
	if name != g.v.name {
		return game.Errorf(game.BadState, tree.path+".variant", "a state of %q, but the game is %s", name, g.v.name)
	}
	if n, ok := fields["size"]; ok {
		if _, err := n.number(g.v.size, g.v.size); err != nil {
			return err
		}
	}
	return nil
}

func (g *Game) readParams(fields map[string]node) (rules, game.Params, error) {
	overrides := game.Params{}
	if n, ok := fields["params"]; ok {
		members, ok := n.value.(map[string]any)
		if !ok {
			return rules{}, nil, n.wrong("an object")
		}
		for name, value := range members {
			if digits, ok := value.(json.Number); ok {
				v, err := digits.Float64()
				if err != nil {
					return rules{}, nil, game.Errorf(game.BadParams, n.path+"."+name, "%s is out of range", digits)
				}
				value = v
			}
			overrides[name] = value
		}
	}
	r, params, err := g.resolve(overrides)
	if input, ok := err.(*game.InputError); ok {
		return r, nil, game.Errorf(input.Code, "state."+input.Path, "%s", input.Msg)
	}
	return r, params, nil
}

func readResult(fields map[string]node) (result, error) {
	n, ok := fields["result"]
	if !ok || n.value == nil {
		return result{}, nil
	}
	members, err := n.object("reason", "winner")
	if err != nil {
		return result{}, err
	}
	reason, ok := members["reason"]
	if !ok {
		return result{}, n.errorf("reason is missing")
	}
	i := slices.Index(endings[1:], textOf(reason))
	if i < 0 {
		return result{}, reason.errorf("not one of %s", endings[1:])
	}
	r := drawn(ending(i + 1))
	winner := members["winner"]
	switch winner.value {
	case "w":
		r = won(white, r.why)
	case "b":
		r = won(black, r.why)
	case nil:
	default:
		return result{}, winner.wrong(`"w", "b" or null`)
	}
	decisive := r.why == checkmate || r.why == kingCaptured
	if mayWin := decisive || r.why == stalemate; r.won == 0 && decisive || r.won != 0 && !mayWin {
		return result{}, n.errorf("%s with winner %v cannot be", r.reason(), winner.value)
	}
	return r, nil
}

// textOf is the text of a node, or "" if it is none.
func textOf(n node) string {
	text, _ := n.value.(string)
	return text
}

func (n node) square(d *draft) (square, error) {
	q, err := d.square(textOf(n))
	if err != nil {
		return 0, n.errorf("%v", err)
	}
	return q, nil
}

func (n node) color() (color, error) {
	switch n.value {
	case "w":
		return white, nil
	case "b":
		return black, nil
	}
	return 0, n.wrong(`"w" or "b"`)
}

func (n node) kind() (kind, error) {
	k := kindByKey(textOf(n))
	if k == none {
		return none, n.errorf("no such type of piece%s", game.Suggest(textOf(n), strings.Split(kindList(allKinds), ",")))
	}
	return k, nil
}

// members reads an object all of whose needed fields are there.
func (n node) members(needed []string, optional ...string) (map[string]node, error) {
	fields, err := n.object(slices.Concat(needed, optional)...)
	if err != nil {
		return nil, err
	}
	for _, key := range needed {
		if _, ok := fields[key]; !ok {
			return nil, game.Errorf(game.BadState, n.path+"."+key, "missing")
		}
	}
	return fields, nil
}

func (d *draft) jsonBoard(n node) error {
	items, err := n.list()
	if err != nil {
		return err
	}
	for _, item := range items {
		fields, err := item.members([]string{"color", "sq", "type"}, "moved")
		if err != nil {
			return err
		}
		q, err := fields["sq"].square(d)
		if err != nil {
			return err
		}
		c, err := fields["color"].color()
		if err != nil {
			return err
		}
		k, err := fields["type"].kind()
		if err != nil {
			return err
		}
		if d.pieces[q] != nobody {
			return fields["sq"].errorf("two pieces on %s", q)
		}
		p := d.settle(pieceOf(c, k), q)
		if moved, ok := fields["moved"]; ok {
			has, err := moved.boolean()
			if err != nil {
				return err
			}
			if !p.isPawn() {
				return moved.errorf("only pawn kinds have moved")
			}
			if p &^= movedBit; has {
				p |= movedBit
			}
		}
		d.pieces[q] = p
	}
	return nil
}

func (d *draft) jsonSide(n node) (err error) {
	d.side, err = n.color()
	return err
}

func (d *draft) jsonExtra(n node) (err error) {
	d.extra, err = n.boolean()
	return err
}

func (d *draft) jsonMovesLeft(n node) error {
	v, err := n.number(1, 2)
	d.movesLeft = uint8(v)
	return err
}

func (d *draft) jsonCastling(n node) error {
	items, err := n.list()
	if err != nil {
		return err
	}
	for _, item := range items {
		q, err := item.square(d)
		if err != nil {
			return err
		}
		d.castling = append(d.castling, q)
	}
	return nil
}

func (d *draft) jsonPassings(n node) error {
	items, err := n.list()
	if err != nil {
		return err
	}
	for _, item := range items {
		fields, err := item.members([]string{"passed", "pawn"})
		if err != nil {
			return err
		}
		var e passing
		if e.pawn, err = fields["pawn"].square(d); err != nil {
			return err
		}
		passed, err := fields["passed"].list()
		if err != nil {
			return err
		}
		for _, p := range passed {
			q, err := p.square(d)
			if err != nil {
				return err
			}
			if err := e.add(q); err != nil {
				return p.errorf("%v", err)
			}
		}
		d.passings = append(d.passings, e)
	}
	return nil
}

func (d *draft) jsonFlights(n node) error {
	items, err := n.list()
	if err != nil {
		return err
	}
	for _, item := range items {
		fields, err := item.members([]string{"color", "counters", "target", "type"}, "fresh")
		if err != nil {
			return err
		}
		c, err := fields["color"].color()
		if err != nil {
			return err
		}
		k, err := fields["type"].kind()
		if err != nil {
			return err
		}
		counters, err := fields["counters"].number(1, launchCounters)
		if err != nil {
			return err
		}
		f := flight{piece: pieceOf(c, k), counters: uint8(counters)}
		if f.target, err = fields["target"].square(d); err != nil {
			return err
		}
		if fresh, ok := fields["fresh"]; ok {
			if f.fresh, err = fresh.boolean(); err != nil {
				return err
			}
		}
		d.flights = append(d.flights, f)
	}
	return nil
}

func (d *draft) jsonLast(n node) error {
	fields, err := n.object("w", "b")
	if err != nil {
		return err
	}
	for key, side := range map[string]color{"w": white, "b": black} {
		if f, ok := fields[key]; ok && f.value != nil {
			if d.last[side], err = f.kind(); err != nil {
				return err
			}
		}
	}
	return nil
}

func counter(to *uint32) func(node) error {
	return func(n node) error {
		v, err := n.number(0, maxCount)
		*to = uint32(v)
		return err
	}
}

// restore makes the position with its past.
func (g *Game) restore(c *core, fields map[string]node, ended result, params game.Params) (game.Position, error) {
	history, ok := fields["history"]
	if !ok {
		p := newPosition(g, c.start(), params)
		if ended.over() {
			p.s.result = ended
		}
		return p, nil
	}
	members, ok := history.value.(map[string]any)
	if !ok {
		return nil, history.wrong("an object")
	}
	p := &Position{g: g, params: params, past: map[string]int{}}
	p.s.core = *c
	for _, key := range slices.Sorted(maps.Keys(members)) {
		n, err := (node{history.path, members[key]}).number(1, 1<<16-1)
		if err != nil {
			return nil, err
		}
		past, ok := pastPosition(g.v, key)
		if !ok {
			return nil, history.errorf("%.60q is no position key: fields 1 to 7 of the notation at the start of a turn", key)
		}
		p.past[key] = n
		p.s.table.add(past.positionHash(), uint16(n))
	}
	p.s.result = ended
	if !ended.over() && !c.midTurn() {
		p.s.result = c.standing()
	}
	return p, nil
}

// pastPosition reads a canonical position key of the start of a turn.
func pastPosition(v *variant, key string) (*core, bool) {
	d, ok := keyDraft(v, key)
	if !ok || d.midTurn() {
		return nil, false
	}
	c, f := d.build()
	if f != nil || string(c.appendKey(nil)) != key {
		return nil, false
	}
	return c, true
}
