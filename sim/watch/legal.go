package watch

import (
	"variantlab/sim/board"
	"variantlab/sim/game"
)

// fault is why a plan is illegal.
type fault uint8

const (
	noFault fault = iota
	faultOver
	faultHold
	faultNotHold
	faultForm
	faultMove
	faultPair
	faultJobs
	faultMover
	faultKingTwice
	faultLimit
	faultOrdinary
	faultGuards
	faultMode
	faultUnsafe
	faultCheck
	faultEmpty
	faultEmergency
)

// faultTexts say what is wrong and what would be right.
var faultTexts = [...]string{
	faultOver:      "the match is over",
	faultHold:      "hold can't be chosen; it is played only by a side that has no other plan [WC-085]",
	faultNotHold:   "the side has no plan but hold [WC-083, WC-084]",
	faultForm:      "no plan has this form",
	faultMove:      "no such Move from the board at the start of the round: the man must be unfrozen, own and able to go there [WC-070 to WC-072]",
	faultPair:      "no such Watch: the watcher must be unfrozen and able to capture on the watched friend's square, on the board at the start of the round [WC-075, WC-076]",
	faultJobs:      "a man is watcher twice or watched twice; each can be so once [WC-077]",
	faultMover:     "a man that moves is in a Watch too; it can't be [WC-075, WC-076]",
	faultKingTwice: "the King is watched and a watcher; beside a King Watch it can't be a watcher [WC-076]",
	faultLimit:     "more Watches than the limit of a plan, the King Watch counted [WC-061]",
	faultOrdinary:  "more ordinary Watches than allowances left [WC-063]",
	faultGuards:    "a King Watch, but no King Watch allowance is left [WC-063]",
	faultMode:      "ordinary Watches, but King Watch mode has none [WC-060]",
	faultUnsafe:    "the Move leaves the King threatened; it needs a King Watch beside it or another Move [WC-074, WC-078]",
	faultCheck:     "the side is in check and the plan doesn't answer it: escape, capture, block or declare a King Watch [WC-080]",
	faultEmpty:     "neither a Move nor a Watch [WC-078]",
	faultEmergency: "a King Watch without a Move, but that is only for a side in check that has no legal plan with a Move [WC-079]",
}

func (f fault) String() string { return faultTexts[f] }

// LegalPlan reports whether plan is in p's plan set.
func (s *State) LegalPlan(p game.Player, plan *game.Plan) bool {
	return p.Side() && s.fault(side(p), plan) == noFault
}

// fault tests a plan point by point [WC-078].
func (s *State) fault(c side, plan *game.Plan) fault {
	switch {
	case s.reason != NotOver:
		return faultOver
	case s.status[c].holds():
		if *plan != (game.Plan{Move: Hold}) {
			return faultNotHold
		}
		return noFault
	case plan.Move == Hold:
		return faultHold
	case plan.Move != NoMove && !isMove(plan.Move):
		return faultForm
	}
	safe, movers := true, board.Set(0)
	if plan.Move != NoMove {
		var ok bool
		if safe, movers, ok = s.moveIn(c, plan.Move); !ok {
			return faultMove
		}
	}
	guarded, f := s.pairFault(c, plan, movers)
	if f != noFault {
		return f
	}
	switch {
	case guarded && plan.Move == NoMove && s.status[c] != Emergency:
		return faultEmergency
	case guarded:
		return noFault
	case plan.Move != NoMove && !safe:
		return faultUnsafe
	case plan.Move == NoMove && plan.N == 0:
		return faultEmpty
	case plan.Move == NoMove && s.checkers(c) != 0:
		return faultCheck
	}
	return noFault
}

// moveIn reports whether a is a candidate Move of c, whether it is safe, and which squares' men it moves.
func (s *State) moveIn(c side, a game.Action) (safe bool, movers board.Set, ok bool) {
	from, to, promotion := unpack(a)
	if a != makeMove(from, to, promotion) || s.free(c)&from.Bit() == 0 {
		return false, 0, false
	}
	if s.castlingOf(from, to) != nil {
		return true, s.movers(from, to), s.castlingTargets(c, s.free(c))&to.Bit() != 0 && promotion == noKind
	}
	if s.targets(c, from)&to.Bit() == 0 {
		return false, 0, false
	}
	if s.promotes(c, from, to) {
		ok = promotion >= knight && promotion <= queen
	} else {
		ok = promotion == noKind
	}
	return s.safe(c, from, to, s.shield(c)), from.Bit(), ok
}

// pairFault tests the Watches of a plan; guarded says that one is a King Watch.
func (s *State) pairFault(c side, plan *game.Plan, movers board.Set) (guarded bool, f fault) {
	if plan.N > game.MaxPairs {
		return false, faultForm
	}
	for i := range plan.Watch {
		used, previous := i < int(plan.N), i > 0 && plan.Watch[i] <= plan.Watch[i-1]
		if used && previous || !used && plan.Watch[i] != 0 {
			return false, faultForm
		}
	}
	var watchers, watched board.Set
	kings := s.men[c] & s.kinds[king]
	for _, pair := range plan.Watch[:plan.N] {
		v, y := square(pair>>6), square(pair&63)
		if v > 63 || s.free(c)&v.Bit() == 0 || s.watched(c, v)&y.Bit() == 0 {
			return false, faultPair
		}
		watchers |= v.Bit()
		watched |= y.Bit()
	}
	guarded = watched&kings != 0
	ordinary := int(plan.N)
	if guarded {
		ordinary--
	}
	switch {
	case watchers.Count() < int(plan.N) || watched.Count() < int(plan.N):
		return guarded, faultJobs
	case (watchers|watched)&movers != 0:
		return guarded, faultMover
	case guarded && watchers&kings != 0:
		return guarded, faultKingTwice
	case ordinary > 0 && s.set.Mode == kingMode:
		return guarded, faultMode
	case plan.N > s.set.limit():
		return guarded, faultLimit
	case ordinary > int(s.ordinary[c]):
		return guarded, faultOrdinary
	case guarded && s.guards[c] == 0:
		return guarded, faultGuards
	}
	return guarded, noFault
}
