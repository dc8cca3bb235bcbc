package domain

import (
	"slices"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// position is a State with what its text forms carry beside it: the keys of its history as texts have them, and what
// happened of late.
type position struct {
	s       *State
	history []uint64
	log     eventLog
}

func newPosition(s *State, history []uint64) *position { return &position{s: s, history: history} }

// State is the live state.
func (p *position) State() game.State { return p.s }

// Reason is why the game ended.
func (p *position) Reason() string { return p.s.reason.String() }

// Apply carries out a legal action or outcome.
func (p *position) Apply(a game.Action) []game.Event {
	before, domain := p.s.ply, p.s.domain
	events := p.s.ApplyTraced(a, nil)
	p.log.note(before, events, p.s.rules().ObsLogPlies)
	if d := &p.s.domain; d.name == KeyShadow && (domain.name != KeyShadow || domain.owner != d.owner) {
		p.log.darkFrom = before
	}
	if p.s.ply != before {
		p.remember()
	}
	return events
}

// remember keeps the history in step with S16, which may empty it, and S4, which appends to it unless the game is over
// by mate or stalemate first.
func (p *position) remember() {
	if p.s.halfmove == 0 {
		p.history = nil
	}
	if p.s.reason != byCheckmate && p.s.reason != byStalemate {
		p.history = append(slices.Clip(p.history), p.s.textKey())
	}
}

// ApplyJoint panics: Domain has no simultaneous nodes.
func (p *position) ApplyJoint(*[2]game.Plan) []game.Event {
	panic("domain: ApplyJoint: there are no simultaneous nodes")
}

// AppendJSON writes the canonical JSON of the state.
func (p *position) AppendJSON(dst []byte) []byte { return appendStateJSON(dst, p.s, p.history) }

// AppendNotation writes the one-line notation.
func (p *position) AppendNotation(dst []byte) []byte { return appendNotation(dst, p.s) }

// AppendObservation writes what a side may know.
func (p *position) AppendObservation(dst []byte, player game.Player) ([]byte, error) {
	if err := p.mayLook(player); err != nil {
		return nil, err
	}
	c := Side(player)
	return appendObservation(dst, p.s, c, p.log.seenBy(p.s, c)), nil
}

// mayLook refuses observers that are no side, and the node at which a disguise is dealt: that it is there would tell.
func (p *position) mayLook(player game.Player) error {
	switch {
	case !player.Side():
		return game.Errorf(game.BadRequest, "player", "%s observes nothing; it must be white or black", player)
	case p.s.pending.kind == disguiseChance:
		return game.Errorf(game.BadRequest, "state", "nothing is observed before the disguises are dealt")
	}
	return nil
}

// Key is the repetition identity.
func (p *position) Key() string { return keyHex(p.s.textKey()) }

// Clone returns an independent copy.
func (p *position) Clone() game.Position {
	return &position{s: p.s.Clone().(*State), history: slices.Clone(p.history), log: p.log.clone()}
}

// Resample draws positions that a side holds possible, each by a stream of its own. A belief that is still empty tells no
// more than the state.
func (p *position) Resample(player game.Player, belief game.Belief, seed uint64, n int) ([]game.Position, error) {
	if err := p.mayLook(player); err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, game.Errorf(game.BadRequest, "n", "%d positions cannot be drawn; ask for at least 1", n)
	}
	worlds := make([]game.Position, n)
	for i := range worlds {
		stream := rng.New(seed, 0, rng.Determinize, 0, uint32(i))
		world := p.Clone().(*position)
		if belief != nil && belief.Size() > 0 {
			belief.Sample(world.s, &stream)
		} else {
			p.s.ResampleInto(player, world.s, &stream)
		}
		world.log.forget(Side(player).foe())
		if key, last := p.s.textKey(), len(p.history)-1; last >= 0 && p.history[last] == key {
			world.history[last] = world.s.textKey() // a decoy has changed places
		}
		worlds[i] = world
	}
	return worlds, nil
}
