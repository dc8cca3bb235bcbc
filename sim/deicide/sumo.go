package deicide

// sumoRange is how far a Sumo slides, and how far off it finds somebody to push [DC-270].
const sumoRange = 2

// sumoSlides are the empty squares that a Sumo on q slides to, and the first piece in each direction within its range.
func (c *core) sumoSlides(q square) (free, met set) {
	v := c.v()
	for d := range ring {
		if p, ok := ring[d].from(q, v.size); ok {
			switch {
			case c.at(p) != nobody:
				met = met.or(bit[p])
				continue
			default:
				free = free.or(bit[p])
			}
			if p, ok = ring[d].from(p, v.size); ok {
				if c.at(p) != nobody {
					met = met.or(bit[p])
				} else {
					free = free.or(bit[p])
				}
			}
		}
	}
	return free, met
}

// pushable are the enemies among the pieces met by a Sumo on q that it can push: not Snails, and nothing stands behind
// them [DC-271, DC-272].
func (c *core) pushable(q square, met set, side color) (targets set) {
	for met = c.capturable(met, side); !met.empty(); {
		p := met.pop()
		if behind, ok := ring[heading(q, p)].from(p, c.v().size); !ok || c.at(behind) == nobody {
			targets = targets.or(bit[p])
		}
	}
	return targets
}

// push moves the piece on dst one square on, or captures it when that is off the board, and the Sumo to dst [DC-272,
// DC-274]. It reports whether a piece was removed.
func (c *core) push(src, dst square, j *journal) (removed bool) {
	behind, ok := ring[heading(src, dst)].from(dst, c.v().size)
	switch {
	case !ok && c.at(dst).kind() == bomber:
		c.explode(src, dst, j)
		return true
	case !ok:
		j.on("capture", c.lift(dst), dst)
	default:
		pushed := c.lift(dst)
		j.between("push", pushed, dst, behind)
		c.put(behind, pushed)
	}
	mover := c.lift(src)
	j.between("move", mover, src, dst)
	c.put(dst, mover)
	return !ok
}
