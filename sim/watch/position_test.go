package watch

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// WC-001, WC-062, WC-116: what New sets up.
func TestNew(t *testing.T) {
	const wfen = "4k3/8/8/8/8/8/8/R3K3 Q - 5/1,0/2 9 1"
	const men = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR KQkq - "
	for _, c := range []struct {
		name string
		o    game.Options
		want string
	}{
		{"WC-001/standard", game.Options{}, men + "12/3,12/3 1 0"},
		{"WC-062/king mode has no ordinary Watches", game.Options{Values: map[string]string{"mode": "king"}}, men + "0/3,0/3 1 0"},
		{"mode as parameter", game.Options{Params: game.Params{"mode": "king"}}, men + "0/3,0/3 1 0"},
		{"mode twice", game.Options{Values: map[string]string{"mode": "king"}, Params: game.Params{"mode": "king"}}, men + "0/3,0/3 1 0"},
		{"WC-062/budgets", game.Options{Params: game.Params{"watch.ordinary_budget": 7.0, "watch.king_budget": 0.0}}, men + "7/0,7/0 1 0"},
		{"an ordinary budget in king mode is none", game.Options{Params: game.Params{"mode": "king", "watch.ordinary_budget": 7.0}}, men + "0/3,0/3 1 0"},
		{"WC-116/position", game.Options{Position: wfen}, wfen},
		{"WC-116/setup", game.Options{Values: map[string]string{"setup": wfen}}, wfen},
		{"WC-116/start.wfen", game.Options{Params: game.Params{"start.wfen": wfen, "watch.ordinary_budget": 7.0}}, wfen},
		{"WC-116/standard is the same as nothing", game.Options{Position: wfen, Values: map[string]string{"setup": "standard"}, Params: game.Params{"start.wfen": "standard"}}, wfen},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Game{}.New(c.o)
			if err != nil {
				t.Fatal(err)
			}
			if got := string(p.AppendNotation(nil)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// WC-116: what New refuses, with code and path.
func TestNewRefuses(t *testing.T) {
	const wfen = "4k3/8/8/8/8/8/8/R3K3 Q - 5/1,0/2 9 1"
	for _, c := range []struct {
		name string
		o    game.Options
		code game.Code
		path string
	}{
		{"two modes", game.Options{Values: map[string]string{"mode": "king"}, Params: game.Params{"mode": "full"}}, game.BadRequest, "options.mode"},
		{"no mode", game.Options{Values: map[string]string{"mode": "hybrid"}}, game.BadRequest, "options.mode"},
		{"no option", game.Options{Values: map[string]string{"white": "toji"}}, game.BadRequest, "options.white"},
		{"no parameter", game.Options{Params: game.Params{"watch.budget": 3.0}}, game.BadParams, "params.watch.budget"},
		{"out of range", game.Options{Params: game.Params{"watch.round_limit.full": 17.0}}, game.BadParams, "params.watch.round_limit.full"},
		{"not whole", game.Options{Params: game.Params{"watch.king_budget": 2.5}}, game.BadParams, "params.watch.king_budget"},
		{"wrong type", game.Options{Params: game.Params{"timing.auto_ready.w": 1.0}}, game.BadParams, "params.timing.auto_ready.w"},
		{"one occurrence", game.Options{Params: game.Params{"end.repetition": 1.0}}, game.BadParams, "params.end.repetition"},
		{"bad position", game.Options{Position: "8/8 w"}, game.BadState, "position"},
		{"bad start", game.Options{Params: game.Params{"start.wfen": "8/8 w"}}, game.BadParams, "params.start.wfen"},
		{"empty start", game.Options{Params: game.Params{"start.wfen": ""}}, game.BadParams, "params.start.wfen"},
		{"bad setup", game.Options{Values: map[string]string{"setup": "8/8 w"}}, game.BadRequest, "options.setup"},
		{"empty setup", game.Options{Values: map[string]string{"setup": ""}}, game.BadRequest, "options.setup"},
		{"two starts", game.Options{Position: wfen, Values: map[string]string{"setup": wfen}}, game.BadRequest, "options.setup"},
		{"two starts", game.Options{Position: wfen, Params: game.Params{"start.wfen": wfen}}, game.BadRequest, "params.start.wfen"},
		{"WC-062/ordinary Watches in king mode", game.Options{Position: wfen, Params: game.Params{"mode": "king"}}, game.BadState, "position"},
	} {
		t.Run("WC-116/"+c.name, func(t *testing.T) {
			_, err := Game{}.New(c.o)
			input, ok := err.(*game.InputError)
			if !ok || input.Code != c.code || input.Path != c.path {
				t.Errorf("%v, want %s at %s", err, c.code, c.path)
			}
		})
	}
}

// S-105, WC-064, WC-066: which drafts are sealed without an explicit Ready.
func TestHybridTiming(t *testing.T) {
	const emergency = "6rk/8/8/3B4/8/7p/5n1P/7K - - 0/3,0/3 1 0"
	const ordinary = "k5b1/8/8/8/2N5/3P4/8/K7 - - 12/3,12/3 1 0"
	on := "timing.mode=hybrid"
	for _, c := range []struct {
		name, wfen, set, draft string
		want                   bool
	}{
		{"a Move", ordinary, on, "a1b2", true},
		{"Watches and a Move", ordinary, on, "a1b2 w:d3>c4", true},
		{"Watches alone", ordinary, on, "w:d3>c4", false},
		{"emergency", emergency, "mode=king " + on, "kw:d5>h1", false},
		{"classic", ordinary, "timing.mode=classic", "a1b2", false},
		{"no clocks", ordinary, "mode=full", "a1b2", false},
	} {
		t.Run("WC-066/S-105/"+c.name, func(t *testing.T) {
			params := readParams(t, c.set)
			params["timing.auto_ready.w"] = true
			p := startAt(t, c.wfen, params)
			plan := mustPlan(t, &p.s, game.First, c.draft)
			if got := SealsItself(&p.s, game.First, &plan); got != c.want {
				t.Errorf("%t, want %t", got, c.want)
			}
			illegal := game.Plan{Move: makeMove(0, 63, noKind)}
			if SealsItself(&p.s, game.First, &illegal) {
				t.Error("an illegal draft seals itself")
			}
			p.s.set.AutoReady[white] = false
			if SealsItself(&p.s, game.First, &plan) {
				t.Error("without Auto-ready a draft seals itself")
			}
			// WC-064: timing changes neither plans nor rounds.
			untimed := startAt(t, c.wfen, game.Params{"mode": modeNames[p.s.set.Mode]})
			if fmt.Sprint(planTexts(&untimed.s, game.First)) != fmt.Sprint(planTexts(&p.s, game.First)) || untimed.s.Key() != p.s.Key() {
				t.Error("timing changes the plans")
			}
		})
	}
}

// WC-065, WC-117: clocks start at the base; each planned round adds the increment, a Hold doesn't.
func TestClocks(t *testing.T) {
	p := startAt(t, "1r5k/8/8/8/8/8/7r/K5N1 - g1 0/3,0/3 2 0", game.Params{"mode": "king", "timing.mode": "classic", "timing.base_ms": 1000.0, "timing.increment_ms": 50.0})
	if got := string(p.AppendJSON(nil)); !strings.Contains(got, `"clock":{"b":{"left_ms":1000,"running":true},"w":{"left_ms":1000}}`) {
		t.Errorf("at first %s", got)
	}
	playTexts(t, p, "hold / h8g8")
	if got := string(p.AppendJSON(nil)); !strings.Contains(got, `"clock":{"b":{"left_ms":1050,"running":true},"w":{"left_ms":1000,"running":true}}`) {
		t.Errorf("after a round %s", got)
	}
	if _, err := p.Inject("flag(w)"); err != nil {
		t.Fatal(err)
	}
	if got := string(p.AppendJSON(nil)); !strings.Contains(got, `"clock":{"b":{"left_ms":1050},"w":{"left_ms":1000}}`) {
		t.Errorf("after the end %s", got)
	}
}

// half is a state in which Black has sealed and White hasn't.
const half = `{"allowance":{"b":{"king":3,"ordinary":12},"w":{"king":3,"ordinary":12}},"board":"k5b1/8/8/8/2N5/3P4/8/K7",` +
	`"clock":{"b":{"left_ms":70},"w":{"left_ms":60,"running":true}},` +
	`"schema":"watch-state/1","sealed":{"b":{"move":"g8c4"}},"settings":{"timing.mode":"classic"},"status":{"b":"normal","w":"normal"}}`

// WC-100, WC-102, WC-115: each side sees the state and whether the enemy has sealed, never what.
func TestObservation(t *testing.T) {
	p, err := Game{}.Parse([]byte(half))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(p.AppendJSON(nil)); got != half {
		t.Errorf("read back as %s", got)
	}
	white, err := p.AppendObservation(nil, game.First)
	if want := strings.NewReplacer(`{"move":"g8c4"}`, `true`, `"status"`, `"side":"w","status"`).Replace(half); err != nil || string(white) != want {
		t.Errorf("white sees %s\nwant %s (%v)", white, want, err)
	}
	black, err := p.AppendObservation(nil, game.Second)
	if want := strings.Replace(half, `"status"`, `"side":"b","status"`, 1); err != nil || string(black) != want {
		t.Errorf("black sees %s\nwant %s (%v)", black, want, err)
	}
	if _, err := p.AppendObservation(nil, game.Chance); err == nil {
		t.Error("an observation for nobody")
	}
	other, err := Game{}.Parse([]byte(strings.Replace(half, "g8c4", "g8h7", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if seen, _ := other.AppendObservation(nil, game.First); string(seen) != string(white) {
		t.Error("white sees what black has sealed")
	}
}

// WC-118: a sealed enemy plan is drawn anew, evenly from the enemy's plans; all else stays.
func TestResample(t *testing.T) {
	p, err := Game{}.Parse([]byte(half))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := p.AppendObservation(nil, game.First)
	plans := len(p.State().(*State).Plans(game.Second, nil))
	worlds, err := p.Resample(game.First, nil, 5, 60*plans)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, w := range worlds {
		if seen, _ := w.AppendObservation(nil, game.First); string(seen) != string(want) {
			t.Fatalf("in %s white would see %s", w.AppendJSON(nil), seen)
		}
		if _, err := (Game{}).Parse(w.AppendJSON(nil)); err != nil {
			t.Fatal(err)
		}
		count[string(w.AppendJSON(nil))]++
	}
	for text, n := range count {
		if n < 20 || n > 120 {
			t.Errorf("%d of 60 expected: %s", n, text)
		}
	}
	if len(count) != plans {
		t.Errorf("%d of %d plans drawn", len(count), plans)
	}
	again, _ := p.Resample(game.First, nil, 5, 3)
	for i := range again {
		if string(again[i].AppendJSON(nil)) != string(worlds[i].AppendJSON(nil)) {
			t.Error("the same seed draws other plans")
		}
	}
	own, _ := p.Resample(game.Second, nil, 5, 4)
	for _, w := range own {
		if string(w.AppendJSON(nil)) != half {
			t.Errorf("black's own plan is drawn anew: %s", w.AppendJSON(nil))
		}
	}
	if _, err := p.Resample(game.Chance, nil, 5, 1); err == nil {
		t.Error("worlds for nobody")
	}
	if _, err := p.Resample(game.First, nil, 5, -1); err == nil {
		t.Error("less than no worlds")
	}
}

// WC-119: a side that has sealed plays that plan and no other.
func TestSealedPlanStands(t *testing.T) {
	q, err := Game{}.Parse([]byte(half))
	if err != nil {
		t.Fatal(err)
	}
	p := q.(*position)
	sealed, other := mustPlan(t, &p.s, game.Second, "g8c4"), mustPlan(t, &p.s, game.Second, "g8h7")
	if err := p.CheckPlan(game.Second, &sealed); err != nil {
		t.Error(err)
	}
	input, ok := p.CheckPlan(game.Second, &other).(*game.InputError)
	if !ok || input.Code != game.IllegalAction || input.Path != "plans.black" || !strings.Contains(input.Msg, "g8c4") {
		t.Errorf("another plan: %v", input)
	}
	move := mustPlan(t, &p.s, game.First, "a1b2")
	if err := p.CheckPlan(game.First, &move); err != nil {
		t.Error(err)
	}
	// WC-117: after the round nothing is sealed, and both clocks have their increment.
	p.ApplyJoint(&[2]game.Plan{move, sealed})
	if got := string(p.AppendJSON(nil)); strings.Contains(got, "sealed") || !strings.Contains(got, `"clock":{"b":{"left_ms":5070,"running":true},"w":{"left_ms":5060,"running":true}}`) {
		t.Error(got)
	}
}

// WC-087, WC-117: a side on Hold must be given hold, and nothing else changes anything.
func TestHoldMustBeGiven(t *testing.T) {
	p := startAt(t, "1r5k/8/8/8/8/8/7r/K5N1 - g1 0/3,0/3 2 0", game.Params{"mode": "king"})
	before := string(p.AppendJSON(nil))
	if _, err := (Game{}).ParsePlan(&p.s, game.First, "a1a2"); err == nil || !strings.Contains(err.Error(), "hold") {
		t.Errorf("%v", err)
	}
	if got := planTexts(&p.s, game.First); len(got) != 1 || got[0] != "hold" {
		t.Errorf("plans %v", got)
	}
	if string(p.AppendJSON(nil)) != before {
		t.Error("a refused plan changes the position")
	}
}

// WC-101, WC-112: the reveal shows both plans whole, Watches that aren't called too; events are JSON objects.
func TestEvents(t *testing.T) {
	p := startAt(t, "k5b1/8/8/8/2N5/3P4/8/K7 - - 12/3,12/3 1 0", nil)
	events := playTexts(t, p, "a1b2 w:d3>c4 / g8h7")
	want := []string{
		`{"e":"seal","plan":"a1b2 w:d3>c4","side":"w","t":0}`,
		`{"e":"seal","plan":"g8h7","side":"b","t":0}`,
		`{"e":"step","from":"a1","p":"K","t":1,"to":"b2"}`,
		`{"e":"step","from":"g8","p":"b","t":1,"to":"h7"}`,
	}
	if len(events) != len(want) {
		t.Fatalf("%v", events)
	}
	for i := range want {
		if events[i].Text != want[i] || events[i].Private {
			t.Errorf("%v, want %s", events[i], want[i])
		}
	}
	for kind, c := range map[eventKind]struct {
		e    event
		want string
	}{
		evBlock:     {event{man: makeMan(white, pawn), at: 20, other: 28}, `{"at":"e3","by":"e4","e":"block","p":"P","t":2}`},
		evSwap:      {event{men: [3]placed{{makeMan(white, pawn), 28, 12}, {makeMan(black, pawn), 35, 35}}, n: 2}, `{"e":"collide","kind":"swap","pieces":[["P","e4"],["p","d5"]],"t":2}`},
		evMeet:      {event{at: 36, men: [3]placed{{makeMan(white, pawn), 28, 12}, {makeMan(black, pawn), 44, 44}}, n: 2}, `{"at":"e5","e":"collide","kind":"square","pieces":[["P","e4"],["p","e6"]],"t":2}`},
		evCapture:   {event{man: makeMan(white, rook), at: 60, victim: makeMan(black, queen)}, `{"at":"e8","e":"capture","p":"R","t":2,"victim":"q"}`},
		evContact:   {event{man: makeMan(black, knight), at: 4}, `{"at":"e1","e":"kcontact","p":"n","t":2}`},
		evIntercept: {event{man: makeMan(white, bishop), at: 4, victim: makeMan(black, knight)}, `{"at":"e1","e":"intercept","p":"B","t":2,"victim":"n"}`},
		evStop:      {event{man: makeMan(white, bishop), at: 18}, `{"e":"wstop","home":"c3","p":"B","t":2}`},
		evFall:      {event{man: makeMan(black, knight), at: 4, victim: makeMan(white, king)}, `{"at":"e1","e":"kfall","p":"n","t":2,"victim":"K"}`},
		evTrigger:   {event{at: 1, other: 11}, `{"e":"trigger","kind":"w","t":2,"watched":"d2","watcher":"b1"}`},
		evPromote:   {event{at: 60, man: makeMan(white, queen)}, `{"at":"e8","e":"promote","t":2,"to":"Q"}`},
		evThaw:      {event{at: 35}, `{"at":"d5","e":"thaw","t":2}`},
		evFreeze:    {event{at: 28}, `{"at":"e4","e":"freeze","t":2}`},
		evEnd:       {event{score: 1, reason: KingCapture}, `{"e":"end","reason":"king_capture","score":"1-0","t":2}`},
	} {
		c.e.kind, c.e.tick = kind, 2
		if got := string(c.e.appendJSON(nil)); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	guard := event{kind: evTrigger, tick: 1, guard: true, at: 3, other: 4}
	if got := string(guard.appendJSON(nil)); got != `{"e":"trigger","kind":"kw","t":1,"watched":"e1","watcher":"d1"}` {
		t.Error(got)
	}
}

// WC-118: the key is that of the repetition text, whatever the round.
func TestKey(t *testing.T) {
	a := startAt(t, "4k3/8/8/8/8/8/8/4K3 - - 0/3,0/3 1 0", nil)
	b := startAt(t, "4k3/8/8/8/8/8/8/4K3 - - 0/3,0/3 77 2", nil)
	c := startAt(t, "4k3/8/8/8/8/8/8/4K3 - - 0/3,0/2 1 0", nil)
	if a.Key() != b.Key() || a.Key() == c.Key() || len(a.Key()) != 32 {
		t.Errorf("%s %s %s", a.Key(), b.Key(), c.Key())
	}
	// SHA-256 of "4k3/8/8/8/8/8/8/4K3 - - 0/3,0/3", by sha256sum.
	if a.Key() != "ae797d2cd7d42355d877193ac2d52648" {
		t.Error(a.Key())
	}
}

// A round of sealed plans in the middle of which both are known.
func TestSealedPlans(t *testing.T) {
	text := strings.Replace(half, `"sealed":{"b":{"move":"g8c4"}}`, `"sealed":{"b":{"hold":false,"king_watch":null,"move":"g8c4","watches":[]},"w":{"move":null,"watches":[["d3","c4"]]}}`, 1)
	text = strings.Replace(text, `,"running":true`, "", 1)
	p, err := Game{}.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(p.AppendJSON(nil)); !strings.Contains(got, `"sealed":{"b":{"move":"g8c4"},"w":{"watches":[["d3","c4"]]}}`) {
		t.Error(got)
	}
	held := startAt(t, "1r5k/8/8/8/8/8/7r/K5N1 - g1 0/3,0/3 2 0", game.Params{"mode": "king"})
	hold := mustPlan(t, &held.s, game.First, "hold")
	held.sealed[white] = &hold
	back, err := Game{}.Parse(held.AppendJSON(nil))
	if err != nil || !strings.Contains(string(back.AppendJSON(nil)), `"sealed":{"w":{"hold":true}}`) {
		t.Errorf("%v", err)
	}
	emergency := startAt(t, "6rk/8/8/p2B4/Pp6/1P5p/5n1P/7K - - 12/3,12/3 1 0", nil)
	plan := mustPlan(t, &emergency.s, game.First, "w:b3>a4 kw:d5>h1")
	emergency.sealed[white] = &plan
	if got := string(emergency.AppendJSON(nil)); !strings.Contains(got, `"sealed":{"w":{"king_watch":["d5","h1"],"watches":[["b3","a4"]]}}`) {
		t.Error(got)
	}
}

// A state tells the same events as its position.
func TestStateTells(t *testing.T) {
	roam(t, full, samples(200, 5000), 111, func(s *State, r *rng.Stream) {
		var f game.Factors
		plans := [2]game.Plan{pickLively(s, game.First, &f, r), pickLively(s, game.Second, &f, r)}
		p := &position{s: *s}
		next := *s
		got, want := next.ApplyJointTraced(&plans, nil), p.ApplyJoint(&plans)
		if !slices.Equal(got, want) || next.Key() != p.s.Key() {
			t.Fatalf("%s: the state tells %v, the position %v", s.appendWFEN(nil), got, want)
		}
	})
}

// The parameters' defaults are those of a match without any, and each setting reads back what was set.
func TestParams(t *testing.T) {
	list := Game{}.Params()
	if len(list) != len(settingTable)+1 || list[len(list)-1].Name != "start.wfen" {
		t.Fatalf("%d parameters", len(list))
	}
	all := game.Params{}
	for _, p := range list {
		if p.Doc == "" {
			t.Errorf("%s has no doc", p.Name)
		}
		all[p.Name] = p.Default
	}
	if set, err := settingsFrom(all); err != nil || set != defaultSettings {
		t.Errorf("%v %v", set, err)
	}
	for i := range settingTable {
		row := &settingTable[i]
		set := defaultSettings
		value := row.param.Default
		switch v := value.(type) {
		case float64:
			value = row.param.Max
			if v == row.param.Max {
				value = row.param.Min
			}
		case bool:
			value = !v
		case string:
			value = row.param.Values[1]
		}
		row.set(&set, value)
		if row.get(&set) != value || set == defaultSettings {
			t.Errorf("%s: set %v, got %v", row.param.Name, value, row.get(&set))
		}
	}
}

// A single action can't be applied: both sides act at once.
func TestNoSingleAction(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a single action is applied")
		}
	}()
	startAt(t, "", nil).Apply(makeMove(12, 28, noKind))
}
