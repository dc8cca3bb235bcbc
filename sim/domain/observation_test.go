package domain

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"variantlab/sim/game"
)

// observed is the observation of a side of a position given by notation.
func observed(t *testing.T, notation string, c Side) string {
	t.Helper()
	return string(appendObservation(nil, noted(t, notation), c, nil))
}

func TestObservation(t *testing.T) {
	for _, c := range []struct {
		name, notation string
		side           Side
		want           string
	}{
		{"CD-443/whole", "4k3/8/8/8/8/8/8/R3K3 w Q - 2 limitless;e=60;t=13;cd=blue.2 shrine;e=35;t=12;cd=rct.4 -", White,
			`{"board":{"a1":{"side":"white","t":"R"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},"castle":"Q",` +
				`"halfmove":2,"me":{"cd":{"blue":2},"energy":60,"set":"limitless","turns":13},` +
				`"other":{"seen":100,"set":"shrine","turns":12},"player":"white","turn":"white"}`},
		{"CD-420/enemy energy and cooldowns hidden", "4k3/8/8/8/8/8/8/R3K3 w - - 0 limitless;t=13 shrine;e=35;t=12;cd=rct.4;s=70 -", Black,
			`{"board":{"a1":{"side":"white","t":"R"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},` +
				`"me":{"cd":{"rct":4},"energy":35,"set":"shrine","turns":12},` +
				`"other":{"seen":70,"set":"limitless","turns":13},"player":"black","turn":"white"}`},
		{"CD-421/read", "R3k3/8/8/8/8/8/8/4K3 b - - 1 limitless;t=13;s=35;y=1 shrine;e=35;t=13;cd=rct.4 -", White,
			`{"board":{"a8":{"side":"white","t":"R"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},"halfmove":1,` +
				`"me":{"cd":{},"energy":100,"reading":true,"set":"limitless","turns":13},` +
				`"other":{"cd":{"rct":4},"energy":35,"seen":35,"set":"shrine","turns":13},"player":"white","turn":"black"}`},
		{"CD-421/being read, in check", "R3k3/8/8/8/8/8/8/4K3 b - - 1 limitless;t=13;s=35;y=1 shrine;e=35;t=13 -", Black,
			`{"board":{"a8":{"side":"white","t":"R"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},"check":true,"halfmove":1,` +
				`"me":{"cd":{},"energy":35,"set":"shrine","turns":13},` +
				`"other":{"reading":true,"seen":100,"set":"limitless","turns":13},"player":"black","turn":"black"}`},
		{"CD-424/disguised", "4k3/8/8/8/8/8/8/4K3 w - - 0 ten;t=5 toji;t=4;cd=sense.3;D=shrine -", White,
			`{"board":{"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},` +
				`"me":{"cd":{},"energy":100,"set":"ten","turns":5},"other":{"seen":100,"set":"shrine","turns":4},"player":"white","turn":"white"}`},
		{"CD-424/own disguise", "4k3/8/8/8/8/8/8/4K3 w - - 0 ten;t=5 toji;t=4;cd=sense.3;D=shrine -", Black,
			`{"board":{"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},` +
				`"me":{"cd":{"sense":3},"disguise":"shrine","energy":0,"set":"toji","turns":4},"other":{"seen":100,"set":"ten","turns":5},"player":"black","turn":"white"}`},
		{"CD-424/revealed", "4k3/8/8/8/8/8/8/4K3 w - - 0 ten;t=5 toji;t=4;D=shrine;R=1 -", White,
			`{"board":{"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},` +
				`"me":{"cd":{},"energy":100,"set":"ten","turns":5},"other":{"seen":100,"set":"toji","turns":4},"player":"white","turn":"white"}`},
		{"CD-430/masked", "4k2r/8/8/8/8/8/8/3DK3 b k - 0 ten;e=60;t=13 shrine;t=13;L=n@b8;n=1 shadow@w/2", Black,
			`{"board":{"d1":{"side":"white","t":"K"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"P"},"h8":{"side":"black","t":"P"}},` +
				`"domain":{"left":2,"name":"shadow","owner":"white"},` +
				`"me":{"cd":{},"energy":100,"losses":1,"lost":[{"home":"b8","t":"N"}],"set":"shrine","turns":13},` +
				`"other":{"seen":100,"set":"ten","turns":13},"player":"black","turn":"black"}`},
		{"CD-430/owner sees all", "4k2r/8/8/8/8/8/8/3DK3 b k - 0 ten;e=60;t=13 shrine;t=13 shadow@w/2", White,
			`{"board":{"d1":{"kind":"decoy","side":"white","t":"D"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"},"h8":{"side":"black","t":"R"}},` +
				`"castle":"k","domain":{"left":2,"name":"shadow","owner":"white"},` +
				`"me":{"cd":{},"energy":60,"set":"ten","turns":13},"other":{"seen":100,"set":"shrine","turns":13},"player":"white","turn":"black"}`},
		{"CD-443/pending", "4k3/8/8/8/8/8/8/4K3 w - - 0 train;t=9 toji;t=8;D=train -", White, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == "" {
				s := noted(t, c.notation)
				s.pending = pendingState{kind: spinChance, when: spinEnd, sq: NoSquare}
				if got := string(appendObservation(nil, s, c.side, nil)); !strings.Contains(got, `"pending":{"kind":"spin"},`) {
					t.Errorf("pending is not shown by its kind alone: %s", got)
				}
				return
			}
			if got := observed(t, c.notation, c.side); got != c.want {
				t.Errorf("%s sees\n%s, want\n%s", c.side, got, c.want)
			}
		})
	}
	t.Run("CD-431/the king's home gives nothing away", func(t *testing.T) {
		text := `{"black":{"set":"shrine"},"board":{"d1":{"home":"e1","side":"white","t":"K"},"d2":{"kind":"decoy","side":"white","t":"D"},` +
			`"e8":{"side":"black","t":"K"}},"domain":{"left":2,"name":"shadow","owner":"white"},"white":{"set":"ten"}}`
		got := string(appendObservation(nil, parsed(t, text), Black, nil))
		if !strings.Contains(got, `"d1":{"side":"white","t":"K"},"d2":{"side":"white","t":"K"}`) {
			t.Errorf("the kings differ: %s", got)
		}
	})
	t.Run("CD-414/marks", func(t *testing.T) {
		const far = "4k3/8/8/7b/8/8/4P{k1}3/4K3 b - - 0 toji;t=13;D=train shrine;t=13 -"
		const near = "4k3/8/8/7b/8/8/4P{k1}3/4Kn2 b - - 0 toji;t=13;D=train shrine;t=13 -"
		for _, c := range []struct {
			notation string
			side     Side
			want     bool
		}{{far, White, true}, {far, Black, false}, {near, White, true}, {near, Black, true}} {
			if got := strings.Contains(observed(t, c.notation, c.side), `"mark":1`); got != c.want {
				t.Errorf("%s sees the mark: %v, want %v, in %s", c.side, got, c.want, c.notation)
			}
		}
	})
}

func TestObservationAtTheDisguise(t *testing.T) {
	t.Run("CD-402", func(t *testing.T) {
		p := newTestGame(t, Toji, Limitless, nil)
		for c := White; c <= Black; c++ {
			_, err := p.AppendObservation(nil, game.Player(c))
			var input *game.InputError
			if !errors.As(err, &input) || input.Code != game.BadRequest {
				t.Errorf("%s: error %v, want bad-request", c, err)
			}
		}
		a, err := Game{}.ParseAction(p.s, game.Chance, "ten")
		if err != nil {
			t.Fatal(err)
		}
		p.Apply(a)
		if got, err := p.AppendObservation(nil, game.Second); err != nil || !strings.Contains(string(got), `"other":{"seen":100,"set":"ten"}`) {
			t.Errorf("Black sees %s, %v", got, err)
		}
	})
}

// play applies actions and outcomes given as texts.
func play(t *testing.T, p game.Position, texts ...string) {
	t.Helper()
	for _, text := range texts {
		a, err := Game{}.ParseAction(p.State(), p.State().Turn(), text)
		if err != nil {
			t.Fatal(err)
		}
		p.Apply(a)
	}
}

func logOf(t *testing.T, p game.Position, c Side) [][]string {
	t.Helper()
	text, err := p.AppendObservation(nil, game.Player(c))
	if err != nil {
		t.Fatal(err)
	}
	var o struct{ Log [][]string }
	if err := json.Unmarshal(text, &o); err != nil {
		t.Fatal(err)
	}
	return o.Log
}

func wantLog(t *testing.T, p game.Position, c Side, want ...[]string) {
	t.Helper()
	got := logOf(t, p, c)
	if !slices.EqualFunc(got, want, func(a, b []string) bool { return slices.Equal(a, b) }) {
		t.Errorf("%s sees the log %q, want %q", c, got, want)
	}
}

func start(t *testing.T, notation string, params game.Params) game.Position {
	t.Helper()
	p, err := Game{}.New(game.Options{Position: notation, Params: params})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLog(t *testing.T) {
	t.Run("CD-433/plies, the running one included", func(t *testing.T) {
		p := start(t, startNotation, game.Params{"obs.log_plies": 3.0})
		wantLog(t, p, White)
		play(t, p, "e2e4")
		wantLog(t, p, Black, []string{"move:e2-e4"}, nil)
		play(t, p, "d7d5", "e4d5")
		wantLog(t, p, White, []string{"move:d7-d5"}, []string{"capture:d5", "move:e4-d5"}, nil)
	})
	t.Run("CD-433/high sense is private", func(t *testing.T) {
		p := start(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 toji;t=13;D=train shrine;t=12 -", nil)
		play(t, p, "sense:e2")
		wantLog(t, p, White, []string{"mark"})
		wantLog(t, p, Black)
		play(t, p, "e1d1")
		wantLog(t, p, White, []string{"mark", "move:e1-d1"}, nil)
		wantLog(t, p, Black, []string{"move:e1-d1"}, nil)
	})
	t.Run("CD-433/the plies of a King's Shadow Board are black", func(t *testing.T) {
		p := start(t, "4k3/8/8/8/8/8/R6P/4K3 w - - 0 ten;t=9 shrine;t=8 -", nil)
		play(t, p, "h2h3", "e8e7", "domain:shadow")
		wantLog(t, p, Black, []string{"move:h2-h3"}, []string{"move:e8-e7"}, nil)
		wantLog(t, p, White, []string{"move:h2-h3"}, []string{"move:e8-e7"}, []string{"cast:domain:shadow", "expand:shadow", "place:D-d1"})
		play(t, p, "h3h4", "e7e8")
		wantLog(t, p, Black, []string{"move:h2-h3"}, []string{"move:e8-e7"}, nil, nil, nil)
	})
	t.Run("CD-433/a bare state has none", func(t *testing.T) {
		p := start(t, startNotation, nil)
		play(t, p, "e2e4")
		back, err := Game{}.Parse(p.AppendJSON(nil))
		if err != nil {
			t.Fatal(err)
		}
		wantLog(t, back, White)
	})
	t.Run("CD-433/worlds keep no private events of the other side", func(t *testing.T) {
		p := start(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 toji;t=13;D=train shrine;t=12 -", nil)
		play(t, p, "sense:e2", "e1d1")
		worlds, err := p.Resample(game.Second, nil, 7, 20)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range worlds {
			wantLog(t, w, White, []string{"move:e1-d1"}, nil)
		}
		wantLog(t, p, White, []string{"mark", "move:e1-d1"}, nil)
	})
}
