package mcts

import (
	"fmt"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// Seed names the random streams of one search: the run, the game, and the number of the action to be chosen.
type Seed struct {
	Run, Game uint64
	Action    uint32
}

func (s Seed) stream(p rng.Purpose, sim int) rng.Stream {
	return rng.New(s.Run, s.Game, p, s.Action, uint32(sim))
}

// phase is where a Search stands between two calls.
type phase uint8

const (
	idle       phase = iota // before Start, and when done
	rootNeeded              // the root has no answer yet
	rootWaits               // it lies in the batch
	descends                // the next simulation can start
	leafWaits               // a leaf lies in the batch
)

// Search searches one position at a time. See the package comment for its life; one goroutine at a time may use it.
type Search struct {
	info  game.Info
	cfg   Config
	tree  arena
	phase phase
	err   error

	worlds  []game.State // what may be true; one when nothing is hidden
	roots   []uint32     // node of each world
	worldsN int
	solver  bool
	seed    Seed
	sims    int // to make in this search
	noise   rng.Stream

	scratch game.State // walks down the tree
	chance  game.Stochastic
	joint   game.Joint

	path []step
	leaf uint32 // node that waits
	row  int    // its row

	root   rootStats
	result Result

	actions  []game.Action
	outcomes []game.Outcome
	plans    []game.Plan
	keys     []uint64 // sorting space
	own      *Batch   // of Run
}

// step is one edge of the path from the root.
type step struct{ node, edge uint32 }

// New makes a Search for g with all memory that it will use. The error wraps ErrTrait when g has a trait that its
// states don't offer what an honest search needs for.
func New(g game.Game, cfg Config) (*Search, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	info := g.Info()
	start, err := g.New(game.Options{})
	if err != nil {
		return nil, fmt.Errorf("mcts: %s: %w", info.Name, err)
	}
	s := &Search{info: info, cfg: cfg, scratch: start.State().Clone()}
	if err := s.adopt(); err != nil {
		return nil, err
	}
	s.allocate()
	return s, nil
}

// adopt finds the extensions that the game's traits call for.
func (s *Search) adopt() error {
	lack := func(trait, what string) error {
		return fmt.Errorf("mcts: %s has trait %s but its states are no %s: %w", s.info.Name, trait, what, ErrTrait)
	}
	s.chance, _ = s.scratch.(game.Stochastic)
	s.joint, _ = s.scratch.(game.Joint)
	if s.info.Stochastic && s.chance == nil {
		return lack("Stochastic", "game.Stochastic")
	}
	if s.info.Joint && s.joint == nil {
		return lack("Joint", "game.Joint")
	}
	if s.info.Hidden {
		if _, ok := s.scratch.(game.Hidden); !ok {
			return lack("Hidden", "game.Hidden")
		}
		if _, ok := s.scratch.(game.Resampler); !ok {
			return lack("Hidden", "game.Resampler, so that a search would have to be shown what is hidden")
		}
	}
	return nil
}

// Start begins a search of at most sims simulations (at most Config.Sims) from root, which is copied. Where the side to
// move lacks information only resampled worlds are searched, never root itself.
func (s *Search) Start(root game.State, sims int, seed Seed) error {
	panic("to come")
}

// Step runs until a leaf waits in b (true) or the search is done (false). b must have room for a row.
func (s *Search) Step(b *Batch) bool { panic("to come") }

// Deliver takes the answer to the leaf that the last Step put into b.
func (s *Search) Deliver(b *Batch) { panic("to come") }

// Err is why the last search has no Result: ErrAnswer or ErrPlans; nil when all went well.
func (s *Search) Err() error { return s.err }

// Result is the answer of the last search; valid after Step returned false and Err is nil.
func (s *Search) Result() *Result { return &s.result }

// Run searches root alone, one leaf at a time.
func (s *Search) Run(root game.State, sims int, seed Seed, ev Evaluator) (*Result, error) {
	if s.own == nil || s.own.Planes == nil && ev.Tensors() {
		s.own = NewBatch(s.info, 1, ev)
	}
	if err := s.Start(root, sims, seed); err != nil {
		return nil, err
	}
	for s.Step(s.own) {
		if err := ev.Eval(s.own); err != nil {
			return nil, err
		}
		s.Deliver(s.own)
		s.own.N = 0
	}
	return &s.result, s.err
}

type rootStats struct{}

func (s *Search) allocate() {}
