package game

// Classifier is implemented by games whose actions have kinds worth counting apart, such as techniques.
type Classifier interface {
	// Class names the kind of an action given as text, "" for a plain move or a chance outcome.
	Class(text string) string
}

// EventCounter is implemented by games where things worth counting show in the events of a step rather than in its text.
type EventCounter interface {
	// CountEvent calls count for each such thing in an event given as text, with the side whose it is and its kind. before
	// is the state in which the event's step was taken.
	CountEvent(before State, text string, count func(p Player, kind string))
}
