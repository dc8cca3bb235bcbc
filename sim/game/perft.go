package game

// Counter counts paths through a game tree. An action, a chance outcome or a pair of plans is one level. It keeps its
// buffers and one state a level, so that counting allocates nothing once they have grown.
type Counter struct {
	levels []*level
	roller Roller
	left   uint64
}

type level struct {
	state    State
	actions  []Action
	outcomes []Outcome
	plans    [2][]Plan
}

// Perft returns the number of paths of exactly depth levels from s: 1 at depth 0, 0 below a finished game. No position
// is counted in bulk: every leaf is made. ok is false when more than limit positions would have to be made; 0 is no
// limit.
func (c *Counter) Perft(s State, depth int, limit uint64) (n uint64, ok bool) {
	c.left = limit
	if limit == 0 {
		c.left = 1<<64 - 1
	}
	return c.count(s, 0, depth)
}

func (c *Counter) count(s State, at, depth int) (uint64, bool) {
	if depth == 0 {
		return 1, true
	}
	if at == len(c.levels) {
		c.levels = append(c.levels, &level{state: s.Clone()})
	}
	l := c.levels[at]
	total := uint64(0)
	descend := func() bool {
		if c.left == 0 {
			return false
		}
		c.left--
		n, ok := c.count(l.state, at+1, depth-1)
		total += n
		return ok
	}
	switch turn := s.Turn(); turn {
	case Terminal:
	case Chance:
		l.outcomes = s.(Stochastic).Outcomes(l.outcomes[:0])
		for _, o := range l.outcomes {
			l.state.CopyFrom(s)
			l.state.Apply(o.Action)
			if !descend() {
				return 0, false
			}
		}
	case Simultaneous:
		for p := First; p <= Second; p++ {
			if c.roller.CountPlans(s, p, c.left) == c.left {
				return 0, false
			}
			l.plans[p] = s.(Joint).Plans(p, l.plans[p][:0])
		}
		for i := range l.plans[First] {
			for j := range l.plans[Second] {
				l.state.CopyFrom(s)
				both := [2]Plan{l.plans[First][i], l.plans[Second][j]}
				l.state.(Joint).ApplyJoint(&both)
				if !descend() {
					return 0, false
				}
			}
		}
	default:
		l.actions = s.Actions(turn, l.actions[:0])
		for _, a := range l.actions {
			l.state.CopyFrom(s)
			l.state.Apply(a)
			if !descend() {
				return 0, false
			}
		}
	}
	return total, true
}
