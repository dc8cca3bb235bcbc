package deicide

import (
	"slices"
	"strings"
	"testing"

	"variantlab/sim/game"
)

// start sets up a game with overrides and plays.
func start(t *testing.T, g *Game, position string, params game.Params, play string) game.Position {
	t.Helper()
	p, err := g.New(game.Options{Position: position, Params: params})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Fields(play) {
		a, err := g.ParseAction(p.State(), p.State().Turn(), text)
		if err != nil {
			t.Fatal(err)
		}
		p.Apply(a)
	}
	return p
}

func TestParametersChangePlay(t *testing.T) { // [DC-630]
	knights := "w KGb1 KNh8 | b KGo16 KNd9; last=kn:kn"
	there := "h8g10 d9c11 g10h8 c11d9 "
	for _, c := range []struct {
		name, position, play string
		params               game.Params
		reason               string
		returns              [2]float32
	}{
		{"repetition of two", knights, there, game.Params{"draw.repetition": 2.0}, "repetition", [2]float32{}},
		{"repetition of three", knights, there + there, nil, "repetition", [2]float32{}},
		{"repetition of four", knights, there + there, game.Params{"draw.repetition": 4.0}, "", [2]float32{}},
		{"repetition off", knights, there + there + there, game.Params{"draw.repetition": 0.0}, "", [2]float32{}},
		{"quiet limit", knights, "h8g10 d9c11", game.Params{"draw.quiet_actions": 2.0}, "quiet", [2]float32{}},
		{"quiet limit off", knights + " quiet=5000", "h8g10", game.Params{"draw.quiet_actions": 0.0}, "", [2]float32{}},
		{"ply limit", knights, "h8g10 d9c11 g10h8", game.Params{"limits.max_plies": 3.0}, "max_plies", [2]float32{}},
		{"ply limit off", knights + " ply=5000", "h8g10", game.Params{"limits.max_plies": 0.0}, "", [2]float32{}},
		{"bare Kings off", "w KGb1 | b KGo16 KNb2", "b1b2", game.Params{"draw.bare_kings": false}, "", [2]float32{}},
		{"stalemate lost", "w KGh8 QNe14 | b KGa16", "e14b14", game.Params{"end.stalemate": "loss"}, "stalemate", [2]float32{1, -1}},
		{"stalemate drawn", "w KGh8 QNe14 | b KGa16", "e14b14", nil, "stalemate", [2]float32{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := New()
			p := start(t, g, c.position, c.params, c.play)
			if p.Reason() != c.reason || p.State().Returns() != c.returns {
				t.Errorf("%q %v, want %q %v", p.Reason(), p.State().Returns(), c.reason, c.returns)
			}
			back, err := g.Parse(p.AppendJSON(nil))
			if err != nil {
				t.Fatal(err)
			}
			if back.State().Key() != p.State().Key() || back.State().(*State).rules != p.State().(*State).rules {
				t.Errorf("the rules are not those of the JSON")
			}
		})
	}
	t.Run("promotion types", func(t *testing.T) {
		for _, value := range []any{"queen, knight", []any{"knight", "queen"}} {
			p := start(t, New(), "w KGb1 PWd15 | b KGo16", game.Params{"promotion.types": value}, "")
			got := of(legalTexts(p.State().(*State)), "d15")
			if want := []string{"d16=knight", "d16=queen"}; !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
			if text := string(p.AppendJSON(nil)); !strings.Contains(text, `"params":{"promotion.types":"queen,knight"}`) {
				t.Errorf("overrides are not in %s", text)
			}
		}
	})
}

// Overrides that equal the default, setup.fen included, leave no trace.
func TestParametersEqualToDefaults(t *testing.T) {
	for _, g := range []*Game{New(), NewYuri()} {
		all := game.Params{}
		for _, p := range g.Params() {
			all[p.Name] = p.Default
		}
		p, err := g.New(game.Options{Params: all})
		if err != nil {
			t.Fatal(err)
		}
		plain, _ := g.New(game.Options{})
		if got, want := string(p.AppendJSON(nil)), string(plain.AppendJSON(nil)); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// [DC-455] The start may be given in three ways; a setup given as parameter stays among the parameters.
func TestSetups(t *testing.T) {
	g, fen := New(), "14,kg,1/16/16/16/16/16/16/16/16/16/16/16/16/16/16/1,KG,13,QN w 1 - - - -:- 0 0 0"
	for _, o := range []game.Options{
		{Position: fen}, {Values: map[string]string{"setup": fen}}, {Params: game.Params{"setup.fen": fen}},
		{Position: "w KGb1 QNp1 | b KGo16"},
	} {
		p, err := g.New(o)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(p.AppendNotation(nil)); got != fen {
			t.Errorf("%v: %s", o, got)
		}
		if kept := strings.Contains(string(p.AppendJSON(nil)), "setup.fen"); kept != (o.Params != nil) {
			t.Errorf("%v: setup.fen in the JSON: %v", o, kept)
		}
	}
	p, err := g.New(game.Options{Values: map[string]string{"setup": "standard"}})
	if err != nil || string(p.AppendNotation(nil)) != deicideSetup {
		t.Errorf("standard: %v", err)
	}
}

// The parameters of the rules page, with their defaults.
func TestParameterTable(t *testing.T) {
	for _, c := range []struct {
		g     *Game
		names int
		has   map[string]any
	}{
		{New(), 34, map[string]any{
			"board.size": 16.0, "kings.may_touch": false, "pawns.pawn.head_start": 4.0, "pawns.rookie.captures": "(1,0)(-1,0)",
			"pawns.drunk_pawn.moves": "(1,1)(-1,1)", "draw.repetition": 3.0, "draw.quiet_actions": 200.0, "limits.max_plies": 2000.0,
			"end.stalemate": "draw", "draw.bare_kings": true, "castling.king_steps": 2.0, "princess.range": 3.0,
		}},
		{NewYuri(), 29, map[string]any{
			"board.size": 10.0, "kings.may_touch": true, "pawns.pawn.moves": "(0,1)(1,0)", "pawns.drunk_pawn.head_start": 2.0,
			"draw.bare_kings": false, "castling.enabled": false, "mate.winner": "white", "geometry.black_mirror": "negate df and dr",
		}},
	} {
		list := c.g.Params()
		if len(list) != c.names {
			t.Errorf("%s: %d parameters, want %d", c.g.v.name, len(list), c.names)
		}
		for name, want := range c.has {
			i := slices.IndexFunc(list, func(p game.Param) bool { return p.Name == name })
			if i < 0 || list[i].Default != want {
				t.Errorf("%s: %s is not %v", c.g.v.name, name, want)
			}
		}
	}
	if n := strings.Count(kindList(deicide.rules.promotions), ",") + 1; n != 21 { // DC-224
		t.Errorf("%d promotion types, want 21", n)
	}
	if n := strings.Count(kindList(yuri.rules.promotions), ",") + 1; n != 15 { // DC-508
		t.Errorf("%d promotion types in Yuri, want 15", n)
	}
	if n := strings.Count(kindList(yuri.kinds), ",") + 1; n != 18 { // DC-504
		t.Errorf("%d types in Yuri, want 18", n)
	}
}
