package domain

import "variantlab/sim/rng"

// sensesUnseen reports whether the enemy of c is a Toji that may have cast High Sense [CD-424].
func (s *State) sensesUnseen(c Side) bool {
	side := &s.sides[c.foe()]
	return side.set == Toji && int(side.turns) >= s.rules().UnlockTechnique
}

// otherActions is about how many actions compete with those of High Sense in a turn.
const otherActions = 28

// redrawSenses draws when the enemy, a Toji, has cast High Sense, turn by turn, and on which pieces: its cooldown and the
// marks that c doesn't see. Each turn in which he may cast he does so with the odds of a player who picks among all his
// actions at random. Marks that c sees, and what they say about cooldowns, stay.
func (s *State) redrawSenses(c Side, r *rng.Stream) {
	x, rules := c.foe(), s.rules()
	side := &s.sides[x]
	s.forgetMarks(c)
	block := rules.CdSense + 1
	oldest := min(int(side.turns)-rules.UnlockTechnique, rules.DurMark+2*block)
	last, next := -1, oldest // ages, in own turns, of the last cast (-1: none) and of the next turn that allows one
	for age := oldest; age >= 0; age-- {
		switch {
		case s.seenMarkOf(x, rules.DurMark-age) != 0:
			last = age
		case age > next || s.marksLater(x, age, block):
		case !s.drawSense(c, age, last >= 0, r):
		default:
			last = age
		}
		if last == age {
			next = age - block
		}
	}
	side.cd[KeySense] = 0
	if last >= 0 {
		ended := last
		if s.turn != x {
			ended++
		}
		side.cd[KeySense] = uint8(max(block-ended, 0))
	}
}

// seenMarkOf holds the pieces of x whose mark has n turns left, once those unseen are forgotten; none for n below 1.
func (s *State) seenMarkOf(x Side, n int) (b Bitboard) {
	for m := s.timed[Mark] & s.of[x]; m != 0 && n > 0; m &= m - 1 {
		if s.board[m.First()].timer(Mark) == n {
			b |= m.First().Bit()
		}
	}
	return b
}

// marksLater reports whether c sees a mark of x so soon after a turn of that age that a cast in it would have been too
// near.
func (s *State) marksLater(x Side, age, block int) bool {
	for later := max(age-block+1, 0); later < age; later++ {
		if s.seenMarkOf(x, s.rules().DurMark-later) != 0 {
			return true
		}
	}
	return false
}

// drawSense draws whether the enemy of c has cast High Sense in a turn of that age and where the mark is now: on a piece
// on which c doesn't see it, or gone with its piece or under a newer one. It returns false for no cast.
func (s *State) drawSense(c Side, age int, again bool, r *rng.Stream) bool {
	x := c.foe()
	pieces := (s.origins(x) &^ s.types[King]).Count()
	left := s.rules().DurMark - age
	if left <= 0 {
		return r.IntN(otherActions+pieces) < pieces
	}
	bearers := s.unseenTargets(c) &^ s.timed[Mark]
	gone := 0
	if age > 0 && (again || s.sides[x].nLost > 0) {
		gone = 1
	}
	switch n := r.IntN(otherActions + bearers.Count() + gone); {
	case n < bearers.Count():
		s.setTimer(drawSquare(bearers, r), Mark, left)
		return true
	default:
		return n < bearers.Count()+gone
	}
}

// copiesUnseen reports whether the enemy of c plays Copy and has learned High Sense from it, so that it may have cast it
// again unseen: then its energy and the cooldown of Copy are no longer known either [CD-435].
func (s *State) copiesUnseen(c Side) bool {
	side := &s.sides[c.foe()]
	return side.set == CopySet && s.sides[c].set == Toji && side.learned.has(KeySense)
}

// redrawCopies draws the energy, the cooldown of Copy and an unseen mark of such an enemy.
func (s *State) redrawCopies(c Side, r *rng.Stream) {
	x, rules := c.foe(), s.rules()
	side := &s.sides[x]
	s.forgetMarks(c)
	if bearers := s.unseenTargets(c) &^ s.timed[Mark]; bearers != 0 && rules.DurMark > 0 && r.IntN(2) == 0 {
		s.setTimer(drawSquare(bearers, r), Mark, 1+r.IntN(rules.DurMark))
	}
	most := rules.CdCopy
	if s.turn == x {
		most++
	}
	const tries = 16
	for range tries {
		side.energy = uint16(r.IntN(rules.EnergyMax + 1))
		side.cd[KeyCopy] = uint8(r.IntN(most + 1))
		if s.passing || s.turn != x || s.pending.kind != noChance || s.hasAction() {
			return
		}
	}
	side.energy, side.cd[KeyCopy] = uint16(rules.EnergyMax), 0
}
