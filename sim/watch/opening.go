package watch

import "variantlab/sim/board"

// Status is what a side can do in a round.
type Status uint8

// The statuses [WC-081 to WC-084]; NoStatus is that of both sides once a King has fallen.
const (
	NoStatus Status = iota
	Normal
	InCheck       // in check, and some legal plan has a Move
	Emergency     // in check, and every legal plan is a King Watch without a Move
	Checkmated    // in check without a legal plan
	ForcedHold    // no legal plan, but only because own men are frozen
	Stalemated    // no legal plan
	StalemateHold // the same, where the settings make that a Hold
)

var statusNames = []string{"", "normal", "check", "emergency", "checkmate", "forced_hold", "stalemate", "stalemate_hold"}

// String gives the status as states write it.
func (t Status) String() string { return statusNames[t] }

// holds reports whether Hold is sealed for the side.
func (t Status) holds() bool { return t == ForcedHold || t == StalemateHold }

// mayWatch and mayGuard report whether the limits and allowances of c leave room for an ordinary Watch, a King Watch
// [WC-060 to WC-063].
func (s *State) mayWatch(c side) bool {
	return s.set.Mode == full && s.set.LimitFull > 0 && s.ordinary[c] > 0
}

func (s *State) mayGuard(c side) bool { return s.set.limit() > 0 && s.guards[c] > 0 }

// guardsOf is the set of men, of those in free, that can watch c's King; a King can't watch itself.
func (s *State) guardsOf(c side, free board.Set) board.Set {
	return s.threats(c, s.kingSquare(c), free, s.occupied())
}

// guardsLeft is the set of c's men that can be in a King Watch.
func (s *State) guardsLeft(c side) board.Set {
	if !s.mayGuard(c) {
		return 0
	}
	return s.guardsOf(c, s.free(c))
}

// judge finds c's status with the men in free unfrozen. It never lists plans: by WC-078 and WC-079 a legal plan exists
// if there is a safe Move, or a King Watch in check, or a King Watch beside any Move, or an ordinary Watch out of check.
func (s *State) judge(c side, free board.Set) Status {
	sh := s.shield(c)
	if s.hasSafeMove(c, free, sh) {
		if sh.checked {
			return InCheck
		}
		return Normal
	}
	guards := board.Set(0)
	if s.mayGuard(c) {
		guards = s.guardsOf(c, free)
	}
	switch beside := guards != 0 && s.movesBeside(c, free, guards); {
	case sh.checked && beside:
		return InCheck
	case sh.checked && guards != 0:
		return Emergency
	case sh.checked:
		return Checkmated
	case beside || s.mayWatch(c) && s.hasOrdinaryWatch(c, free):
		return Normal
	case free != s.men[c] && s.judge(c, s.men[c]) == Normal:
		return ForcedHold
	case s.set.Stalemate == stalemateHolds:
		return StalemateHold
	}
	return Stalemated
}

func (s *State) hasSafeMove(c side, free board.Set, sh shield) bool {
	for men := free; men != 0; men &= men - 1 {
		from := men.First()
		for to := s.targets(c, from); to != 0; to &= to - 1 {
			if s.safe(c, from, to.First(), sh) {
				return true
			}
		}
	}
	return s.castlingTargets(c, free) != 0
}

// movesBeside reports whether a man that isn't the King can move while another of guards watches the King.
func (s *State) movesBeside(c side, free, guards board.Set) bool {
	for men := free &^ s.kinds[king]; men != 0; men &= men - 1 {
		if from := men.First(); guards&^from.Bit() != 0 && s.targets(c, from) != 0 {
			return true
		}
	}
	return false
}

func (s *State) hasOrdinaryWatch(c side, free board.Set) bool {
	for men := free; men != 0; men &= men - 1 {
		if s.watched(c, men.First())&^s.kinds[king] != 0 {
			return true
		}
	}
	return false
}

// open is the opening of a round: statuses and end tests [WC-010, WC-092]. occurrences is how often the position has
// been there, this time included; it matters only where repetitions end a match.
func (s *State) open(occurrences int) {
	for c := white; c <= black; c++ {
		s.status[c] = s.judge(c, s.free(c))
	}
	w, b := s.status[white], s.status[black]
	switch {
	case w == Checkmated && b == Checkmated:
		s.end(0, DoubleCheckmate)
	case w == Checkmated:
		s.end(won(black), Checkmate)
	case b == Checkmated:
		s.end(won(white), Checkmate)
	case w == Stalemated && (b == Stalemated || s.set.Stalemate == stalemateDraws):
		s.end(0, Stalemate)
	case w == Stalemated:
		s.end(won(black), Stalemate)
	case b == Stalemated && s.set.Stalemate == stalemateDraws:
		s.end(0, Stalemate)
	case b == Stalemated:
		s.end(won(white), Stalemate)
	case s.set.WatchOnly > 0 && s.idle >= uint32(s.set.WatchOnly):
		s.end(0, WatchOnly)
	case s.set.Repetition > 0 && occurrences >= int(s.set.Repetition):
		s.end(0, Repeated)
	case s.set.RoundLimit > 0 && s.round > s.set.RoundLimit:
		s.end(0, RoundLimit)
	}
}
