package deicide

import "variantlab/sim/game"

// Apply carries out a legal action [DC-130].
func (s *State) Apply(a game.Action) { s.step(a, nil) }

// ApplyTraced does the same and appends the events.
func (s *State) ApplyTraced(a game.Action, dst []game.Event) []game.Event {
	j := journal{events: dst}
	s.step(a, &j)
	return j.events
}

// progress says what a step did to the table of repetitions.
type progress struct {
	emptied bool // a removal emptied it
	counted bool // the position at the start of the next turn was counted
}

func (s *State) step(a game.Action, j *journal) (p progress) {
	mover, foe := s.side, s.side^1
	waiting := s.selfLanding(foe)
	removed, snailMoved := s.perform(a, j)
	if removed {
		s.table.clear()
	}
	p.emptied = removed
	if s.kings[foe] < 0 {
		s.movesLeft = 1 // the turn has not ended
		s.finish(s.captured(mover, s.last[mover]), j)
		return p
	}
	if s.movesLeft > 0 && !s.givesCheck(waiting) {
		if s.rules.plyLimit > 0 && s.ply >= s.rules.plyLimit {
			s.finish(drawn(maxPlies), j)
		}
		return p
	}
	if s.endTurn(snailMoved, j) {
		s.table.clear()
		p.emptied = true
	}
	if s.extra {
		j.note("extra_turn")
	}
	seen := s.table.count(s.positionHash())
	p.counted = true
	if r := s.verdict(mover, seen, j); r.over() {
		s.finish(r, j)
	}
	return p
}

// endTurn counts down and lands what is due, closes the window for en passant on the pawns of the side that does not
// move, and gives the move to it [DC-109 to DC-113]. It reports whether a landing removed something.
func (c *core) endTurn(snailMoved bool, j *journal) (removed bool) {
	if removed = c.countDown(j); removed {
		c.quiet = 0
	}
	if c.nPassing > 0 {
		mover := c.side
		c.dropPassings(func(e *passing) bool { return c.at(e.pawn).color() != mover })
	}
	c.side ^= 1
	if snailMoved && !c.extra { // DC-120, DC-121
		c.movesLeft, c.extra = 2, true
	} else {
		c.movesLeft, c.extra = 1, false
	}
	c.turn++
	return removed
}

// givesCheck reports whether the first move of an extra turn, just performed, gives check, which makes it the last
// [DC-124]. waiting: the enemy King stood on the target of his own landing before the move already.
func (c *core) givesCheck(waiting bool) bool {
	foe := c.side ^ 1
	if c.threatened(foe) {
		return true
	}
	after := *c
	after.endTurn(false, nil)
	return after.threatened(foe) || !waiting && after.selfLanding(foe)
}
