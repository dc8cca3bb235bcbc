package deicide

// acts is the type as which p moves: its own, or for a Fool that of the opponent's last move, none before that
// [DC-291]. A Fool's own move counts as that of the type it copied [DC-107], so one Fool can copy another without
// looking further [DC-292].
func (c *core) acts(p piece) kind {
	if p.kind() == fool {
		return c.last[p.color()^1]
	}
	return p.kind()
}
