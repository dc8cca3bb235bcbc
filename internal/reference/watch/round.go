package watch

import (
	"fmt"
	"slices"
	"strings"
)

// man is a piece during a round.
type man struct {
	letter   byte
	side     int
	home, at int
	left     int // the square it left on this tick
	route    []int
	stepped  bool // on this tick
	moved    bool // ever
	dead     bool
	mover    bool
	straight bool // a pawn that was planned to go straight ahead
	becomes  byte
	captured bool // it has captured
	held     bool // it stands on a King's square and waits for the King's watcher
	watch    *watch
}

// watch is a declared Watch.
type watch struct {
	watcher, watched *man
	king             bool
	called           bool // by held contact on this tick
	triggered        bool
	done             bool // intercepted, captured or stopped
	attacker         *man
}

type round struct {
	board   Position // at the start
	men     []*man
	watches []*watch
	tick    int
	trace   []string
	fallen  [2]bool
}

func (r *round) say(format string, args ...any) {
	r.trace = append(r.trace, fmt.Sprintf("%d ", r.tick)+fmt.Sprintf(format, args...))
}

// Result is how a match stands: "*" or a score with its reason.
type Result struct{ Score, Reason string }

// Play plays one round from p with the two plans and opens the next; counts are the occurrences of keys so far and are
// updated when repetitions are counted. The trace starts with the two seals.
func (p *Position) Play(set Settings, white, black string, counts map[string]int) (trace []string, after Position, result Result) {
	r := &round{board: *p}
	after = *p
	for square, c := range p.Men {
		if c != 0 {
			r.men = append(r.men, &man{letter: c, side: sideOf(c), home: square, at: square})
		}
	}
	plans := [2][]string{strings.Fields(white), strings.Fields(black)}
	moved := false
	for s, tokens := range plans {
		r.say("seal %c %s", "wb"[s], strings.Join(tokens, " "))
		for _, token := range tokens {
			switch {
			case token == "hold":
			case strings.HasPrefix(token, "kw:"):
				after.Kings[s]--
				r.watches = append(r.watches, &watch{watcher: r.living(token[3:5]), watched: r.living(token[6:8]), king: true})
			case strings.HasPrefix(token, "w:"):
				after.Ordinary[s]--
				r.watches = append(r.watches, &watch{watcher: r.living(token[2:4]), watched: r.living(token[5:7])})
			default:
				moved = true
				r.start(token)
			}
		}
	}
	for slices.ContainsFunc(r.men, func(m *man) bool { return !m.dead && len(m.route) > 0 }) {
		r.tick++
		r.play()
	}
	r.close(&after, moved)
	result = Result{"*", ""}
	switch {
	case r.fallen[0] && r.fallen[1]:
		result = Result{"1/2", "both_kings"}
	case r.fallen[0]:
		result = Result{"0-1", "king_capture"}
	case r.fallen[1]:
		result = Result{"1-0", "king_capture"}
	default:
		result = after.Open(set, counts)
	}
	if result.Score != "*" {
		r.say("end %s %s", result.Score, result.Reason)
	}
	return r.trace, after, result
}

// living returns the man at home on a square.
func (r *round) living(square string) *man {
	i := slices.IndexFunc(r.men, func(m *man) bool { return m.home == index(square) })
	return r.men[i]
}

// start gives the movers of a Move their routes [WC-021, WC-022].
func (r *round) start(token string) {
	m, to := r.living(token[:2]), index(token[2:4])
	m.mover = true
	if len(token) > 4 {
		m.becomes = letter(token[4], m.side)
	}
	rank := m.home / 8 * 8
	switch {
	case kind(m.letter) == 'k' && to == m.home+2:
		m.route = []int{rank + 5, rank + 6}
		rook := r.living(name(rank + 7))
		rook.mover, rook.route = true, []int{rank + 6, rank + 5}
	case kind(m.letter) == 'k' && to == m.home-2:
		m.route = []int{rank + 3, rank + 2}
		rook := r.living(name(rank))
		rook.mover, rook.route = true, []int{rank + 1, rank + 2, rank + 3}
	case kind(m.letter) == 'p' && to%8 == m.home%8:
		m.straight = true
		for at := m.home; at != to; {
			at += 8 * forward(m.side)
			m.route = append(m.route, at)
		}
	default:
		m.route = append(slices.Clone(r.board.pattern(m.home)[to]), to)
	}
}

// play is one tick.
func (r *round) play() {
	travelling := func(m *man) bool { return !m.dead && len(m.route) > 0 }
	for _, m := range r.men {
		m.stepped = false
	}
	// a: forward pawns that find an enemy at rest ahead.
	// r.men is by home: a stable sort keeps that order for friends on one square.
	inOrder := slices.SortedStableFunc(slices.Values(r.men), func(a, b *man) int { return (a.side-b.side)*64 + a.at - b.at })
	var blocked []*man
	for _, m := range inOrder {
		if !travelling(m) || !m.straight {
			continue
		}
		for _, o := range r.men {
			if o.side != m.side && !o.dead && !travelling(o) && o.at == m.route[0] {
				r.say("block %c %s by %s", m.letter, name(m.at), name(o.at))
				blocked = append(blocked, m)
			}
		}
	}
	for _, m := range blocked {
		m.route = nil
	}
	// b: everybody steps.
	var steppers []*man
	for _, m := range inOrder {
		if travelling(m) {
			m.left, m.at, m.route = m.at, m.route[0], m.route[1:]
			m.stepped, m.moved = true, true
			r.say("step %c %s-%s", m.letter, name(m.left), name(m.at))
			steppers = append(steppers, m)
		}
	}
	r.swaps(steppers)
	r.meetings(steppers)
	before := r.contacts(steppers)
	r.stops()
	r.triggers(before)
}

func (r *round) kill(m *man) {
	m.dead = true
	m.route = nil
	if kind(m.letter) == 'k' {
		r.fallen[m.side] = true
	}
}

// swaps removes enemies that exchanged squares.
func (r *round) swaps(steppers []*man) {
	var gone []*man
	for _, w := range steppers {
		for _, b := range steppers {
			if w.side == 0 && b.side == 1 && w.at == b.left && b.at == w.left {
				r.say("collide swap %c %s %c %s", w.letter, name(w.left), b.letter, name(b.left))
				gone = append(gone, w, b)
			}
		}
	}
	for _, m := range gone {
		r.kill(m)
	}
}

// meetings removes all steppers that entered one square, where both sides are among them.
func (r *round) meetings(steppers []*man) {
	for square := range 64 {
		var here []*man
		var sides [2]bool
		for _, m := range steppers { // White's first, then by the square left
			if !m.dead && m.at == square {
				here = append(here, m)
				sides[m.side] = true
			}
		}
		if !sides[0] || !sides[1] {
			continue
		}
		text := "collide square " + name(square)
		for _, m := range here {
			text += fmt.Sprintf(" %c %s", m.letter, name(m.left))
			r.kill(m)
		}
		r.say("%s", text)
	}
}

// capture is one capture of this tick.
type capture struct{ by, victim *man }

// contacts lets steppers meet enemies at rest, square by square.
func (r *round) contacts(steppers []*man) []capture {
	var captures []capture
	for square := range 64 {
		var here []*man
		for _, m := range steppers {
			if !m.dead && m.at == square {
				here = append(here, m)
			}
		}
		// Of a castling pair the King takes.
		slices.SortStableFunc(here, func(a, b *man) int {
			return map[bool]int{true: 0, false: 1}[kind(a.letter) == 'k'] - map[bool]int{true: 0, false: 1}[kind(b.letter) == 'k']
		})
		for _, m := range here {
			i := slices.IndexFunc(r.men, func(o *man) bool {
				return o.side != m.side && !o.dead && !o.stepped && o.at == square
			})
			if i < 0 {
				continue
			}
			o := r.men[i]
			if m.watch != nil && m.watch.king && square == m.watch.watched.home && m.watch.attacker == o && o.held {
				r.say("intercept %c %s x %c", m.letter, name(square), o.letter)
				m.watch.done = true
				r.kill(m)
				r.kill(o)
				continue
			}
			if guard := r.guard(o); m.mover && guard != nil {
				r.say("kcontact %c %s", m.letter, name(square))
				m.route, m.held = nil, true
				guard.called, guard.attacker = true, m
				continue
			}
			r.say("capture %c %s x %c", m.letter, name(square), o.letter)
			r.kill(o)
			m.route, m.captured = nil, true
			if m.watch != nil && m.watch.attacker == o {
				m.watch.done = true
			}
			captures = append(captures, capture{m, o})
		}
	}
	return captures
}

// guard returns the armed King Watch over the King o, if o is one that hasn't stepped and its watcher is at home.
func (r *round) guard(o *man) *watch {
	for _, w := range r.watches {
		if w.king && w.watched == o && !o.moved && !w.triggered && !w.called && !w.watcher.dead && !w.watcher.moved {
			return w
		}
	}
	return nil
}

// stops tells of watchers that can't reach their goal any more; a King whose watcher is stopped falls.
func (r *round) stops() {
	byHome := slices.SortedFunc(slices.Values(r.watches), func(a, b *watch) int {
		return (a.watcher.side-b.watcher.side)*64 + a.watcher.home - b.watcher.home
	})
	for _, w := range byHome {
		if !w.triggered || w.done || !w.watcher.dead && len(w.watcher.route) > 0 {
			continue
		}
		w.done = true
		r.say("wstop %c %s", w.watcher.letter, name(w.watcher.home))
		if w.king && !w.attacker.dead && w.attacker.held {
			r.say("kfall %c %s x %c", w.attacker.letter, name(w.watched.home), w.watched.letter)
			r.kill(w.watched)
			w.attacker.held, w.attacker.captured = false, true
		}
	}
}

// triggers sends out the watchers that this tick calls.
func (r *round) triggers(captures []capture) {
	byWatched := slices.SortedFunc(slices.Values(r.watches), func(a, b *watch) int {
		return (a.watcher.side-b.watcher.side)*64 + a.watched.home - b.watched.home
	})
	for _, w := range byWatched {
		if w.triggered {
			continue
		}
		if !w.king {
			i := slices.IndexFunc(captures, func(c capture) bool { return c.by.mover && c.victim == w.watched && !w.watched.moved })
			if i < 0 || w.watcher.dead || w.watcher.moved {
				continue
			}
			w.attacker = captures[i].by
		} else if !w.called {
			continue
		}
		w.triggered = true
		r.say("trigger %s %s>%s", map[bool]string{true: "kw", false: "w"}[w.king], name(w.watcher.home), name(w.watched.home))
		w.watcher.watch = w
		w.watcher.route = append(slices.Clone(r.board.pattern(w.watcher.home)[w.watched.home]), w.watched.home)
	}
}

// close ends the round: promotions, thaw, freeze, rights and counters [WC-050 to WC-055].
func (r *round) close(after *Position, moved bool) {
	after.Men = [64]byte{}
	var frozenBefore = after.Frozen
	after.Frozen = [64]bool{}
	bySquare := slices.SortedFunc(slices.Values(r.men), func(a, b *man) int { return a.at - b.at })
	bySide := slices.SortedFunc(slices.Values(r.men), func(a, b *man) int { return (a.side-b.side)*64 + a.at - b.at })
	for _, m := range bySide {
		if m.dead || kind(m.letter) != 'p' || m.at/8 != 7*(1-m.side) {
			continue
		}
		if m.becomes == 0 {
			m.becomes = letter('q', m.side)
		}
		m.letter = m.becomes
		r.say("promote %s %c", name(m.at), m.letter)
	}
	for _, m := range bySquare {
		if !m.dead && frozenBefore[m.home] {
			r.say("thaw %s", name(m.at))
		}
	}
	for _, m := range bySquare {
		if m.dead {
			continue
		}
		if after.Men[m.at] != 0 {
			panic("two men on " + name(m.at))
		}
		after.Men[m.at] = m.letter
		if m.captured {
			after.Frozen[m.at] = true
			r.say("freeze %s", name(m.at))
		}
	}
	after.Castling = ""
	for _, right := range r.board.Castling {
		king, rook := "e1", map[rune]string{'K': "h1", 'Q': "a1", 'k': "h8", 'q': "a8"}[right]
		if right == 'k' || right == 'q' {
			king = "e8"
		}
		k, o := r.living(king), r.living(rook)
		if !k.dead && !k.moved && !o.dead && !o.moved {
			after.Castling += string(right)
		}
	}
	after.Idle++
	if moved {
		after.Idle = 0
	}
	after.Round++
}

// Open counts the position and applies the end tests of an opening [WC-092].
func (p *Position) Open(set Settings, counts map[string]int) Result {
	if set.Repetition > 0 {
		counts[p.Key()]++
	}
	w, b := p.Status(set, 'w'), p.Status(set, 'b')
	switch {
	case w == "checkmate" && b == "checkmate":
		return Result{"1/2", "double_checkmate"}
	case w == "checkmate":
		return Result{"0-1", "checkmate"}
	case b == "checkmate":
		return Result{"1-0", "checkmate"}
	case w == "stalemate" || b == "stalemate":
		switch {
		case set.Stalemate == "loss" && b != "stalemate":
			return Result{"0-1", "stalemate"}
		case set.Stalemate == "loss" && w != "stalemate":
			return Result{"1-0", "stalemate"}
		}
		return Result{"1/2", "stalemate"}
	case set.WatchOnly > 0 && p.Idle >= set.WatchOnly:
		return Result{"1/2", "watch_only"}
	case set.Repetition > 0 && counts[p.Key()] >= set.Repetition:
		return Result{"1/2", "repetition"}
	case set.RoundLimit > 0 && p.Round > set.RoundLimit:
		return Result{"1/2", "round_limit"}
	}
	return Result{"*", ""}
}
