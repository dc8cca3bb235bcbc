package gametest

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// tensors is what a network is given.
type tensors struct{ planes, globals, hidden []float32 }

func newTensors(n game.NetInfo) tensors {
	return tensors{
		planes:  make([]float32, n.Files*n.Ranks*len(n.Planes)),
		globals: make([]float32, n.Globals),
		hidden:  make([]float32, n.Hidden),
	}
}

// fill overwrites the tensors with x.
func (t *tensors) fill(x float32) {
	for _, list := range [][]float32{t.planes, t.globals, t.hidden} {
		for i := range list {
			list[i] = x
		}
	}
}

// observe encodes s for p, over other numbers than the last time: what is left over differs.
func (t *tensors) observe(s game.Encoder, p game.Player, leftover float32) {
	t.fill(leftover)
	s.Observe(p, t.planes, t.globals)
	s.ObserveHidden(p, t.hidden)
}

// knowledge checks what either side observes and what it cannot know.
func (c *checker) knowledge() {
	for p := game.First; p <= game.Second; p++ {
		c.encoding(p)
		if c.info.Hidden {
			c.resampling(p)
		} else if h, ok := c.state.(game.Hidden); ok && h.Hides(p) {
			c.failf("%v lacks information, but Info.Hidden is false", p)
		}
	}
}

// encoding checks that the tensors are overwritten in full, finite, and the same each time.
func (c *checker) encoding(p game.Player) {
	e, ok := c.state.(game.Encoder)
	if !ok || len(c.info.Net.Planes) == 0 {
		return
	}
	c.tensors.observe(e, p, 1e30)
	c.repetition.observe(e, p, -1e30)
	for i, pair := range [3][2][]float32{
		{c.tensors.planes, c.repetition.planes}, {c.tensors.globals, c.repetition.globals}, {c.tensors.hidden, c.repetition.hidden},
	} {
		name := [...]string{"planes", "globals", "hidden"}[i]
		for k, x := range pair[0] {
			if x != pair[1][k] || math.IsNaN(float64(x)) || math.Abs(float64(x)) > 100 {
				c.failf("%s[%d] observed by %v is %v, then %v: want one small number", name, k, p, x, pair[1][k])
				return
			}
		}
	}
}

// resampling checks that worlds drawn for p agree with all that p knows, and that they don't depend on the rest.
func (c *checker) resampling(p game.Player) {
	h, ok := c.state.(game.Hidden)
	r, can := c.state.(game.Resampler)
	if !ok || !can {
		c.failf("Info.Hidden, but the state is not game.Hidden and game.Resampler")
		return
	}
	want, err := c.pos.AppendObservation(nil, p)
	var refusal *game.InputError
	if c.state.Turn() == game.Chance && errors.As(err, &refusal) && refusal.Code == game.BadRequest {
		return // a set-up that deals something before anybody looks
	}
	if err != nil {
		c.failf("observation of %v: %v", p, err)
		return
	}
	if h.Hides(p) {
		c.hides++
	}
	seed := c.stream.Uint64()
	world, deeper := c.scratch, c.state.Clone()
	varied := false
	for i := range uint32(4) {
		stream := rng.New(seed, 0, rng.Determinize, 0, i)
		again := stream
		r.ResampleInto(p, world, &stream)
		varied = varied || world.Key() != c.state.Key()
		c.knowsSame(p, world)
		world.(game.Resampler).ResampleInto(p, deeper, &again)
		if deeper.Key() != world.Key() {
			c.failf("a world that %v draws depends on what %v does not know", p, p)
		}
	}
	if varied {
		c.varied++
		if !h.Hides(p) {
			c.failf("%v lacks nothing, but its worlds differ", p)
		}
	}
	list, err := c.pos.Resample(p, nil, seed, 3)
	if err != nil || len(list) != 3 {
		c.failf("Resample for %v: %d positions, %v", p, len(list), err)
		return
	}
	for _, q := range list {
		got, err := q.AppendObservation(nil, p)
		if err != nil || !bytes.Equal(got, want) {
			c.failf("%v would see %s in a world it holds possible, sees %s; %v", p, got, want, err)
		}
		if back, err := c.g.Parse(q.AppendJSON(nil)); err != nil || back.State().Key() != q.State().Key() {
			c.failf("a resampled position is not a position: %s: %v", q.AppendJSON(nil), err)
		}
	}
}

// knowsSame checks that p cannot tell world from the state.
func (c *checker) knowsSame(p game.Player, world game.State) {
	if got, want := world.(game.Hidden).InfoKey(p), c.state.(game.Hidden).InfoKey(p); got != want {
		c.failf("%v's information key in its world is %x, want %x", p, got, want)
	}
	if world.Turn() != c.state.Turn() {
		c.failf("a %v node in %v's world, want %v", world.Turn(), p, c.state.Turn())
	}
	c.actions = c.state.Actions(p, c.actions[:0])
	if got := world.Actions(p, nil); !slices.Equal(got, c.actions) {
		c.failf("%v's actions in its world are %v, want %v", p, got, c.actions)
	}
	e, ok := c.state.(game.Encoder)
	if !ok || len(c.info.Net.Planes) == 0 {
		return
	}
	c.tensors.observe(e, p, 0)
	c.repetition.observe(world.(game.Encoder), p, 0)
	if !slices.Equal(c.tensors.planes, c.repetition.planes) || !slices.Equal(c.tensors.globals, c.repetition.globals) {
		c.failf("%v observes another tensor in its world", p)
	}
	for _, a := range c.actions {
		f, x := e.PolicyIndex(p, a)
		if g, y := world.(game.Encoder).PolicyIndex(p, a); f != g || x != y {
			c.failf("action %d has policy index (%d, %d) in %v's world, (%d, %d) in truth", a, g, y, p, f, x)
		}
	}
}

// allocations checks that the calls of hot loops allocate nothing.
func (c *checker) allocations() {
	turn := c.state.Turn()
	none := func(what string, f func()) {
		if n := testing.AllocsPerRun(20, f); n != 0 {
			c.failf("%s allocates %v times", what, n)
		}
	}
	none("CopyFrom", func() { c.scratch.CopyFrom(c.state) })
	none("Key", func() { c.state.Key() })
	c.actions = slices.Grow(c.actions[:0], c.info.MaxActions)
	for p := game.First; p <= game.Second; p++ {
		none("Actions", func() { c.actions = c.state.Actions(p, c.actions[:0]) })
		if e, ok := c.state.(game.Encoder); ok && len(c.info.Net.Planes) > 0 {
			none("Observe", func() { c.tensors.observe(e, p, 0) })
			none("PolicyIndex", func() {
				for _, a := range c.actions {
					e.PolicyIndex(p, a)
				}
			})
		}
		if h, ok := c.state.(game.Hidden); ok {
			none("InfoKey", func() { h.InfoKey(p); h.Hides(p) })
		}
		if r, ok := c.state.(game.Resampler); ok {
			stream := c.stream
			none("ResampleInto", func() { r.ResampleInto(p, c.scratch, &stream) })
		}
		if m, ok := c.state.(game.Material); ok && turn == p {
			none("Balance and Gain", func() {
				m.Balance()
				for _, a := range c.actions {
					m.Gain(a)
				}
			})
		}
	}
	switch turn {
	case game.Terminal:
	case game.Simultaneous:
		j, here := c.scratch.(game.Joint), c.state.(game.Joint)
		for p := game.First; p <= game.Second; p++ {
			none("Plans", func() { c.plans[p] = here.Plans(p, c.plans[p][:0]) })
			none("LegalPlan", func() { here.LegalPlan(p, &c.plans[p][0]) })
		}
		both := c.roller.PickPlans(c.state, &c.stream)
		none("ApplyJoint", func() {
			c.scratch.CopyFrom(c.state)
			j.ApplyJoint(&both)
		})
	default:
		list := c.state.Actions(turn, nil)
		if turn == game.Chance {
			o := c.state.(game.Stochastic)
			none("Outcomes", func() { c.outcomes = o.Outcomes(c.outcomes[:0]) })
			for _, x := range c.outcomes {
				list = append(list, x.Action)
			}
		}
		none("Apply", func() {
			for _, a := range list {
				c.scratch.CopyFrom(c.state)
				c.scratch.Apply(a)
			}
		})
	}
}
