package mcts

import (
	"math"

	"variantlab/sim/game"
)

// Uniform knows nothing: value 0, equal priors.
type Uniform struct{}

// Tensors is false.
func (Uniform) Tensors() bool { return false }

// Eval gives zeros.
func (Uniform) Eval(b *Batch) error {
	clear(b.Value[:b.N])
	for i := range b.N {
		clear(b.RowLogits(i))
	}
	return nil
}

// Rollout plays each position on at random, to the end or for Steps steps, and values it by the result, or by who is
// ahead in material where the game tells. Its priors are equal.
type Rollout struct {
	Steps int

	state  game.State
	roller game.Roller
}

// NewRollout makes a Rollout of at most 200 steps.
func NewRollout() *Rollout { return &Rollout{Steps: 200} }

// Tensors is false.
func (*Rollout) Tensors() bool { return false }

// Eval plays one game for each row, with the row's random stream.
func (r *Rollout) Eval(b *Batch) error {
	for i := range b.N {
		if r.state == nil {
			r.state = b.States[i].Clone()
		} else {
			r.state.CopyFrom(b.States[i])
		}
		r.roller.Play(r.state, &b.Streams[i], r.Steps)
		b.Value[i] = signs[b.Player[i]] * result(r.state)
		clear(b.RowLogits(i))
	}
	return nil
}

// result is First's at the end, the sign of First's material before.
func result(s game.State) float32 {
	if s.Turn() == game.Terminal {
		return s.Returns()[game.First]
	}
	if m, ok := s.(game.Material); ok {
		switch balance := m.Balance(); {
		case balance > 0:
			return 1
		case balance < 0:
			return -1
		}
	}
	return 0
}

// MaterialEvaluator judges by game.Material: value tanh(Scale Balance), priors proportional to exp(Sharpness Gain),
// equal odds for pairs to be in a plan or not.
type MaterialEvaluator struct {
	Scale     float32 // 1/pawns
	Sharpness float32 // 1/pawns
}

// NewMaterial makes a MaterialEvaluator; the error wraps ErrTrait when the game's states have no material.
func NewMaterial(g game.Game) (*MaterialEvaluator, error) {
	start, err := g.New(game.Options{})
	if err != nil {
		return nil, err
	}
	if _, ok := start.State().(game.Material); !ok {
		return nil, traitError(g.Info().Name, "material evaluation", "game.Material")
	}
	return &MaterialEvaluator{Scale: 0.25, Sharpness: 0.5}, nil
}

// Tensors is false.
func (*MaterialEvaluator) Tensors() bool { return false }

// Eval reads balance and gains off the states.
func (m *MaterialEvaluator) Eval(b *Batch) error {
	for i := range b.N {
		s := b.States[i].(game.Material)
		b.Value[i] = signs[b.Player[i]] * float32(math.Tanh(float64(m.Scale*s.Balance())))
		logits, moves := b.RowLogits(i), b.moves(i)
		for k, a := range b.Legal(i)[:moves] {
			logits[k] = m.Sharpness * s.Gain(a)
		}
		clear(logits[moves:])
	}
	return nil
}
