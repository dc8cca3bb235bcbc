package game

// Drawer is implemented by games that draw what a side sees for a person to read.
type Drawer interface {
	// Draw turns the JSON of Position.AppendObservation into a board and what belongs beside it, in lines of text. All
	// that it shows comes from the observation, so that nobody is shown what they may not know.
	Draw(observation []byte) (string, error)
}

// SidedDrawer is implemented by drawers of games in which both sides observe the same, so that an observation doesn't tell
// who looks.
type SidedDrawer interface {
	Drawer
	// DrawFor is Draw with viewer's own first rank below.
	DrawFor(observation []byte, viewer Player) (string, error)
}

// DrawFor draws what viewer observes, from its side of the board.
func DrawFor(d Drawer, observation []byte, viewer Player) (string, error) {
	if d, ok := d.(SidedDrawer); ok {
		return d.DrawFor(observation, viewer)
	}
	return d.Draw(observation)
}

// Adviser is implemented by games with actions whose price or readiness a person wants to know.
type Adviser interface {
	// Advice explains p's special actions in p, such as each technique's cost and remaining cooldown, a line each.
	Advice(pos Position, p Player) []string
}

// Narrator is implemented by games whose events are data that a person would rather read as words.
type Narrator interface {
	// Narrate says an event, given as its text, in a line.
	Narrate(event string) string
}
