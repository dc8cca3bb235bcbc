package domain

import "variantlab/sim/game"

// What a side has observed is folded into State.info as the game goes on: the enemy's casts and moves, but not its casts
// of High Sense; chance outcomes; what came out otherwise than the acting side could know (told); the marks that it sees;
// and, where the enemy has a decoy, its own legal lists, which betray it [CD-432]. InfoKey adds what it sees now.

// witness folds a decision into what both sides have observed.
func (s *State) witness(a act) {
	c, x := s.turn, s.turn.foe()
	if s.types[Decoy]&s.of[x] != 0 {
		s.info[c] = mix(s.info[c], s.listHash(c))
	}
	s.info[c] = mix(s.info[c], uint64(a))
	if k := actionKey(a); k == KeyMove || !techniques[k].secret {
		s.info[x] = mix(s.info[x], uint64(a))
	}
}

// fact is a kind of public event that does not follow from what both sides knew.
type fact uint64

const (
	factOutcome fact = 1 + iota
	factCounter
	factReveal
	factFail
	factClash
	factDecoy // one vanished
	factDrain
)

// told folds a public fact into what both sides have observed.
func (s *State) told(f fact, what uint64) {
	for c := range s.info {
		s.info[c] = mix(s.info[c], uint64(f)<<56|what)
	}
}

// lookAround folds the enemy marks that each side sees after a step.
func (s *State) lookAround() {
	if s.timed[Mark] == 0 {
		return
	}
	for c := range s.info {
		if seen := s.seenMarks(Side(c)); seen != 0 {
			s.info[c] = mix(s.info[c], uint64(seen))
		}
	}
}

// listHash is a hash of c's legal list.
func (s *State) listHash(c Side) uint64 {
	l := listers.Get().(*lister)
	l.scratch = s.Actions(game.Player(c), l.scratch[:0])
	h := uint64(len(l.scratch))
	for _, a := range l.scratch {
		h = mix(h, uint64(a))
	}
	listers.Put(l)
	return h
}

// InfoKey is equal for states that p cannot tell apart: it has observed the same, it sees the same now, and, where the
// enemy has a decoy, it has the same legal list.
func (s *State) InfoKey(p game.Player) game.Key {
	c, x := Side(p), Side(p).foe()
	h := hasher{hi: uint64(s.params) ^ s.info[c], lo: uint64(s.pawns)}
	for b := s.occupied(); b != 0; b &= b - 1 {
		sq := b.First()
		h.add(uint64(s.lookOf(c, sq))<<6 | uint64(sq))
	}
	h.scene(s)
	own, other := &s.sides[c], s.sides[x]
	h.side(own)
	s.veilBars(c, &other)
	other.set, other.disguise, other.revealed = other.shown(), NoSet, false // [CD-420, CD-424]
	other.seen = 0
	h.side(&other)
	if s.turn == c && s.winner == 0 && s.pending.kind == noChance && s.types[Decoy]&s.of[x] != 0 {
		h.add(s.listHash(c))
	}
	return game.Key{Hi: h.hi, Lo: h.lo}
}

// lookOf is the piece on a square as c knows it: unseen marks are absent, and an enemy decoy and its king look alike. A
// side that remembers knows its own pieces in the enemy's King's Shadow Board too.
func (s *State) lookOf(c Side, sq Square) Piece {
	p := s.board[sq]
	switch {
	case p.side() == c:
		return p
	case p.typ() == Decoy, p.typ() == King && s.types[Decoy]&s.of[c.foe()] != 0:
		return newPiece(King, c.foe(), Real)
	case s.unseenMarks(c).Has(sq):
		return p.withTimer(Mark, 0)
	}
	return p
}
