package deicide

// A guard answers the question of core.safe for plain moves and captures of pieces other than the King, mostly without
// playing them. Such an action changes two squares. The enemy's steps and jumps reach the King whatever stands between,
// so the action can only matter to threats along lines, bent paths and pushes. For each of these some squares are noted:
//
//   - a threat that stands: the squares one of which must be touched to end it (support);
//   - a threat that is one piece too many, or one hurdle, away from standing: the squares whose touching could make it
//     stand (delicate).
//
// While the King is threatened an action that touches no support is illegal; otherwise one that touches nothing
// delicate is safe. What remains is tried by core.safe. The own landings of this turn are taken into account by landing
// them first; their squares are delicate, since a Bomber there would go with the piece that lands. An enemy Fool threatens as the type that moves now [DC-297]: its delicate
// squares are noted for all types together, and the types as which it would threaten are kept.
type guard struct {
	c          *core
	near       set     // around the King
	lost       bool    // no action but the King's own can save him: he stands where his own piece lands
	threatened bool    // by others than Fools
	touch      set     // support or delicate squares, and landings
	fools      kindSet // types as which an enemy Fool would threaten
}

// newGuard looks at the position of the side to move.
func newGuard(c *core) guard {
	due := c.due(c.side)
	if due.empty() {
		return c.guard(c, due)
	}
	return c.guardLanded(due)
}

// guardLanded is kept apart for the sake of the copy on its stack.
func (c *core) guardLanded(due set) guard {
	after := *c
	after.countDown(nil)
	return c.guard(&after, due)
}

// guard makes notes of the position after the own landings.
func (c *core) guard(after *core, due set) guard {
	g := guard{c: c}
	side, foe := c.side, c.side^1
	if after.kings[side] < 0 {
		g.lost = true
		return g
	}
	v := after.v()
	n := note{c: after, v: v, foe: foe, king: square(after.kings[side])}
	g.near = v.near[n.king]
	for near := v.window[n.king].and(after.by[foe]); !near.empty(); {
		n.steps(near.pop())
	}
	for lines := v.lines[n.king].and(after.sliders[foe]); !lines.empty(); {
		n.lines(lines.pop())
	}
	for benders := v.bends[n.king].and(after.benders[foe]); !benders.empty(); {
		n.bends(benders.pop())
	}
	if after.nFlights > 0 && after.due(foe).has(n.king) {
		n.threatened = true // nobody but the King can do anything about it
	}
	if exposed := g.near.and(after.bombers).and(after.by[side]); !exposed.empty() && after.bangNear(n.king, foe) {
		n.threatened = true
		n.support = n.support.or(exposed).or(after.bombers.and(after.by[foe]))
	}
	g.threatened, g.fools, g.touch = n.threatened, n.fools, n.delicate.or(due)
	if n.threatened {
		g.touch = n.support
	}
	return g
}

// note collects the squares on which the threats to one King depend.
type note struct {
	c                 *core
	v                 *variant
	foe               color
	king              square
	threatened        bool
	support, delicate set
	fools             kindSet
}

// steps notes a step or jump of the piece on q, which stands near enough.
func (n *note) steps(q square) {
	i := windowIndex(n.king.file()-q.file(), n.king.rank()-q.rank())
	switch k := n.c.at(q).kind(); {
	case k == fool:
		n.fools |= n.v.hitters[n.foe][i]
	case n.v.hitters[n.foe][i].has(k):
		n.threatened = true
		n.support = n.support.or(bit[q])
	}
}

// lines notes slides and captures over a hurdle by the piece on q, which is on a line with the King.
func (n *note) lines(q square) {
	d := heading(q, n.king)
	k := n.c.at(q).kind()
	slides, hurdles := n.v.slideKinds[d], n.v.hurdleKinds[d]
	if k != fool && !(slides | hurdles).has(k) {
		return
	}
	way := n.v.between(q, n.king, d)
	blockers := way.and(n.c.occupied())
	standing, nearly, noted := kindSet(0), kindSet(0), blockers
	switch blockers.count() {
	case 0:
		standing, nearly, noted = slides, hurdles, way
	case 1:
		standing, nearly = hurdles, slides
	case 2:
		nearly = hurdles
	}
	switch {
	case k == fool:
		n.fools |= standing
		n.delicate = n.delicate.or(noted)
	case standing.has(k):
		n.threatened = true
		n.support = n.support.or(way).or(bit[q])
	case nearly.has(k):
		n.delicate = n.delicate.or(noted)
	}
}

// bends notes bent slides and pushes of the piece on q.
func (n *note) bends(q square) {
	switch k := n.c.at(q).kind(); k {
	case sumo:
		if clear, ok := n.c.pushLane(q, n.king, n.foe); ok {
			n.needsClear(q, k, clear)
		}
	case fool:
		n.bentSlides(q, fool, kitsune)
		n.bentSlides(q, fool, werewolf)
	default:
		n.bentSlides(q, k, k)
	}
}

// bentSlides notes bent slides that the piece k on q makes as another.
func (n *note) bentSlides(q square, k, as kind) {
	paths, count := n.v.bentPaths(as, q, n.king)
	for _, path := range paths[:count] {
		if n.needsClear(q, k, path) && k == fool {
			n.fools |= 1 << as
		}
	}
}

// needsClear notes a threat by the piece k on q that stands when all of clear is empty, and reports whether it does.
func (n *note) needsClear(q square, k kind, clear set) bool {
	blockers := clear.and(n.c.occupied())
	switch blockers.count() {
	case 0:
		if k != fool {
			n.threatened = true
			n.support = n.support.or(clear).or(bit[q])
		}
		return true
	case 1:
		n.delicate = n.delicate.or(blockers)
	}
	return false
}

// sift sorts the moves and captures of the piece on q, which acts as k, into safe ones and those to try; illegal ones
// are left out.
func (g *guard) sift(q square, k kind, quiet, captures set) (s sifted) {
	if g.lost {
		return s
	}
	explosive := captures.and(g.c.bombers)
	if k == bomber && g.c.bombers.has(q) { // it leaves two holes when it captures, and may go off where it stands
		explosive = captures.or(quiet.and(g.near))
	}
	all := quiet.or(captures)
	switch {
	case g.touch.has(q) || !g.threatened && g.fools.has(k):
		s.try = all
	case g.threatened:
		s.try = all.and(g.touch.or(explosive))
	default:
		s.try = all.and(g.touch).or(explosive)
		s.safe = all.andNot(s.try)
	}
	return s
}

// sifted are destinations of one piece: those that are safe, and those to try.
type sifted struct{ safe, try set }
