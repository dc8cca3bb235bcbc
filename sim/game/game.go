// Package game is the contract between rules and everything that uses them: search, simulator, data and tools.
//
// The core is State (what a search touches millions of times) and Game (construction and text). What only some games
// have is an extension interface, found by type assertion at set-up: Stochastic, Joint, Hidden, Encoder, Material,
// Tracer. A game knows no search; a search knows no game.
//
// A State is a flat value: copying it by assignment gives an independent state. It holds no randomness; chance is a
// node of its own whose outcomes are listed with their probabilities. Nobody infers the side to move from the parity of
// plies: ask Turn.
package game

import "fmt"

// Player says who acts at a node, or that nobody does.
type Player int8

// The two sides and the three kinds of node that belong to neither.
const (
	First        Player = iota // White
	Second                     // Black
	Chance                     // an outcome is dealt, see Stochastic
	Simultaneous               // both sides commit plans at once, see Joint
	Terminal                   // the game is over, see State.Returns
)

var playerNames = [...]string{"white", "black", "chance", "simultaneous", "terminal"}

// String gives the name used in the rules protocol.
func (p Player) String() string {
	if p < First || p > Terminal {
		return fmt.Sprintf("player(%d)", int8(p))
	}
	return playerNames[p]
}

// Other returns the opponent of First or Second.
func (p Player) Other() Player { return 1 - p }

// Side reports whether p is one of the two sides.
func (p Player) Side() bool { return p == First || p == Second }

// Action is one decision or one chance outcome, packed by its game. Zero is never an action.
type Action uint32

// None is the zero Action: no action at all.
const None Action = 0

// Key is a 128-bit hash.
type Key struct{ Hi, Lo uint64 }

// Outcome is one result of a chance node.
type Outcome struct {
	Action Action
	Prob   float64 // in (0, 1]
}

// State is one position with everything that the rules depend on.
type State interface {
	// Turn says what kind of node this is.
	Turn() Player
	// Actions appends p's legal actions in ascending order, without duplicates; none where p does not act. It is a
	// function of what p may know. At Simultaneous nodes it lists the moves of p's plans (see Joint).
	Actions(p Player, dst []Action) []Action
	// Apply carries out a legal action of the side to move, or an outcome of a chance node. Anything else is a
	// programming error (it panics in builds with the tag "invariants").
	Apply(a Action)
	// Returns gives each side's result at Terminal, in [-1, 1], summing to zero; zeros before.
	Returns() [2]float32
	// Key identifies the state: equal when everything the rules depend on is equal.
	Key() Key
	// CopyFrom overwrites the receiver with src, a state of the same game, without allocating.
	CopyFrom(src State)
	// Clone returns an independent copy.
	Clone() State
}

// Stochastic is implemented by states of games with chance nodes.
type Stochastic interface {
	// Outcomes appends the outcomes of a chance node in ascending order of Action; their probabilities sum to 1.
	Outcomes(dst []Outcome) []Outcome
}

// Hidden is implemented by states of games in which a side may lack information.
type Hidden interface {
	// Hides reports whether p lacks anything about this state.
	Hides(p Player) bool
	// InfoKey is equal exactly for states that p cannot tell apart, with perfect recall of what p has seen.
	InfoKey(p Player) Key
}

// Encoder is implemented by states that a network can read.
type Encoder interface {
	// Observe overwrites planes and globals with what p may know, from p's side (own first rank at the bottom).
	// planes has shape [Ranks, Files, Planes] (channel last), globals [Globals]; sizes from Info.Net.
	Observe(p Player, planes, globals []float32)
	// ObserveHidden overwrites dst, shape [Info.Net.Hidden], with what p does not know. Input of a privileged value
	// head only, never of a policy.
	ObserveHidden(p Player, dst []float32)
	// PolicyIndex gives the two small integers whose logits add up to that of a (seen from p's side). The pair is
	// distinct for distinct actions of one legal list. aux 0 is the constant zero.
	PolicyIndex(p Player, a Action) (flat uint32, aux uint16)
}

// Material is implemented by states that have a cheap static evaluation for the material evaluator.
type Material interface {
	// Balance is the static evaluation from First's view in pawns (a rough, unbounded scale).
	Balance() float32
	// Gain is what a wins at once for its mover, in pawns; 0 for quiet actions.
	Gain(a Action) float32
}

// Tracer is implemented by states that can tell what happens in a step.
type Tracer interface {
	// ApplyTraced does what Apply does and appends the events in the order in which they happen.
	ApplyTraced(a Action, dst []Event) []Event
}

// Event is one thing that happened, as the rules of the game name it.
type Event struct {
	Text string // the ledger's event text; for Watch a JSON object
	// Private is true when only the acting side Player may see it.
	Private bool
	Player  Player
}
