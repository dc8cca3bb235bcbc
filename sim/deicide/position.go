package deicide

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"

	"variantlab/sim/game"
)

// Position is a state with what only its text forms carry: the keys of the table of repetitions as texts, and the
// overrides it was made with.
type Position struct {
	g      *Game
	s      State
	past   map[string]int // occurrences by position key since a piece was last removed [DC-432, DC-434]
	params game.Params
}

func newPosition(g *Game, s *State, params game.Params) *Position {
	p := &Position{g: g, params: params, past: map[string]int{}}
	p.s.CopyFrom(s)
	if s.table.n > 0 {
		p.past[p.key()] = 1
	}
	return p
}

func (p *Position) key() string { return string(p.s.appendKey(nil)) }

// State is the live state.
func (p *Position) State() game.State { return &p.s }

// Reason is why the game ended.
func (p *Position) Reason() string { return p.s.result.reason() }

// Apply carries out a legal action and returns what happened.
func (p *Position) Apply(a game.Action) []game.Event {
	var j journal
	done := p.s.step(a, &j)
	if done.emptied {
		clear(p.past)
	}
	if done.counted {
		p.past[p.key()]++
	}
	return j.events
}

// ApplyJoint is for games with simultaneous nodes; this one has none.
func (p *Position) ApplyJoint(*[2]game.Plan) []game.Event {
	panic("deicide: no simultaneous nodes")
}

// AppendNotation writes the one-line notation.
func (p *Position) AppendNotation(dst []byte) []byte { return p.s.appendFEN(dst) }

// AppendObservation writes the whole state: nothing is hidden.
func (p *Position) AppendObservation(dst []byte, player game.Player) ([]byte, error) {
	if !player.Side() {
		return nil, game.Errorf(game.BadRequest, "player", "%s observes nothing; it must be white or black", player)
	}
	return p.AppendJSON(dst), nil
}

// Key is the first 32 hexadecimal digits of SHA-256 over the position key.
func (p *Position) Key() string {
	sum := sha256.Sum256(p.s.appendKey(nil))
	return hex.EncodeToString(sum[:16])
}

// Resample returns copies: a player knows everything.
func (p *Position) Resample(player game.Player, _ game.Belief, _ uint64, n int) ([]game.Position, error) {
	if !player.Side() {
		return nil, game.Errorf(game.BadRequest, "player", "%s observes nothing; it must be white or black", player)
	}
	if n < 1 {
		return nil, game.Errorf(game.BadRequest, "n", "%d positions cannot be drawn; ask for at least 1", n)
	}
	list := make([]game.Position, n)
	for i := range list {
		list[i] = p.Clone()
	}
	return list, nil
}

// Clone returns an independent copy.
func (p *Position) Clone() game.Position {
	c := &Position{g: p.g, past: maps.Clone(p.past), params: p.params}
	c.s.CopyFrom(&p.s)
	return c
}
