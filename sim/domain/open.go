package domain

import "math/bits"

// What a side may cast as far as things off the board go. Asked first, it spares most positions the search for targets.

// setKeys are the techniques and domains of each set; all sets but Toji's have Reverse Cursed Technique too. lendable
// are those that Copy may copy and Rika lend. Both are filled with the table.
var (
	setKeys  [numSets]keySet
	lendable keySet
)

func listKeys() {
	for k := range techniques {
		row := &techniques[k]
		if row.effect == nil {
			continue
		}
		for set := Limitless; set < numSets; set++ {
			if row.set == set || row.set == NoSet && set != Toji {
				setKeys[set] = setKeys[set].with(Key(k))
			}
		}
		if !row.fixed && row.domain == nil {
			lendable = lendable.with(Key(k))
		}
	}
}

// open gives the keys that c may cast and those that it may cast through Copy: unlocked, the cooldown over, and the
// least price within its means [CD-136].
func (s *State) open(c Side) (own, copies keySet) {
	side, r := &s.sides[c], s.rules()
	if int(side.turns) < min(r.UnlockTechnique, r.UnlockDomain) {
		return 0, 0
	}
	foe := &s.sides[c.foe()]
	own = setKeys[side.set]
	switch {
	case s.rikas&s.of[c] != 0: // CD-243
		own |= (setKeys[foe.set] | side.learned) & lendable
	case side.set == CopySet && side.cd[KeyCopy] == 0 && int(side.turns) >= r.UnlockTechnique: // CD-240
		for _, k := range foe.recent[:foe.nRecent] {
			copies = copies.with(k)
		}
		copies &= lendable
	}
	for left := uint64(own); left != 0; left &= left - 1 {
		k := Key(bits.TrailingZeros64(left))
		row := &techniques[k]
		if side.cd[row.timer(k)] > 0 || !s.unlocked(c, row, r) || !s.affords(c, row.least(s, c, r)) {
			own = own.without(k)
		}
	}
	for left := uint64(copies); left != 0; left &= left - 1 {
		k := Key(bits.TrailingZeros64(left))
		if !s.affords(c, techniques[k].least(s, c, r)) {
			copies = copies.without(k)
		}
	}
	return own, copies
}

// unlocked reports whether c's turn has come for a technique; for a domain also that c has the energy it asks for and
// no domain of its own stands [CD-320].
func (s *State) unlocked(c Side, row *technique, r *Rules) bool {
	side := &s.sides[c]
	if row.domain == nil {
		return int(side.turns) >= r.UnlockTechnique
	}
	return int(side.turns) >= r.UnlockDomain && int(side.energy) >= r.DomainRequiredEnergy &&
		(s.domain.name == NoKey || s.domain.owner != c)
}

// affords reports whether c can pay a price; in a jackpot all is free [CD-137].
func (s *State) affords(c Side, price int) bool {
	side := &s.sides[c]
	return side.jackpot > 0 || price <= int(side.energy)
}
