package domain

import (
	"errors"
	"strings"
	"testing"

	"variantlab/sim/game"
)

const kings = `"board":{"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}}`

// fullState has every field of a state at a value that is not its default.
const fullState = `{"black":{"adapted":["red","check"],"cd":{"domain":3,"rct":10},"checked":true,"curses":{"N":2,"P":1},` +
	`"disguise":"copy","doors":{"left":2,"sq":"a6"},"jackpot":2,"learned":["blue","red"],"losses":3,` +
	`"lost":[{"home":"b8","t":"N"},{"home":"a7","t":"P"}],"luck":17,"mahoraga":true,"primed":["blue","red"],"reading":true,` +
	`"recent":["blue","domain"],"revealed":true,"seen":35,"set":"toji","turns":12},` +
	`"board":{"a2":{"side":"white","t":"P"},"b5":{"body":"g8","bt":"P","kind":"curse","side":"white","t":"Q"},` +
	`"c6":{"kind":"dog","left":3,"side":"black","t":"N"},"d3":{"home":"a1","infinity":3,"mark":2,"shield":1,"side":"white","speech":2,"stun":1,"t":"R"},` +
	`"d6":{"kind":"mahoraga","side":"black","t":"M"},"e1":{"home":"d1","side":"white","t":"K"},` +
	`"e8":{"side":"black","t":"K"},"f8":{"kind":"decoy","side":"black","t":"D"},"g4":{"kind":"rika","side":"white","t":"Q"},` +
	`"h5":{"kind":"pawn","side":"white","t":"P"}},` +
	`"castle":"KQk","domain":{"fresh":true,"left":2,"name":"pawns","owner":"white","slash":true},"ep":"e6","halfmove":7,` +
	`"history":["936e4c3e7394af6b","00000000000000a5"],"params":{"cost.blue":20,"dice.base":0.25},"passing":true,` +
	`"pending":{"kind":"spin","when":"clash"},"ply":23,"reset":true,"result":{"reason":"fifty","winner":"draw"},` +
	`"turn":"black","white":{"energy":5,"set":"train","turns":13}}`

func TestStateJSON(t *testing.T) {
	for name, text := range map[string]string{
		"every field": fullState,
		"the least":   `{"black":{"set":"shrine"},` + kings + `,"white":{"set":"ten"}}`,
		"malevolent": `{"black":{"set":"shrine"},"board":{"d8":{"side":"black","t":"Q"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},` +
			`"domain":{"left":1,"name":"malevolent","owner":"black","queen":"d8"},"white":{"set":"ten"}}`,
		"malevolent, its queen gone": `{"black":{"set":"shrine"},` + kings + `,"domain":{"left":1,"name":"malevolent","owner":"black"},"white":{"set":"ten"}}`,
		"bet": `{"black":{"set":"shrine"},"board":{"a1":{"side":"white","t":"R"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},` +
			`"pending":{"kind":"hol","sq":"a1"},"white":{"set":"train"}}`,
		"disguise": `{"black":{"set":"toji"},` + kings + `,"pending":{"kind":"disguise","side":"black"},"white":{"set":"ten"}}`,
	} {
		t.Run("CD-441/"+name, func(t *testing.T) {
			s, history, err := parseState([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(appendStateJSON(nil, s, history)); got != text {
				t.Errorf("reads back as\n%s, want\n%s", got, text)
			}
		})
	}
	t.Run("CD-441/defaults written out", func(t *testing.T) {
		least := `{"black":{"set":"shrine"},` + kings + `,"white":{"set":"toji"}}`
		spelt := ` { "white": {"set":"toji","energy":0,"turns":1,"seen":100,"cd":{},"lost":[],"curses":{},"doors":null,"primed":[],
			"recent":[],"learned":[],"adapted":[],"mahoraga":false,"checked":false,"reading":false,"luck":0,"jackpot":0,
			"losses":0,"disguise":"","revealed":false}, "black": {"set":"shrine","energy":100,"turns":0},
			"ply":0,"turn":"white","castle":"","ep":"","halfmove":0,"history":[],"domain":null,"pending":null,
			"passing":false,"reset":false,"result":null,"params":{},
			"board":{"e8":{"t":"K","side":"black","kind":"real","home":"e8"},"e1":{"t":"K","side":"white","infinity":0,"shield":0,
			"speech":0,"stun":0,"mark":0,"left":0,"body":"","bt":""}}}`
		s := parsed(t, spelt)
		if got := string(appendStateJSON(nil, s, nil)); got != least {
			t.Errorf("canonical form\n%s, want\n%s", got, least)
		}
	})
	t.Run("CD-441/defaults of a domain pawn written out", func(t *testing.T) {
		const pawn = `"kind":"pawn","side":"white","t":"P"`
		spelt := strings.Replace(fullState, pawn, pawn+`,"home":"","infinity":0,"shield":0,"speech":0,"stun":0,"mark":0,"left":0,"body":"","bt":""`, 1)
		s, history, err := parseState([]byte(spelt))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(appendStateJSON(nil, s, history)); got != fullState {
			t.Errorf("canonical form\n%s, want\n%s", got, fullState)
		}
	})
	t.Run("CD-441/ranges follow params, defaults do not", func(t *testing.T) {
		text := `{"black":{"energy":200,"set":"shrine"},` + kings + `,"params":{"energy.max":250},"white":{"set":"ten"}}`
		s := parsed(t, text)
		if s.sides[White].energy != 100 || s.sides[Black].energy != 200 {
			t.Errorf("energies %d and %d, want 100 and 200", s.sides[White].energy, s.sides[Black].energy)
		}
	})
	t.Run("CD-442/kind follows from the type", func(t *testing.T) {
		s := parsed(t, `{"black":{"set":"ten"},"board":{"a1":{"side":"black","t":"M"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},"white":{"set":"ten"}}`)
		if got := string(appendStateJSON(nil, s, nil)); !strings.Contains(got, `"a1":{"kind":"mahoraga","side":"black","t":"M"}`) {
			t.Errorf("kind is not written: %s", got)
		}
	})
}

// Each fault is a change to a sound state: what stands before the arrow becomes what stands after it.
func TestStateErrors(t *testing.T) {
	for name, c := range map[string]struct{ from, to, path, says string }{
		"unknown field":         {`"ply":23`, `"plys":23`, "plys", `did you mean "ply"?`},
		"unknown side field":    {`"luck":17`, `"lucky":17`, "black.lucky", `did you mean "luck"?`},
		"unknown piece field":   {`"infinity":3`, `"infinite":3`, "board.d3.infinite", "no such field"},
		"unknown domain field":  {`"fresh":true`, `"new":true`, "domain.new", "no such field"},
		"unknown pending field": {`"when":"clash"`, `"at":"clash"`, "pending.at", "no such field"},
		"given twice":           {`"ply":23`, `"ply":23,"ply":23`, "ply", "twice"},
		"not a number":          {`"ply":23`, `"ply":"23"`, "ply", "whole number"},
		"fraction":              {`"ply":23`, `"ply":2.5`, "ply", "whole number"},
		"negative":              {`"ply":23`, `"ply":-1`, "ply", "from 0"},
		"null number":           {`"halfmove":7`, `"halfmove":null`, "halfmove", "not null"},
		"not true or false":     {`"reset":true`, `"reset":1`, "reset", "true or false"},
		"unknown turn":          {`"turn":"black"`, `"turn":"red"`, "turn", "none of white, black"},
		"empty domain":          {`"fresh":true,"left":2,"name":"pawns","owner":"white","slash":true`, ``, "domain.name", "none of pawns"},
		"castle order":          {`"KQk"`, `"QKk"`, "castle", "KQkq"},
		"castle letters":        {`"KQk"`, `"KQx"`, "castle", "KQkq"},
		"ep square":             {`"ep":"e6"`, `"ep":"e9"`, "ep", "no square"},
		"board square":          {`"a2":{`, `"a9":{`, "board.a9", "no square"},
		"history key":           {`"00000000000000a5"`, `"A5"`, "history.1", "16 lower-case"},
		"history upper case":    {`"00000000000000a5"`, `"00000000000000A5"`, "history.1", "16 lower-case"},
		"unknown type":          {`"side":"white","t":"P"`, `"side":"white","t":"p"`, "board.a2.t", "none of P"},
		"unknown kind":          {`"kind":"rika"`, `"kind":"queen"`, "board.g4.kind", "none of real"},
		"kind and type":         {`"kind":"rika","side":"white","t":"Q"`, `"kind":"rika","side":"white","t":"R"`, "board.g4.kind", "cannot be"},
		"no side":               {`"side":"white","t":"P"}`, `"t":"P"}`, "board.a2.side", "none of white"},
		"home of a dog":         {`"kind":"dog",`, `"home":"a1","kind":"dog",`, "board.c6.home", "real"},
		"left of a rook":        {`"home":"a1"`, `"left":1`, "board.d3.left", "dog"},
		"body without type":     {`"bt":"P",`, ``, "board.b5.bt", "none of P"},
		"type without body":     {`"body":"g8",`, ``, "board.b5.body", "missing"},
		"timer too long":        {`"infinity":3`, `"infinity":4`, "board.d3.infinity", "from 0 to 3"},
		"stun too long":         {`"stun":1`, `"stun":3`, "board.d3.stun", "from 0 to 2"},
		"dog too long":          {`"kind":"dog","left":3`, `"kind":"dog","left":5`, "board.c6.left", "from 0 to 4"},
		"domain pawn alone":     {`"name":"pawns"`, `"name":"gambit"`, "board.h5.kind", "Unlimited Pawns"},
		"domain pawn of others": {`"kind":"pawn","side":"white"`, `"kind":"pawn","side":"black"`, "board.h5.kind", "Unlimited Pawns"},
		"domain pawn status":    {`"kind":"pawn",`, `"kind":"pawn","speech":1,`, "board.h5.speech", "has none"},
		"two kings":             {`"a2":{"side":"white","t":"P"}`, `"a2":{"side":"white","t":"K"}`, "board", "white has 2 kings"},
		"no king":               {`"e8":{"side":"black","t":"K"}`, `"e8":{"side":"black","t":"Q"}`, "board", "black has 0 kings"},
		"unknown domain":        {`"name":"pawns"`, `"name":"pawn"`, "domain.name", "none of pawns"},
		"domain left":           {`"left":2,"name"`, `"left":5,"name"`, "domain.left", "from 1 to 4"},
		"domain without left":   {`"left":2,"name"`, `"name"`, "domain.left", "missing"},
		"queen of pawns":        {`"owner":"white",`, `"owner":"white","queen":"d1",`, "domain.queen", "malevolent"},
		"unknown pending":       {`"kind":"spin"`, `"kind":"spins"`, "pending.kind", "none of spin"},
		"spin without when":     {`"kind":"spin","when":"clash"`, `"kind":"spin"`, "pending.when", "none of expand"},
		"dice with when":        {`"kind":"spin"`, `"kind":"dice"`, "pending.when", "has none"},
		"bet on nothing":        {`"kind":"spin","when":"clash"`, `"kind":"hol","sq":"a1"`, "pending.sq", "stands on a1"},
		"disguise of train":     {`"kind":"spin","when":"clash"`, `"kind":"disguise","side":"white"`, "pending.side", "no Toji"},
		"result reason":         {`"reason":"fifty"`, `"reason":"checkmate"`, "result.reason", "does not go"},
		"unknown reason":        {`"reason":"fifty"`, `"reason":"resigned"`, "result.reason", "none of checkmate"},
		"unknown param":         {`"cost.blue":20`, `"cost.bleu":20`, "params.cost.bleu", "did you mean"},
		"param type":            {`"cost.blue":20`, `"cost.blue":"20"`, "params.cost.blue", "must be a number"},
		"param range":           {`"cost.blue":20`, `"cost.blue":2e999`, "params.cost.blue", "too large"},
		"no set":                {`"set":"train",`, ``, "white.set", "missing"},
		"unknown set":           {`"set":"train"`, `"set":"trains"`, "white.set", "none of limitless"},
		"no side fields":        {`,"white":{"energy":5,"set":"train","turns":13}`, ``, "white", "missing"},
		"energy":                {`"energy":5`, `"energy":101`, "white.energy", "from 0 to 100"},
		"toji energy":           {`"set":"toji"`, `"energy":10,"set":"toji"`, "black.energy", "from 0 to 0"},
		"toji as toji":          {`"disguise":"copy"`, `"disguise":"toji"`, "black.disguise", "none of limitless"},
		"disguise of others":    {`"energy":5`, `"disguise":"ten"`, "white.disguise", "only toji"},
		"luck":                  {`"luck":17`, `"luck":51`, "black.luck", "from 0 to 50"},
		"jackpot":               {`"jackpot":2`, `"jackpot":4`, "black.jackpot", "from 0 to 3"},
		"cooldown of nothing":   {`"rct":10`, `"rtc":10`, "black.cd.rtc", `did you mean "rct"?`},
		"cooldown 0":            {`"rct":10`, `"rct":0`, "black.cd.rct", "from 1"},
		"cooldown of a move":    {`"rct":10`, `"move":10`, "black.cd.move", "no technique"},
		"curses of kings":       {`"N":2`, `"K":2`, "black.curses.K", "none of P, N, B, R, Q"},
		"lost king":             {`"home":"b8","t":"N"`, `"home":"b8","t":"K"`, "black.lost.0.t", "none of P, N, B, R, Q"},
		"lost without home":     {`"home":"b8","t":"N"`, `"t":"N"`, "black.lost.0.home", "missing"},
		"doors":                 {`"left":2,"sq":"a6"`, `"left":4,"sq":"a6"`, "black.doors.left", "from 1 to 3"},
		"prime order":           {`"primed":["blue","red"]`, `"primed":["red","blue"]`, "black.primed.1", "sorted"},
		"learned order":         {`"learned":["blue","red"]`, `"learned":["red","blue"]`, "black.learned.1", "sorted"},
		"recent too long":       {`"recent":["blue","domain"]`, `"recent":["blue","red","blue","red","blue"]`, "black.recent", "at most 4"},
		"adapted twice":         {`"adapted":["red","check"]`, `"adapted":["red","red"]`, "black.adapted.1", "twice"},
		"adapted to nothing":    {`"adapted":["red","check"]`, `"adapted":["red","domain"]`, "black.adapted.1", "nothing to adapt to"},
	} {
		t.Run("CD-442/"+name, func(t *testing.T) {
			text := strings.Replace(fullState, c.from, c.to, 1)
			if text == fullState {
				t.Fatalf("%s is not in the sound state", c.from)
			}
			_, _, err := parseState([]byte(text))
			var input *game.InputError
			if !errors.As(err, &input) {
				t.Fatalf("error %v, want an InputError", err)
			}
			code := game.BadState
			if strings.HasPrefix(c.path, "params.") {
				code = game.BadParams
			}
			if input.Code != code || input.Path != c.path || !strings.Contains(input.Msg, c.says) {
				t.Errorf("%s at %q: %s; want %s at %q saying %q", input.Code, input.Path, input.Msg, code, c.path, c.says)
			}
		})
	}
	for name, text := range map[string]string{
		"empty": "", "cut off": fullState[:200], "not JSON": "{ply:1}", "two values": fullState + fullState,
		"deep": strings.Repeat("[", 1<<20),
	} {
		t.Run("CD-442/"+name, func(t *testing.T) {
			if _, _, err := parseState([]byte(text)); err == nil {
				t.Error("accepted")
			}
		})
	}
	for text, path := range map[string]string{
		"": "state", "[]": "state", `{"plie":1}`: "state.plie", `{"params":{"cd.blu":1}}`: "state.params.cd.blu",
	} {
		t.Run("CD-442/path "+path, func(t *testing.T) {
			_, err := Game{}.Parse([]byte(text))
			var input *game.InputError
			if !errors.As(err, &input) || input.Path != path {
				t.Errorf("%q: error %+v, want it at %s", text, err, path)
			}
		})
	}
	for name, pieces := range map[string]string{
		"nothing": kings,
		"a pawn":  `"board":{"d8":{"side":"black","t":"P"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}}`,
		"another": `"board":{"d8":{"side":"white","t":"Q"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}}`,
		"Rika":    `"board":{"d8":{"kind":"rika","side":"black","t":"Q"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}}`,
	} {
		t.Run("CD-350/the domain queen is "+name, func(t *testing.T) {
			_, err := Game{}.Parse([]byte(`{"black":{"set":"shrine"},` + pieces +
				`,"domain":{"left":1,"name":"malevolent","owner":"black","queen":"d8"},"white":{"set":"ten"}}`))
			var input *game.InputError
			if !errors.As(err, &input) || input.Path != "state.domain.queen" {
				t.Errorf("error %+v, want it at state.domain.queen", err)
			}
		})
	}
	t.Run("CD-442/a list is no state", func(t *testing.T) {
		_, _, err := parseState([]byte("[]"))
		var input *game.InputError
		if !errors.As(err, &input) || input.Code != game.BadState {
			t.Errorf("error %v, want bad-state", err)
		}
	})
}
