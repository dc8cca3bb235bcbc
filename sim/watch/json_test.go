package watch

import (
	"strings"
	"testing"

	"variantlab/sim/game"
)

// WC-114: canonical JSON after e2e4 / e7e5, and at the start.
func TestCanonicalJSON(t *testing.T) {
	p := startAt(t, "", game.Params{"mode": "king"})
	playTexts(t, p, "e2e4 / e7e5")
	want := `{"allowance":{"b":{"king":3,"ordinary":0},"w":{"king":3,"ordinary":0}},"board":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",` +
		`"castling":"KQkq","round":2,"schema":"watch-state/1","settings":{"mode":"king"},"status":{"b":"normal","w":"normal"}}`
	if got := string(p.AppendJSON(nil)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	all := game.Params{
		"mode": "full", "watch.round_limit.full": 3.0, "watch.round_limit.king": 0.0, "watch.ordinary_budget": 13.0, "watch.king_budget": 4.0,
		"end.stalemate": "hold", "end.watch_only_rounds": 0.0, "end.repetition": 5.0, "end.round_limit": 0.0,
		"timing.mode": "hybrid", "timing.base_ms": 1.0, "timing.increment_ms": 0.0, "timing.auto_ready.w": true, "timing.auto_ready.b": true,
	}
	want = `{"allowance":{"b":{"king":4,"ordinary":13},"w":{"king":4,"ordinary":13}},"board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR","castling":"KQkq",` +
		`"clock":{"b":{"left_ms":1,"running":true},"w":{"left_ms":1,"running":true}},` +
		`"reps":{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR KQkq - 13/4,13/4":1},"schema":"watch-state/1",` +
		`"settings":{"end.repetition":5,"end.round_limit":0,"end.stalemate":"hold","end.watch_only_rounds":0,"timing.auto_ready.b":true,"timing.auto_ready.w":true,` +
		`"timing.base_ms":1,"timing.increment_ms":0,"timing.mode":"hybrid","watch.king_budget":4,"watch.ordinary_budget":13,"watch.round_limit.full":3,"watch.round_limit.king":0},` +
		`"status":{"b":"normal","w":"normal"}}`
	p = startAt(t, "", all)
	if got := string(p.AppendJSON(nil)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	back, err := Game{}.Parse([]byte(want))
	if err != nil || string(back.AppendJSON(nil)) != want {
		t.Errorf("read back: %v", err)
	}
}

// written is a state with every default written out [WC-111].
const written = `{"schema":"watch-state/1","settings":{"mode":"full","watch.round_limit.full":2,"watch.round_limit.king":1,"watch.ordinary_budget":12,"watch.king_budget":3,` +
	`"end.stalemate":"draw","end.watch_only_rounds":3,"end.repetition":0,"end.round_limit":200,"timing.mode":"none","timing.base_ms":600000,"timing.increment_ms":5000,` +
	`"timing.auto_ready.w":false,"timing.auto_ready.b":false},"round":1,"phase":"planning","board":"4k3/8/8/8/8/8/8/4K2R","castling":"-","frozen":[],` +
	`"allowance":{"w":{"ordinary":12,"king":3},"b":{"ordinary":12,"king":3}},"idle":0,"reps":{},"status":{"w":"normal","b":"normal"},"sealed":{"w":null,"b":null},` +
	`"clock":{"w":{"left_ms":null,"running":false},"b":{"left_ms":null,"running":false}},"result":{"score":"*","reason":null}}`

const lean = `{"allowance":{"b":{"king":3,"ordinary":12},"w":{"king":3,"ordinary":12}},"board":"4k3/8/8/8/8/8/8/4K2R","schema":"watch-state/1","status":{"b":"normal","w":"normal"}}`

// WC-111, WC-114: defaults may be written out, and derived fields left out.
func TestStateDefaults(t *testing.T) {
	for _, text := range []string{
		written, lean, strings.Replace(lean, `,"status":{"b":"normal","w":"normal"}`, "", 1), " " + strings.ReplaceAll(lean, ",", ", ") + "\n",
		strings.Replace(written, `"sealed":{"w":null,"b":null}`, `"sealed":{}`, 1),
	} {
		p, err := Game{}.Parse([]byte(text))
		if err != nil {
			t.Errorf("%v for %s", err, text)
		} else if got := string(p.AppendJSON(nil)); got != lean {
			t.Errorf("%s read as %s", text, got)
		}
	}
}

// WC-119: states that are refused, each the written-out state with one thing changed.
func TestStateRefused(t *testing.T) {
	const base = written
	timed := strings.NewReplacer(`"timing.mode":"none"`, `"timing.mode":"classic"`, `"left_ms":null,"running":false`, `"left_ms":5,"running":true`).Replace(base)
	if _, err := (Game{}).Parse([]byte(timed)); err != nil {
		t.Fatal(err)
	}
	over := strings.NewReplacer(`"phase":"planning"`, `"phase":"over"`, `"result":{"score":"*","reason":null}`, `"result":{"score":"1-0","reason":"resign"}`).Replace(base)
	if _, err := (Game{}).Parse([]byte(over)); err != nil {
		t.Fatal(err)
	}
	fallen := strings.NewReplacer(`4k3/8/8/8/8/8/8/4K2R`, `8/8/8/8/8/8/8/4K2R`, `"resign"`, `"king_capture"`, `"status":{"w":"normal","b":"normal"}`, `"status":{"w":null,"b":null}`).Replace(over)
	if _, err := (Game{}).Parse([]byte(fallen)); err != nil {
		t.Fatal(err)
	}
	repeated := strings.NewReplacer(`"end.repetition":0`, `"end.repetition":3`, `"reps":{}`, `"reps":{"4k3/8/8/8/8/8/8/4K2R - - 12/3,12/3":2}`).Replace(base)
	if _, err := (Game{}).Parse([]byte(repeated)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, from, old, new, path string }{
		{"no object", base, base, `7`, "state"},
		{"unknown field", base, `"round":1`, `"round":1,"turn":"w"`, "state.turn"},
		{"double field", base, `"round":1`, `"round":1,"round":1`, "state.round"},
		{"misspelt case", base, `"round":1`, `"Round":1`, "state.Round"},
		{"no schema", base, `"schema":"watch-state/1",`, ``, "state.schema"},
		{"other schema", base, `watch-state/1`, `watch-state/2`, "state.schema"},
		{"schema null", base, `"watch-state/1"`, `null`, "state.schema"},
		{"no board", base, `"board":"4k3/8/8/8/8/8/8/4K2R",`, ``, "state.board"},
		{"board no text", base, `"4k3/8/8/8/8/8/8/4K2R"`, `[]`, "state.board"},
		{"bad board", base, `4k3/8`, `4k4/8`, "state.board"},
		{"no King", base, `4k3/8`, `8/8`, "state"},
		{"pawn on the last rank", base, `4k3/8`, `4k2P/8`, "state"},
		{"bad castling", base, `"castling":"-"`, `"castling":"QK"`, "state.castling"},
		{"castling without Rook", base, `"castling":"-"`, `"castling":"Q"`, "state"},
		{"castling null", base, `"castling":"-"`, `"castling":null`, "state.castling"},
		{"frozen not ascending", base, `"frozen":[]`, `"frozen":["e8","e1"]`, "state.frozen"},
		{"frozen nobody", base, `"frozen":[]`, `"frozen":["a1"]`, "state"},
		{"frozen no list", base, `"frozen":[]`, `"frozen":null`, "state.frozen"},
		{"frozen no text", base, `"frozen":[]`, `"frozen":[4]`, "state.frozen"},
		{"no allowance", base, `"allowance":{"w":{"ordinary":12,"king":3},"b":{"ordinary":12,"king":3}},`, ``, "state.allowance"},
		{"allowance of one side", base, `,"b":{"ordinary":12,"king":3}}`, `}`, "state.allowance.b"},
		{"half an allowance", base, `"w":{"ordinary":12,"king":3}`, `"w":{"king":3}`, "state.allowance.w.ordinary"},
		{"allowance too high", base, `"w":{"ordinary":12`, `"w":{"ordinary":1001`, "state.allowance.w.ordinary"},
		{"allowance negative", base, `"w":{"ordinary":12`, `"w":{"ordinary":-1`, "state.allowance.w.ordinary"},
		{"allowance no integer", base, `"w":{"ordinary":12`, `"w":{"ordinary":12.0`, "state.allowance.w.ordinary"},
		{"allowance unknown", base, `"w":{"ordinary":12`, `"w":{"queen":1,"ordinary":12`, "state.allowance.w.queen"},
		{"ordinary allowance in king mode", base, `"mode":"full"`, `"mode":"king"`, "state"},
		{"round 0", base, `"round":1`, `"round":0`, "state.round"},
		{"round too high", base, `"round":1`, `"round":1000001`, "state.round"},
		{"round text", base, `"round":1`, `"round":"1"`, "state.round"},
		{"round null", base, `"round":1`, `"round":null`, "state.round"},
		{"idle exponent", base, `"idle":0`, `"idle":1e0`, "state.idle"},
		{"no phase", base, `"phase":"planning"`, `"phase":"opening"`, "state.phase"},
		{"over without a result", base, `"phase":"planning"`, `"phase":"over"`, "state.result"},
		{"a result while planning", base, `"score":"*"`, `"score":"1-0"`, "state.result"},
		{"a reason while planning", base, `"reason":null`, `"reason":"time"`, "state.result"},
		{"an empty reason", base, `"reason":null`, `"reason":""`, "state.result.reason"},
		{"a score that doesn't fit", over, `"reason":"resign"`, `"reason":"agreed"`, "state.result"},
		{"an unknown reason", over, `"reason":"resign"`, `"reason":"adjourned"`, "state.result"},
		{"a star when over", over, `"score":"1-0"`, `"score":"*"`, "state.result"},
		{"an unknown result field", over, `"score":"1-0"`, `"score":"1-0","by":"w"`, "state.result.by"},
		{"capture with both Kings", over, `"reason":"resign"`, `"reason":"king_capture"`, "state"},
		{"the wrong King has fallen", fallen, `"score":"1-0"`, `"score":"0-1"`, "state"},
		{"a status after the fall", fallen, `"status":{"w":null`, `"status":{"w":"normal"`, "state.status.w"},
		{"a King missing without capture", over, `4k3/8`, `8/8`, "state"},
		{"wrong status", base, `"status":{"w":"normal"`, `"status":{"w":"check"`, "state.status.w"},
		{"status null", base, `"status":{"w":"normal"`, `"status":{"w":null`, "state.status.w"},
		{"status of one side", base, `"status":{"w":"normal","b":"normal"}`, `"status":{"w":"normal"}`, "state.status.b"},
		{"status unknown side", base, `"status":{"w":"normal"`, `"status":{"x":"normal","w":"normal"`, "state.status.x"},
		{"repetitions off", base, `"reps":{}`, `"reps":{"4k3/8/8/8/8/8/8/4K2R - - 12/3,12/3":1}`, "state.reps"},
		{"repetition 0 times", repeated, `12/3":2`, `12/3":0`, "state.reps.4k3/8/8/8/8/8/8/4K2R - - 12/3,12/3"},
		{"repetition of no position", repeated, `"4k3/8/8/8/8/8/8/4K2R - - 12/3,12/3":2`, `"e4":1`, "state.reps.e4"},
		{"repeated too often", repeated, `12/3":2`, `12/3":3`, "state"},
		{"idle too long", base, `"idle":0`, `"idle":3`, "state"},
		{"round after the last", base, `"round":1`, `"round":201`, "state"},
		{"stalemate while planning", base, `4k3/8/8/8/8/8/8/4K2R`, `1r5k/8/8/8/8/8/7r/K7`, "state"},
		{"unknown setting", base, `"mode":"full"`, `"modus":"full"`, "state.settings.modus"},
		{"start.wfen is no setting", base, `"mode":"full"`, `"start.wfen":"standard"`, "state.settings.start.wfen"},
		{"bad mode", base, `"mode":"full"`, `"mode":"hybrid"`, "state.settings.mode"},
		{"mode null", base, `"mode":"full"`, `"mode":null`, "state.settings.mode"},
		{"setting too high", base, `"watch.round_limit.full":2`, `"watch.round_limit.full":17`, "state.settings.watch.round_limit.full"},
		{"setting no integer", base, `"end.round_limit":200`, `"end.round_limit":200.5`, "state.settings.end.round_limit"},
		{"setting no bool", base, `"timing.auto_ready.w":false`, `"timing.auto_ready.w":0`, "state.settings.timing.auto_ready.w"},
		{"one repetition", base, `"end.repetition":0`, `"end.repetition":1`, "state.settings.end.repetition"},
		{"a clock without timing", base, `"w":{"left_ms":null`, `"w":{"left_ms":5`, "state.clock.w.left_ms"},
		{"a running clock without timing", base, `"running":false`, `"running":true`, "state.clock.w.running"},
		{"no clock", timed, `"clock":{"w":{"left_ms":5,"running":true},"b":{"left_ms":5,"running":true}},`, ``, "state.clock"},
		{"one clock", timed, `,"b":{"left_ms":5,"running":true}}`, `}`, "state.clock.b"},
		{"clock without time", timed, `"w":{"left_ms":5,`, `"w":{`, "state.clock.w.left_ms"},
		{"clock null", timed, `"w":{"left_ms":5,`, `"w":{"left_ms":null,`, "state.clock.w.left_ms"},
		{"clock negative", timed, `"w":{"left_ms":5,`, `"w":{"left_ms":-5,`, "state.clock.w.left_ms"},
		{"clock stands", timed, `"left_ms":5,"running":true`, `"left_ms":5,"running":false`, "state.clock.w.running"},
		{"clock unknown field", timed, `"w":{"left_ms":5,`, `"w":{"ms":5,"left_ms":5,`, "state.clock.w.ms"},
		{"a sealed plan that isn't legal", base, `"sealed":{"w":null`, `"sealed":{"w":{"move":"e1e3"}`, "state.sealed.w"},
		{"a sealed plan of nothing", base, `"sealed":{"w":null`, `"sealed":{"w":{}`, "state.sealed.w"},
		{"a sealed hold", base, `"sealed":{"w":null`, `"sealed":{"w":{"hold":true}`, "state.sealed.w"},
		{"a sealed text", base, `"sealed":{"w":null`, `"sealed":{"w":"e1e2"`, "state.sealed.w"},
		{"a seal seen", base, `"sealed":{"w":null`, `"sealed":{"w":true`, "state.sealed.w"},
		{"a sealed bad move", base, `"sealed":{"w":null`, `"sealed":{"w":{"move":"O-O"}`, "state.sealed.w.move"},
		{"a sealed pair of one", base, `"sealed":{"w":null`, `"sealed":{"w":{"move":"e1e2","watches":[["h1"]]}`, "state.sealed.w.watches"},
		{"the King among watches", base, `"sealed":{"w":null`, `"sealed":{"w":{"watches":[["h1","e1"]]}`, "state.sealed.w.watches"},
		{"no King in king_watch", base, `"sealed":{"w":null`, `"sealed":{"w":{"king_watch":["e1","h1"]}`, "state.sealed.w.king_watch"},
		{"a plan's unknown field", base, `"sealed":{"w":null`, `"sealed":{"w":{"move":"e1e2","ready":true}`, "state.sealed.w.ready"},
		{"sealed after the end", over, `"sealed":{"w":null`, `"sealed":{"w":{"move":"e1e2"}`, "state.sealed.w"},
		{"sealed unknown side", base, `"sealed":{"w":null`, `"sealed":{"x":null,"w":null`, "state.sealed.x"},
		{"an observation", base, `"round":1`, `"round":1,"side":"w"`, "state.side"},
	} {
		t.Run("WC-119/"+c.name, func(t *testing.T) {
			text := strings.Replace(c.from, c.old, c.new, 1)
			if text == c.from {
				t.Fatalf("%q isn't there", c.old)
			}
			_, err := Game{}.Parse([]byte(text))
			input, ok := err.(*game.InputError)
			if !ok || input.Code != game.BadState || input.Path != c.path {
				t.Errorf("%v, want bad-state at %s", err, c.path)
			}
		})
	}
	if _, err := (Game{}).Parse([]byte("{")); err.(*game.InputError).Code != game.BadJSON {
		t.Error(err)
	}
}

// WC-105: a plan's JSON stands in sealed alone; an ordinary Watch and a King Watch are read from either order.
func TestPlanJSON(t *testing.T) {
	p := startAt(t, "", game.Params{"watch.round_limit.full": 4.0})
	text := strings.Replace(string(p.AppendJSON(nil)), `"settings"`, `"sealed":{"w":{"move":"g1f3","watches":[["h1","h2"],["b1","d2"]],"king_watch":["d1","e1"]}},"settings"`, 1)
	q, err := Game{}.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(q.AppendJSON(nil)); !strings.Contains(got, `"sealed":{"w":{"king_watch":["d1","e1"],"move":"g1f3","watches":[["b1","d2"],["h1","h2"]]}}`) {
		t.Error(got)
	}
	want := mustPlan(t, &p.s, game.First, "g1f3 w:b1>d2 w:h1>h2 kw:d1>e1")
	if sealed := q.(*position).sealed[white]; *sealed != want {
		t.Errorf("%v, want %v", *sealed, want)
	}
}
