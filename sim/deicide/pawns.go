package deicide

// pawnMoves are the empty squares that the pawn kind on q moves to: its steps, and its head start while it has one
// [DC-221].
func (c *core) pawnMoves(q square, k kind, side color, occupied set) set {
	v := c.v()
	to := v.rows[side][k].moves[q].andNot(occupied)
	if c.at(q).moved() || !v.starts[side][k].has(q) {
		return to
	}
	for _, vec := range v.pawns[k].moves {
		vec = v.of(side, vec)
		for n := 1; n <= v.pawns[k].start; n++ {
			p, ok := vec.times(n).from(q, v.size)
			if !ok || occupied.has(p) {
				break
			}
			to = to.or(bit[p])
		}
	}
	return to
}

// passes notes that the pawn now on dst slid there from src [DC-230].
func (c *core) passes(src, dst square) {
	e := passing{pawn: dst}
	step := ring[heading(src, dst)]
	for q := src; ; e.n++ {
		q, _ = step.from(q, c.v().size)
		if q == dst {
			break
		}
		e.passed[e.n] = q
	}
	c.passings[c.nPassing] = e
	c.nPassing++
}

// passed are the squares of the entry.
func (e *passing) squares() (s set) {
	for _, q := range e.passed[:e.n] {
		s = s.or(bit[q])
	}
	return s
}

// passedBy are the empty squares passed by enemy pawns of type k [DC-231].
func (c *core) passedBy(k kind, side color) (squares set) {
	for i := range c.nPassing {
		e := &c.passings[i]
		if p := c.at(e.pawn); p.color() != side && p.kind() == k {
			squares = squares.or(e.squares())
		}
	}
	return squares.andNot(c.occupied())
}

// takePassing moves the pawn on src to the passed square dst and removes every enemy pawn of its kind that passed there
// [DC-231, DC-232].
func (c *core) takePassing(src, dst square, promotes kind, j *journal) {
	mover := c.at(src)
	var victims set
	for i := range c.nPassing {
		e := &c.passings[i]
		p := c.at(e.pawn)
		if p.color() != mover.color() && p.kind() == mover.kind() && e.squares().has(dst) {
			victims = victims.or(bit[e.pawn])
		}
	}
	for q := range victims.each {
		j.on("capture", c.lift(q), q)
	}
	c.moveTo(src, dst, promotes, j)
}
