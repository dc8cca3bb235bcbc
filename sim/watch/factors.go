package watch

import (
	"variantlab/sim/board"
	"variantlab/sim/game"
)

// Factors overwrites f with p's plans. Nothing is listed that can't be in a legal plan.
func (s *State) Factors(p game.Player, f *game.Factors) { s.factor(side(p), f, false) }

// Reduced leaves out the Watches that can't be called: an ordinary pair unless a Move of one of the enemy's legal plans
// ends on the watched square, a King Watch unless one ends on the King's [WC-120]. Where a plan is legal only by a King
// Watch that can't be called, it holds the one with the lowest watcher; of the plans without a Move whose Watches can't
// be called there is one, with the lowest pair.
func (s *State) Reduced(p game.Player, f *game.Factors) { s.factor(side(p), f, true) }

func (s *State) factor(c side, f *game.Factors, reduced bool) {
	f.Reset()
	switch {
	case s.reason != NotOver:
		return
	case s.status[c].holds():
		f.Moves = append(f.Moves, game.FactorMove{Move: Hold})
		return
	}
	b := factoring{s: s, c: c, f: f, live: ^board.Set(0)}
	if reduced {
		b.live = s.struck(c)
	}
	f.King = uint8(s.kingSquare(c))
	if s.mayWatch(c) {
		f.Ordinary = s.ordinary[c]
	}
	b.pairs()
	b.moves()
	b.noMove()
}

// factoring is one side's plans being factored.
type factoring struct {
	s      *State
	c      side
	f      *game.Factors
	live   board.Set // squares whose Watches count
	guards board.Set // men that can be in a King Watch, 0 if none is possible
	dead   uint16    // the first ordinary pair whose Watch doesn't count, 0 for none
}

func makePair(watcher, watched square) uint16 { return uint16(watcher)<<6 | uint16(watched) }

// pairs lists the pairs that count.
func (b *factoring) pairs() {
	s, c := b.s, b.c
	var may board.Set
	if s.mayWatch(c) {
		may = s.men[c] &^ s.kinds[king]
	}
	kings := s.men[c] & s.kinds[king]
	b.guards = s.guardsLeft(c)
	if may == 0 && b.guards == 0 {
		return
	}
	for men := s.free(c); men != 0; men &= men - 1 {
		watcher := men.First()
		set := s.watched(c, watcher) & may
		if b.guards&watcher.Bit() != 0 {
			set |= kings
		}
		for ; set != 0; set &= set - 1 {
			pair := makePair(watcher, set.First())
			if set.First().Bit()&b.live != 0 {
				b.f.Pairs = append(b.f.Pairs, pair)
			} else if b.dead == 0 && set.First().Bit()&kings == 0 {
				b.dead = pair
			}
		}
	}
}

// moves lists the Moves that are in a legal plan.
func (b *factoring) moves() {
	most := b.s.set.limit()
	b.s.eachMove(b.c, b.guards, func(a game.Action, from, to square, safe bool) {
		entry := game.FactorMove{Move: a, Movers: uint64(b.s.movers(from, to)), Most: most}
		if !safe {
			b.needGuard(&entry)
		}
		b.f.Moves = append(b.f.Moves, entry)
	})
}

// needGuard makes a King Watch part of all plans of an entry; one of guards isn't a mover.
func (b *factoring) needGuard(entry *game.FactorMove) {
	if b.live>>b.f.King&1 != 0 {
		entry.KingWatch = game.Required
		return
	}
	entry.Forced = makePair((b.guards &^ board.Set(entry.Movers)).First(), square(b.f.King))
}

// noMove adds the plans without a Move: Watches alone out of check, in an emergency a King Watch [WC-078, WC-079].
func (b *factoring) noMove() {
	entry := game.FactorMove{Move: NoMove, Most: b.s.set.limit()}
	switch status := b.s.status[b.c]; {
	case status == Emergency:
		b.needGuard(&entry)
		b.f.Moves = append(b.f.Moves, entry)
	case status == Normal && b.f.Ordinary > 0:
		entry.KingWatch, entry.Least = game.Barred, 1
		for _, pair := range b.f.Pairs {
			if uint8(pair&63) != b.f.King {
				b.f.Moves = append(b.f.Moves, entry)
				break
			}
		}
		if b.dead != 0 {
			entry.Forced, entry.Most = b.dead, 1
			b.f.Moves = append(b.f.Moves, entry)
		}
	}
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
	var f game.Factors
	s.Factors(p, &f)
	return f.AppendPlans(dst)
}
