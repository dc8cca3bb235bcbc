package gametest

import (
	"bytes"
	"fmt"
	"slices"

	"variantlab/sim/game"
)

// texts checks that the position and what can be done in it survive being written and read.
func (c *checker) texts() {
	text := c.pos.AppendJSON(nil)
	if again := c.pos.AppendJSON(nil); !bytes.Equal(text, again) {
		c.failf("written a second time as %s", again)
	}
	p, err := c.g.Parse(text)
	if err != nil {
		c.failf("its own JSON is refused: %v", err)
		return
	}
	c.same("read from its JSON", p)
	line := c.pos.AppendNotation(nil)
	if bytes.ContainsAny(line, "\n\r") {
		c.failf("notation %q has more than one line", line)
	}
	p, err = c.g.New(game.Options{Position: string(line)})
	switch {
	case err != nil && c.cfg.PartialNotation && c.state.Turn() == game.Terminal:
		// What is left of a finished game need not be a position to start from.
	case err != nil:
		c.failf("its own notation %q is refused: %v", line, err)
	case c.cfg.PartialNotation:
		if back := p.AppendNotation(nil); !bytes.Equal(line, back) {
			c.failf("notation %q is read and written as %q", line, back)
		}
	default:
		c.same("read from its notation", p)
	}
	c.distinct(line)
	switch turn := c.state.Turn(); turn {
	case game.Terminal:
	case game.Simultaneous:
		for side := game.First; side <= game.Second; side++ {
			c.planTexts(side)
		}
	case game.Chance:
		var list []game.Action
		for _, o := range c.outcomes {
			list = append(list, o.Action)
		}
		c.actionTexts(turn, list)
	default:
		c.actionTexts(turn, c.state.Actions(turn, nil))
	}
}

// distinct checks that no other position had the same key.
func (c *checker) distinct(line []byte) {
	for side := game.First; side <= game.Second; side++ {
		line = fmt.Append(line, " ", c.state.Actions(side, nil))
	}
	k := c.state.Key()
	if other, taken := c.seen[k]; taken && other != string(line) {
		c.failf("positions share the key %x: this one and (notation, actions) %s", k, other)
	}
	c.seen[k] = string(line)
}

// same checks that p is the position that is checked.
func (c *checker) same(how string, p game.Position) {
	if want, got := c.pos.AppendJSON(nil), p.AppendJSON(nil); !bytes.Equal(want, got) {
		c.failf("%s: %s", how, got)
	}
	if p.Key() != c.pos.Key() || p.State().Key() != c.state.Key() {
		c.failf("%s: keys %s, %x, want %s, %x", how, p.Key(), p.State().Key(), c.pos.Key(), c.state.Key())
	}
	if p.State().Turn() != c.state.Turn() {
		c.failf("%s: %v node, want %v", how, p.State().Turn(), c.state.Turn())
	}
	for side := game.First; side <= game.Second; side++ {
		if want, got := c.state.Actions(side, nil), p.State().Actions(side, nil); !slices.Equal(want, got) {
			c.failf("%s: %v's actions %v, want %v", how, side, got, want)
		}
	}
}

// actionTexts checks that names are distinct and that four of them, drawn at random, are read back.
func (c *checker) actionTexts(p game.Player, list []game.Action) {
	names := make(map[string]game.Action, len(list))
	for _, a := range list {
		name := string(c.g.AppendAction(nil, c.state, p, a))
		if b, taken := names[name]; taken || name == "" {
			c.failf("actions %d and %d are both %q", a, b, name)
		}
		names[name] = a
	}
	for range min(4, len(list)) {
		want := list[c.stream.IntN(len(list))]
		name := string(c.g.AppendAction(nil, c.state, p, want))
		if got, err := c.g.ParseAction(c.state, p, name); err != nil || got != want {
			c.failf("action %d is %q, read as %d, %v", want, name, got, err)
		}
	}
}

// planTexts is actionTexts for plans.
func (c *checker) planTexts(p game.Player) {
	g, ok := c.g.(game.JointText)
	if !ok {
		c.failf("a simultaneous node, but the game is not game.JointText")
		return
	}
	plans := c.plans[p]
	names := make(map[string]bool, len(plans))
	for i := range plans {
		name := string(g.AppendPlan(nil, c.state, p, &plans[i]))
		if names[name] || name == "" {
			c.failf("two plans are %q", name)
		}
		names[name] = true
	}
	for range min(4, len(plans)) {
		want := plans[c.stream.IntN(len(plans))]
		name := string(g.AppendPlan(nil, c.state, p, &want))
		if got, err := g.ParsePlan(c.state, p, name); err != nil || got != want {
			c.failf("plan %v is %q, read as %v, %v", want, name, got, err)
		}
	}
}

// copies checks that copies are equal and independent, and that tracing changes nothing.
func (c *checker) copies() {
	before := c.pos.AppendJSON(nil)
	c.scratch.CopyFrom(c.state)
	positions := []game.Position{c.pos.Clone()}
	states := []game.State{c.state.Clone(), c.scratch}
	if t, ok := c.state.(game.Tracer); ok && c.state.Turn() <= game.Chance {
		traced := c.state.Clone()
		a, _ := c.roller.Pick(c.state, &c.stream)
		traced.(game.Tracer).ApplyTraced(a, nil)
		plain := c.state.Clone()
		plain.Apply(a)
		if traced.Key() != plain.Key() {
			c.failf("action %d leads elsewhere with ApplyTraced (%T) than with Apply", a, t)
		}
	}
	stream := c.stream
	for range 4 {
		switch turn := states[0].Turn(); turn {
		case game.Terminal:
		case game.Simultaneous:
			both := c.roller.PickPlans(states[0], &stream)
			for _, s := range states {
				s.(game.Joint).ApplyJoint(&both)
			}
			for _, p := range positions {
				p.ApplyJoint(&both)
			}
		default:
			a, _ := c.roller.Pick(states[0], &stream)
			for _, s := range states {
				s.Apply(a)
			}
			for _, p := range positions {
				p.Apply(a)
			}
		}
	}
	if states[0].Key() != states[1].Key() || states[0].Key() != positions[0].State().Key() {
		c.failf("Clone, CopyFrom and the position's Clone part ways when the same is played on them")
	}
	if after := c.pos.AppendJSON(nil); !bytes.Equal(before, after) {
		c.failf("playing on a copy changed it; before %s", before)
	}
}
