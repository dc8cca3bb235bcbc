package toys

import (
	"errors"
	"strings"
	"testing"

	"variantlab/sim/game"
)

func start(t testing.TB, g game.Game) game.State {
	t.Helper()
	p, err := g.New(game.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p.State()
}

func at(t testing.TB, g game.Game, notation string) game.State {
	t.Helper()
	p, err := g.New(game.Options{Position: notation})
	if err != nil {
		t.Fatal(err)
	}
	return p.State()
}

// Values and counts are long known: tic-tac-toe has 5,478 positions and is a draw; 255,168 games can be played.
func TestTicTacToeIsKnown(t *testing.T) {
	e := NewExact()
	s := start(t, TicTacToe())
	if v := e.Value(s); v != 0 {
		t.Errorf("value %v, want 0", v)
	}
	positions := map[game.Key]bool{}
	var games int
	var walk func(s game.State)
	walk = func(s game.State) {
		positions[s.Key()] = true
		if s.Turn() == game.Terminal {
			games++
			return
		}
		for _, a := range s.Actions(s.Turn(), nil) {
			next := s.Clone()
			next.Apply(a)
			walk(next)
		}
	}
	walk(s)
	if len(positions) != 5478 || games != 255168 {
		t.Errorf("%d positions and %d games, want 5478 and 255168", len(positions), games)
	}
}

// The number of connect four's positions by how many stones are on the board is known (Tromp; OEIS A212693).
func TestConnectFourPositions(t *testing.T) {
	positions := map[game.Key]game.State{}
	s := start(t, ConnectFour())
	positions[s.Key()] = s
	for ply, want := range []int{1, 7, 49, 238, 1120, 4263, 16422, 54859} {
		if len(positions) != want {
			t.Errorf("%d positions with %d stones, want %d", len(positions), ply, want)
		}
		next := map[game.Key]game.State{}
		for _, s := range positions {
			for _, a := range s.Actions(s.Turn(), nil) {
				c := s.Clone()
				c.Apply(a)
				next[c.Key()] = c
			}
		}
		positions = next
	}
}

// Moves are played one after the other; only the last one may end the game.
func TestLineRows(t *testing.T) {
	for _, c := range []struct {
		name, moves string
		g           game.Game
		want        float32
	}{
		{"across", "a a b b c c d", ConnectFour(), 1},
		{"up", "a b a b a b a", ConnectFour(), 1},
		{"up, by Second", "a b a b a b c b", ConnectFour(), -1},
		{"rising", "a b b c c d c d d g d", ConnectFour(), 1},
		{"falling", "g f f e e d e d d a d", ConnectFour(), 1},
		{"three are not enough", "a a b b c c", ConnectFour(), 0},
		{"not around the top", "d d d d d e e f e f e", ConnectFour(), 0},
		{"three are enough on 4x4", "a a b b c", ConnectThree(), 1},
		{"diagonal", "a1 a2 b2 a3 c3", TicTacToe(), 1},
		{"other diagonal", "c1 a2 b2 b3 a3", TicTacToe(), 1},
		{"full", "a1 b1 c1 b2 a2 c2 b3 a3 c3", TicTacToe(), 0},
	} {
		p, err := c.g.New(game.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.Fields(c.moves) {
			a, err := c.g.ParseAction(p.State(), p.State().Turn(), name)
			if err != nil {
				t.Fatalf("%s, %s: %v", c.name, c.moves, err)
			}
			p.Apply(a)
		}
		if got := p.State().Returns()[0]; got != c.want {
			t.Errorf("%s: %s: result %v (%s), want %v", c.name, c.moves, got, p.AppendNotation(nil), c.want)
		}
	}
}

func TestLineRefusesWhatCannotBe(t *testing.T) {
	for _, text := range []string{
		"", "x", "...../...../...../..... x", "..../..../..../...x x", "..../..../x.../.... o", "..../..../..../...z o",
		"..../..../..../.... q", "..../..../ooo./xxx. x",
	} {
		_, err := ConnectThree().Parse([]byte(`{"position":"` + text + `"}`))
		var input *game.InputError
		if !errors.As(err, &input) || input.Code != game.BadState {
			t.Errorf("%q: error %v, want a bad-state", text, err)
		}
	}
}
