package domain

import "variantlab/sim/game"

// Key identifies the state: the board with all timers, both sides' resources, what is pending, the counters, and how
// often the present position has occurred. Of the positions that came before it has only the number, because a state
// read from text knows them by other hashes than a live one.
func (s *State) Key() game.Key {
	h := hasher{hi: uint64(s.params), lo: uint64(s.pawns)}
	for b := s.occupied(); b != 0; b &= b - 1 {
		sq := b.First()
		h.add(uint64(s.board[sq])<<6 | uint64(sq))
	}
	h.scene(s)
	h.add(uint64(s.times(s.identity(), 1)))
	for c := range s.sides {
		h.side(&s.sides[c])
	}
	return game.Key{Hi: h.hi, Lo: h.lo}
}

// hasher folds words into 128 bits.
type hasher struct{ hi, lo uint64 }

func (h *hasher) add(w uint64) {
	h.hi = mix(h.hi, w)
	h.lo = mix(h.lo^h.hi>>7, w)
}

// scene folds in what belongs to neither side.
func (h *hasher) scene(s *State) {
	d, p := &s.domain, &s.pending
	h.add(uint64(d.name) | uint64(d.owner)<<8 | uint64(d.left)<<16 | flag(d.fresh)<<24 | flag(d.slash)<<25 | uint64(d.queen)<<32)
	h.add(uint64(p.kind) | uint64(p.when)<<8 | uint64(p.sq)<<16 | uint64(p.side)<<24)
	h.add(uint64(s.ply) | uint64(s.halfmove)<<16 | uint64(s.known)<<32)
	h.add(uint64(s.turn) | uint64(s.castle)<<8 | uint64(s.ep)<<16 | flag(s.passing)<<24 | flag(s.reset)<<25 |
		uint64(s.winner)<<32 | uint64(s.reason)<<40)
}

// side folds in what belongs to one side.
func (h *hasher) side(v *sideState) {
	h.add(uint64(v.set) | uint64(v.disguise)<<8 | flag(v.revealed)<<16 | flag(v.summoned)<<17 | flag(v.checked)<<18 |
		flag(v.reading)<<19 | uint64(v.primed)<<24 | uint64(v.jackpot)<<32 | uint64(v.doors)<<40 | uint64(v.doorsLeft)<<48)
	h.add(uint64(v.energy) | uint64(v.luck)<<16 | uint64(v.turns)<<32 | uint64(v.losses)<<48)
	h.add(uint64(v.held[Pawn]) | uint64(v.held[Knight])<<16 | uint64(v.held[Bishop])<<32 | uint64(v.held[Rook])<<48)
	h.add(uint64(v.held[Queen]) | uint64(v.seen)<<16 | uint64(v.nLost)<<32 | uint64(v.nRecent)<<40 | uint64(v.nAdapted)<<48)
	h.add(uint64(v.learned))
	for k, n := range v.cd {
		if n != 0 {
			h.add(uint64(k)<<8 | uint64(n))
		}
	}
	for _, l := range v.lost[:v.nLost] {
		h.add(uint64(l.typ)<<8 | uint64(l.home))
	}
	for _, k := range v.recent[:v.nRecent] {
		h.add(uint64(k))
	}
	for _, k := range v.order[:v.nAdapted] {
		h.add(uint64(k))
	}
}

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
