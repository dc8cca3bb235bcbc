package watch

import (
	"variantlab/sim/board"
	"variantlab/sim/game"
)

// Factors overwrites f with p's plans. Nothing is listed that can't be in a legal plan.
func (s *State) Factors(p game.Player, f *game.Factors) { *f = s.factor(side(p), *f, false) }

// Reduced leaves out the Watches that can't be called: an ordinary pair unless a Move of one of the enemy's legal plans
// ends on the watched square, a King Watch unless one ends on the King's [WC-120]. A King Watch that can't be called is
// kept only beside a Move that would be illegal without one; of the plans without a Move whose Watches can't be called
// there is one, with the lowest pair in p's own view.
func (s *State) Reduced(p game.Player, f *game.Factors) { *f = s.factor(side(p), *f, true) }

// factor fills f and returns it. It passes f by value so that callers can keep its buffers on their stack.
func (s *State) factor(c side, f game.Factors, reduced bool) game.Factors {
	f.Reset()
	switch {
	case s.reason != NotOver:
		return f
	case s.status[c].holds():
		f.Moves = append(f.Moves, game.FactorMove{Move: Hold})
		return f
	}
	live := ^board.Set(0) // squares whose Watches can be called
	if reduced {
		live = s.struck(c)
	}
	kings := s.men[c] & s.kinds[king]
	f.King = uint8(kings.First())
	if s.mayWatch(c) {
		f.Ordinary = s.ordinary[c]
	}
	guards := s.guardsLeft(c)
	var dead uint16
	f.Pairs, dead = s.pairs(c, f.Pairs, live|kings, guards)
	entry := game.FactorMove{Most: s.set.limit()}
	s.eachMove(c, guards, func(a game.Action, from, to square, safe bool) {
		entry.Move, entry.Movers, entry.KingWatch = a, uint64(s.movers(from, to)), game.Optional
		if !safe {
			entry.KingWatch = game.Required
		} else if live&kings == 0 {
			entry.KingWatch = game.Barred
		}
		f.Moves = append(f.Moves, entry)
	})
	entry.Move, entry.Movers, entry.KingWatch = NoMove, 0, game.Required
	switch {
	case s.status[c] == Emergency: // WC-079
		f.Moves = append(f.Moves, entry)
	case s.status[c] == Normal && f.Ordinary > 0: // Watches alone are for a side out of check [WC-078]
		entry.KingWatch, entry.Least = game.Barred, 1
		if hasOrdinary(f.Pairs, f.King) {
			f.Moves = append(f.Moves, entry)
		}
		if dead != 0 {
			entry.Forced, entry.Most = dead, 1
			f.Moves = append(f.Moves, entry)
		}
	}
	return f
}

func makePair(watcher, watched square) uint16 { return uint16(watcher)<<6 | uint16(watched) }

// seenPair gives a pair in the view of c.
func seenPair(c side, pair uint16) uint16 {
	return makePair(seenFrom(c, square(pair>>6)), seenFrom(c, square(pair&63)))
}

// pairs appends c's pairs whose watched square is in live; dead is the lowest ordinary one in c's own
// view whose isn't, 0 for none.
func (s *State) pairs(c side, dst []uint16, live, guards board.Set) (_ []uint16, dead uint16) {
	var may board.Set
	if s.mayWatch(c) {
		may = s.men[c] &^ s.kinds[king]
	}
	if may == 0 && guards == 0 {
		return dst, 0
	}
	for men := s.free(c); men != 0; men &= men - 1 {
		watcher := men.First()
		set := s.watched(c, watcher) & may
		if guards&watcher.Bit() != 0 {
			set |= s.men[c] & s.kinds[king]
		}
		for ; set != 0; set &= set - 1 {
			pair := makePair(watcher, set.First())
			if set.First().Bit()&live != 0 {
				dst = append(dst, pair)
			} else if dead == 0 || seenPair(c, pair) < seenPair(c, dead) {
				dead = pair
			}
		}
	}
	return dst, dead
}

func hasOrdinary(pairs []uint16, kingAt uint8) bool {
	for _, pair := range pairs {
		if uint8(pair&63) != kingAt {
			return true
		}
	}
	return false
}

// struck is the set of c's men on whose squares a Move of a legal plan of the enemy ends.
func (s *State) struck(c side) board.Set {
	enemy := 1 - c
	if s.status[enemy].holds() {
		return 0
	}
	sh := s.shield(enemy)
	guards := s.guardsLeft(enemy)
	set := board.Set(0)
	for men := s.free(enemy); men != 0; men &= men - 1 {
		from := men.First()
		beside := s.board[from].kind() != king && guards&^from.Bit() != 0
		for to := s.targets(enemy, from) & s.men[c] &^ set; to != 0; to &= to - 1 {
			if beside || s.safe(enemy, from, to.First(), sh) {
				set |= to.First().Bit()
			}
		}
	}
	return set
}

// Actions appends the first components of p's plans: the Moves that are in one, NoMove if one has none, or Hold alone.
func (s *State) Actions(p game.Player, dst []game.Action) []game.Action {
	c := side(p)
	switch {
	case !p.Side() || s.reason != NotOver:
		return dst
	case s.status[c].holds():
		return append(dst, Hold)
	}
	s.eachMove(c, s.guardsLeft(c), func(a game.Action, _, _ square, _ bool) { dst = append(dst, a) })
	if s.status[c] == Emergency || s.status[c] == Normal && s.mayWatch(c) && s.hasOrdinaryWatch(c, s.free(c)) {
		dst = append(dst, NoMove)
	}
	return dst
}

// Plans appends all legal plans, by Move and then by pairs. The number of plans grows fast with the limit of Watches a
// plan; Factors counts and draws without listing.
func (s *State) Plans(p game.Player, dst []game.Plan) []game.Plan {
	if !p.Side() {
		return dst
	}
	var moves [128]game.FactorMove
	var pairs [96]uint16
	f := s.factor(side(p), game.Factors{Moves: moves[:0], Pairs: pairs[:0]}, false)
	return f.AppendPlans(dst)
}
