package datasets

import (
	"fmt"
	"slices"

	"variantlab/sim"
	"variantlab/sim/game"
)

// rowsOf flattens a record into its row of the games table and its rows of the moves table.
func rowsOf(g *sim.Game) (gameRow, []moveRow) {
	r := gameRow{
		id: g.ID, seed: g.Seed, pair: g.Pair, group: g.Group,
		white: g.Cell.White, black: g.Cell.Black,
		options: g.Options, params: g.Params, rules: g.Rules, config: g.Config,
		whiteAgent: g.Agents[0], blackAgent: g.Agents[1],
		start: g.Start, opening: uint32(g.Opening),
		whiteReturn: g.Returns[0], reason: g.Reason,
		plies: uint32(g.Plies), decisions: uint32(g.Decisions), sequence: g.Sequence(),
	}
	joint := slices.ContainsFunc(g.Steps, func(s sim.Step) bool { return s.Joint })
	for i := range g.Steps {
		s := &g.Steps[i]
		r.player = append(r.player, uint8(s.Player))
		r.action = append(r.action, uint32(s.Action))
		r.text = append(r.text, s.Text)
		r.sims = append(r.sims, s.Sims)
		r.value = append(r.value, s.Value)
		if joint {
			r.joint = append(r.joint, bit(s.Joint))
			r.watchLen = append(r.watchLen, uint8(len(s.Watch)))
			r.watch = append(r.watch, s.Watch...)
		}
	}
	moves := make([]moveRow, len(g.Rows))
	for i := range g.Rows {
		moves[i] = moveRowOf(g, &g.Rows[i])
	}
	return r, moves
}

func moveRowOf(g *sim.Game, m *sim.Row) moveRow {
	r := moveRow{
		id: g.ID, seed: g.Seed, step: m.Step, ply: m.Ply, player: uint8(m.Player), flags: m.Flags, sims: m.Sims,
		action: make([]uint32, len(m.Actions)), target: m.Target,
		outcome: m.Outcome, short8: m.ShortTerm[0], short24: m.ShortTerm[1], left: m.Left,
		rootValue: m.RootValue, rawValue: m.RawValue, divergence: m.KL, weight: m.Weight, nextStep: m.NextStep,
	}
	for i, a := range m.Actions {
		r.action[i] = uint32(a)
	}
	for _, w := range m.Watch {
		r.watchLen = append(r.watchLen, uint8(len(w)))
		r.watch = append(r.watch, w...)
	}
	return r
}

// gameOf rebuilds a record without its training rows.
func gameOf(r *gameRow) (*sim.Game, error) {
	n := len(r.player)
	if len(r.action) != n || len(r.text) != n || len(r.sims) != n || len(r.value) != n ||
		len(r.watchLen) != len(r.joint) || len(r.joint) != 0 && len(r.joint) != n {
		return nil, fmt.Errorf("%w: game %d: step lists of different lengths", ErrCorrupt, r.id)
	}
	watch, err := splitWatch(r.watchLen, r.watch)
	if err != nil {
		return nil, fmt.Errorf("%w: game %d: %v", ErrCorrupt, r.id, err)
	}
	g := &sim.Game{
		ID: r.id, Seed: r.seed, Pair: r.pair, Group: r.group,
		Cell:    sim.Cell{White: r.white, Black: r.black},
		Options: r.options, Params: r.params, Rules: r.rules, Config: r.config,
		Agents: [2]string{r.whiteAgent, r.blackAgent},
		Start:  r.start, Opening: int(r.opening),
		Returns: [2]float32{r.whiteReturn, 0 - r.whiteReturn}, Reason: r.reason,
		Plies: int(r.plies), Decisions: int(r.decisions),
		Steps: make([]sim.Step, n),
	}
	for i := range g.Steps {
		g.Steps[i] = sim.Step{Player: game.Player(r.player[i]), Action: game.Action(r.action[i]), Text: r.text[i],
			Sims: r.sims[i], Value: r.value[i]}
		if watch != nil {
			g.Steps[i].Joint, g.Steps[i].Watch = r.joint[i] != 0, watch[i]
		}
	}
	if r.sequence != g.Sequence() {
		return nil, fmt.Errorf("%w: game %d: its steps do not have the hash in column sequence", ErrCorrupt, r.id)
	}
	return g, nil
}

// moveOf rebuilds a training row.
func moveOf(r *moveRow) (sim.Row, error) {
	plans := r.flags&sim.JointChoice != 0
	if len(r.target) != len(r.action) || plans && len(r.watchLen) != len(r.action) || !plans && len(r.watchLen) != 0 {
		return sim.Row{}, fmt.Errorf("%w: game %d step %d: lists of different lengths", ErrCorrupt, r.id, r.step)
	}
	watch, err := splitWatch(r.watchLen, r.watch)
	if err != nil {
		return sim.Row{}, fmt.Errorf("%w: game %d step %d: %v", ErrCorrupt, r.id, r.step, err)
	}
	m := sim.Row{
		Step: r.step, Ply: r.ply, Player: game.Player(r.player), Flags: r.flags, Sims: r.sims,
		Actions: make([]game.Action, len(r.action)), Target: r.target, Watch: watch,
		Outcome: r.outcome, ShortTerm: [2]float32{r.short8, r.short24}, Left: r.left,
		RootValue: r.rootValue, RawValue: r.rawValue, KL: r.divergence, Weight: r.weight, NextStep: r.nextStep,
	}
	for i, a := range r.action {
		m.Actions[i] = game.Action(a)
	}
	return m, nil
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// splitWatch cuts the concatenated watches of plans apart.
func splitWatch(lengths []uint8, all []uint16) ([][]uint16, error) {
	if len(lengths) == 0 {
		if len(all) != 0 {
			return nil, fmt.Errorf("%d watches without their numbers", len(all))
		}
		return nil, nil
	}
	out := make([][]uint16, len(lengths))
	for i, n := range lengths {
		if int(n) > len(all) || n > game.MaxPairs {
			return nil, fmt.Errorf("plan %d has %d watches, at most %d can be", i, n, min(len(all), game.MaxPairs))
		}
		if n > 0 {
			out[i] = all[:n:n]
		}
		all = all[n:]
	}
	if len(all) != 0 {
		return nil, fmt.Errorf("%d watches belong to no plan", len(all))
	}
	return out, nil
}
