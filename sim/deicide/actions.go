package deicide

import (
	"math/bits"

	"variantlab/sim/game"
)

// Actions appends the legal actions of p in ascending order; none if it is not p's move.
func (s *State) Actions(p game.Player, dst []game.Action) []game.Action {
	if s.Turn() != p {
		return dst
	}
	g := generator{c: &s.core, dst: dst}
	g.run()
	return g.dst
}

// anyLegal reports whether the side to move has a legal action.
func (c *core) anyLegal() bool {
	g := generator{c: c, probe: true}
	g.run()
	return g.found
}

// generator lists the legal actions of one position.
type generator struct {
	c     *core
	v     *variant
	side  color
	guard guard
	dst   []game.Action
	probe bool // stop at the first piece that has an action, and list none
	found bool
}

func (g *generator) run() {
	c := g.c
	g.v, g.side = c.v(), c.side
	g.guard = newGuard(c)
	for own := c.by[g.side]; !own.empty() && !g.found; {
		q := own.first()
		if g.probe && g.side == white { // the pieces in front are the likeliest to move
			q = own.last()
		}
		own = own.xor(bit[q])
		g.piece(q)
	}
	if c.extra && c.movesLeft == 1 { // DC-123
		g.add(pass)
	}
}

// piece lists the actions of the piece on q.
func (g *generator) piece(q square) {
	c := g.c
	p := c.at(q)
	k := c.acts(p)
	copied := p.kind() == fool // of what is copied only movement counts, no ability [DC-293]
	switch g.v.rows[g.side][k].special {
	case launches: // a Fool launches too [DC-296]
		g.launches(q, k)
		return
	case pawnlike:
		if !copied {
			g.pawn(q, k)
			return
		}
	case pushes:
		if !copied {
			g.sumo(q)
			return
		}
	case royal:
		if !copied {
			g.king(q)
			return
		}
	case immortal: // an extra turn has no room for a Snail once it has begun [DC-122]
		if !copied && c.extra && c.movesLeft == 1 {
			return
		}
	}
	if k == none {
		return
	}
	quiet, captures := c.destinations(q, k, g.side)
	s := g.guard.sift(q, k, quiet, captures)
	if k == king {
		free := g.deicides(k, captures)
		s.safe, s.try = s.safe.or(free), s.try.andNot(free)
	}
	g.emit(q, s)
}

// deicides are the captures that need no safety: the enemy King taken by a King, or by a Fool that copies one [DC-511].
func (g *generator) deicides(k kind, captures set) set {
	if k != king || !g.v.touching || g.c.kings[g.side^1] < 0 {
		return set{}
	}
	return captures.and(bit[square(g.c.kings[g.side^1])])
}

// emit appends moves and captures in ascending order, those to try after a look.
func (g *generator) emit(q square, s sifted) {
	if s.try.empty() {
		g.emitSafe(q, s.safe)
		return
	}
	for all := s.safe.or(s.try); !all.empty(); {
		dst := all.pop()
		a := act(moving, q, dst)
		if s.safe.has(dst) || g.c.safe(a) {
			g.add(a)
			if g.found {
				return
			}
		}
	}
}

func (g *generator) emitSafe(q square, to set) {
	if g.probe {
		g.found = !to.empty()
		return
	}
	base := act(moving, q, 0)
	g.emitWord(base, to.a)
	g.emitWord(base|64<<8, to.b)
	g.emitWord(base|128<<8, to.c)
	g.emitWord(base|192<<8, to.d)
}

// add appends a legal action.
func (g *generator) add(a game.Action) {
	if g.probe {
		g.found = true
		return
	}
	g.dst = append(g.dst, a)
}

func (g *generator) emitWord(base game.Action, to uint64) {
	for ; to != 0; to &= to - 1 {
		g.dst = append(g.dst, base+game.Action(bits.TrailingZeros64(to))<<8)
	}
}

// try appends a if it leaves the own King safe.
func (g *generator) try(a game.Action) {
	if g.c.safe(a) {
		g.add(a)
	}
}

// king lists the King's steps and castling. A step changes what is to be looked at, so each is played.
func (g *generator) king(q square) {
	quiet, captures := g.c.destinations(q, king, g.side)
	free := g.deicides(king, captures)
	rooks := g.c.castlings()
	for all := quiet.or(captures).or(rooks); !all.empty(); {
		dst := all.pop()
		switch {
		case free.has(dst):
			g.add(act(moving, q, dst))
		case rooks.has(dst):
			_, crossed := castlingSquares(q, dst)
			if g.c.safe(act(moving, q, crossed)) {
				g.try(act(castling, q, dst))
			}
		default:
			g.try(act(moving, q, dst))
		}
	}
}

// launches lists the launches of a piece on q that acts as a Time Machine. Where it will land makes no difference to the
// King's safety now, so one look is enough.
func (g *generator) launches(q square, k kind) {
	to := g.c.launchTargets(q, g.side)
	if to.empty() {
		return
	}
	s := g.guard.sift(q, k, bit[q], set{})
	if s.safe.empty() && (s.try.empty() || !g.c.safe(act(launching, q, to.first()))) {
		return
	}
	for !to.empty() {
		g.add(act(launching, q, to.pop()))
	}
}

// sumo lists slides and pushes of the Sumo on q.
func (g *generator) sumo(q square) {
	free, met := g.c.sumoSlides(q)
	s := g.guard.sift(q, sumo, free, set{})
	targets := g.c.pushable(q, met, g.side)
	if targets.empty() {
		g.emit(q, s)
		return
	}
	for all := s.safe.or(s.try).or(targets); !all.empty(); {
		dst := all.pop()
		switch {
		case targets.has(dst):
			g.try(act(pushing, q, dst))
		case s.safe.has(dst):
			g.add(act(moving, q, dst))
		default:
			g.try(act(moving, q, dst))
		}
	}
}

// pawn lists everything that the pawn kind k on q does.
func (g *generator) pawn(q square, k kind) {
	c := g.c
	quiet := c.pawnMoves(q, k, g.side, c.occupied())
	reached := g.v.rows[g.side][k].captures[q]
	captures := c.capturable(reached, g.side)
	s := g.guard.sift(q, k, quiet, captures)
	var passed set
	if c.nPassing > 0 {
		passed = reached.and(c.passedBy(k, g.side))
	}
	all := s.safe.or(s.try).or(passed)
	if passed.empty() && !all.meets(g.v.zone[g.side]) {
		g.emit(q, s)
		return
	}
	for !all.empty() {
		dst := all.pop()
		a := act(moving, q, dst)
		if passed.has(dst) {
			a = act(passingBy, q, dst)
		}
		switch {
		case g.v.zone[g.side].has(dst) && c.at(dst).kind() != bomber: // [DC-225, DC-227]
			g.promotions(a, s.safe.has(dst))
		case s.safe.has(dst):
			g.add(a)
		default:
			g.try(a)
		}
	}
}

// promotions lists a with every type to promote to [DC-224]. For the own King's safety only the place of the new piece
// matters, unless it is a Bomber, which can go off beside him, or stands where a piece lands this turn.
func (g *generator) promotions(a game.Action, safe bool) {
	for k := king; k < numKinds; k++ {
		if !g.c.rules.promotions.has(k) {
			continue
		}
		if b := a | game.Action(k); safe && k != bomber {
			g.add(b)
		} else {
			g.try(b)
		}
	}
}
