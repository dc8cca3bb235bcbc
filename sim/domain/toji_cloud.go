package domain

import (
	"math/bits"

	"variantlab/sim/board"
)

// Playful Cloud strikes down some enemy pieces around one of the caster's [CD-411].

func cloudTargetsOf(l *lister) {
	s, c := l.s, l.c
	prey := s.hittable(c, KeyCloud)
	own := s.origins(c)
	prey &= around(own)
	for centre := Square(0); centre < NoSquare; centre++ {
		if board.KingAttacks[centre]&prey == 0 {
			continue
		}
		for mask := act(1); mask < 1<<8; mask++ {
			a := act(KeyCloud)<<keyShift | act(centre)<<8 | mask
			if l.cloudNames(a, prey, own) {
				l.try(a)
			}
		}
	}
}

// cloudNames reports whether a is the name of a set of targets that lie around one of own.
func (l *lister) cloudNames(a act, prey, own Bitboard) bool {
	targets := cloudTargets(a)
	if bits.OnesCount32(uint32(a&0xff)) != targets.Count() || targets&^prey != 0 || targets.Count() > l.r.CloudMax {
		return false
	}
	common := ^Bitboard(0)
	for b := targets; b != 0; b &= b - 1 {
		common &= board.KingAttacks[b.First()]
	}
	return common&own != 0 && common.First() == Square(a>>8&63)
}

func cloudTakes(_ *State, by cast) Bitboard { return cloudTargets(by.a) }

func cloudEffect(s *State, by cast, tr *trace) {
	for b := cloudTargets(by.a); b != 0; {
		sq := firstInText(b)
		b &^= sq.Bit()
		s.destroy(by.c, KeyCloud, sq, tr)
	}
}
