package deicide

// hasRight reports whether the piece on q counts as a Rook that has never moved, nor has its King [DC-102].
func (c *core) hasRight(side color, q square) bool {
	k := c.kings[side]
	return k >= 0 && square(k).rank() == q.rank() && c.rights[side]>>q.file()&1 != 0
}

// castlingSquares are where King and Rook end up: two squares towards the Rook and the square that is crossed [DC-201].
func castlingSquares(k, r square) (kingTo, rookTo square) {
	if r > k {
		return k + 2, k + 1
	}
	return k - 2, k - 1
}

// castlings are the squares of the Rooks with which the King of the side to move may castle, his safety on the crossed
// square and at the end left open [DC-201].
func (c *core) castlings() (rooks set) {
	side := c.side
	if c.rights[side] == 0 || c.inCheck(side) {
		return set{}
	}
	k := square(c.kings[side])
	for f := range 16 {
		if c.rights[side]>>f&1 == 0 {
			continue
		}
		r := at(f, k.rank())
		if distance(k, r) >= 3 && !c.v().between(k, r, heading(k, r)).meets(c.occupied()) {
			rooks = rooks.or(bit[r])
		}
	}
	return rooks
}
