package deicide

import "variantlab/sim/game"

// perform carries out the action of the side to move, up to the end of the turn, which is not part of it. It reports
// whether a piece was removed from play and whether a Snail used its own move [DC-103 to DC-108].
func (c *core) perform(a game.Action, j *journal) (removed, snailMoved bool) {
	c.ply++
	if a == pass { // DC-123
		c.movesLeft = 0
		c.quiet++
		return false, false
	}
	src, dst := from(a), to(a)
	mover := c.at(src)
	acting := c.acts(mover) // before anything changes [DC-103]

	switch formOf(a) {
	case launching:
		c.launch(src, dst, j)
	case pushing:
		removed = c.push(src, dst, j)
	case castling:
		c.castle(src, dst, j)
	case passingBy:
		c.takePassing(src, dst, promotion(a), j)
		removed = true
	default:
		removed = c.moveTo(src, dst, promotion(a), j)
	}

	c.last[c.side] = acting // DC-107
	snailMoved = mover.kind() == snail
	c.movesLeft--
	if snailMoved && c.extra { // DC-122
		c.movesLeft = 0
	}
	if removed || mover.isPawn() {
		c.quiet = 0
	} else {
		c.quiet++
	}
	return removed, snailMoved
}

// moveTo moves a piece, capturing what stands on dst, and reports whether it did.
func (c *core) moveTo(src, dst square, promotes kind, j *journal) (captured bool) {
	if c.at(dst) != nobody {
		if c.at(src).kind() == bomber || c.at(dst).kind() == bomber {
			c.explode(src, dst, j)
			return true
		}
		j.on("capture", c.lift(dst), dst)
		captured = true
	}
	mover := c.lift(src)
	j.between("move", mover, src, dst)
	if mover.isPawn() {
		mover |= movedBit // DC-101
		if promotes != none {
			mover = pieceOf(mover.color(), promotes) // DC-105
			j.promotes(promotes, dst)
		}
	}
	c.put(dst, mover)
	if mover.isPawn() && distance(src, dst) >= 2 {
		c.passes(src, dst)
	}
	return captured
}

// castle moves King and Rook [DC-201].
func (c *core) castle(k, r square, j *journal) {
	kingTo, rookTo := castlingSquares(k, r)
	kingPiece, rookPiece := c.lift(k), c.lift(r)
	j.between("move", kingPiece, k, kingTo)
	j.between("castle", rookPiece, r, rookTo)
	c.put(kingTo, kingPiece)
	c.put(rookTo, rookPiece)
}
