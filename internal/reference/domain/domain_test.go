package domain

import "testing"

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
	s, err := New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Key(), "21b781f63634c758"; got != want {
		t.Errorf("CD-444: start position %s, want %s", got, want)
	}
}
