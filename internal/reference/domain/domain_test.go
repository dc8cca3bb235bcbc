package domain

import (
	"maps"
	"slices"
	"testing"

	"variantlab/sim/rng"
)

// perft counts action sequences: an action or an outcome is one level (CD-460, CD-466).
func perft(t *testing.T, s *State, depth int) int {
	if depth == 0 {
		return 1
	}
	if s.Kind() == "terminal" {
		return 0
	}
	n := 0
	for _, text := range append(s.Legal(), outcomeNames(s)...) {
		c := s.Clone()
		if _, err := c.Apply(text); err != nil {
			t.Fatal(err)
		}
		n += perft(t, c, depth-1)
	}
	return n
}

func outcomeNames(s *State) []string {
	var list []string
	for _, o := range s.Outcomes() {
		list = append(list, o.Name)
	}
	return list
}

func TestPerft(t *testing.T) {
	const sets = " limitless shrine -"
	for _, c := range []struct {
		name, position string
		counts         []int
	}{
		{"CD-460/start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", []int{1, 20, 400}},
		{"CD-466/kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0", []int{1, 48, 2039}},
		{"CD-466/promotions for both", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0", []int{1, 6, 228}},
		{"CD-466/promotion with capture", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0", []int{1, 41, 1373}},
		{"CD-466/rook endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0", []int{1, 14, 191, 2812}},
		{"CD-466/middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0", []int{1, 46, 2079}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := ParseNotation(c.position + sets)
			if err != nil {
				t.Fatal(err)
			}
			for depth, want := range c.counts {
				if got := perft(t, s, depth); got != want {
					t.Errorf("depth %d: %d, want %d", depth, got, want)
				}
			}
		})
	}
}

func TestKey(t *testing.T) {
	for _, c := range []struct{ position, text, want string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 limitless limitless -", "", "21b781f63634c758"},
		{"4k3/8/8/8/4A3/8/8/3K4 b - - 0 copy shrine mutual@w/3", "d1Kwre4Qwke8Kbr|||b|mutual@w|||00||", "936e4c3e7394af6b"},
	} {
		t.Run("CD-444/"+c.want, func(t *testing.T) {
			s, err := ParseNotation(c.position)
			if err != nil {
				t.Fatal(err)
			}
			if c.text != "" && s.KeyText() != c.text {
				t.Errorf("text %s, want %s", s.KeyText(), c.text)
			}
			if got := s.Key(); got != c.want {
				t.Errorf("key %s, want %s", got, c.want)
			}
		})
	}
}

// What a state is written as must read back as the same state, in both forms.
func TestRoundTrip(t *testing.T) {
	sets := slices.Sorted(maps.Keys(techniques))
	for i, white := range sets {
		black := sets[(i*3+2)%len(sets)]
		t.Run("CD-441+CD-445+CD-446/"+white+"-"+black, func(t *testing.T) {
			s, err := New(map[string]string{"white": white, "black": black}, map[string]float64{
				"unlock.technique": 1, "unlock.domain": 1, "energy.regain": 60, "mahoraga.losses": 0,
			})
			if err != nil {
				t.Fatal(err)
			}
			stream := rng.New(5, uint64(i), rng.Rollout, 0, 0)
			for range 12 {
				if s.Kind() == "terminal" {
					return
				}
				read, err := Parse(s.JSON())
				if err != nil || string(read.JSON()) != string(s.JSON()) {
					t.Fatalf("%v\nwrote %s\nread  %s", err, s.JSON(), read.JSON())
				}
				line, err := ParseNotation(s.Notation())
				if err != nil || line.Notation() != s.Notation() || line.Key() != s.Key() {
					t.Fatalf("%v\nwrote %s\nread  %s", err, s.Notation(), line.Notation())
				}
				steps := append(s.Legal(), outcomeNames(s)...)
				if _, err := s.Apply(steps[stream.IntN(len(steps))]); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
