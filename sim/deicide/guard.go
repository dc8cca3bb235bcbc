package deicide

// This filter answers the question of core.safe for plain moves and captures of pieces other than the King, without playing
// them. Such an action changes two squares. The enemy's steps and jumps reach the King whatever stands between, so the
// action can only matter to threats along lines, bent paths and pushes. For each of these some squares are noted:
//
//   - a threat that stands: the squares one of which must be touched to end it (support);
//   - a threat that is one piece too many, or one hurdle, away from standing: the squares whose touching could make it
//     stand (delicate).
//
// An action that touches none of the noted squares leaves everything as it is. The others are tried by safe. What the
// position will look like after the own landings of this turn is taken into account by landing them first; their
// squares are always noted. An enemy Fool threatens as the type that moves now, so notes depend on that type [DC-297].

// guards holds the notes for every type that may move.
type guards struct {
	c      *core
	landed core // the position after the own landings, if there are any
	king   square
	lost   bool // no action but the King's can save him: he stands where his own piece lands
	due    set  // squares of the own landings
	base   note // all enemies but Fools
	fools  set  // the enemy's
	byKind [numKinds]struct {
		known bool
		guard
	}
}

// guard is what a plain action of one type must or must not touch: while the King is threatened an action that touches
// nothing of it is illegal, otherwise it is safe.
type guard struct {
	threatened bool
	touch      set
}

// note collects the squares on which threats depend.
type note struct {
	threatened        bool
	support, delicate set
}

// after is the position that the own landings make of c.
func (g *guards) after() *core {
	if g.due.empty() {
		return g.c
	}
	return &g.landed
}

func (g *guards) prepare(c *core) {
	g.c = c
	if g.due = c.due(c.side); !g.due.empty() {
		g.landed = *c
		g.landed.countDown(nil)
	}
	a := g.after()
	if a.kings[c.side] < 0 {
		g.lost = true
		return
	}
	g.king = square(a.kings[c.side])
	foe := c.side ^ 1
	v := a.v()

	for near := v.window[g.king].and(a.by[foe]); !near.empty(); {
		q := near.pop()
		if k := a.at(q).kind(); k != fool {
			g.base.steps(a, q, k, g.king)
		}
	}
	for lines := v.lines[g.king].and(a.sliders[foe]); !lines.empty(); {
		q := lines.pop()
		if k := a.at(q).kind(); k != fool {
			g.base.lines(a, q, k, g.king)
		}
	}
	for benders := a.benders[foe]; !benders.empty(); {
		q := benders.pop()
		switch k := a.at(q).kind(); k {
		case fool:
			g.fools = g.fools.or(bit[q])
		case sumo:
			g.base.pushes(a, q, g.king)
		default:
			g.base.bends(a, q, k, g.king)
		}
	}
	if a.due(foe).has(g.king) {
		g.base.threatened = true // nothing but the King can do anything about it
	}
	if exposed := v.near[g.king].and(a.bombers).and(a.by[c.side]); !exposed.empty() && a.bangNear(g.king, foe) {
		g.base.threatened = true
		g.base.support = g.base.support.or(exposed).or(a.bombers.and(a.by[foe]))
	}
}

// steps notes a threat by a step or jump of k on q.
func (n *note) steps(a *core, q square, k kind, to square) {
	window := a.v().reach[a.at(q).color()][k]
	if distance(q, to) <= windowReach && window>>windowIndex(to.file()-q.file(), to.rank()-q.rank())&1 != 0 {
		n.threatened = true
		n.support = n.support.or(bit[q])
	}
}

// lines notes what a slide or a capture over a hurdle by k on q depends on.
func (n *note) lines(a *core, q square, k kind, to square) {
	row := &a.v().rows[a.at(q).color()][k]
	d := heading(q, to)
	if d < 0 {
		return
	}
	slides, hurdles := row.slides.has(d), row.hurdles.has(d)
	if !slides && !hurdles {
		return
	}
	way := a.v().between(q, to, d)
	blockers := way.and(a.occupied())
	switch count := blockers.count(); {
	case slides && count == 0 || hurdles && count == 1:
		n.threatened = true
		n.support = n.support.or(way).or(bit[q])
	case slides && count == 1 || hurdles && count == 2:
		n.delicate = n.delicate.or(blockers)
	case hurdles && count == 0:
		n.delicate = n.delicate.or(way)
	}
}

// needsClear notes a threat by the piece on q that stands when all of clear is empty.
func (n *note) needsClear(a *core, q square, clear set) {
	blockers := clear.and(a.occupied())
	switch blockers.count() {
	case 0:
		n.threatened = true
		n.support = n.support.or(clear).or(bit[q])
	case 1:
		n.delicate = n.delicate.or(blockers)
	}
}

// bends notes what the bent slides of k on q depend on.
func (n *note) bends(a *core, q square, k kind, to square) {
	paths, count := a.v().bentPaths(k, q, to)
	for _, path := range paths[:count] {
		n.needsClear(a, q, path)
	}
}

// pushes notes what the deadly pushes of the Sumo on q depend on.
func (n *note) pushes(a *core, q, to square) {
	if clear, ok := a.pushLane(q, to, a.at(q).color()); ok {
		n.needsClear(a, q, clear)
	}
}

// of is the guard for actions that count as a move of k.
func (g *guards) of(k kind) guard {
	known := &g.byKind[k]
	if g.fools.empty() {
		known = &g.byKind[none]
	}
	if !known.known {
		known.known = true
		n, a := g.base, g.after()
		for fools := g.fools; !fools.empty(); {
			q := fools.pop()
			n.steps(a, q, k, g.king)
			n.lines(a, q, k, g.king)
			if k == kitsune || k == werewolf {
				n.bends(a, q, k, g.king)
			}
		}
		known.threatened, known.touch = n.threatened, n.delicate.or(g.due)
		if n.threatened {
			known.touch = n.support.or(g.due)
		}
	}
	return known.guard
}

// sift sorts the moves and captures of the piece on q, which acts as k, into safe ones and those to try; illegal ones
// are left out.
func (g *guards) sift(q square, k kind, quiet, captures set) (s sifted) {
	if g.lost {
		return s
	}
	c := g.c
	explosive := captures.and(c.bombers)
	if c.at(q).kind() == bomber { // it leaves two holes when it captures, and may go off where it stands
		explosive = captures.or(quiet.and(c.v().near[g.king]))
	}
	all := quiet.or(captures)
	guard := g.of(k)
	switch {
	case guard.touch.has(q):
		s.try = all
	case guard.threatened:
		s.try = all.and(guard.touch.or(explosive))
	default:
		s.try = all.and(guard.touch).or(explosive)
		s.safe = all.andNot(s.try)
	}
	return s
}
