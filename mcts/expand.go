package mcts

import (
	"fmt"
	"math"
	"slices"

	"variantlab/sim/game"
)

const (
	// sortedEdges is how many edges of a node are sorted at once; the rest only when selection gets there.
	sortedEdges = 64
	// lostMass is how much prior mass the actions beyond Config.KeptEdges must stay below to be left out.
	lostMass = 0.02
)

// reach makes the node of the state that scratch stands on and returns its index; 0 when the arena is full. A decision
// node gets its edges later, by expand.
func (s *Search) reach() uint32 {
	t := &s.tree
	switch turn := s.scratch.Turn(); turn {
	case game.Terminal:
		if !t.room(0) {
			return 0
		}
		i := t.add(terminal, turn)
		v := s.scratch.Returns()[game.First]
		t.nodes[i].lo, t.nodes[i].hi = v, v
		return i
	case game.Chance:
		s.outcomes = s.chance.Outcomes(s.outcomes[:0])
		if !t.room(len(s.outcomes)) {
			return 0
		}
		i := t.add(chance, turn)
		edges := t.extend(i, len(s.outcomes))
		first := t.nodes[i].first
		for k, o := range s.outcomes {
			edges[k].p = float32(o.Prob)
			t.actions[first+uint32(k)] = o.Action
		}
		return i
	case game.Simultaneous:
		return s.reachJoint()
	default:
		if !t.room(s.info.MaxActions) {
			return 0
		}
		return t.add(decision, turn)
	}
}

// expand gives decision node i its value in First's view and its edges, sorted by prior. A wide node may lose those that
// the evaluator gives next to nothing (Config.KeptEdges).
func (s *Search) expand(i uint32, value float32, actions []game.Action, logits []float32) error {
	priors, err := s.softmax(logits)
	if err != nil {
		return err
	}
	keys, sorted := s.keys[:0], true
	for k, a := range actions {
		key := uint64(^math.Float32bits(priors[k]))<<32 | uint64(a)
		sorted = sorted && (k == 0 || keys[k-1] < key)
		keys = append(keys, key)
	}
	all := len(keys)
	if !sorted {
		keys = s.cut(keys)
	}
	edges := s.tree.extend(i, len(keys))
	n := &s.tree.nodes[i]
	n.n, n.sum, n.cut = 1, float64(value), len(keys) < all
	if !sorted {
		if len(keys) > sortedEdges {
			selectSmallest(keys, sortedEdges)
			n.kind = wide
			slices.Sort(keys[:sortedEdges])
		} else {
			slices.Sort(keys)
		}
	}
	unpack(keys, edges, s.tree.actions[n.first:])
	return nil
}

// cut leaves the keys of the largest priors, Config.KeptEdges of them, if the others' add up to less than lostMass.
func (s *Search) cut(keys []uint64) []uint64 {
	kept := s.cfg.KeptEdges
	if kept == 0 || len(keys) <= kept {
		return keys
	}
	selectSmallest(keys, kept)
	lost := float32(0)
	for _, key := range keys[kept:] {
		if lost += prior(key); lost >= lostMass {
			return keys
		}
	}
	return keys[:kept]
}

// sortTail sorts the edges of a wide node that expand left unsorted.
func (s *Search) sortTail(n *node) {
	edges := s.tree.edgesOf(n)[sortedEdges:]
	actions := s.tree.actions[n.first+sortedEdges:]
	keys := s.keys[:0]
	for k := range edges {
		keys = append(keys, uint64(^math.Float32bits(edges[k].p))<<32|uint64(actions[k]))
	}
	slices.Sort(keys)
	unpack(keys, edges, actions)
	n.kind = decision
}

// unpack writes priors and actions out of keys, which order by decreasing prior, then ascending action.
func unpack(keys []uint64, edges []edge, actions []game.Action) {
	for k, key := range keys {
		edges[k].p = prior(key)
		actions[k] = game.Action(key)
	}
}

// prior is the prior in a key.
func prior(key uint64) float32 { return math.Float32frombits(^uint32(key >> 32)) }

// selectSmallest moves the k smallest of keys, which are distinct, to the front (quickselect, median of three).
func selectSmallest(keys []uint64, k int) {
	lo, hi := 0, len(keys)-1
	for lo < hi {
		a, b, c := keys[lo], keys[(lo+hi)/2], keys[hi]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for keys[i] < pivot {
				i++
			}
			for keys[j] > pivot {
				j--
			}
			if i <= j {
				keys[i], keys[j] = keys[j], keys[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return
		}
	}
}

func (s *Search) badLogit(l float32) error {
	return fmt.Errorf("mcts: %s: logit %v: %w", s.info.Name, l, ErrAnswer)
}

// softmax turns logits into priors, kept until the next call. Equal logits, as all evaluators without a policy give,
// take a short cut.
func (s *Search) softmax(logits []float32) ([]float32, error) {
	priors := s.priors[:len(logits)]
	low, high := logits[0], logits[0]
	for _, l := range logits {
		if math.IsNaN(float64(l)) {
			return nil, s.badLogit(l)
		}
		low, high = min(low, l), max(high, l)
	}
	if math.IsInf(float64(low), 0) || math.IsInf(float64(high), 0) {
		return nil, fmt.Errorf("mcts: %s: logits from %v to %v: %w", s.info.Name, low, high, ErrAnswer)
	}
	if low == high {
		for k := range priors {
			priors[k] = 1 / float32(len(logits))
		}
		return priors, nil
	}
	sum := 0.0
	for k, l := range logits {
		x := math.Exp(float64(l - high))
		priors[k] = float32(x)
		sum += x
	}
	for k := range priors {
		priors[k] *= float32(1 / sum)
	}
	return priors, nil
}
