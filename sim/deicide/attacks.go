package deicide

// attacks are the squares on which the pieces of side could capture now if an enemy stood there, and those on which at
// least two could. Kings of the own side count as targets like everything else; pushes and landings do not count.
func (c *core) attacks(side color) (once, twice set) {
	for pieces := c.by[side]; !pieces.empty(); {
		q := pieces.pop()
		reached := c.reaches(q, c.acts(c.at(q)), side)
		twice = twice.or(once.and(reached))
		once = once.or(reached)
	}
	return once, twice
}

// reaches are the squares on which a piece of side on q that acts as k could capture.
func (c *core) reaches(q square, k kind, side color) (reached set) {
	v := c.v()
	row := &v.rows[side][k]
	if row.captures != nil {
		reached = row.captures[q]
	}
	if row.slides != 0 {
		free, met := c.slides(q, row.slides)
		reached = reached.or(free).or(met)
	}
	if row.special == bent {
		reached = reached.or(c.bentSlides(q, k))
	}
	if row.hurdles == 0 {
		return reached
	}
	occupied := c.occupied()
	for d := range ring {
		if !row.hurdles.has(d) {
			continue
		}
		if _, hurdle, blocked := v.slide(q, d, occupied); blocked {
			free, hit, blocked := v.slide(hurdle, d, occupied)
			if reached = reached.or(free); blocked {
				reached = reached.or(bit[hit])
			}
		}
	}
	return reached
}
