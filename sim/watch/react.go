package watch

import "variantlab/sim/board"

// contact lets the men that stepped meet enemies that didn't, by square [WC-035].
func (r *resolution) contact() {
	r.taken, r.contacted = [2]board.Set{}, [2]bool{}
	var entered board.Set
	for i := range r.men[:r.n] {
		if m := &r.men[i]; m.stepped && !m.gone {
			entered |= m.at.Bit()
		}
	}
	for ; entered != 0; entered &= entered - 1 {
		// A castling King comes before its Rook among the travellers: it captures and the Rook goes on.
		for i := range r.men[:r.n] {
			if m := &r.men[i]; m.stepped && !m.gone && m.at == entered.First() {
				r.touch(m)
			}
		}
	}
}

// touch is one man's contact on the square it has just entered, if an enemy stands there.
func (r *resolution) touch(m *traveller) {
	enemy := 1 - m.side
	if rested := r.stood(enemy, m.at); rested != nil {
		if m.guard && rested.held && m.at == m.watched {
			r.tellContact(evIntercept, m, rested.man)
			r.remove(m)
			r.remove(rested)
			m.reached = true
			return
		}
		r.tellContact(evCapture, m, rested.man)
		m.reached = m.reached || m.watcher && m.at == m.watched
		r.remove(rested)
	} else if victim := r.s.board[m.at]; r.s.men[enemy]&m.at.Bit() != 0 {
		if victim.kind() == king && !m.watcher && r.guarded(enemy) {
			r.tellContact(evContact, m, noMan)
			r.contacted[enemy] = true
			m.held, m.n = true, m.next
			return
		}
		r.tellContact(evCapture, m, victim)
		r.s.take(m.at)
		if victim.kind() == king {
			r.fallen[enemy] = true
		}
		if !m.watcher {
			r.taken[enemy] |= m.at.Bit()
		}
	} else {
		return
	}
	m.capturer, m.n = true, m.next
}

// stood is a traveller of c on q that didn't step on this tick, nil if there is none.
func (r *resolution) stood(c side, q square) *traveller {
	for i := range r.men[:r.n] {
		if m := &r.men[i]; m.side == c && m.at == q && !m.gone && !m.stepped {
			return m
		}
	}
	return nil
}

// guarded reports whether c's King is covered by an armed King Watch whose watcher is at home.
func (r *resolution) guarded(c side) bool {
	plan := &r.plans[c]
	for i, pair := range plan.Watch[:plan.N] {
		if r.isGuard(c, pair) {
			return r.armed[c]>>i&1 != 0 && !r.contacted[c] && r.s.men[c]>>(pair>>6)&1 != 0
		}
	}
	return false
}

// stop tells of watchers that can't reach their goal any more; where one watched the King, the held enemy takes it
// [WC-036].
func (r *resolution) stop() {
	for c := white; c <= black; c++ {
		for m := r.nextStopped(c); m != nil; m = r.nextStopped(c) {
			m.stopped = true
			if r.trace != nil {
				r.tell(event{kind: evStop, man: m.man, at: m.home})
			}
			if m.guard {
				r.fall(c)
			}
		}
	}
}

// nextStopped is c's stopped watcher with the lowest home that isn't told yet.
func (r *resolution) nextStopped(c side) (found *traveller) {
	for i := range r.men[:r.n] {
		m := &r.men[i]
		if m.side == c && m.watcher && !m.reached && !m.stopped && !m.travelling() &&
			(found == nil || m.home < found.home) {
			found = m
		}
	}
	return found
}

// fall lets the enemy that is held on the square of c's King take it.
func (r *resolution) fall(c side) {
	q := r.kings[c]
	for i := range r.men[:r.n] {
		m := &r.men[i]
		if !m.held || m.gone || m.side == c || m.at != q {
			continue
		}
		if r.trace != nil {
			r.tell(event{kind: evFall, man: m.man, at: q, victim: r.s.board[q]})
		}
		r.s.take(q)
		r.fallen[c] = true
		m.held, m.capturer = false, true
	}
}

// trigger sends out the watchers that this tick calls, to step from the next tick on [WC-037].
func (r *resolution) trigger() {
	for c := white; c <= black; c++ {
		if r.taken[c] == 0 && !r.contacted[c] {
			continue
		}
		plan := &r.plans[c]
		for i, pair := range plan.Watch[:plan.N] {
			watcher, watched := square(pair>>6), square(pair&63)
			guard := r.isGuard(c, pair)
			called := guard && r.contacted[c] || !guard && r.taken[c]&watched.Bit() != 0
			if !called || r.armed[c]>>i&1 == 0 || r.s.men[c]&watcher.Bit() == 0 {
				continue
			}
			r.armed[c] &^= 1 << i
			m := r.send(watcher, watched)
			m.watcher, m.guard, m.watched = true, guard, watched
			if r.trace != nil {
				r.tell(event{kind: evTrigger, side: c, at: watcher, other: watched, guard: guard})
			}
		}
	}
}
