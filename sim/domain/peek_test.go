package domain

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"variantlab/mcts"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// What a side cannot know has no influence on anything that it is shown or decides by. Tested on pairs of states that the
// side to move cannot tell apart; the test itself is tested by planting leaks of a single bit.

// exhibit is a state as far as it is shown to players and to search.
type exhibit interface {
	game.State
	game.Encoder
	game.Hidden
	game.Resampler
	observation(c Side) []byte
}

// honest shows a state as it is.
type honest struct{ *State }

func (h honest) observation(c Side) []byte { return appendObservation(nil, h.State, c, nil) }

// peeker compares what is shown of two states.
type peeker struct {
	seen   [2][]float32
	lists  [2][]act
	search *mcts.Search
	ev     mcts.Evaluator
}

func newPeeker(t *testing.T) *peeker {
	cfg := mcts.NewConfig(12)
	cfg.Worlds = 3
	search, err := mcts.New(Game{}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	k := &peeker{search: search, ev: &mcts.Rollout{Steps: 6}}
	for i := range k.seen {
		k.seen[i] = make([]float32, 64*numPlanes+numGlobals)
	}
	return k
}

// differ names the first thing that tells the states of a pair apart for the side to move; "" if nothing does.
func (k *peeker) differ(pair [2]exhibit) string {
	p := pair[0].Turn()
	if pair[1].Turn() != p {
		return "turn"
	}
	for i, s := range pair {
		s.Observe(p, k.seen[i][:64*numPlanes], k.seen[i][64*numPlanes:])
		k.lists[i] = s.Actions(p, k.lists[i][:0])
	}
	a, b := pair[0], pair[1]
	switch {
	case a.InfoKey(p) != b.InfoKey(p):
		return "information key"
	case a.Hides(p) != b.Hides(p):
		return "whether anything is hidden"
	case !bytes.Equal(a.observation(Side(p)), b.observation(Side(p))):
		return "observation"
	case !slices.Equal(k.seen[0], k.seen[1]):
		return "tensors"
	case !slices.Equal(k.lists[0], k.lists[1]):
		return "legal list"
	}
	return ""
}

// searchDiffers reports whether a search finds different things in a pair; seed names its random numbers.
func (k *peeker) searchDiffers(t *testing.T, pair [2]exhibit, seed uint64) bool {
	t.Helper()
	var found [2]string
	for i, s := range pair {
		r, err := k.search.Run(s, 12, mcts.Seed{Run: seed}, k.ev)
		if err != nil {
			t.Fatal(err)
		}
		found[i] = fmt.Sprintf("%+v", *r)
	}
	return found[0] != found[1]
}

// pairs plays random games of a matchup and gives f pairs of states that the side to move cannot tell apart, n of them or
// until f has enough: the true one, and one that it holds possible.
func pairs(t *testing.T, white, black Set, n int, f func(s, other *State, c Side) bool) {
	var roller game.Roller
	var world State
	for g := uint64(0); n > 0; g++ {
		s := newTestGame(t, white, black, []game.Params{nil, lively}[g%2]).s
		stream := rng.New(21+g, uint64(white)<<8|uint64(black), rng.Rollout, 0, 0)
		for steps := 0; s.Turn() != game.Terminal && steps < 80 && n > 0; steps++ {
			if p := s.Turn(); p.Side() && s.Hides(p) {
				for range 4 {
					s.ResampleInto(p, &world, &stream)
					if world.Key() == s.Key() || n == 0 {
						continue
					}
					if n--; !f(s, &world, Side(p)) {
						return
					}
				}
			}
			a, _ := roller.Pick(s, &stream)
			s.Apply(a)
		}
	}
}

func TestNoPeeking(t *testing.T) {
	k, each := newPeeker(t), sampled(410, 20500) // 20,090 and 1,004,500 over the 49 matchups
	compared, searched, kinds := 0, 0, map[string]int{}
	matchups(t, func(t *testing.T, white, black Set) {
		pairs(t, white, black, each, func(s, other *State, c Side) bool {
			pair := [2]exhibit{honest{s}, honest{other}}
			what := k.differ(pair)
			if compared%50 == 0 {
				searched++
				if what == "" && k.searchDiffers(t, pair, uint64(compared)) {
					what = "search"
				}
			}
			compared++
			kinds[hiddenThing(s, other, c)]++
			if what != "" {
				t.Errorf("CD-420: %v is told by %s which of these is true:\n%s\n%s", c, what,
					appendStateJSON(nil, s, nil), appendStateJSON(nil, other, nil))
			}
			return what == ""
		})
	})
	t.Logf("%d pairs, %d searched, differing by %v", compared, searched, kinds)
	if fullTests {
		fmt.Printf("verify: domain no peeking: %d pairs equal in observation, tensors, keys and legal list, %d of them searched; differing by %v\n",
			compared, searched, kinds)
	}
	for _, what := range []string{"set", "mark", "cooldown", "decoy"} {
		if kinds[what] == 0 {
			t.Errorf("no pair differs by %s", what)
		}
	}
}

// leaky shows a state with one bit of what is hidden mixed into what is shown.
type leaky struct {
	honest
	bit  func(s *State, c Side) bool
	into string
}

func (l leaky) leaks(p game.Player, into string) bool {
	return l.into == into && l.bit(l.State, Side(p))
}

func (l leaky) Observe(p game.Player, planes, globals []float32) {
	l.honest.Observe(p, planes, globals)
	if l.leaks(p, "tensors") {
		globals[len(globals)-1] += 1. / 64
	}
}

func (l leaky) observation(c Side) []byte {
	text := l.honest.observation(c)
	if l.leaks(game.Player(c), "observation") {
		text = append(text, ' ')
	}
	return text
}

func (l leaky) InfoKey(p game.Player) game.Key {
	key := l.honest.InfoKey(p)
	if l.leaks(p, "information key") {
		key.Lo ^= 1
	}
	return key
}

func (l leaky) Actions(p game.Player, dst []act) []act {
	n := len(dst)
	dst = l.honest.Actions(p, dst)
	if l.leaks(p, "legal list") {
		slices.Reverse(dst[n:])
	}
	return dst
}

func (l leaky) ResampleInto(p game.Player, dst game.State, r *rng.Stream) {
	l.honest.ResampleInto(p, dst, r)
	if l.leaks(p, "search") {
		dst.CopyFrom(l.State)
	}
}

func TestPlantedLeaksAreFound(t *testing.T) {
	k := newPeeker(t)
	bits := map[string]func(s *State, c Side) bool{
		"set":      func(s *State, c Side) bool { return s.sides[c.foe()].set == Toji },
		"mark":     func(s *State, c Side) bool { return s.unseenMarks(c).Count()%2 == 1 },
		"cooldown": func(s *State, c Side) bool { return s.sides[c.foe()].cd[KeySense]%2 == 1 },
		"decoy":    func(s *State, c Side) bool { return s.king(c.foe()) < (s.types[Decoy] & s.of[c.foe()]).First() },
	}
	where := map[string][2]Set{"set": {Limitless, Shrine}, "mark": {Shrine, Toji}, "cooldown": {Toji, CopySet}, "decoy": {TenPieces, Shrine}}
	for name, bit := range bits {
		for _, into := range []string{"observation", "tensors", "information key", "legal list", "search"} {
			t.Run(name+" into "+into, func(t *testing.T) {
				tried := 0
				found := ""
				pairs(t, where[name][0], where[name][1], 3000, func(s, other *State, c Side) bool {
					if bit(s, c) == bit(other, c) {
						return true
					}
					tried++
					pair := [2]exhibit{leaky{honest{s}, bit, into}, leaky{honest{other}, bit, into}}
					found = k.differ(pair)
					if found == "" && into == "search" && k.searchDiffers(t, pair, 7) {
						found = "search"
					}
					return found == "" && tried < 40
				})
				if found != into {
					t.Errorf("found %q in %d pairs", found, tried)
				}
			})
		}
	}
}
