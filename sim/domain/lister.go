package domain

import (
	"math/bits"
	"sync"

	"variantlab/sim/game"
)

// lister builds the legal list of one side. It works on that side's view of the position [CD-151] and tries what it
// cannot judge otherwise on a copy.
type lister struct {
	s     *State // what c sees
	c     Side
	r     *Rules
	dst   []act
	first bool // one action is enough
	done  bool

	plain   bool
	g       guard
	calm    bool     // the guard can judge actions
	uneasy  Bitboard // but not those that start or end here
	hasMove bool     // some move is legal; known once moves has run

	key  Key              // whose casts are being listed
	via  act              // copyBit while copied casts are listed
	same [64 * 8]sameCast // storage for distinct

	view, trial State // storage
	scratch     []act
}

// listers keeps listers for reuse; they hold states too big for the stack of a recursive search.
var listers = sync.Pool{New: func() any { return new(lister) }}

// list starts a list for the side to move of s.
func (s *State) list(dst []act, first bool) *lister {
	l := listers.Get().(*lister)
	l.s, l.c, l.r = s, s.turn, s.rules()
	l.dst, l.first, l.done, l.via = dst, first, false, 0
	if s.veiled(s.turn) {
		l.view.core = s.core
		l.view.unveil(s.turn)
		l.s = &l.view
	}
	l.plain = l.s.plain()
	l.g = l.s.guard(l.c, l.plain)
	l.calm, l.uneasy = true, 0
	if !l.plain {
		l.calm, l.uneasy = l.s.calm(l.c)
	}
	return l
}

// close returns the list.
func (l *lister) close() []act {
	dst := l.dst
	l.s, l.dst = nil, nil
	listers.Put(l)
	return dst
}

// Actions appends the legal actions of p in ascending order. They are a function of what p sees, except where CD-432
// says otherwise.
func (s *State) Actions(p game.Player, dst []game.Action) []game.Action {
	if s.Turn() != p || !p.Side() {
		return dst
	}
	if s.passing {
		return append(dst, keyAction(KeyPass))
	}
	if s.plain() { // what is hidden has no influence on plain moves, nor on what is open
		if own, copies := s.open(s.turn); own|copies == 0 {
			m, g := s.chessMover(s.turn), s.guard(s.turn, true)
			return m.appendMoves(&g, dst)
		}
	}
	l := s.list(dst, false)
	l.moves()
	l.pass(len(dst))
	l.techniques(true)
	return l.close()
}

// hasAction reports whether the side to move has any legal action [S4].
func (s *State) hasAction() bool { return s.has(true) }

// hasMain reports whether the side to move has a legal main action [CD-041].
func (s *State) hasMain() bool { return s.has(false) }

func (s *State) has(free bool) bool {
	l := s.list(nil, true)
	l.moves()
	if !l.done {
		l.pass(0)
	}
	if !l.done {
		l.techniques(free)
	}
	found := l.done
	l.close()
	return found
}

// pass appends the pass of a side that Unlimited Pawns leaves without a move [CD-123(ii)]; moves is the length of the
// list before its moves.
func (l *lister) pass(before int) {
	s := l.s
	if len(l.dst) == before && s.owns(l.c.foe(), KeyPawns) && !s.inCheck(l.c) {
		l.add(keyAction(KeyPass))
	}
}

// techniques appends the legal casts, main ones and, if asked, free ones.
func (l *lister) techniques(free bool) {
	own, copies := l.s.open(l.c)
	l.casts(own, free)
	l.via = copyBit
	l.casts(copies, free)
}

// casts appends the legal casts of some keys.
func (l *lister) casts(keys keySet, free bool) {
	for left := uint64(keys); left != 0 && !l.done; left &= left - 1 {
		l.key = Key(bits.TrailingZeros64(left))
		if row := &techniques[l.key]; free || !row.free {
			row.targets(l)
		}
	}
}

// try appends a cast if it is legal.
func (l *lister) try(a act) {
	if l.done {
		return
	}
	if !l.payable(a) {
		return
	}
	a |= l.via
	if techniques[l.key].free {
		l.addFree(a)
	} else {
		l.add(a)
	}
}

// payable reports whether c can pay for a cast of the current key, whose least price it can.
func (l *lister) payable(a act) bool {
	cost := techniques[l.key].cost
	return cost == nil || l.s.affords(l.c, cost(l.s, l.c, a))
}

// add appends a main action if its trial leaves the king safe [CD-110].
func (l *lister) add(a act) {
	t := &l.trial
	t.core = l.s.core
	t.act(a, nil)
	if t.pending.kind == holChance {
		if l.betIsSafe(a) {
			l.found(a)
		}
		return
	}
	t.afterEffects(nil)
	if t.safe(l.c) {
		l.found(a)
	}
}

// betIsSafe reports whether every outcome of a bet that the trial has just made leaves the king safe. They need not be
// alike: a shielded queen isn't cut, a rook is, and what a piece threatens may expose a decoy.
func (l *lister) betIsSafe(a act) bool {
	t := &l.trial
	var buffer [2]game.Outcome
	for i, o := range t.Outcomes(buffer[:0]) {
		if i > 0 {
			t.core = l.s.core
			t.act(a, nil)
		}
		t.resolve(actionOutcome(o.Action), nil)
		t.afterEffects(nil)
		if !t.safe(l.c) {
			return false
		}
	}
	return true
}

// found takes a legal action into the list.
func (l *lister) found(a act) {
	if l.first {
		l.done = true
		return
	}
	l.dst = append(l.dst, a)
}

// addFree appends a free action if each of its outcomes leaves a legal main action [CD-041].
func (l *lister) addFree(a act) {
	if techniques[l.key].still && l.hasMove {
		l.found(a)
		return
	}
	t := &l.trial
	t.core = l.s.core
	t.act(a, nil)
	if t.leavesMain() {
		l.found(a)
	}
}

// leavesMain reports whether, in every outcome of the chance or clash that a free action has left pending, the side to
// move has a legal main action. A clash counts as won and lost, because the caster doesn't know [CD-041].
func (s *State) leavesMain() bool {
	if s.pending.kind == noChance {
		s.settle(nil)
		return s.hasMain()
	}
	l := listers.Get().(*lister)
	defer listers.Put(l)
	t := &l.trial
	if s.pending.kind == clashDue {
		for _, won := range [2]bool{true, false} {
			t.core = s.core
			t.settleClash(won, nil)
			if !t.leavesMain() {
				return false
			}
		}
		return true
	}
	var buffer [2]game.Outcome
	for _, o := range s.Outcomes(buffer[:0]) {
		t.core = s.core
		t.resolve(actionOutcome(o.Action), nil)
		if !t.leavesMain() {
			return false
		}
	}
	return true
}
