package domain

import (
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// What a side cannot know, and worlds drawn from what it may hold possible [CD-420, CD-434].
//
// A side has watched the game, so it knows the enemy's energy and cooldowns from public events [CD-435], but for casts
// of High Sense, which nobody sees. Nor does it know whether an enemy that has shown no technique is a Toji in disguise,
// or, in the enemy's King's Shadow Board, which of two kings is the decoy. What it holds possible is a function of what
// it knows, never of the truth: states that it cannot tell apart have the same worlds with the same odds.

// Hides reports whether p lacks anything about this state.
func (s *State) Hides(p game.Player) bool {
	if s.winner != 0 || !p.Side() {
		return false
	}
	c := Side(p)
	return s.pending.kind == disguiseChance ||
		s.setUnsure(c) || s.sensesUnseen(c) || s.copiesUnseen(c) || s.decoyUnsure(c)
}

// ResampleInto overwrites dst with a state that p holds possible.
func (s *State) ResampleInto(p game.Player, dst game.State, r *rng.Stream) {
	d := dst.(*State)
	if d != s {
		d.CopyFrom(s)
	}
	if s.winner != 0 || !p.Side() || s.pending.kind == disguiseChance {
		return
	}
	switch c := Side(p); {
	case s.setUnsure(c):
		d.dealSet(c, r)
		if d.sensesUnseen(c) {
			d.redrawSenses(c, r)
		}
	case s.sensesUnseen(c):
		d.redrawSenses(c, r)
	case s.copiesUnseen(c):
		d.redrawCopies(c, r)
	case s.decoyUnsure(c):
		d.redrawDecoy(c, r)
	default:
		return
	}
	d.veilRecall(Side(p))
}

// veilRecall replaces what the enemy of c has seen in the course of the game, which would tell what it knows, by a function
// of what c has seen.
func (s *State) veilRecall(c Side) { s.info[c.foe()] = mix(s.info[c], uint64(c)) }

// veilBars clears what c, which has watched the game, does not know of the enemy's energy and cooldowns; other is the
// enemy's side.
func (s *State) veilBars(c Side, other *sideState) {
	switch {
	case other.set == Toji:
		other.cd[KeySense] = 0
	case s.copiesUnseen(c):
		other.energy, other.cd[KeyCopy] = 0, 0
	case s.setUnsure(c):
		other.energy = 0 // as a Toji's; nothing has been cast
	}
}

// unseenTargets holds the enemy pieces that may bear a mark which c doesn't see: no king, and nothing of c beside them
// [CD-413, CD-414].
func (s *State) unseenTargets(c Side) Bitboard {
	return s.origins(c.foe()) &^ s.types[King] &^ around(s.origins(c))
}

// forgetMarks clears the enemy marks that c doesn't see.
func (s *State) forgetMarks(c Side) {
	for b := s.unseenMarks(c); b != 0; b &= b - 1 {
		s.setTimer(b.First(), Mark, 0)
	}
}

// drawSquare returns a square of a set that is not empty, each with the same odds.
func drawSquare(b Bitboard, r *rng.Stream) Square {
	for n := r.IntN(b.Count()); n > 0; n-- {
		b &= b - 1
	}
	return b.First()
}
