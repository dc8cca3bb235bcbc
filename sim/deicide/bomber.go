package deicide

// explode removes a capturing piece and the piece on the square it captures on, one of which is a Bomber [DC-281]. A
// Bomber that captures a Bomber also takes everything around the captured one along, Snails excepted [DC-283]. What the
// blast destroys was not captured, so no chain of explosions follows [DC-284].
func (c *core) explode(src, dst square, j *journal) {
	captured, capturer := c.lift(dst), c.lift(src)
	j.on("capture", captured, dst)
	j.on("destroy", capturer, src)
	if captured.kind() != bomber || capturer.kind() != bomber {
		return
	}
	for _, d := range ring {
		q, ok := d.from(dst, c.v().size)
		if ok && c.at(q) != nobody && c.at(q).kind() != snail {
			j.on("destroy", c.lift(q), q)
		}
	}
}

// bangNear reports whether a Bomber of side can capture a Bomber that stands next to the King on k, whose side is the
// other: the blast would take the King [DC-402 T5].
func (c *core) bangNear(k square, side color) bool {
	v := c.v()
	exposed := v.near[k].and(c.bombers).and(c.by[side^1])
	for !exposed.empty() {
		if v.near[exposed.pop()].and(c.bombers).meets(c.by[side]) {
			return true
		}
	}
	return false
}
