package watch

import (
	"variantlab/sim/board"
	"variantlab/sim/game"
)

// A traveller is a man that has left, or will leave, its home square in this round: a mover from the start, a watcher
// from its trigger on. It keeps its place here after it has come to rest.
type traveller struct {
	man     man
	side    side
	home    square
	at      square
	left    square // where it was before the last step
	stepped bool   // on this tick
	gone    bool   // removed
	next, n uint8
	route   [7]square // the squares it enters: those before next are done, those from n on are cut

	watcher  bool // else a mover
	guard    bool // the watcher of a King Watch
	watched  square
	reached  bool // the watcher has captured or intercepted
	stopped  bool // its stop has been told
	straight bool // a pawn going straight ahead
	becomes  kind // what a pawn was planned to become
	capturer bool
	held     bool // it stands on a King's square and waits for the King's watcher
}

func (m *traveller) travelling() bool { return !m.gone && m.next < m.n }

// maxTravellers: two castling men and one called watcher a side [WC-122], and room to spare.
const maxTravellers = 8

// resolution is one round being played on a state [WC-020 to WC-047]. A man that never leaves home stays on the state's
// board; a traveller is taken off it and put back at the close.
type resolution struct {
	s     *State
	plans *[2]game.Plan
	tick  uint8
	men   [maxTravellers]traveller
	n     int

	kings     [2]square    // homes of the Kings
	armed     [2]uint32    // Watches of each plan that haven't been called, by their place in it
	taken     [2]board.Set // homes on which an enemy mover has captured on this tick
	contacted [2]bool      // held contact with the side's King on this tick
	fallen    [2]bool      // Kings
	trace     *[]event     // nil when nobody listens
}

// resolve plays the round up to its close.
func (r *resolution) resolve() {
	for c := white; c <= black; c++ {
		r.kings[c] = r.s.kingSquare(c)
		r.seal(c)
	}
	for r.busy() {
		r.tick++
		r.block()
		r.step()
		r.swap()
		r.meet()
		r.contact()
		r.stop()
		r.trigger()
	}
}

// seal spends the allowances and sends off the movers [WC-020 to WC-022].
func (r *resolution) seal(c side) {
	s, plan := r.s, &r.plans[c]
	if r.trace != nil {
		r.tell(event{kind: evSeal, side: c, plan: *plan, other: r.kings[c]})
	}
	r.armed[c] = 1<<plan.N - 1
	for _, pair := range plan.Watch[:plan.N] {
		if r.isGuard(c, pair) {
			s.guards[c]--
		} else {
			s.ordinary[c]--
		}
	}
	if !isMove(plan.Move) {
		return
	}
	from, to, promotion := unpack(plan.Move)
	if k := s.castlingOf(from, to); k != nil {
		base := from &^ 7
		r.send(from, to)
		r.send(base+k.rookFrom, base+k.rookTo)
		return
	}
	m := r.send(from, to)
	m.becomes = promotion
	m.straight = m.man.kind() == pawn && from.File() == to.File()
}

// isGuard reports whether a pair of c's plan is a King Watch.
func (r *resolution) isGuard(c side, pair uint16) bool { return square(pair&63) == r.kings[c] }

// send makes the man on from a traveller to to, along the straight line or by a leap. The line was clear at the start of
// the round; what stands on it now doesn't change the route.
func (r *resolution) send(from, to square) *traveller {
	m := &r.men[r.n]
	r.n++
	*m = traveller{man: r.s.board[from], side: r.s.board[from].side(), home: from, at: from}
	r.s.take(from)
	for between := board.Between[from][to]; between != 0; {
		q := between.First()
		if to < from {
			q = between.Last()
		}
		between &^= q.Bit()
		m.route[m.n] = q
		m.n++
	}
	m.route[m.n] = to
	m.n++
	return m
}

func (r *resolution) busy() bool {
	for i := range r.men[:r.n] {
		if r.men[i].travelling() {
			return true
		}
	}
	return false
}

// block stops for good the pawns that go straight ahead and find an enemy at rest before them [WC-030].
func (r *resolution) block() {
	var blocked [maxTravellers]bool
	for i := range r.men[:r.n] {
		if m := &r.men[i]; m.straight && m.travelling() {
			next := m.route[m.next]
			blocked[i] = r.s.men[1-m.side]&next.Bit() != 0 || r.resting(1-m.side, next) != nil
		}
	}
	for i := range r.men[:r.n] {
		if m := &r.men[i]; blocked[i] {
			if r.trace != nil {
				r.tell(event{kind: evBlock, man: m.man, at: m.at, other: m.route[m.next]})
			}
			m.n = m.next
		}
	}
	if r.trace != nil {
		r.sort(evBlock)
	}
}

// resting is a traveller of c that has no way to go and stands on q, nil if there is none.
func (r *resolution) resting(c side, q square) *traveller {
	for i := range r.men[:r.n] {
		if m := &r.men[i]; m.side == c && m.at == q && !m.gone && !m.travelling() {
			return m
		}
	}
	return nil
}

// step moves every traveller one square on, all at once [WC-031].
func (r *resolution) step() {
	for i := range r.men[:r.n] {
		m := &r.men[i]
		if m.stepped = m.travelling(); !m.stepped {
			continue
		}
		m.left, m.at = m.at, m.route[m.next]
		m.next++
		if r.trace != nil {
			r.tell(event{kind: evStep, man: m.man, other: m.left, at: m.at, home: m.home})
		}
	}
	if r.trace != nil {
		r.sort(evStep)
	}
}

// remove takes a traveller off the board. A King removed has fallen [WC-045].
func (r *resolution) remove(m *traveller) {
	m.gone, m.n = true, m.next
	if m.man.kind() == king {
		r.fallen[m.side] = true
	}
}

// swap removes enemies that exchanged squares on this tick [WC-032].
func (r *resolution) swap() {
	for i := range r.men[:r.n] {
		w := &r.men[i]
		if w.side != white || !w.stepped || w.gone {
			continue
		}
		for k := range r.men[:r.n] {
			b := &r.men[k]
			if b.side == black && b.stepped && !b.gone && w.at == b.left && b.at == w.left {
				r.remove(w)
				r.remove(b)
				if r.trace != nil {
					e := event{kind: evSwap, at: w.left}
					e.addMan(w)
					e.addMan(b)
					r.tell(e)
				}
				break
			}
		}
	}
	if r.trace != nil {
		r.sort(evSwap)
	}
}

// meet removes all men that entered one square on this tick, where both sides are among them [WC-033].
func (r *resolution) meet() {
	var entered [2]board.Set
	for i := range r.men[:r.n] {
		if m := &r.men[i]; m.stepped && !m.gone {
			entered[m.side] |= m.at.Bit()
		}
	}
	for both := entered[white] & entered[black]; both != 0; both &= both - 1 {
		e := event{kind: evMeet, at: both.First()}
		for i := range r.men[:r.n] {
			m := &r.men[i]
			if m.stepped && !m.gone && m.at == e.at {
				r.remove(m)
				e.addMan(m)
			}
		}
		if r.trace != nil {
			r.tell(e)
		}
	}
}
