package protocol

import (
	"encoding/json"

	"variantlab/sim/game"
)

// Bounds that keep a perft request from running for hours or answering with gigabytes.
const (
	maxDepth     = 64
	maxPositions = 300_000_000
	maxDivide    = 200_000
)

func (s *Server) perft(r *request) (map[string]any, error) {
	g, p, err := r.position()
	if err != nil {
		return nil, err
	}
	if !r.has("depth") {
		return nil, game.Errorf(game.BadRequest, "depth", "missing; give a whole number from 0")
	}
	if depth, bad := r.integer("depth", 0, 1<<62); bad == nil && depth > maxDepth {
		return nil, tooDeep()
	}
	depth, err := r.integer("depth", 0, maxDepth)
	if err != nil {
		return nil, err
	}
	divide := false
	if r.has("divide") {
		if err := json.Unmarshal(r.fields["divide"], &divide); err != nil {
			return nil, game.Errorf(game.BadRequest, "divide", "must be true or false, not %s", clip(r.fields["divide"]))
		}
	}
	if !divide {
		n, ok := s.counts.Perft(p.State(), depth, maxPositions)
		if !ok {
			return nil, tooDeep()
		}
		return map[string]any{"nodes": n}, nil
	}
	if depth == 0 {
		return nil, game.Errorf(game.BadRequest, "depth", "divide needs a depth of at least 1")
	}
	parts, err := s.divide(g, p, depth)
	if err != nil {
		return nil, err
	}
	return map[string]any{"divide": parts}, nil
}

func tooDeep() error {
	return game.Errorf(game.TooDeep, "depth", "more than %d positions (or depth over %d, or over %d entries to divide); ask for less depth",
		maxPositions, maxDepth, maxDivide)
}

// divide counts below each action, outcome or pair of plans.
func (s *Server) divide(g game.Game, p game.Position, depth int) (map[string]uint64, error) {
	parts := map[string]uint64{}
	left := uint64(maxPositions)
	next := p.State().Clone()
	add := func(name string) error {
		n, ok := s.counts.Perft(next, depth-1, left)
		if !ok || len(parts) == maxDivide || n >= left {
			return tooDeep()
		}
		left -= n
		parts[name] = n
		return nil
	}
	switch turn := p.State().Turn(); turn {
	case game.Terminal:
	case game.Chance:
		for _, o := range namedOutcomes(g, p) {
			next.CopyFrom(p.State())
			next.Apply(o.action)
			if err := add(o.Name); err != nil {
				return nil, err
			}
		}
	case game.Simultaneous:
		joint := p.State().(game.Joint)
		most := uint64(maxDivide) + 1
		n := s.roller.CountPlans(p.State(), game.First, most) * s.roller.CountPlans(p.State(), game.Second, most)
		if n > maxDivide {
			return nil, tooDeep()
		}
		white, black := joint.Plans(game.First, nil), joint.Plans(game.Second, nil)
		for i := range white {
			name := planText(g, p, game.First, &white[i]) + " / "
			for j := range black {
				next.CopyFrom(p.State())
				next.(game.Joint).ApplyJoint(&[2]game.Plan{white[i], black[j]})
				if err := add(name + planText(g, p, game.Second, &black[j])); err != nil {
					return nil, err
				}
			}
		}
	default:
		for _, a := range p.State().Actions(turn, nil) {
			next.CopyFrom(p.State())
			next.Apply(a)
			if err := add(actionText(g, p, turn, a)); err != nil {
				return nil, err
			}
		}
	}
	return parts, nil
}
