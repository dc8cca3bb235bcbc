package watch

import "variantlab/sim/game"

// ApplyJoint plays a round with both sides' plans, which must be legal, and opens the next one.
func (s *State) ApplyJoint(plans *[2]game.Plan) {
	if s.playRound(plans, nil) {
		s.open(s.countPosition())
	}
}

// ApplyJointTraced is ApplyJoint; it appends the round's events as JSON objects [WC-112].
func (s *State) ApplyJointTraced(plans *[2]game.Plan, dst []game.Event) []game.Event {
	for _, e := range s.playTraced(plans, s.countPosition) {
		dst = append(dst, game.Event{Text: string(e.appendJSON(nil))})
	}
	return dst
}

// playTraced plays a round and opens the next; count counts the position at its opening.
func (s *State) playTraced(plans *[2]game.Plan, count func() int) []event {
	var trace []event
	if s.playRound(plans, &trace) {
		s.open(count())
		last := trace[len(trace)-1].tick
		if s.reason != NotOver {
			trace = append(trace, event{kind: evEnd, tick: last, score: s.score, reason: s.reason})
		}
	}
	return trace
}

// Trace plays a round on a copy of s and returns its events, a line each [WC-112].
func Trace(s *State, plans *[2]game.Plan) []string {
	c := s.Clone().(*State)
	var lines []string
	for _, e := range c.playTraced(plans, c.countPosition) {
		lines = append(lines, string(e.appendLine(nil)))
	}
	return lines
}

// playRound resolves and closes a round; next says that the match goes on to another opening.
func (s *State) playRound(plans *[2]game.Plan, trace *[]event) (next bool) {
	before := permanent{}
	if s.set.Repetition > 0 {
		before = s.permanent()
	}
	r := resolution{s: s, plans: plans, trace: trace}
	r.resolve()
	r.close()
	s.last = *plans
	if s.set.Repetition > 0 && s.permanent() != before {
		s.reps.n = 0
	}
	if s.reason == NotOver {
		return true
	}
	s.status = [2]Status{}
	if trace != nil {
		r.tell(event{kind: evEnd, score: s.score, reason: s.reason})
	}
	return false
}

// countPosition counts the position at an opening and returns how often it has been there; 0 where that ends no match
// [WC-010].
func (s *State) countPosition() int {
	if s.set.Repetition == 0 {
		return 0
	}
	return int(s.reps.count(s.repetitionKey(), 1))
}

// close ends the round [WC-050 to WC-056].
func (r *resolution) close() {
	s := r.s
	s.castling = r.rightsLeft()
	frozen := s.frozen
	for i := range r.men[:r.n] {
		if m := &r.men[i]; !m.gone {
			r.promote(m)
			s.put(m.at, m.man)
		}
	}
	if r.trace != nil {
		r.sort(evPromote)
		r.tellSquares(evThaw, frozen)
	}
	s.frozen = 0
	for i := range r.men[:r.n] {
		if m := &r.men[i]; !m.gone && m.capturer {
			s.frozen |= m.at.Bit()
		}
	}
	if r.trace != nil {
		r.tellSquares(evFreeze, s.frozen)
	}
	s.idle = min(s.idle+1, maxCounter)
	if isMove(r.plans[white].Move) || isMove(r.plans[black].Move) {
		s.idle = 0
	}
	s.round = min(s.round+1, maxCounter)
	switch {
	case r.fallen[white] && r.fallen[black]:
		s.end(0, BothKings)
	case r.fallen[white]:
		s.end(won(black), KingCapture)
	case r.fallen[black]:
		s.end(won(white), KingCapture)
	}
}

// rightsLeft is the rights whose King and Rook are alive and never stepped: those still on the state's board, since
// travellers are off it [WC-053].
func (r *resolution) rightsLeft() rights {
	left := rights(0)
	for c := white; c <= black; c++ {
		base := square(56 * uint8(c))
		for i := range castlings {
			k := &castlings[i]
			both := (base + kingHome).Bit() | (base + k.rookFrom).Bit()
			if r.s.men[c]&both == both {
				left |= k.right << (2 * c)
			}
		}
	}
	return r.s.castling & left
}

// promote turns a pawn on its last rank into what was planned; a watcher becomes a Queen [WC-050].
func (r *resolution) promote(m *traveller) {
	if m.man.kind() != pawn || lastRank(m.side)&m.at.Bit() == 0 {
		return
	}
	to := m.becomes
	if m.watcher {
		to = queen
	}
	m.man = makeMan(m.side, to)
	if r.trace != nil {
		r.tell(event{kind: evPromote, side: m.side, at: m.at, man: m.man})
	}
}
