package game

// Drawer is implemented by games that draw what a side sees for a person to read.
type Drawer interface {
	// Draw turns the JSON of Position.AppendObservation into a board and what belongs beside it, in lines of text. All
	// that it shows comes from the observation, so that nobody is shown what they may not know.
	Draw(observation []byte) (string, error)
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
