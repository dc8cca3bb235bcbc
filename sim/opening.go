package sim

import (
	"math"
	"slices"

	"variantlab/mcts"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// opening deals the first moves of a unit. It plays the unit's games side by side, the pair's second game only to keep
// to actions that are legal in both.
type opening struct {
	games  []game.Position // one, or both of a pair
	steps  []Step
	ply    int
	last   game.Player
	result *mcts.Result // of the node to be decided, nil before it is searched
}

func newOpening(cfg *Config, unit uint64) (*opening, error) {
	o := &opening{last: game.Chance}
	for swapped := range 2 {
		if swapped == 1 && !cfg.Paired {
			break
		}
		p, err := cfg.Game.New(cfg.options(cfg.cell(unit, swapped == 1)))
		if err != nil {
			return nil, err
		}
		o.games = append(o.games, p)
	}
	return o, nil
}

func (o *opening) searched(r *mcts.Result) { o.result = r }

// deal takes one more step of the opening, starts the search that it needs, or ends it.
func (s *slot) deal() error {
	o, cfg := s.opening, s.table.cfg
	state := o.games[0].State()
	turn := state.Turn()
	for _, p := range o.games[1:] {
		if p.State().Turn() != turn {
			return s.endOpening()
		}
	}
	switch {
	case turn == game.Terminal, o.ply >= cfg.Opening.Plies && (turn != o.last || turn == game.Simultaneous):
		return s.endOpening()
	case turn == game.Chance:
		a := dealChance(&s.roller, cfg.Seed, s.pair, len(o.steps), state)
		if !o.everywhere(turn, a) {
			return s.endOpening()
		}
		return s.dealAction(turn, a)
	}
	stream := rng.New(cfg.Seed, s.pair, rng.Opening, uint32(len(o.steps)), 0)
	random := cfg.Agents[0].Mode == RandomMode
	if !random && o.result == nil {
		return s.search(s.table.agent[0], state, 1, s.pair, len(o.steps))
	}
	r := o.result
	o.result = nil
	if turn == game.Simultaneous {
		plans := s.roller.PickPlans(state, &stream)
		if !random {
			for side := range plans {
				plans[side] = r.Plans[side][sample(r.PlanPrior[side], cfg.Opening.Temperature, &stream)]
			}
		}
		return s.dealPlans(&plans)
	}
	list := state.Actions(turn, nil)
	weights := make([]float32, len(list))
	for i, a := range list {
		if o.everywhere(turn, a) {
			weights[i] = 1
			if !random {
				weights[i] = r.Prior[i]
			}
		}
	}
	if !slices.ContainsFunc(weights, func(w float32) bool { return w > 0 }) {
		return s.endOpening()
	}
	return s.dealAction(turn, list[sample(weights, cfg.Opening.Temperature, &stream)])
}

// everywhere reports whether an action or outcome is possible in the pair's other game too.
func (o *opening) everywhere(p game.Player, a game.Action) bool {
	for _, other := range o.games[1:] {
		if p == game.Chance {
			list := other.State().(game.Stochastic).Outcomes(nil)
			if !slices.ContainsFunc(list, func(x game.Outcome) bool { return x.Action == a }) {
				return false
			}
		} else if _, found := slices.BinarySearch(other.State().Actions(p, nil), a); !found {
			return false
		}
	}
	return true
}

// dealAction adds an action or outcome to the opening, unless it would end a game.
func (s *slot) dealAction(p game.Player, a game.Action) error {
	o := s.opening
	step := s.plain(o.games[0].State(), p, a)
	if !o.apply(func(g game.Position) { g.Apply(a) }) {
		return s.endOpening()
	}
	o.steps = append(o.steps, step)
	if p != game.Chance {
		if p != o.last {
			o.ply++
		}
		o.last = p
	}
	return nil
}

// dealPlans adds a simultaneous round to the opening, unless it is illegal in one game or would end one.
func (s *slot) dealPlans(plans *[2]game.Plan) error {
	o := s.opening
	for _, g := range o.games {
		for side := range plans {
			if !g.State().(game.Joint).LegalPlan(game.Player(side), &plans[side]) {
				return s.endOpening()
			}
		}
	}
	state := o.games[0].State()
	steps := []Step{s.planStep(state, game.First, &plans[0]), s.planStep(state, game.Second, &plans[1])}
	if !o.apply(func(g game.Position) { g.ApplyJoint(plans) }) {
		return s.endOpening()
	}
	o.steps = append(o.steps, steps...)
	o.ply++
	o.last = game.Simultaneous
	return nil
}

// apply plays on in all games, or in none and returns false when one of them would end.
func (o *opening) apply(play func(game.Position)) bool {
	next := make([]game.Position, len(o.games))
	for i, g := range o.games {
		next[i] = g.Clone()
		play(next[i])
		if next[i].State().Turn() == game.Terminal {
			return false
		}
	}
	o.games = next
	return true
}

// endOpening hands the steps to the unit's games.
func (s *slot) endOpening() error {
	s.dealt, s.opening = s.opening.steps, nil
	return nil
}

// sample draws an index with weight w^(1/temperature), scaled by the largest weight so that small temperatures don't
// make all of them vanish; at temperature 0 it takes the first of the largest.
func sample(weights []float32, temperature float64, stream *rng.Stream) int {
	best := 0
	for i, w := range weights {
		if w > weights[best] {
			best = i
		}
	}
	if temperature <= 0 {
		return best
	}
	total := 0.0
	sharp := make([]float64, len(weights))
	for i, w := range weights {
		sharp[i] = math.Pow(float64(w/weights[best]), 1/temperature)
		total += sharp[i]
	}
	u := stream.Float64() * total
	for i, x := range sharp {
		if u < x {
			return i
		}
		u -= x
	}
	return best
}
