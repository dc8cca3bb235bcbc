package deicide

import "variantlab/sim/game"

// threatened reports whether the opponent of side, moving once now and ending its turn, would remove side's King, or
// whether that King is gone already [DC-400, DC-402].
func (c *core) threatened(side color) bool {
	if c.kings[side] < 0 {
		return true
	}
	v, k, foe := c.v(), square(c.kings[side]), side^1

	steps := v.window[k].and(c.by[foe])
	for !steps.empty() {
		q := steps.pop()
		if v.hitters[foe][windowIndex(k.file()-q.file(), k.rank()-q.rank())].has(c.acts(c.at(q))) {
			return true
		}
	}

	occupied := c.occupied()
	lines := v.lines[k].and(c.sliders[foe])
	for !lines.empty() {
		q := lines.pop()
		d, acting := heading(q, k), c.acts(c.at(q))
		slides, hurdles := v.slideKinds[d].has(acting), v.hurdleKinds[d].has(acting)
		if !slides && !hurdles {
			continue
		}
		if n := v.between(q, k, d).and(occupied).count(); n == 0 && slides || n == 1 && hurdles {
			return true
		}
	}

	for benders := v.bends[k].and(c.benders[foe]); !benders.empty(); {
		q := benders.pop()
		switch p := c.at(q); c.acts(p) {
		case kitsune, werewolf:
			paths, n := v.bentPaths(c.acts(p), q, k)
			for _, path := range paths[:n] {
				if !path.meets(occupied) {
					return true
				}
			}
		case sumo:
			if p.kind() == sumo && c.pushesOut(q, k, foe) {
				return true
			}
		}
	}

	for _, f := range c.flights[:c.nFlights] { // T2
		if f.counters == 1 && f.target == k && f.piece.color() == foe {
			return true
		}
	}
	return c.bangNear(k, foe)
}

// pushesOut reports whether the Sumo of side on q can push the King on k off the board, or onto an empty square where a
// piece of its side is about to land [DC-402 T3, T4].
func (c *core) pushesOut(q, k square, side color) bool {
	clear, ok := c.pushLane(q, k, side)
	return ok && !clear.meets(c.occupied())
}

// pushLane holds the squares that must be empty for that; ok is false where it is impossible whatever they hold.
func (c *core) pushLane(q, k square, side color) (clear set, ok bool) {
	d := heading(q, k)
	if d < 0 || distance(q, k) > sumoRange {
		return set{}, false
	}
	v := c.v()
	clear = v.between(q, k, d)
	behind, onBoard := ring[d].from(k, v.size)
	if !onBoard {
		return clear, true
	}
	if !c.due(side).has(behind) {
		return set{}, false
	}
	return clear.or(bit[behind]), true
}

// selfLanding reports whether a piece of side is about to land on its own King, should he stay where he is [DC-403].
func (c *core) selfLanding(side color) bool {
	return c.kings[side] >= 0 && c.due(side).has(square(c.kings[side]))
}

// inCheck reports whether side, which is to move, is in check [DC-404].
func (c *core) inCheck(side color) bool {
	return c.threatened(side) || c.side == side && c.selfLanding(side)
}

// safe reports whether side to move may make this action as far as its King is concerned: play it, end the turn, look
// [DC-401].
func (c *core) safe(a game.Action) bool {
	after := *c
	after.perform(a, nil)
	after.endTurn(false, nil)
	return !after.threatened(c.side)
}
