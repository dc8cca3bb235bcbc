package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"variantlab/mcts"
	"variantlab/model"
	"variantlab/sim"
	"variantlab/sim/game"
)

// agentHelp lists the words for agents.
const agentHelp = "random, uniform:SIMS, rollout:SIMS, material:SIMS, net:PATH:SIMS, net:PATH@CHECKPOINT:SIMS or policy:PATH"

// gumbelBelow is the budget from which a match searches its root by PUCT instead of Gumbel sampling.
const gumbelBelow = 256

// agentUse says what an agent is for.
type agentUse uint8

const (
	forSelfPlay agentUse = iota // explores
	forMatch                    // plays to win
)

// parseAgent makes the agent that a word names. A net's name holds the identity of its weights, not its path, so that
// data say the same on every machine.
func parseAgent(word string, g game.Game, use agentUse, device string) (sim.Agent, error) {
	kind, rest, _ := strings.Cut(word, ":")
	switch kind {
	case "random":
		if rest != "" {
			return sim.Agent{}, badAgent(word, "random takes no number")
		}
		return sim.RandomAgent(), nil
	case "uniform", "rollout", "material":
		sims, err := parseSims(word, rest)
		if err != nil {
			return sim.Agent{}, err
		}
		return searchAgent(word, sims, use, func() (mcts.Evaluator, error) {
			switch kind {
			case "uniform":
				return mcts.Uniform{}, nil
			case "rollout":
				return mcts.NewRollout(), nil
			default:
				return mcts.NewMaterial(g)
			}
		}), nil
	case "net":
		i := strings.LastIndexByte(rest, ':')
		if i < 0 {
			return sim.Agent{}, badAgent(word, "it needs a number of simulations at the end")
		}
		sims, err := parseSims(word, rest[i+1:])
		if err != nil {
			return sim.Agent{}, err
		}
		id, open, err := openNet(rest[:i], g, device)
		if err != nil {
			return sim.Agent{}, fmt.Errorf("agent %s: %w", word, err)
		}
		return searchAgent(fmt.Sprintf("net:%s:%d", id, sims), sims, use, open), nil
	case "policy":
		id, open, err := openNet(rest, g, device)
		if err != nil {
			return sim.Agent{}, fmt.Errorf("agent %s: %w", word, err)
		}
		return sim.Agent{Name: "policy:" + id, Mode: sim.PolicyMode, New: open}, nil
	}
	return sim.Agent{}, badAgent(word, "unknown kind "+strconv.Quote(kind)+game.Nearest(kind, []string{"random", "uniform", "rollout", "material", "net", "policy"}))
}

func badAgent(word, why string) error {
	return usagef("agent %q: %s; write %s", word, why, agentHelp)
}

func parseSims(word, text string) (int, error) {
	const most = 1_000_000
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, badAgent(word, fmt.Sprintf("%q is no number of simulations from 1 to %d", text, most))
	}
	return n, nil
}

func searchAgent(name string, sims int, use agentUse, open func() (mcts.Evaluator, error)) sim.Agent {
	c := mcts.NewConfig(sims)
	if use == forMatch {
		c.GumbelScale = 0
		if sims >= gumbelBelow {
			c.Root = mcts.PUCT
		}
	}
	return sim.Agent{Name: name, Mode: sim.SearchMode, Search: c, New: open}
}

// openNet loads a network once; each worker makes its own evaluator of it.
func openNet(path string, g game.Game, device string) (id string, open func() (mcts.Evaluator, error), err error) {
	player, err := model.LoadNet(path, g.Info(), device)
	if err != nil {
		return "", nil, err
	}
	return netID(player), func() (mcts.Evaluator, error) { return model.NewEvaluator(player.Net), nil }, nil
}

// netID identifies a network by the checksum of its checkpoint's manifest, which covers its weights.
func netID(p *model.Player) string { return p.Manifest.Sum[:12] }

// parseCells reads matchups: "all", or a comma-separated list of WHITE:BLACK. A game without sets has one, nameless.
func parseCells(text string, g game.Game) ([]sim.Cell, error) {
	sets := g.Info().Sets
	if sets == nil {
		if text != "" && text != "all" {
			return nil, usagef("--matchups %s: in %s both sides always play by the same set; leave it out", text, g.Info().Name)
		}
		return nil, nil
	}
	var cells []sim.Cell
	if text == "" || text == "all" {
		for _, white := range sets {
			for _, black := range sets {
				cells = append(cells, sim.Cell{White: white, Black: black})
			}
		}
		return cells, nil
	}
	for _, part := range strings.Split(text, ",") {
		white, black, ok := strings.Cut(part, ":")
		if !ok {
			return nil, usagef("--matchups %s: %q must be WHITE:BLACK, such as %s:%s", text, part, sets[0], sets[len(sets)-1])
		}
		for _, set := range []string{white, black} {
			if !contains(sets, set) {
				return nil, usagef("--matchups %s: %s has no set %q%s", text, g.Info().Name, set, game.Suggest(set, sets))
			}
		}
		cells = append(cells, sim.Cell{White: white, Black: black})
	}
	return cells, nil
}

// runError tells bad use from failure in what the simulator reports.
func (s *settings) runError(err error) error {
	if errors.Is(err, sim.ErrConfig) {
		return s.rulesError(usageOf(err))
	}
	return err
}

// usageOf keeps an input error inside err reachable and makes anything else bad use.
func usageOf(err error) error {
	var input *game.InputError
	if errors.As(err, &input) {
		return input
	}
	return &usageError{err.Error(), err}
}
