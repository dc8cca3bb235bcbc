package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"variantlab/mcts"
	"variantlab/sim/game"
)

// table is where one worker plays groups in lockstep: slots, evaluators and batches, made once and used for all groups.
type table struct {
	cfg   *Config
	hash  string // of cfg
	rules string
	count *counters

	evaluators []mcts.Evaluator // one for each distinct agent; nil for random ones
	batches    []*mcts.Batch
	agent      [2]int // index of each agent of cfg in evaluators
	slots      []*slot
	queue      []uint64 // units of the group that no slot has taken yet
	done       []*Game
}

func newTable(cfg *Config, hash string, count *counters) (*table, error) {
	t := &table{cfg: cfg, hash: hash, rules: game.RulesHash(cfg.Game, cfg.Params), count: count}
	for i := range cfg.Agents {
		if i == 1 && cfg.Agents[0].Name == cfg.Agents[1].Name {
			t.agent[1] = t.agent[0]
			break
		}
		t.agent[i] = len(t.evaluators)
		if err := t.seat(&cfg.Agents[i]); err != nil {
			t.close()
			return nil, fmt.Errorf("sim: agent %s: %w", cfg.Agents[i].Name, err)
		}
	}
	for range cfg.slots() {
		s, err := newSlot(t)
		if err != nil {
			t.close()
			return nil, err
		}
		t.slots = append(t.slots, s)
	}
	return t, nil
}

func (t *table) seat(a *Agent) error {
	if a.Mode == RandomMode {
		t.evaluators, t.batches = append(t.evaluators, nil), append(t.batches, nil)
		return nil
	}
	ev, err := a.New()
	if err != nil {
		return err
	}
	t.evaluators = append(t.evaluators, ev)
	t.batches = append(t.batches, mcts.NewBatch(t.cfg.Game.Info(), t.cfg.slots(), ev))
	return nil
}

// close gives back what evaluators hold.
func (t *table) close() error {
	if t == nil {
		return nil
	}
	var errs []error
	for _, ev := range t.evaluators {
		if c, ok := ev.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// play plays the games of all units and returns them as a group; nil without an error when ctx was cancelled.
func (t *table) play(ctx context.Context, units []uint64) (*Group, error) {
	t.queue, t.done = units, nil
	for _, s := range t.slots {
		s.clear()
	}
	for {
		if ctx.Err() != nil {
			return nil, nil
		}
		for _, b := range t.batches {
			if b != nil {
				b.N = 0
			}
		}
		busy := false
		for _, s := range t.slots {
			waits, err := s.advance()
			if err != nil {
				return nil, err
			}
			busy = busy || waits
		}
		if !busy {
			break
		}
		for i, b := range t.batches {
			if b == nil || b.N == 0 {
				continue
			}
			t.count.evals.Add(int64(b.N))
			t.count.rows.Add(int64(b.Cap))
			if err := t.evaluators[i].Eval(b); err != nil {
				return nil, fmt.Errorf("sim: agent %s: %w", t.name(i), err)
			}
		}
		for _, s := range t.slots {
			s.deliver()
		}
	}
	slices.SortFunc(t.done, func(a, b *Game) int {
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	group := &Group{ID: t.done[0].ID, Games: t.done}
	for _, g := range group.Games {
		g.Group = group.ID
	}
	return group, nil
}

// name is that of a distinct agent.
func (t *table) name(i int) string {
	if i == t.agent[0] {
		return t.cfg.Agents[0].Name
	}
	return t.cfg.Agents[1].Name
}
