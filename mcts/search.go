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

	worlds  []game.State // what may be true, all different; the position itself where nothing is hidden
	roots   []uint32     // root node of each world
	worldsN int          // how many worlds there are
	draws   []int        // the worlds in the order in which they were drawn, with repetitions
	solver  bool
	seed    Seed
	sims    int           // to make in this search
	noise   rng.Stream    // of root noise
	lots    [2]rng.Stream // of the sides' plans at simultaneous nodes
	lead    game.Player   // whose turn comes first where the sides take turns at a simultaneous root
	drawing rng.Stream    // of a world

	scratch game.State      // walks down the tree
	chance  game.Stochastic // scratch, if it is that
	joint   game.Joint      // scratch, if it is that
	factor  bool            // scratch is game.Factored

	path   []step
	picked int    // root action of the simulation under way
	cell   int    // root cell of the simulation under way
	leaf   uint32 // node that waits
	row    int    // its row

	root   rootStats
	matrix matrix
	result Result

	actions  []game.Action // legal at the root
	priors   []float32
	keys     []uint64 // sorting space
	outcomes []game.Outcome
	plans    []game.Plan
	drawers  *[2]planDrawer
	both     [2]game.Plan
	own      *Batch // of Run
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
	lack := func(trait, what string) error { return traitError(s.info.Name, "trait "+trait, what) }
	s.chance, _ = s.scratch.(game.Stochastic)
	s.joint, _ = s.scratch.(game.Joint)
	_, s.factor = s.scratch.(game.Factored)
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

// traitError says that a search needs something of a game's states.
func traitError(name, trait, what string) error {
	return fmt.Errorf("mcts: %s: %s needs states that are %s: %w", name, trait, what, ErrTrait)
}

// allocate makes all that a search uses.
func (s *Search) allocate() {
	c, l := &s.cfg, s.info.MaxActions
	s.worlds = make([]game.State, 1, c.Worlds)
	if s.info.Hidden {
		s.worlds = s.worlds[:c.Worlds]
	}
	for w := range s.worlds {
		s.worlds[w] = s.scratch.Clone()
	}
	s.roots, s.draws = make([]uint32, len(s.worlds)), make([]int, 0, len(s.worlds))
	nodes, edges, plans := c.size(&s.info, len(s.worlds))
	s.tree = newArena(nodes, edges, plans)
	s.path = make([]step, 0, nodes)
	s.root = newRootStats(c, l)
	s.actions, s.priors, s.keys = make([]game.Action, 0, l), make([]float32, l), make([]uint64, 0, l)
	out := &s.result
	out.Actions, out.Visits = make([]game.Action, 0, l), make([]uint32, 0, l)
	out.Q, out.Prior, out.Policy = make([]float32, 0, l), make([]float32, 0, l), make([]float32, 0, l)
	if s.info.Joint {
		s.drawers = new([2]planDrawer)
		most, cells := c.rootSize(c.Sims)
		s.matrix = newMatrix(most, cells)
		s.plans = make([]game.Plan, 0, 2*c.Plans)
		for side := range 2 {
			out.Plans[side] = make([]game.Plan, 0, most)
			out.PlanPrior[side], out.Strategy[side] = make([]float32, 0, most), make([]float32, 0, most)
		}
	}
}

// Start begins a search of at most sims simulations (at most Config.Sims) from root, which is copied. Where the side to
// move lacks information only resampled worlds are searched, never root itself. The error wraps ErrRoot when nobody
// decides at root.
func (s *Search) Start(root game.State, sims int, seed Seed) error {
	s.phase, s.err, s.seed = idle, nil, seed
	if sims < 1 || sims > s.cfg.Sims {
		return fmt.Errorf("mcts: %s: %d simulations: the search was made for 1 to %d", s.info.Name, sims, s.cfg.Sims)
	}
	turn := root.Turn()
	if turn == game.Chance || turn == game.Terminal {
		return fmt.Errorf("mcts: %s: %v node: %w", s.info.Name, turn, ErrRoot)
	}
	if turn == game.Simultaneous && s.info.Hidden {
		return traitError(s.info.Name, "hidden information at simultaneous nodes", "searchable without it, which none are")
	}
	s.sims = sims
	s.noise = seed.stream(rng.Noise, 0)
	if s.info.Joint {
		s.lots = [2]rng.Stream{seed.stream(rng.Noise, 1), seed.stream(rng.Noise, 2)}
		s.lead = s.drawLead()
	}
	r := &s.result
	r.Sims, r.Evals, r.Saturated, r.Proven = 0, 0, false, false
	s.solver = s.cfg.Solver && !s.info.Joint
	s.drawWorlds(root, turn)
	s.tree.reset()
	for w := range s.worldsN {
		s.scratch.CopyFrom(s.worlds[w])
		if s.roots[w] = s.reach(); s.roots[w] == 0 {
			if s.err == nil {
				s.err = fmt.Errorf("mcts: %s: Nodes = %d and Edges = %d don't hold the root", s.info.Name, s.cfg.Nodes, s.cfg.Edges)
			}
			return s.err
		}
	}
	s.phase = rootNeeded
	return nil
}

// drawWorlds fills worlds with what the side to move may hold possible.
func (s *Search) drawWorlds(root game.State, turn game.Player) {
	s.worldsN, s.draws = 1, append(s.draws[:0], 0)
	if h, ok := root.(game.Hidden); !s.info.Hidden || !ok || !h.Hides(turn) {
		s.worlds[0].CopyFrom(root)
		s.result.Worlds = 1
		return
	}
	s.solver = false // what is proven in one world is not proven
	s.worldsN, s.draws = 0, s.draws[:0]
	for i := range min(len(s.worlds), s.sims) {
		s.drawing = s.seed.stream(rng.Determinize, i)
		root.(game.Resampler).ResampleInto(turn, s.worlds[s.worldsN], &s.drawing)
		s.draws = append(s.draws, s.sameWorld(s.worldsN))
		s.worldsN = max(s.worldsN, s.draws[i]+1)
	}
	s.result.Worlds = s.worldsN
}

// sameWorld is the first world that equals world w, perhaps w itself.
func (s *Search) sameWorld(w int) int {
	key := s.worlds[w].Key()
	for i, other := range s.worlds[:w] {
		if other.Key() == key {
			return i
		}
	}
	return w
}

// Step runs until a leaf waits in b (true) or the search is done (false). b must have room for a row.
func (s *Search) Step(b *Batch) bool {
	switch s.phase {
	case rootNeeded:
		s.scratch.CopyFrom(s.worlds[0])
		s.submit(b, s.tree.nodes[s.roots[0]].player)
		s.phase = rootWaits
		return true
	case descends:
		for s.begin() {
			if s.descend(b) {
				s.phase = leafWaits
				return true
			}
		}
		if s.err == nil {
			s.finish()
		}
		s.phase = idle
	}
	return false
}

// begin picks the root edge of the next simulation; false when there is none.
func (s *Search) begin() bool {
	if s.result.Saturated || s.err != nil {
		return false
	}
	s.path = s.path[:0]
	if root := s.roots[0]; s.tree.nodes[root].kind == joint {
		e, ok := s.pickCell()
		s.path = append(s.path, step{root, e})
		s.scratch.CopyFrom(s.worlds[0])
		return ok
	}
	s.picked = s.pick()
	if s.picked < 0 {
		return false
	}
	w := s.draws[int(s.root.visits[s.picked])%len(s.draws)]
	root := s.roots[w]
	s.path = append(s.path, step{root, s.tree.nodes[root].first + uint32(s.picked)})
	s.scratch.CopyFrom(s.worlds[w])
	return true
}

// descend goes down from the root edge on the path. It returns true when a leaf waits in b; otherwise the simulation
// is complete, or the arena is full.
func (s *Search) descend(b *Batch) bool {
	t := &s.tree
	for {
		last := s.path[len(s.path)-1]
		n, e := &t.nodes[last.node], &t.edges[last.edge]
		if n.kind == joint {
			s.followCell(n, last.edge)
		} else {
			s.scratch.Apply(t.actions[last.edge])
		}
		i, fresh := e.child, e.child == 0
		if fresh {
			if i = s.reach(); i == 0 {
				s.result.Saturated = true
				return false
			}
			e.child = i
		}
		c := &t.nodes[i]
		switch {
		case c.proven():
			c.n++
			s.backup(fresh && s.solver)
			s.count()
			return false
		case fresh && c.kind != chance:
			s.leaf = i
			s.submit(b, c.player)
			return true
		}
		s.path = append(s.path, step{i, s.next(i)})
	}
}

// next selects an edge of node i by its kind.
func (s *Search) next(i uint32) uint32 {
	switch s.tree.nodes[i].kind {
	case chance:
		return s.selectOutcome(i)
	case joint:
		s.widen(i)
		return s.selectCell(i)
	default:
		return s.selectEdge(i)
	}
}

// submit puts scratch into b for the player who decides there.
func (s *Search) submit(b *Batch, p game.Player) {
	if p == game.Simultaneous {
		p = game.First
	}
	s.row = b.Add(s.scratch, p, s.seed.stream(rng.Rollout, s.result.Evals))
	s.result.Evals++
}

// count books a finished simulation at the root.
func (s *Search) count() {
	if s.tree.nodes[s.roots[0]].kind != joint {
		s.refresh(s.picked)
	}
}

// Deliver takes the answer to the leaf that the last Step put into b.
func (s *Search) Deliver(b *Batch) {
	value := b.Value[s.row]
	if !(value >= -1.001 && value <= 1.001) {
		s.fail(fmt.Errorf("mcts: %s: value %v: %w", s.info.Name, value, ErrAnswer))
		return
	}
	value *= signs[b.Player[s.row]]
	i := s.leaf
	if s.phase == rootWaits {
		i = s.roots[0]
	}
	n, actions, logits := &s.tree.nodes[i], b.Legal(s.row), b.RowLogits(s.row)
	var err error
	switch {
	case n.kind == joint:
		n.n, n.sum = 1, float64(value)
		if s.phase == rootWaits {
			s.root.raw = float64(value)
		}
		if s.factor {
			err = s.expandFactored(i, b, s.row)
		}
	case s.phase == rootWaits:
		err = s.openRoot(value, actions, logits)
	default:
		err = s.expand(i, value, actions, logits)
	}
	if err != nil {
		s.fail(err)
		return
	}
	if s.phase == leafWaits {
		s.backup(false)
		s.count()
	}
	s.phase = descends
}

// finish writes the result.
func (s *Search) finish() {
	if s.tree.nodes[s.roots[0]].kind == joint {
		s.concludeJoint()
	} else {
		s.conclude()
	}
}

func (s *Search) fail(err error) {
	s.err = err
	s.phase = idle
}

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
