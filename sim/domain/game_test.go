package domain

import (
	"errors"
	"strings"
	"testing"

	"variantlab/sim/game"
)

func TestNew(t *testing.T) {
	for name, c := range map[string]struct {
		options game.Options
		parts   []string // of the JSON
	}{
		"defaults": {game.Options{}, []string{`{"black":{"set":"limitless"}`, `"castle":"KQkq"`,
			`"history":["21b781f63634c758"]`, `"white":{"set":"limitless"}}`}},
		"sets": {game.Options{Values: map[string]string{"white": "ten", "black": "train"}},
			[]string{`"black":{"set":"train"}`, `"white":{"set":"ten"}`}},
		"start energy": {game.Options{Params: game.Params{"energy.start": 40.0}},
			[]string{`"black":{"energy":40,"seen":40,"set":"limitless"}`, `"params":{"energy.start":40}`}},
		"start above the bar": {game.Options{Params: game.Params{"energy.start": 300.0}}, []string{`"black":{"seen":300,"set":"limitless"}`}},
		"disguised": {game.Options{Values: map[string]string{"black": "toji", "black_disguise": "copy"}},
			[]string{`"black":{"disguise":"copy","set":"toji"}`}},
		"white is dressed first": {game.Options{Values: map[string]string{"white": "toji", "black": "toji"}},
			[]string{`"pending":{"kind":"disguise","side":"white"}`}},
		"black is dressed": {game.Options{Values: map[string]string{"white": "toji", "black": "toji", "white_disguise": "ten"}},
			[]string{`"pending":{"kind":"disguise","side":"black"}`, `"white":{"disguise":"ten","set":"toji"}`}},
		"position": {game.Options{Position: "4k3/8/8/8/8/8/8/4K3 b - - 5 ten;e=20 train -"},
			[]string{`"halfmove":5,"history":["`, `"turn":"black","white":{"energy":20,"set":"ten"}}`}},
		"position with a toji": {game.Options{Position: "4k3/8/8/8/8/8/8/4K3 w - - 0 ten toji -"},
			[]string{`"pending":{"kind":"disguise","side":"black"}`}},
		"position with a disguised toji": {game.Options{Position: "4k3/8/8/8/8/8/8/4K3 w - - 0 ten toji -", Values: map[string]string{"black_disguise": "ten"}},
			[]string{`"black":{"disguise":"ten","set":"toji"}`}},
		"position with a revealed toji": {game.Options{Position: "4k3/8/8/8/8/8/8/4K3 w - - 0 ten toji;R=1 -"},
			[]string{`"black":{"revealed":true,"set":"toji"}`}},
	} {
		t.Run("CD-442/"+name, func(t *testing.T) {
			p, err := Game{}.New(c.options)
			if err != nil {
				t.Fatal(err)
			}
			text := string(p.AppendJSON(nil))
			for _, part := range c.parts {
				if !strings.Contains(text, part) {
					t.Errorf("%s is not in %s", part, text)
				}
			}
			if strings.Contains(text, "pending") != strings.Contains(strings.Join(c.parts, ""), "pending") {
				t.Errorf("pending, or not, against expectation: %s", text)
			}
		})
	}
	t.Run("CD-394/disguises follow each other", func(t *testing.T) {
		p := newTestGame(t, Toji, Toji, nil)
		if n := len(p.s.Outcomes(nil)); n != 6 {
			t.Fatalf("%d outcomes, want 6", n)
		}
		play(t, p, "shrine")
		if p.s.pending.kind != disguiseChance || p.s.pending.side != Black {
			t.Fatalf("pending %+v after White's disguise", p.s.pending)
		}
		play(t, p, "train")
		if p.s.Turn() != game.First || p.s.sides[White].disguise != Shrine || p.s.sides[Black].disguise != LoveTrain {
			t.Errorf("disguises %v and %v", p.s.sides[White].disguise, p.s.sides[Black].disguise)
		}
		if len(p.history) != 1 {
			t.Errorf("history %x", p.history)
		}
	})
}

func TestNewErrors(t *testing.T) {
	const position = "4k3/8/8/8/8/8/8/4K3 w - - 0 ten train -"
	for name, c := range map[string]struct {
		options game.Options
		code    game.Code
		path    string
		says    string
	}{
		"unknown set":      {game.Options{Values: map[string]string{"white": "limitles"}}, game.BadRequest, "options.white", `did you mean "limitless"?`},
		"unknown option":   {game.Options{Values: map[string]string{"wite": "ten"}}, game.BadRequest, "options.wite", `did you mean "white"?`},
		"toji as toji":     {game.Options{Values: map[string]string{"white": "toji", "white_disguise": "toji"}}, game.BadRequest, "options.white_disguise", "must be one of"},
		"disguise of ten":  {game.Options{Values: map[string]string{"white": "ten", "white_disguise": "copy"}}, game.BadRequest, "options.white_disguise", "only toji"},
		"sets twice":       {game.Options{Position: position, Values: map[string]string{"black": "ten"}}, game.BadRequest, "options.black", "names the sets itself"},
		"disguise twice":   {game.Options{Position: "4k3/8/8/8/8/8/8/4K3 w - - 0 toji;D=copy train -", Values: map[string]string{"white_disguise": "ten"}}, game.BadRequest, "options.white_disguise", "already"},
		"bad position":     {game.Options{Position: "8/8"}, game.BadState, "position", "8: placement"},
		"position range":   {game.Options{Position: "4k3/8/8/8/8/8/8/4K3 w - - 0 ten;e=101 train -"}, game.BadState, "position", "white.energy"},
		"unknown param":    {game.Options{Params: game.Params{"cost.blu": 1.0}}, game.BadParams, "params.cost.blu", "did you mean"},
		"params and range": {game.Options{Params: game.Params{"luck.max": -1.0}, Position: position}, game.BadParams, "params.luck.max", "from 0"},
	} {
		t.Run("CD-442/"+name, func(t *testing.T) {
			_, err := Game{}.New(c.options)
			var input *game.InputError
			if !errors.As(err, &input) || input.Code != c.code || input.Path != c.path || !strings.Contains(input.Msg, c.says) {
				t.Errorf("error %+v, want %s at %s saying %q", err, c.code, c.path, c.says)
			}
		})
	}
}

// The hash of the rules depends on what is played, not on how it is written.
func TestRulesHash(t *testing.T) {
	hash := func(p game.Params) string { return game.RulesHash(Game{}, p) }
	plain := hash(nil)
	if len(plain) != 64 {
		t.Errorf("hash %q", plain)
	}
	if hash(game.Params{"cost.blue": 20.0}) != plain {
		t.Error("an override equal to the default changes the hash")
	}
	other := hash(game.Params{"cost.blue": 21.0})
	if other == plain || other == hash(game.Params{"cost.red": 21.0}) {
		t.Error("different rules have one hash")
	}
	seen := map[string]bool{plain: true}
	for _, p := range (Game{}).Params() {
		v := p.Default.(float64)
		changed := v + 1
		if changed > p.Max {
			changed = 0
		}
		if h := hash(game.Params{p.Name: changed}); seen[h] {
			t.Errorf("%s does not enter the hash", p.Name)
		} else {
			seen[h] = true
		}
	}
}
