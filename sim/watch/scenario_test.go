package watch

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	reference "variantlab/internal/reference/watch"
	"variantlab/sim/game"
)

// scenario is a block of testdata/scenarios.txt or rules.txt: field name to text.
type scenario map[string]string

func scenarios(t testing.TB, file string) []scenario {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []scenario
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch name {
		case "", "#":
		case "id":
			list = append(list, scenario{})
			fallthrough
		default:
			list[len(list)-1][name] = strings.TrimSpace(value)
		}
	}
	return list
}

// params reads a scenario's settings.
func (sc scenario) params(t testing.TB) game.Params { return readParams(t, sc["set"]) }

// readParams reads settings like "mode=king end.repetition=2"; - is none.
func readParams(t testing.TB, text string) game.Params {
	p := game.Params{}
	if text == "-" {
		return p
	}
	for _, one := range strings.Fields(text) {
		name, value, ok := strings.Cut(one, "=")
		if !ok {
			t.Fatalf("setting %q", one)
		}
		p[name] = value
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			p[name] = n
		}
	}
	return p
}

// start sets up a position; it may be over at once.
func startAt(t testing.TB, wfen string, params game.Params) *position {
	t.Helper()
	p, err := Game{}.New(game.Options{Position: wfen, Params: params})
	if err != nil {
		t.Fatalf("%s: %v", wfen, err)
	}
	return p.(*position)
}

// mustPlan reads a legal plan.
func mustPlan(t testing.TB, s *State, p game.Player, text string) game.Plan {
	t.Helper()
	plan, err := Game{}.ParsePlan(s, p, text)
	if err != nil {
		t.Fatalf("%s: %v", s.appendWFEN(nil), err)
	}
	return plan
}

// planTexts is the sorted list of a side's plans.
func planTexts(s *State, p game.Player) []string {
	var list []string
	for _, plan := range s.Plans(p, nil) {
		list = append(list, string(Game{}.AppendPlan(nil, s, p, &plan)))
	}
	slices.Sort(list)
	return list
}

// planHash is that of a sorted list of plans [WC-104].
func planHash(texts []string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\n")))
	return hex.EncodeToString(sum[:8])
}

// result is how a match stands, as the scenarios write it.
func (s *State) result() string {
	if s.reason == NotOver {
		return "*"
	}
	return scoreText(s.score) + " " + s.reason.String()
}

// referenceSettings translates settings for the second implementation.
func referenceSettings(set *Settings) reference.Settings {
	return reference.Settings{
		King:       set.Mode == kingMode,
		Limit:      int(set.limit()),
		Stalemate:  stalemateNames[set.Stalemate],
		WatchOnly:  int(set.WatchOnly),
		Repetition: int(set.Repetition),
		RoundLimit: int(set.RoundLimit),
	}
}

func sideOf(t testing.TB, letter string) game.Player {
	i := strings.Index(sideLetters, letter)
	if i < 0 || len(letter) != 1 {
		t.Fatalf("side %q", letter)
	}
	return game.Player(i)
}

func TestScenarios(t *testing.T) {
	list := scenarios(t, "testdata/scenarios.txt")
	if len(list) != 104 {
		t.Fatalf("%d scenarios, want 104", len(list))
	}
	list = append(list, scenarios(t, "testdata/rules.txt")...)
	for _, sc := range list {
		t.Run(strings.ReplaceAll(sc["id"], " ", "/"), func(t *testing.T) {
			p := startAt(t, sc["pos"], sc.params(t))
			if sc["ask"] != "" {
				sc.ask(t, p)
			} else {
				sc.play(t, p)
			}
		})
	}
}

// ask tests a side's status and plan set, of both implementations.
func (sc scenario) ask(t *testing.T, p *position) {
	player := sideOf(t, sc["ask"])
	opening := "*"
	if sc["opening"] != "" {
		opening = sc["opening"]
	}
	if got := p.s.result(); got != opening {
		t.Errorf("opening: %s, want %s", got, opening)
	}
	if got := p.s.status[player].String(); got != sc["status"] {
		t.Errorf("status %s, want %s", got, sc["status"])
	}
	board := reference.Read(sc["pos"])
	set := referenceSettings(&p.s.set)
	if got := board.Status(set, sc["ask"][0]); got != sc["status"] {
		t.Errorf("reference: status %s, want %s", got, sc["status"])
	}
	// A match that is over has no plan set; the scenario asks for the side's alone.
	open := p.s
	open.reason = NotOver
	for name, plans := range map[string][]string{"plans": planTexts(&open, player), "reference": board.Plans(set, sc["ask"][0])} {
		if got := strconv.Itoa(len(plans)); sc["count"] != "" && (got != sc["count"] || planHash(plans) != sc["hash"]) {
			t.Errorf("%s: %s with hash %s, want %s with %s", name, got, planHash(plans), sc["count"], sc["hash"])
		}
		if all := sc["all"]; all != "" && all != strings.Join(plans, ", ") {
			t.Errorf("%s: %s, want %s", name, strings.Join(plans, ", "), all)
		}
	}
	for field, want := range map[string]bool{"legal": true, "not": false} {
		for _, text := range strings.Split(sc[field], ", ") {
			if text == "" {
				continue
			}
			if _, err := (Game{}).ParsePlan(&open, player, text); (err == nil) != want {
				t.Errorf("%s: legal is %t, want %t (%v)", text, err == nil, want, err)
			}
		}
	}
}

// play tests a round, in both implementations.
func (sc scenario) play(t *testing.T, p *position) {
	plans := [2]game.Plan{mustPlan(t, &p.s, game.First, sc["w"]), mustPlan(t, &p.s, game.Second, sc["b"])}
	want := []string{"0 seal w " + sc["w"], "0 seal b " + sc["b"]}
	if sc["trace"] != "" {
		want = append(want, strings.Split(sc["trace"], " | ")...)
	}
	if got := Trace(&p.s, &plans); !slices.Equal(got, want) {
		t.Errorf("trace:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	board := reference.Read(sc["pos"])
	trace, after, result := board.Play(referenceSettings(&p.s.set), sc["w"], sc["b"], map[string]int{})
	if !slices.Equal(trace, want) {
		t.Errorf("reference: trace:\n%s\nwant:\n%s", strings.Join(trace, "\n"), strings.Join(want, "\n"))
	}
	if got := after.WFEN(); got != sc["after"] {
		t.Errorf("reference: after %s, want %s", got, sc["after"])
	}
	if got := strings.TrimSpace(result.Score + " " + result.Reason); got != sc["result"] {
		t.Errorf("reference: result %s, want %s", got, sc["result"])
	}
	p.ApplyJoint(&plans)
	if got := string(p.AppendNotation(nil)); got != sc["after"] {
		t.Errorf("after %s, want %s", got, sc["after"])
	}
	if got := p.s.result(); got != sc["result"] {
		t.Errorf("result %s, want %s", got, sc["result"])
	}
}
