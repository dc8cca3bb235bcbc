package game

// Classifier is implemented by games whose actions have kinds worth counting apart, such as techniques.
type Classifier interface {
	// Class names the kind of an action given as text, "" for a plain move or a chance outcome.
	Class(text string) string
}
