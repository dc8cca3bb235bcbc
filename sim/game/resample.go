package game

import "variantlab/sim/rng"

// Resampler is implemented by Hidden states that can draw what a side does not know.
type Resampler interface {
	// ResampleInto overwrites dst, a state of the same game, with one that p may hold possible: InfoKey(p), what p
	// observes and p's legal list are those of the receiver; the rest is drawn from p's belief. It does not allocate.
	ResampleInto(p Player, dst State, r *rng.Stream)
}
