package watch

import "variantlab/sim/game"

// appendPlanFields writes the fields of a plan's JSON [WC-105].
func appendPlanFields(w *writer, plan *game.Plan, kingAt square) {
	if plan.Move == Hold {
		w.flag("hold")
		return
	}
	pairJSON := func(pair uint16) string {
		return `["` + square(pair>>6).String() + `","` + square(pair&63).String() + `"]`
	}
	var ordinary []byte
	for _, pair := range plan.Watch[:plan.N] {
		if square(pair&63) == kingAt {
			w.key("king_watch")
			w.dst = append(w.dst, pairJSON(pair)...)
		} else {
			ordinary = append(ordinary, ","+pairJSON(pair)...)
		}
	}
	if isMove(plan.Move) {
		w.text("move", string(appendMove(nil, plan.Move)))
	}
	if len(ordinary) > 0 {
		ordinary[0] = '['
		w.key("watches")
		w.dst = append(append(w.dst, ordinary...), ']')
	}
}

// readPlan reads a plan's JSON [WC-105].
func (p *position) readPlan(c side, v value) (game.Plan, error) {
	plan := game.Plan{Move: NoMove}
	o, err := v.object()
	if err != nil {
		return plan, err
	}
	if v, ok := o.get("hold"); ok {
		hold, err := v.bool()
		if err != nil {
			return plan, err
		}
		if hold {
			plan.Move = Hold
		}
	}
	if v, ok := o.get("move"); ok && !v.isNull() {
		text, err := v.text()
		if err != nil {
			return plan, err
		}
		move, ok := parseMove(text)
		if !ok || plan.Move == Hold {
			return plan, v.errorf("must be a Move like \"e2e4\", and none beside hold, not %s", clip(string(v.raw)))
		}
		plan.Move = move
	}
	kingAt := square(64)
	if p.s.hasKing(c) {
		kingAt = p.s.kingSquare(c)
	}
	if v, ok := o.get("king_watch"); ok && !v.isNull() {
		if err := readPair(&plan, v, func(watched square) bool { return watched == kingAt }); err != nil {
			return plan, err
		}
	}
	if v, ok := o.get("watches"); ok {
		list, err := v.list()
		if err != nil {
			return plan, err
		}
		for _, v := range list {
			if err := readPair(&plan, v, func(watched square) bool { return watched != kingAt }); err != nil {
				return plan, err
			}
		}
	}
	return plan, o.done()
}

// readPair adds a pair of square names to a plan; fits tests the watched square.
func readPair(plan *game.Plan, v value, fits func(watched square) bool) error {
	names, err := v.texts()
	if err != nil {
		return err
	}
	if len(names) != 2 {
		return v.errorf("must be two squares, watcher and watched, not %s", clip(string(v.raw)))
	}
	pair, ok := parsePair(names[0] + ">" + names[1])
	if !ok || !fits(square(pair&63)) {
		return v.errorf("must be two squares, watcher and watched; the King is watched in king_watch and nowhere else, not %s", clip(string(v.raw)))
	}
	if plan.N == game.MaxPairs {
		return v.errorf("more than %d Watches", game.MaxPairs)
	}
	if err := insertPair(plan, pair); err != nil {
		return v.errorf("%v", err)
	}
	return nil
}
