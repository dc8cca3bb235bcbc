package deicide

// launchCounters is how many counters a launched piece starts with [DC-245].
const launchCounters = 3

// launchTargets are the squares that a Queen on q could go to now, friends and Snails left out [DC-245].
func (c *core) launchTargets(q square, side color) (to set) {
	quiet, hits := c.slides(q, everywhere)
	return quiet.or(c.capturable(hits, side))
}

// launch sends the piece on src into the future.
func (c *core) launch(src, target square, j *journal) {
	p := c.lift(src)
	j.between("launch", p, src, target)
	c.flights[c.nFlights] = flight{piece: p, target: target, counters: launchCounters, fresh: true}
	c.nFlights++
}

// countDown takes a counter from every piece that the side to move has in flight, but for those launched this turn, and
// lands what has none left [DC-109]. It reports whether a landing removed something.
func (c *core) countDown(j *journal) (removed bool) {
	kept := uint8(0)
	for i := range c.nFlights {
		f := c.flights[i]
		if f.piece.color() == c.side {
			switch {
			case f.fresh:
				f.fresh = false
			case f.counters == 1:
				if c.land(f.piece, f.target, j) {
					removed = true
				}
				continue
			default:
				f.counters--
			}
		}
		c.flights[kept] = f
		kept++
	}
	for i := kept; i < c.nFlights; i++ {
		c.flights[i] = flight{}
	}
	c.nFlights = kept
	return removed
}

// land brings x back on q, whoever stands there, friend or enemy [DC-110]. It reports whether a piece was removed.
func (c *core) land(x piece, q square, j *journal) (removed bool) {
	switch c.at(q).kind() {
	case none:
	case snail:
		j.on("destroy", x, q)
		return true
	case bomber:
		j.on("capture", c.lift(q), q)
		j.on("destroy", x, q)
		return true
	default:
		j.on("capture", c.lift(q), q)
		removed = true
	}
	c.put(q, x)
	j.on("land", x, q)
	return removed
}

// due are the squares on which pieces of side land at the end of its next turn.
func (c *core) due(side color) (targets set) {
	for _, f := range c.flights[:c.nFlights] {
		if f.counters == 1 && f.piece.color() == side {
			targets = targets.or(bit[f.target])
		}
	}
	return targets
}
