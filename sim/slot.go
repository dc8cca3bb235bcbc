package sim

import (
	"encoding/json"
	"fmt"

	"variantlab/mcts"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// slot plays one game at a time. It is a state machine that runs until a leaf of its search waits for the evaluator, so
// that all slots of a table share the evaluators' batches without goroutines or locks.
type slot struct {
	table    *table
	searches []*mcts.Search // by distinct agent; nil for random ones

	ids     []uint64 // games of the unit that are still to be played
	pair    uint64   // first game of the unit
	opening *opening // being dealt, nil otherwise
	dealt   []Step   // of the unit's opening
	rec     *Game    // game in play, nil between games
	pos     game.Position
	ply     int // turns so far
	last    game.Player
	plans   [2]game.Plan // chosen at this round so far
	joint   [2]Step
	chosen  int         // sides that have chosen at this round
	side    game.Player // that the running search decides for
	full    bool        // the running search has the full budget
	running *mcts.Search
	agent   int  // distinct agent of the running search
	waits   bool // its leaf lies in the batch
	roller  game.Roller
	text    []byte
}

func newSlot(t *table) (*slot, error) {
	s := &slot{table: t, searches: make([]*mcts.Search, len(t.evaluators))}
	for i := range t.cfg.Agents {
		if k := t.agent[i]; t.evaluators[k] != nil && s.searches[k] == nil {
			search, err := mcts.New(t.cfg.Game, t.cfg.Agents[i].searchConfig())
			if err != nil {
				return nil, fmt.Errorf("sim: agent %s: %w", t.cfg.Agents[i].Name, err)
			}
			s.searches[k] = search
		}
	}
	return s, nil
}

// clear forgets an unfinished game.
func (s *slot) clear() {
	s.ids, s.rec, s.opening, s.running, s.waits = nil, nil, nil, nil, false
}

// advance plays until a leaf waits (true) or the group has nothing more for this slot.
func (s *slot) advance() (waits bool, err error) {
	for {
		if s.running != nil {
			if s.running.Step(s.table.batches[s.agent]) {
				s.waits = true
				return true, nil
			}
			if err := s.running.Err(); err != nil {
				return false, s.wrap(err)
			}
			s.table.count.sims.Add(int64(s.running.Result().Sims))
			s.running, err = nil, s.searched(s.running.Result())
		} else {
			var more bool
			if more, err = s.proceed(); !more && err == nil {
				return false, nil
			}
		}
		if err != nil {
			return false, s.wrap(err)
		}
	}
}

// deliver takes the answer to the waiting leaf.
func (s *slot) deliver() {
	if s.waits {
		s.running.Deliver(s.table.batches[s.agent])
		s.waits = false
	}
}

func (s *slot) wrap(err error) error {
	id := s.pair
	if s.rec != nil {
		id = s.rec.ID
	}
	return fmt.Errorf("sim: game %d of seed %d: %w", id, s.table.cfg.Seed, err)
}

// proceed does the next thing that needs no running search, and says whether there was one.
func (s *slot) proceed() (more bool, err error) {
	switch {
	case s.opening != nil:
		return true, s.deal()
	case s.rec != nil:
		return true, s.decide()
	case len(s.ids) > 0:
		return true, s.begin()
	case len(s.table.queue) > 0:
		unit := s.table.queue[0]
		s.table.queue = s.table.queue[1:]
		return true, s.take(unit)
	default:
		return false, nil
	}
}

// take starts a unit with its opening.
func (s *slot) take(unit uint64) error {
	cfg := s.table.cfg
	s.ids, s.pair, s.dealt = []uint64{unit}, unit, nil
	if cfg.Paired {
		s.ids, s.pair = []uint64{2 * unit, 2*unit + 1}, 2*unit
	}
	if cfg.Opening.Plies == 0 {
		return nil
	}
	var err error
	s.opening, err = newOpening(cfg, unit)
	return err
}

// begin starts the unit's next game and plays the opening.
func (s *slot) begin() error {
	cfg := s.table.cfg
	id := s.ids[0]
	s.ids = s.ids[1:]
	unit, swapped := s.pair, id != s.pair
	if cfg.Paired {
		unit /= 2
	}
	cell := cfg.cell(unit, swapped)
	o := cfg.options(cell)
	pos, err := cfg.Game.New(o)
	if err != nil {
		return err
	}
	options, err := json.Marshal(o.Values)
	if err != nil {
		return err
	}
	params := []byte("{}")
	if len(o.Params) > 0 {
		if params, err = json.Marshal(o.Params); err != nil {
			return err
		}
	}
	s.rec = &Game{
		ID: id, Seed: cfg.Seed, Pair: s.pair, Cell: cell, Options: string(options), Params: string(params),
		Rules: s.table.rules, Config: s.table.hash, Agents: [2]string{cfg.Agents[0].Name, cfg.Agents[1].Name},
		Start: string(pos.AppendJSON(nil)), Opening: len(s.dealt),
	}
	if swapped {
		a := &s.rec.Agents
		a[0], a[1] = a[1], a[0]
	}
	s.pos, s.ply, s.last, s.chosen = pos, 0, game.Chance, 0
	for i := 0; i < len(s.dealt); i++ {
		if s.dealt[i].Joint {
			plans := [2]game.Plan{s.dealt[i].Plan(), s.dealt[i+1].Plan()}
			s.round(&plans, [2]Step{s.dealt[i], s.dealt[i+1]})
			i++
			continue
		}
		s.step(s.dealt[i])
	}
	return nil
}

// step records and plays a decision or an outcome.
func (s *slot) step(step Step) {
	if step.Player != game.Chance {
		if step.Player != s.last {
			s.ply++
		}
		s.last = step.Player
		s.table.count.positions.Add(1)
	}
	s.rec.Steps = append(s.rec.Steps, step)
	s.pos.Apply(step.Action)
}

// round records and plays both sides' plans.
func (s *slot) round(plans *[2]game.Plan, steps [2]Step) {
	s.ply++
	s.last = game.Simultaneous
	s.table.count.positions.Add(1)
	s.rec.Steps = append(s.rec.Steps, steps[0], steps[1])
	s.pos.ApplyJoint(plans)
}

// decide looks at the node of the game in play and decides it at once or starts a search.
func (s *slot) decide() error {
	if n := len(s.rec.Steps); n >= s.table.cfg.maxSteps() {
		return fmt.Errorf("no end after %d steps; the rules should bound a game's length", n)
	}
	state := s.pos.State()
	switch turn := state.Turn(); turn {
	case game.Terminal:
		s.finish(state)
		return nil
	case game.Chance:
		a := dealChance(&s.roller, s.table.cfg.Seed, s.pair, len(s.rec.Steps), state)
		s.step(s.plain(state, turn, a))
		return nil
	case game.Simultaneous:
		if s.chosen == 2 {
			s.chosen = 0
			s.round(&s.plans, s.joint)
			return nil
		}
		return s.ask(game.Player(s.chosen))
	default:
		return s.ask(turn)
	}
}

// dealChance draws the outcome of a chance node; the draw depends on the pair and the number of the step only.
func dealChance(r *game.Roller, seed, pair uint64, step int, state game.State) game.Action {
	stream := rng.New(seed, pair, rng.Environment, uint32(step), 0)
	a, _ := r.Deal(state, &stream)
	return a
}

// plain is the Step of an action or outcome that no search chose.
func (s *slot) plain(state game.State, p game.Player, a game.Action) Step {
	s.text = s.table.cfg.Game.AppendAction(s.text[:0], state, p, a)
	return Step{Player: p, Action: a, Text: string(s.text)}
}

// planStep is the Step of a side's plan.
func (s *slot) planStep(state game.State, p game.Player, plan *game.Plan) Step {
	s.text = s.table.cfg.Game.(game.JointText).AppendPlan(s.text[:0], state, p, plan)
	step := Step{Player: p, Action: plan.Move, Joint: true, Text: string(s.text)}
	if plan.N > 0 {
		step.Watch = append(step.Watch, plan.Watch[:plan.N]...)
	}
	return step
}

// seat is the number in Config.Agents of the agent that plays a side of the game in play.
func (s *slot) seat(p game.Player) int {
	if s.rec.ID != s.pair {
		p = p.Other()
	}
	return int(p)
}

// ask lets a side's agent decide: at once if it is random, else by a search.
func (s *slot) ask(p game.Player) error {
	cfg := s.table.cfg
	seat := s.seat(p)
	a := &cfg.Agents[seat]
	state := s.pos.State()
	if a.Mode == RandomMode {
		stream := s.stream(rng.MoveChoice, uint32(p))
		if state.Turn() == game.Simultaneous {
			s.choosePlan(state, p, s.roller.PickPlans(state, &stream)[p])
			return nil
		}
		action, _ := s.roller.Pick(state, &stream)
		s.step(s.plain(state, p, action))
		return nil
	}
	sims := 1
	s.full = false
	if a.Mode == SearchMode {
		sims, s.full = a.Search.Sims, true
		if c := cfg.Cap; c.FullProb > 0 && c.FullProb < 1 {
			coin := s.stream(rng.MoveChoice, capDraw)
			if coin.Float64() >= c.FullProb {
				sims, s.full = c.FastSims, false
			}
		}
	}
	s.side = p
	return s.search(s.table.agent[seat], state, sims, s.rec.ID, len(s.rec.Steps))
}

// Simulation numbers of the MoveChoice stream: 0 and 1 choose for the sides, this one flips the playout cap's coin.
const capDraw = 2

func (s *slot) stream(p rng.Purpose, sim uint32) rng.Stream {
	return rng.New(s.table.cfg.Seed, s.rec.ID, p, uint32(len(s.rec.Steps)), sim)
}

// search starts a search by a distinct agent.
func (s *slot) search(agent int, state game.State, sims int, id uint64, step int) error {
	s.agent, s.running = agent, s.searches[agent]
	if err := s.running.Start(state, sims, mcts.Seed{Run: s.table.cfg.Seed, Game: id, Action: uint32(step)}); err != nil {
		s.running = nil
		return err
	}
	return nil
}

// searched carries out what a finished search says.
func (s *slot) searched(r *mcts.Result) error {
	if s.opening != nil {
		s.opening.searched(r)
		return nil
	}
	state := s.pos.State()
	seat := s.seat(s.side)
	policy := s.table.cfg.Agents[seat].Mode == PolicyMode
	temperature := s.table.cfg.Temperature.At(s.ply)
	stream := s.stream(rng.MoveChoice, uint32(s.side))
	if r.Player == game.Simultaneous {
		for _, p := range s.deciders(seat) {
			weights := r.Strategy[p]
			if policy {
				weights = r.PlanPrior[p]
			}
			draw := s.stream(rng.MoveChoice, uint32(p))
			s.choosePlan(state, p, r.Plans[p][sample(weights, 1, &draw)])
			s.note(r, p, &s.joint[p], len(s.rec.Steps)+int(p), policy)
		}
		return nil
	}
	var i int
	if policy {
		i = sample(r.Prior, temperature, &stream)
	} else {
		i = r.Choose(&stream, temperature)
	}
	step := s.plain(state, s.side, r.Actions[i])
	s.note(r, s.side, &step, len(s.rec.Steps), policy)
	s.step(step)
	return nil
}

// deciders are the sides that one search of a simultaneous round decides for: both where one agent plays both and the
// first side's search is done, since a search of such a node yields both strategies.
func (s *slot) deciders(seat int) []game.Player {
	if s.table.agent[0] == s.table.agent[1] && s.side == game.First {
		return []game.Player{game.First, game.Second}
	}
	return []game.Player{s.side}
}

func (s *slot) choosePlan(state game.State, p game.Player, plan game.Plan) {
	s.plans[p], s.joint[p] = plan, s.planStep(state, p, &plan)
	s.chosen = int(p) + 1
}

// finish closes the record.
func (s *slot) finish(state game.State) {
	g := s.rec
	g.Returns, g.Reason = state.Returns(), s.pos.Reason()
	g.Returns[1] = 0 - g.Returns[0]
	g.Finish()
	s.table.done = append(s.table.done, g)
	s.table.count.finished.Add(1)
	s.rec, s.pos = nil, nil
}
