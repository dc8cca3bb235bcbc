package game

// Game makes states and turns them into text and back. Nothing here is for hot loops.
type Game interface {
	Info() Info
	// Params lists the rule parameters with defaults and ranges.
	Params() []Param
	// New sets up a game; errors are *InputError.
	New(o Options) (Position, error)
	// Parse reads the canonical JSON of Position.AppendJSON, defaults left out or not; errors are *InputError.
	Parse(text []byte) (Position, error)
	// AppendAction writes a as text; p == Chance names an outcome.
	AppendAction(dst []byte, s State, p Player, a Action) []byte
	// ParseAction reads what AppendAction writes; the action must be legal for p in s (or an outcome, p == Chance).
	ParseAction(s State, p Player, text string) (Action, error)
}

// Position is a State together with what only its text forms carry (repetition texts, the log of recent events).
type Position interface {
	// State is the live state; read it or copy it, change it only through the Position.
	State() State
	// Reason is why the game ended, "" before that.
	Reason() string
	// Apply carries out a legal action or outcome and returns what happened.
	Apply(a Action) []Event
	// ApplyJoint is Apply at Simultaneous nodes.
	ApplyJoint(plans *[2]Plan) []Event
	// AppendJSON writes the canonical JSON: keys sorted, defaults left out, no space. Equal states give equal bytes.
	AppendJSON(dst []byte) []byte
	// AppendNotation writes the one-line notation.
	AppendNotation(dst []byte) []byte
	// AppendObservation writes the JSON of what p may know; errors are *InputError.
	AppendObservation(dst []byte, p Player) ([]byte, error)
	// Key is the repetition identity as the rules protocol shows it.
	Key() string
	// Resample draws the positions that p may be in: by what it believes after watching the game, or with a nil belief by
	// its own observation alone; errors are *InputError.
	Resample(p Player, belief Belief, seed uint64, n int) ([]Position, error)
	// Clone returns an independent copy.
	Clone() Position
}

// Options say what New is to set up.
type Options struct {
	Values   map[string]string // by the names of Info.Options
	Params   Params            // rule parameters that differ from their defaults
	Position string            // one-line notation; "" for the standard start
}

// Params maps a rule parameter's dotted name to its value: float64, string or bool, as JSON gives them.
type Params map[string]any

// Param describes one rule parameter.
type Param struct {
	Name    string
	Default any
	Min     float64 // numbers only
	Max     float64
	Integer bool     // numbers only: whole numbers alone are allowed
	Values  []string // strings only: the allowed ones, nil for free text
	Unit    string   // "energy", "turns", "plies", "probability", ...
	Doc     string   // one line
}
