package domain

import "variantlab/sim/board"

// Playful Cloud strikes down some enemy pieces around one of the caster's [CD-411].

func cloudCasts(l *lister) {
	s, c := l.s, l.c
	own := s.origins(c)
	prey := s.hittable(c, KeyCloud) & around(own)
	for near := around(prey); near != 0; near &= near - 1 {
		centre := near.First()
		all := preyAround(centre, prey)
		for mask := -all & all; mask != 0; mask = (mask - all) & all { // the subsets in ascending order
			a := act(KeyCloud)<<keyShift | act(centre)<<8 | mask
			if targets := cloudTargets(a); targets.Count() <= l.r.CloudMax && isCloudCentre(centre, targets, own) {
				l.tryRemoved(a, targets)
			}
		}
	}
}

// preyAround gives the directions in which prey stands beside a square, one bit each.
func preyAround(centre Square, prey Bitboard) (mask act) {
	for d := board.N; d <= board.NW; d++ {
		if to := board.Step(centre, d); to != NoSquare && prey.Has(to) {
			mask |= 1 << d
		}
	}
	return mask
}

// isCloudCentre reports whether the targets, which lie around centre, are named by it, and lie around one of own.
func isCloudCentre(centre Square, targets, own Bitboard) bool {
	common := ^Bitboard(0)
	for b := targets; b != 0; b &= b - 1 {
		common &= board.KingAttacks[b.First()]
	}
	return common&own != 0 && common.First() == centre
}

func cloudTakes(_ *State, by cast) Bitboard { return cloudTargets(by.a) }

func cloudEffect(s *State, by cast, tr *trace) {
	for b := cloudTargets(by.a); b != 0; {
		sq := firstInText(b)
		b &^= sq.Bit()
		s.destroy(by.c, KeyCloud, sq, tr)
	}
}
