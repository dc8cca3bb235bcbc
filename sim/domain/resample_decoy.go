package domain

import (
	"slices"
	"sync"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// decoyUnsure reports whether c cannot tell the enemy's king from its decoy: both ways round must agree with what c
// knows. A king with a castling right has never moved, so c knows it. When c is to move its legal list, which it sees
// [CD-432], must be the same both ways.
func (s *State) decoyUnsure(c Side) bool {
	x := c.foe()
	decoys := s.types[Decoy] & s.of[x]
	if !s.owns(x, KeyShadow) || decoys.Count() != 1 || s.passing || s.castle&rightsOf(x) != 0 {
		return false
	}
	l := lineups.Get().(*lineup)
	defer lineups.Put(l)
	l.other.core = s.core
	l.other.swapDecoy(x)
	if !s.decoyStands(x) || !l.other.decoyStands(x) {
		return false
	}
	switch s.Turn() {
	case game.Player(x):
		return l.other.hasAction()
	case game.Player(c):
		l.lists[0] = s.Actions(game.Player(c), l.lists[0][:0])
		l.lists[1] = l.other.Actions(game.Player(c), l.lists[1][:0])
		return slices.Equal(l.lists[0], l.lists[1])
	}
	return true
}

// lineup is what a comparison of both ways round needs.
type lineup struct {
	other State
	lists [2][]act
}

var lineups = sync.Pool{New: func() any { return new(lineup) }}

// rightsOf are the castling rights of one side.
func rightsOf(c Side) castling { return (whiteShort | whiteLong) << (2 * c) }

// decoyStands reports whether x's king and decoy can stand as they do: no enemy threatens the decoy, the kings don't
// touch, and x's king isn't in check while its enemy is to move.
func (s *State) decoyStands(x Side) bool {
	t := s.threats(x.foe())
	return t.on((s.types[Decoy]&s.of[x]).First()) == 0 && !s.kingsTouch() && (s.turn == x || !s.inCheck(x))
}

// swapDecoy exchanges x's king and decoy. In the table of repetitions the present position changes with them.
func (s *State) swapDecoy(x Side) {
	before := s.lastEntry()
	king, decoy := s.king(x), (s.types[Decoy] & s.of[x]).First()
	k, d := s.take(king), s.take(decoy)
	s.put(king, d)
	s.put(decoy, k)
	if n := s.known; n > 0 && s.repeats[n-1] == before {
		s.repeats[n-1] = s.lastEntry()
	}
}

// lastEntry is the present position as the last entry of the table of repetitions has it.
func (s *State) lastEntry() uint64 {
	if s.known == s.foreign {
		return s.textKey()
	}
	return s.identity()
}

// redrawDecoy puts the enemy's king on the one or the other of the two squares.
func (s *State) redrawDecoy(c Side, r *rng.Stream) {
	x := c.foe()
	decoy := (s.types[Decoy] & s.of[x]).First()
	if first := r.IntN(2) == 0; first == (decoy < s.king(x)) {
		s.swapDecoy(x)
	}
}
