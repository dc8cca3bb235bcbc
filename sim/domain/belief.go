package domain

import (
	"slices"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// What a side that watches the game from its start can hold possible, exactly [CD-434, CD-435]. A belief is a list of
// hypotheses with probabilities. A hypothesis is a whole state, because that is the simplest thing to carry on, but those
// of one list differ only in what the side doesn't know: the enemy's true set, energy, cooldowns, marks, and which of two
// kings is its decoy.
//
// A step carries every hypothesis on and drops those that would have shown the side something else, told by InfoKey. Where
// the enemy is to act, it may have cast High Sense already, so that each such cast is a hypothesis of its own from that
// moment on. While the enemy ponders, the odds are those of a look at a random moment of its turn; by its next public
// action they are exact again.
//
// Nothing is drawn as long as the list is short: the side that is in the know has a list of one. Only a list of more than
// maxHypotheses is thinned out, and only a belief that begins in the middle of a game draws its first list from the
// stateless summary of ResampleInto.

const (
	maxHypotheses  = 4096
	keptHypotheses = 1024 // after thinning out; also the worlds that a list begun in mid-game is made from
)

var _ game.Believer = (*State)(nil)

// hypothesis is a state that is possible, with its probability, or a number proportional to it while a list is made.
type hypothesis struct {
	state  State
	weight float64
}

// belief is the belief of side c.
type belief struct {
	c     Side
	key   game.Key // InfoKey of every hypothesis
	exact bool     // nothing has been drawn: the truth is in the list, with its exact probability

	list, next []hypothesis
	index      map[game.Key]int32 // of the newest list, by Key

	worlds  [3]State // of carry and of two levels of grow
	actions []act
}

// NewBelief is p's belief in a game that it has watched up to here. Before disguises are dealt nobody may look, so the
// belief is empty; it begins with the step that deals the last.
func (s *State) NewBelief(p game.Player) game.Belief {
	b := &belief{c: Side(p), index: make(map[game.Key]int32)}
	b.start(s)
	return b
}

// start makes the list anew from what c may know of s without having watched.
func (b *belief) start(s *State) {
	b.list = b.list[:0]
	if s.pending.kind == disguiseChance {
		return
	}
	b.begin(s.InfoKey(game.Player(b.c)))
	x, w := b.c.foe(), &b.worlds[0]
	b.exact = true
	switch {
	case !s.Hides(game.Player(b.c)):
		b.add(s, 1)
	case s.setUnsure(b.c) && !s.couldSense(x):
		for i, odds := range [2]float64{1 - tojiOdds, tojiOdds} {
			w.CopyFrom(s)
			w.dress(x, i == 1)
			w.forgetSenses(b.c)
			b.grow(0, odds)
		}
	case s.sensesUnseen(b.c) && !s.couldSense(x):
		w.CopyFrom(s)
		w.forgetSenses(b.c)
		b.grow(0, 1)
	case !s.setUnsure(b.c) && s.decoyUnsure(b.c):
		w.CopyFrom(s)
		b.add(w, 1)
		w.swapDecoy(x)
		b.add(w, 1)
	default:
		b.exact = false
		stream := rng.New(b.key.Hi, b.key.Lo, rng.Determinize, 0, 0)
		for range keptHypotheses {
			s.ResampleInto(game.Player(b.c), w, &stream)
			b.add(w, 1)
		}
	}
	b.finish()
}

// couldSense reports whether a side that knows High Sense could have cast it in a turn that is over.
func (s *State) couldSense(x Side) bool {
	ended := int(s.sides[x].turns)
	if s.turn == x {
		ended--
	}
	return ended >= s.rules().UnlockTechnique
}

// forgetSenses takes back what c does not see of the enemy's casts of High Sense.
func (s *State) forgetSenses(c Side) {
	s.forgetMarks(c)
	s.sides[c.foe()].cd[KeySense] = 0
}

// Step takes in a step of the game.
func (b *belief) Step(a game.Action, after game.State) {
	to := after.(*State)
	if len(b.list) == 0 {
		b.start(to)
		return
	}
	key := to.InfoKey(game.Player(b.c))
	if key == b.key {
		return // nothing was seen to happen
	}
	b.begin(key)
	for i := range b.list {
		h := &b.list[i]
		switch turn := h.state.Turn(); {
		case turn == game.Player(b.c):
			b.carry(h, a, 1)
		case turn == game.Chance:
			b.carry(h, a, h.state.oddsOf(a))
		case techniques[actionKey(a)].secret: // not seen, but a mark has come into sight
			b.carrySecrets(h)
		case b.exact && len(b.list) == 1:
			b.carry(h, a, 1)
		default:
			b.actions = h.state.Actions(turn, b.actions[:0])
			if _, legal := slices.BinarySearch(b.actions, a); legal {
				b.carry(h, a, 1/float64(len(b.actions)))
			}
		}
	}
	if len(b.next) == 0 {
		b.start(to)
		return
	}
	b.finish()
}

// oddsOf is the probability of an outcome; 0 if it cannot come up.
func (s *State) oddsOf(a act) float64 {
	var buffer [6]game.Outcome
	for _, o := range s.Outcomes(buffer[:0]) {
		if o.Action == a {
			return o.Prob
		}
	}
	return 0
}

// begin starts a new list, of hypotheses in which c has observed what the key stands for.
func (b *belief) begin(key game.Key) {
	b.key, b.next = key, b.next[:0]
	clear(b.index)
}

// carry takes h one step further, an action to which it gives the odds, and keeps what agrees with what c has seen.
func (b *belief) carry(h *hypothesis, a act, odds float64) {
	w := &b.worlds[0]
	if odds == 0 {
		return
	}
	w.CopyFrom(&h.state)
	w.Apply(a)
	if w.InfoKey(game.Player(b.c)) == b.key {
		b.grow(0, h.weight*odds)
	}
}

// carrySecrets takes h further by each secret action that it allows.
func (b *belief) carrySecrets(h *hypothesis) {
	var buffer [64]act
	secrets, odds := b.secrets(&h.state, buffer[:0])
	for _, a := range secrets {
		b.carry(h, a, odds)
	}
}

// grow adds the state in b.worlds[level] to the new list, and all that it may have turned into unseen.
func (b *belief) grow(level int, weight float64) {
	w := &b.worlds[level]
	b.add(w, weight)
	if level+1 == len(b.worlds) {
		return
	}
	var buffer [64]act
	secrets, odds := b.secrets(w, buffer[:0])
	for _, a := range secrets {
		after := &b.worlds[level+1]
		after.CopyFrom(w)
		after.Apply(a)
		if after.InfoKey(game.Player(b.c)) == b.key {
			b.grow(level+1, weight*odds)
		}
	}
}

// secrets appends the actions that the enemy of c may take in s unseen, with the odds of each.
func (b *belief) secrets(s *State, dst []act) ([]act, float64) {
	x := b.c.foe()
	if s.Turn() != game.Player(x) || s.passing {
		return dst, 0
	}
	if own, copies := s.open(x); !(own | copies).has(KeySense) {
		return dst, 0
	}
	b.actions = s.Actions(game.Player(x), b.actions[:0])
	for _, a := range b.actions {
		if techniques[actionKey(a)].secret {
			dst = append(dst, a)
		}
	}
	return dst, 1 / float64(len(b.actions))
}

// Size is the number of hypotheses.
func (b *belief) Size() int { return len(b.list) }

// Sample overwrites dst with a hypothesis drawn by its probability, which it returns.
func (b *belief) Sample(dst game.State, r *rng.Stream) float64 {
	u, i := r.Float64(), 0
	for ; i < len(b.list)-1; i++ {
		if u -= b.list[i].weight; u < 0 {
			break
		}
	}
	d := dst.(*State)
	d.CopyFrom(&b.list[i].state)
	d.veilRecall(b.c)
	return b.list[i].weight
}

// Probability is that of the hypothesis equal to s, 0 if there is none.
func (b *belief) Probability(s game.State) float64 {
	if i, ok := b.index[s.Key()]; ok && len(b.list) > 0 {
		return b.list[i].weight
	}
	return 0
}
