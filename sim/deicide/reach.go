package deicide

// capturable are the enemies of side in s, Snails left out [DC-014].
func (c *core) capturable(s set, side color) set {
	return s.and(c.by[side^1]).andNot(c.snails)
}

// slides are the empty squares on the way along some directions, and the first piece met in each.
func (c *core) slides(q square, ds directions) (free, met set) {
	v := c.v()
	occupied := c.occupied()
	for d := range ring {
		if ds.has(d) {
			way, hit, blocked := v.slide(q, d, occupied)
			free = free.or(way)
			if blocked {
				met = met.or(bit[hit])
			}
		}
	}
	return free, met
}

// overHurdles are the empty squares up to the first piece along some directions, and the second piece of each
// [DC-240]. Any piece may be jumped over [DC-012, DC-242].
func (c *core) overHurdles(q square, ds directions) (free, met set) {
	v := c.v()
	occupied := c.occupied()
	for d := range ring {
		if !ds.has(d) {
			continue
		}
		way, hurdle, blocked := v.slide(q, d, occupied)
		free = free.or(way)
		if !blocked {
			continue
		}
		if _, hit, blocked := v.slide(hurdle, d, occupied); blocked {
			met = met.or(bit[hit])
		}
	}
	return free, met
}

// destinations are the squares that a piece of side on q, moving as k, may go to by moving or capturing, whatever that
// does to its King. Special forms of action are left out: head starts, en passant, promotion, pushes, launches, castling.
func (c *core) destinations(q square, k kind, side color) (quiet, captures set) {
	row := &c.v().rows[side][k]
	occupied := c.occupied()
	if row.moves != nil {
		quiet = row.moves[q].andNot(occupied)
	}
	if row.captures != nil {
		captures = row.captures[q]
	}
	if row.slides != 0 {
		free, met := c.slides(q, row.slides)
		quiet, captures = quiet.or(free), captures.or(met)
	}
	if row.hurdles != 0 {
		free, met := c.overHurdles(q, row.hurdles)
		quiet, captures = quiet.or(free), captures.or(met)
	}
	switch row.special {
	case bent:
		ends := c.bentSlides(q, k)
		quiet, captures = ends.andNot(occupied), ends
	case pushes:
		quiet, _ = c.sumoSlides(q)
	case anywhere:
		quiet = c.v().board.andNot(occupied)
	}
	return quiet, c.capturable(captures, side)
}
