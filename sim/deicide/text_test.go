package deicide

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"variantlab/sim/game"
)

// bad expects an InputError.
func bad(t *testing.T, err error, code game.Code, path, part string) {
	t.Helper()
	var input *game.InputError
	if !errors.As(err, &input) {
		t.Fatalf("error %v, want an InputError", err)
	}
	if input.Code != code || input.Path != path || !strings.Contains(input.Msg, part) {
		t.Errorf("error %s at %s: %s; want %s at %s about %q", input.Code, input.Path, input.Msg, code, path, part)
	}
}

const bare = "14,kg,1/16/16/16/16/16/16/16/16/16/16/16/16/16/16/1,KG,14"

func TestNotationRejects(t *testing.T) { // [DC-600] [DC-602] [DC-610]
	rest := " w 1 - - - -:- 0 0 0"
	for _, c := range []struct{ fen, part string }{
		{bare, "1 fields"},
		{bare + rest + " ", "11 fields"},
		{bare + "/16" + rest, "17 ranks"},
		{strings.Replace(bare, "14,kg,1", "14,kg", 1) + rest, "rank 16: 15 squares"},
		{strings.Replace(bare, "14,kg,1", "14,kg,2", 1) + rest, "more than 16"},
		{strings.Replace(bare, "/16/", "/8,8/", 1) + rest, "one number"},
		{strings.Replace(bare, "/16/", "/0,16/", 1) + rest, "one number"},
		{strings.Replace(bare, "/16/", "/016/", 1) + rest, "no piece"},
		{strings.Replace(bare, "kg", "Kg", 1) + rest, "no piece"},
		{strings.Replace(bare, "kg", "xx", 1) + rest, "no piece"},
		{strings.Replace(bare, "kg", "kg~", 1) + rest, "only pawn kinds"},
		{strings.Replace(bare, "kg", "pw", 1) + rest, "black has 0 Kings"},
		{strings.Replace(bare, "/16/", "/KG,15/", 1) + rest, "white has 2 Kings"},
		{bare + " x 1 - - - -:- 0 0 0", "neither w nor b"},
		{bare + " w 3 - - - -:- 0 0 0", "normal turn"},
		{bare + " w 1 a1 - - -:- 0 0 0", "no Rook on a1"},
		{bare + " w 1 z1 - - -:- 0 0 0", "no square"},
		{strings.Replace(bare, "/1,KG", "/RK,KG", 1) + " w 1 a1,a1 - - -:- 0 0 0", "twice"},
		{strings.Replace(bare, "/16/1,KG", "/RK,15/1,KG", 1) + " w 1 a2 - - -:- 0 0 0", "rank of its King"},
		{bare + " w 1 - e8:e7 - -:- 0 0 0", "no pawn on e8"},
		{strings.Replace(bare, "/16/", "/4,PW,11/", 1) + " w 1 - e15:e14 - -:- 0 0 0", "the mover's"},
		{strings.Replace(bare, "/16/", "/4,pw,11/", 1) + " w 1 - e15: - -:- 0 0 0", "no square"},
		{strings.Replace(bare, "/16/", "/4,pw,11/", 1) + " w 1 - e15 - -:- 0 0 0", "a colon"},
		{strings.Replace(bare, "/16/", "/4,pw,11/", 1) + " w 1 - e15:e14,e15:e13 - -:- 0 0 0", "two entries"},
		{bare + " w 1 - - TM@d9*4 -:- 0 0 0", "CODE@square*counters"},
		{bare + " w 1 - - TM@d9*0 -:- 0 0 0", "0 counters"},
		{bare + " w 1 - - TM@d99*1 -:- 0 0 0", "no square"},
		{bare + " w 1 - - QN@d9*1 -:- 0 0 0", "only time_machine and fool"},
		{bare + " w 1 - - TM@d9*3! -:- 0 0 0", "fresh"},
		{bare + " w 1x - - tm@d9*3! -:- 0 0 0", "fresh"},
		{bare + " w 1x - - TM@d9*2! -:- 0 0 0", "fresh"},
		{bare + " w 1 - - - fl:- 0 0 0", "cannot have moved as a fool"},
		{bare + " w 1 - - - KN:- 0 0 0", "lower-case"},
		{bare + " w 1 - - - - 0 0 0", "colon"},
		{bare + " w 1 - - - -:- -1 0 0", "whole number"},
		{bare + " w 1 - - - -:- 0 00 0", "whole number"},
		{bare + " w 1 - - - -:- 0 0 9999999999999", "whole number"},
		{strings.Replace(bare, "14,kg,1/16/", "14,kg,1/14,RK,1/", 1) + rest, "could take the King"},
		{strings.Replace(bare, "/16/1,KG,14", "/1,rk,14/1,KG,14", 1) + " w 1x - - - -:- 0 0 0", "left its King in danger"},
	} {
		_, err := New().New(game.Options{Position: c.fen})
		bad(t, err, game.BadState, "position", c.part)
	}
	_, err := NewYuri().New(game.Options{Position: "w KGa1 RKb2 | b KGj10"})
	bad(t, err, game.BadState, "position", "yuri has no rook") // [DC-504] [DC-509]
	for _, c := range []struct{ list, part string }{
		{"KGa1 | b KGp16", "does not start with w"},
		{"w KGa1 | KGp16", "does not start with b"},
		{"w KGa1 kna2 | b KGp16", "upper case"},
		{"w KGa1 KNa1 | b KGp16", "two pieces on a1"},
		{"w KGa1 KN | b KGp16", "not a code and its square"},
		{"w KGa1 KNq1 | b KGp16", "no square"},
		{"w KGa1 | b KGp16; speed=3", "no setting"},
		{"w KGa1 | b KGp16; yuri", "no setting of deicide"},
		{"w KGa1 | b KGp16; moves=7", "moves"},
	} {
		_, err := New().New(game.Options{Position: c.list})
		bad(t, err, game.BadState, "position", c.part)
	}
}

func TestNotationOrder(t *testing.T) { // lists are sorted as ASCII text [DC-600], JSON entries by the pawn's square [DC-621]
	p, err := New().New(game.Options{Position: "w KGi1 RKa1 RKp1 | b KGi16 RKa16 RKp16 PWc1 PWc10 PWe9; castle=p16,p1,a16,a1 ep=e9:e10.e11,c10:c11,c1:c2"})
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Split(string(p.AppendNotation(nil)), " ")
	if got, want := fields[3], "a1,a16,p1,p16"; got != want {
		t.Errorf("castling %s, want %s", got, want)
	}
	if got, want := fields[4], "c10:c11,c1:c2,e9:e10.e11"; got != want {
		t.Errorf("en passant %s, want %s", got, want)
	}
	if got, want := string(p.AppendJSON(nil)), `"en_passant":[{"passed":["c2"],"pawn":"c1"},{"passed":["c11"],"pawn":"c10"},{"passed":["e10","e11"],"pawn":"e9"}]`; !strings.Contains(got, want) {
		t.Errorf("%s\nlacks %s", got, want)
	}
}

func TestCanonicalJSON(t *testing.T) { // [DC-100] [DC-620] [DC-622] [DC-624]
	for _, c := range []struct{ name, position, play, want string }{
		{"least", "w KGb1 | b KGo16 KNa9", "", `{"board":[{"color":"w","sq":"b1","type":"king"},{"color":"b","sq":"a9","type":"knight"},` +
			`{"color":"b","sq":"o16","type":"king"}],"format":"deicide-state/1"}`},
		{"most", "w KGb1 PWe5~ PWe4~ RKp1 | b KGo16 PWd6~; side=b moves=1x castle=p1 ep=d6:d7 fly=TM@a5*2,tm@b5*3! last=kn:- quiet=3 turn=9 ply=11", "",
			`{"board":[{"color":"w","sq":"b1","type":"king"},{"color":"w","sq":"p1","type":"rook"},{"color":"w","moved":true,"sq":"e4","type":"pawn"},` +
				`{"color":"w","moved":false,"sq":"e5","type":"pawn"},{"color":"b","moved":false,"sq":"d6","type":"pawn"},{"color":"b","sq":"o16","type":"king"}],` +
				`"castling":["p1"],"en_passant":[{"passed":["d7"],"pawn":"d6"}],"extra_turn":true,"format":"deicide-state/1",` +
				`"in_flight":[{"color":"w","counters":2,"target":"a5","type":"time_machine"},{"color":"b","counters":3,"fresh":true,"target":"b5","type":"time_machine"}],` +
				`"last_moved":{"b":null,"w":"knight"},"ply":11,"quiet":3,"side":"b","turn":9}`},
		{"history", "w KGb1 KNh8 | b KGo16; last=kn:kg", "h8g10", `"history":{"14,kg,1/16/16/16/16/16/16/16/7,KN,8/16/16/16/16/16/16/1,KG,14 w 1 - - - kn:kg":1,` +
			`"14,kg,1/16/16/16/16/16/6,KN,9/16/16/16/16/16/16/16/16/1,KG,14 b 1 - - - kn:kg":1}`},
		{"result", "w KGb1 RKh15 RKg1 | b KGa16", "g1g16", `"result":{"reason":"checkmate","winner":"w"},"side":"b"`},
		{"draw", "w KGb1 | b KGo16 KNb2", "b1b2", `"result":{"reason":"bare_kings","winner":null}`},
		{"extra turn", "w KGb1 SNd4 | b KGo16", "d4d5", `"extra_turn":true,"format":"deicide-state/1"`},
		{"yuri", "w KGe5 | b KGf6; yuri", "e5f6", `"history":{},"last_moved":{"b":null,"w":"king"},"ply":1,"result":{"reason":"king_captured","winner":"b"},"variant":"yuri"}`},
		{"yuri, in an extra turn", "w KGe5 TMa5 PWd3 | b KGf6; yuri moves=2", "a5-time:a6 e5f6", `"extra_turn":true,"format":"deicide-state/1",` +
			`"in_flight":[{"color":"w","counters":3,"fresh":true,"target":"a6","type":"time_machine"}],"last_moved":{"b":null,"w":"king"},"ply":2,` +
			`"result":{"reason":"king_captured","winner":"b"},"variant":"yuri"}`},
		{"yuri, after a head start", "w KGe5 PWd4 | b KGf6; yuri moves=2", "d4d6 e5f6", `"en_passant":[{"passed":["d5"],"pawn":"d6"}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := New()
			if variantOf(c.position) == yuri {
				g = NewYuri()
			}
			p, err := g.New(game.Options{Position: c.position})
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range strings.Fields(c.play) {
				a, err := g.ParseAction(p.State(), p.State().Turn(), text)
				if err != nil {
					t.Fatal(err)
				}
				p.Apply(a)
			}
			got := string(p.AppendJSON(nil))
			if !strings.Contains(got, c.want) {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if !json.Valid([]byte(got)) {
				t.Errorf("no JSON: %s", got)
			}
			back, err := g.Parse([]byte(got))
			if err != nil {
				t.Fatal(err)
			}
			if again := string(back.AppendJSON(nil)); again != got {
				t.Errorf("read back as %s", again)
			}
			if back.State().Key() != p.State().Key() || back.Key() != p.Key() {
				t.Errorf("keys differ after reading back")
			}
		})
	}
}

// Fields may be written out where they hold their default.
func TestDefaultsMayBeWritten(t *testing.T) {
	long := `{"format":"deicide-state/1","variant":"deicide","size":16,"board":[{"sq":"b1","color":"w","type":"king"},
		{"sq":"o16","color":"b","type":"king"},{"sq":"e4","color":"w","type":"pawn","moved":false}],"side":"w","moves_left":1,
		"extra_turn":false,"castling":[],"en_passant":[],"in_flight":[],"last_moved":{"w":null,"b":null},"quiet":0,"turn":0,"ply":0,
		"params":{},"history":{"14,kg,1/16/16/16/16/16/16/16/16/16/16/16/4,PW,11/16/16/1,KG,14 w 1 - - - -:-":1},"result":null}`
	p, err := New().Parse([]byte(long))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"board":[{"color":"w","sq":"b1","type":"king"},{"color":"w","sq":"e4","type":"pawn"},{"color":"b","sq":"o16","type":"king"}],"format":"deicide-state/1"}`
	if got := string(p.AppendJSON(nil)); got != want {
		t.Errorf("got %s", got)
	}
}

func TestJSONRejects(t *testing.T) {
	const board = `"board":[{"color":"w","sq":"b1","type":"king"},{"color":"b","sq":"o16","type":"king"},{"color":"w","sq":"e5","type":"pawn"}]`
	const head = `{"format":"deicide-state/1",` + board
	for _, c := range []struct {
		text, path, part string
		code             game.Code
	}{
		{`{"format":"deicide-state/1"}`, "state.board", "missing", game.BadState},
		{`{` + board + `}`, "state.format", "missing", game.BadState},
		{`{"format":"x",` + board + `}`, "state.format", "deicide-state/1", game.BadState},
		{head + `,"bord":1}`, "state.bord", `did you mean "board"`, game.BadState},
		{head + `,"side":"w","side":"w"}`, "state.side", "twice", game.BadState},
		{head + `,"side":"white"}`, "state.side", `"w" or "b"`, game.BadState},
		{head + `,"variant":"yuri"}`, "state.variant", "deicide", game.BadState},
		{head + `,"size":10}`, "state.size", "16", game.BadState},
		{head + `,"moves_left":2}`, "state.moves_left", "extra turn", game.BadState},
		{head + `,"moves_left":3}`, "state.moves_left", "1 to 2", game.BadState},
		{head + `,"extra_turn":1}`, "state.extra_turn", "true or false", game.BadState},
		{head + `,"castling":["a1"]}`, "state.castling.0", "no Rook", game.BadState},
		{head + `,"castling":"a1"}`, "state.castling", "a list", game.BadState},
		{head + `,"en_passant":[{"pawn":"e5","passed":["e4"]}]}`, "state.en_passant.0", "mover's", game.BadState},
		{head + `,"en_passant":[{"pawn":"e5"}]}`, "state.en_passant.0.passed", "missing", game.BadState},
		{head + `,"in_flight":[{"color":"w","type":"rook","target":"d9","counters":1}]}`, "state.in_flight.0", "only time_machine", game.BadState},
		{head + `,"in_flight":[{"color":"w","type":"fool","target":"d9","counters":4}]}`, "state.in_flight.0.counters", "1 to 3", game.BadState},
		{head + `,"last_moved":{"w":"fool"}}`, "state.last_moved", "as a fool", game.BadState},
		{head + `,"last_moved":{"w":"quen"}}`, "state.last_moved.w", `did you mean "queen"`, game.BadState},
		{head + `,"quiet":-1}`, "state.quiet", "whole number", game.BadState},
		{head + `,"ply":1.5}`, "state.ply", "whole number", game.BadState},
		{head + `,"history":{"x":1}}`, "state.history", "no position key", game.BadState},
		{head + `,"history":{"` + bare + ` w 1 - - - -:-":0}}`, "state.history", "whole number", game.BadState},
		{head + `,"result":{"winner":"w","reason":"resignation"}}`, "state.result.reason", "not one of", game.BadState},
		{head + `,"result":{"winner":null,"reason":"checkmate"}}`, "state.result", "cannot be", game.BadState},
		{head + `,"result":{"winner":"w","reason":"quiet"}}`, "state.result", "cannot be", game.BadState},
		{head + `,"params":{"draw.repetition":1}}`, "state.params.draw.repetition", "2 to 1000", game.BadParams},
		{head + `,"params":{"sumo.range":3}}`, "state.params.sumo.range", "out of range", game.BadParams},
		{strings.Replace(head, `"type":"pawn"`, `"type":"knight","moved":true`, 1) + `}`, "state.board.2.moved", "only pawn kinds", game.BadState},
		{strings.Replace(head, `"sq":"e5"`, `"sq":"b1"`, 1) + `}`, "state.board.2.sq", "two pieces", game.BadState},
		{strings.Replace(head, `"type":"pawn"`, `"type":"king"`, 1) + `}`, "state.board", "2 Kings", game.BadState},
		{head, "state", "not JSON", game.BadJSON},
		{strings.Repeat("[", 1<<20), "state" + strings.Repeat(".0", 17), "nested", game.BadState},
	} {
		_, err := New().Parse([]byte(c.text))
		bad(t, err, c.code, c.path, c.part)
	}
}

func TestNewRejects(t *testing.T) {
	fen := deicideSetup
	for _, c := range []struct {
		name, path, part string
		o                game.Options
		code             game.Code
	}{
		{"twice", "position", "twice", game.Options{Position: fen, Values: map[string]string{"setup": fen}}, game.BadRequest},
		{"twice, as parameter", "position", "twice", game.Options{Position: fen, Params: game.Params{"setup.fen": fen}}, game.BadRequest},
		{"bad setup", "options.setup", "fields", game.Options{Values: map[string]string{"setup": "start"}}, game.BadRequest},
		{"bad parameter", "params.setup.fen", "fields", game.Options{Params: game.Params{"setup.fen": "start"}}, game.BadParams},
		{"fixed number", "params.board.size", "out of range", game.Options{Params: game.Params{"board.size": 14.0}}, game.BadParams},
		{"fixed switch", "params.sumo.chain", "only the default", game.Options{Params: game.Params{"sumo.chain": true}}, game.BadParams},
		{"fixed text", "params.time_machine.on_snail", "not one of", game.Options{Params: game.Params{"time_machine.on_snail": "kept"}}, game.BadParams},
		{"part of a ply", "params.limits.max_plies", "whole number", game.Options{Params: game.Params{"limits.max_plies": 1.5}}, game.BadParams},
		{"promotion to a King", "params.promotion.types", "no type to promote to", game.Options{Params: game.Params{"promotion.types": "queen,king"}}, game.BadParams},
		{"promotion to nothing", "params.promotion.types", "no type to promote to", game.Options{Params: game.Params{"promotion.types": ""}}, game.BadParams},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New().New(c.o)
			bad(t, err, c.code, c.path, c.part)
		})
	}
}

func TestQuestionsRejected(t *testing.T) {
	p, err := New().New(game.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.AppendObservation(nil, game.Chance)
	bad(t, err, game.BadRequest, "player", "white or black")
	_, err = p.Resample(game.Terminal, nil, 1, 1)
	bad(t, err, game.BadRequest, "player", "white or black")
	_, err = p.Resample(game.First, nil, 1, 0)
	bad(t, err, game.BadRequest, "n", "at least 1")
	list, err := p.Resample(game.Second, nil, 1, 2)
	if err != nil || len(list) != 2 || string(list[1].AppendJSON(nil)) != string(p.AppendJSON(nil)) {
		t.Errorf("resampled: %v, %v", list, err)
	}
}

func TestActionTextRejects(t *testing.T) { // [DC-030] [DC-031] [DC-033]
	g := New()
	s := load(t, deicide, "w KGb1 PWd15 TMd4 | b KGo16")
	for _, c := range []struct{ text, part string }{
		{"d15d16", "legal from d15: d15d16=archbishop"},
		{"d15d16=king", "legal from d15"},
		{"b1a1=queen", "legal from b1: b1a1 b1a2"},
		{"d4d5", "legal from d4: d4-time:"},
		{"d4-time: d5", "legal from d4"},
		{"D4-TIME:D5", "actions look like"},
		{"c3c4", "white has no piece on c3"},
		{"o16p16", "white has no piece on o16"},
		{"pass", "actions look like"},
		{"", "actions look like"},
		{strings.Repeat("x", 100), "too long"},
	} {
		_, err := g.ParseAction(s, game.First, c.text)
		bad(t, err, game.IllegalAction, "", c.part)
	}
	_, err := g.ParseAction(s, game.Second, "o16p16")
	bad(t, err, game.IllegalAction, "", "white's move")
	s.result = drawn(quietLimit)
	_, err = g.ParseAction(s, game.First, "b1a1")
	bad(t, err, game.GameOver, "", "quiet")
}

// A history that is not that of a fresh position is kept, and counts.
func TestHistoryIsKept(t *testing.T) { // [DC-624] [DC-432]
	const board = `{"board":[{"color":"w","sq":"b1","type":"king"},{"color":"w","sq":"a9","type":"knight"},{"color":"b","sq":"o16","type":"king"}],` +
		`"format":"deicide-state/1"`
	const key = "14,kg,1/16/16/16/16/16/16/KN,15/16/16/16/16/16/16/16/1,KG,14 w 1 - - - kn:kg"
	const rest = `,"last_moved":{"b":"king","w":"knight"}}`
	for _, c := range []struct {
		history, play, reason string
	}{
		{`{"` + key + `":2}`, "a9c8 o16p16 c8a9 p16o16", "repetition"},
		{`{"` + strings.Replace(key, " w ", " b ", 1) + `":2,"` + key + `":1}`, "a9c8 o16p16 c8a9 p16o16", ""},
		{`{}`, "a9c8 o16p16 c8a9 p16o16", ""},
	} {
		text := strings.Replace(board, `"format":"deicide-state/1"`, `"format":"deicide-state/1","history":`+c.history, 1) + rest
		p, err := New().Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(p.AppendJSON(nil)); got != text {
			t.Errorf("%s\nreads back as %s", text, got)
		}
		for _, action := range strings.Fields(c.play) {
			a, err := New().ParseAction(p.State(), p.State().Turn(), action)
			if err != nil {
				t.Fatal(err)
			}
			p.Apply(a)
		}
		if p.Reason() != c.reason {
			t.Errorf("after %s with history %s: %q, want %q", c.play, c.history, p.Reason(), c.reason)
		}
	}
}
