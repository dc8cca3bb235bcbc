package domain

import "variantlab/sim/rng"

// tojiOdds is how likely a side that shows a set is a Toji in disguise, before it has done anything: all seven sets are
// as likely, and a Toji shows one of the other six.
const tojiOdds = (1. / 7 / 6) / (1./7/6 + 1./7)

// setUnsure reports whether c holds both possible: that the enemy plays the set it shows, and that it is a Toji.
func (s *State) setUnsure(c Side) bool {
	x := c.foe()
	side := &s.sides[x]
	if side.revealed || side.proven || side.shown() == NoSet || side.shown() == Toji || s.passing || !s.quiet(c) {
		return false
	}
	for k, n := range side.cd {
		if n != 0 && !(side.set == Toji && Key(k) == KeySense) {
			return false
		}
	}
	if side.set != Toji && (int(side.energy) != s.quietEnergy(x) || s.timed[Mark]&s.of[x] != 0) {
		return false
	}
	return s.turn != x || s.pending.kind != noChance || s.otherSetActs(x)
}

// quiet reports whether nothing that c knows tells the enemy's set: it has cast nothing, and nothing that c has done to
// it has worked, or failed, as it only would on one of them.
func (s *State) quiet(c Side) bool {
	x, r := c.foe(), s.rules()
	own, side := &s.sides[c], &s.sides[x]
	cast := side.nRecent > 0 || side.learned|side.adapted != 0 || side.primed != 0 || side.luck > 0 || side.jackpot > 0 ||
		side.doors != NoSquare || side.summoned || side.reading || int(side.seen) != r.EnergyStart
	shadows := s.dogs | s.curses | s.rikas | s.types[Mahoraga] | s.types[Decoy]
	worked := own.reading || int(own.seen) != r.EnergyStart || own.cd[KeyDomain] > 0 || s.of[x].Has(own.doors)
	for _, k := range own.recent[:own.nRecent] {
		worked = worked || k == KeyDomain
	}
	return !cast && !worked && s.domain.name == NoKey && shadows&s.of[x] == 0 && s.timed[Speech] == 0 &&
		(s.timed[Infinity]|s.timed[Shield])&s.of[x] == 0 && s.timed[Mark]&s.of[x]&^s.unseenMarks(c) == 0
}

// quietEnergy is the energy of a side that has never spent any.
func (s *State) quietEnergy(c Side) int {
	r := s.rules()
	ended := int(s.sides[c].turns)
	if s.turn == c {
		ended--
	}
	return min(r.EnergyMax, r.EnergyStart+ended*r.EnergyRegain)
}

// otherSetActs reports whether x, which is to act, would have an action with the other set that its enemy holds possible.
// Without one the game would have ended.
func (s *State) otherSetActs(x Side) bool {
	l := listers.Get().(*lister)
	defer listers.Put(l)
	l.trial.core = s.core
	l.trial.dress(x, s.sides[x].set != Toji)
	return l.trial.hasAction()
}

// dealSet makes the enemy of c a Toji in disguise, or a player of the set that it shows.
func (s *State) dealSet(c Side, r *rng.Stream) { s.dress(c.foe(), r.Float64() < tojiOdds) }

// dress makes a quiet side a Toji in the disguise of what it shows, or a player of that set.
func (s *State) dress(x Side, toji bool) {
	side := &s.sides[x]
	if toji == (side.set == Toji) {
		return
	}
	clear(side.cd[:])
	if toji {
		side.disguise, side.set, side.energy = side.set, Toji, 0
		return
	}
	side.set, side.disguise, side.energy = side.disguise, NoSet, uint16(s.quietEnergy(x))
	for b := s.timed[Mark] & s.of[x]; b != 0; b &= b - 1 {
		s.setTimer(b.First(), Mark, 0)
	}
}
