package sim

import (
	"crypto/sha256"
	"encoding/binary"

	"variantlab/sim/game"
)

// Cell is an ordered matchup: the values of the options "white" and "black" (Domain's technique sets), or twice the name
// of one of Config.Named. Both are empty where one cell is played whose sides are alike.
type Cell struct{ White, Black string }

// Game is the record of one finished game: enough to replay it, to count it and to train on it.
type Game struct {
	ID    uint64 // number of the game in its run
	Seed  uint64 // the run's seed; (Seed, ID) identifies a game
	Pair  uint64 // ID of the first game of its colour-swapped pair; ID itself for a game without partner
	Group uint64 // ID of the first game of the group that was played in lockstep

	Cell    Cell
	Options string    // JSON object of all options of game.Options.Values, keys sorted
	Params  string    // JSON object of the rule parameters that differ from their defaults, keys sorted
	Rules   string    // game.RulesHash of Params
	Agents  [2]string // word of the agent that played First and Second
	Config  string    // Config.Hash of the run

	Start   string // canonical JSON of the start position
	Steps   []Step // every decision and chance outcome in order
	Opening int    // number of leading Steps that were dealt by the opening, not chosen by the agents

	Returns   [2]float32 // result for First and Second, summing to zero
	Reason    string     // why it ended, as the rules name it
	Plies     int        // turns: runs of decisions by one side; a simultaneous round is one
	Decisions int        // decisions of either side; a simultaneous round is one

	Rows []Row // training rows in order of Step
}

// Step is one decision of a side or one chance outcome. A simultaneous round is two steps, First's plan and then
// Second's.
type Step struct {
	Player game.Player // First, Second or Chance
	Action game.Action // at a simultaneous round the Move of the side's plan
	Joint  bool        // half of a simultaneous round
	Watch  []uint16    // watcher<<6 | watched of the plan, ascending; nil otherwise
	Text   string      // the action, plan or outcome as the game writes it
	Sims   uint32      // simulations spent on the decision; 0 when nobody searched
	Value  float32     // the search's value of the position before the step, First's view; 0 when Sims is 0
}

// Plan returns the step as a plan of a simultaneous round.
func (s *Step) Plan() game.Plan {
	p := game.Plan{Move: s.Action, N: uint8(len(s.Watch))}
	copy(p.Watch[:], s.Watch)
	return p
}

// Flags of a Row.
const (
	FullSearch  uint8 = 1 << iota // searched with the full budget; its target may train a policy
	Saturated                     // the search's arena was full before its budget was spent
	Proven                        // the root's value was proven exactly
	JointChoice                   // a simultaneous round: Actions are the moves of plans, see Watch
)

// Row is what one searched decision offers to training. Values are from the view of Player unless they say otherwise.
type Row struct {
	Step   uint32 // index into Game.Steps: the position is the one before that step
	Ply    uint32 // turns before it, see Game.Plies
	Player game.Player
	Flags  uint8
	Sims   uint32

	Actions []game.Action // the legal list (or the sampled plans' moves), ascending for plain decisions
	Target  []float32     // improved policy over Actions, sums to 1
	Watch   [][]uint16    // pairs of each plan in Actions; nil for plain decisions

	Outcome   float32    // result of the game in [-1, 1]
	ShortTerm [2]float32 // exponentially weighted mean of the later root values, horizons 8 and 24 decisions
	Left      uint32     // decisions from this one to the end of the game, this one included
	RootValue float32    // the search's value
	RawValue  float32    // the evaluator's own value of the position
	KL        float32    // divergence of Target from the evaluator's policy, nats
	Weight    float32    // policy surprise weight, mean 1 over the full-search rows of a game, 0 for other rows
	NextStep  int32      // Step of the other side's next full-search decision, -1 when there is none
}

// Sequence identifies the sequence of steps: equal exactly (up to a hash of 64 bits) for games in which the same sides
// took the same actions and the same outcomes fell.
func (g *Game) Sequence() uint64 {
	h := sha256.New()
	var b [9]byte
	for i := range g.Steps {
		s := &g.Steps[i]
		b[0] = byte(s.Player)
		binary.LittleEndian.PutUint32(b[1:], uint32(s.Action))
		binary.LittleEndian.PutUint32(b[5:], uint32(len(s.Watch)))
		h.Write(b[:])
		for _, w := range s.Watch {
			binary.LittleEndian.PutUint16(b[:], w)
			h.Write(b[:2])
		}
	}
	return binary.LittleEndian.Uint64(h.Sum(nil))
}

// Group is what a worker hands over at once: games played in lockstep, ascending by ID.
type Group struct {
	ID    uint64 // of its first game
	Games []*Game
}

// Sink keeps finished groups. Commit is called by one goroutine at a time; when it returns nil, all games of the group
// are kept, when it returns an error none is.
type Sink interface {
	Commit(g *Group) error
	// Committed reports whether the game is already kept, and the Config.Hash that it was played with. Run does not play
	// it again.
	Committed(seed, id uint64) (config string, ok bool)
}
