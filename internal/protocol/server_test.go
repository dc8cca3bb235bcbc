package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"variantlab/internal/toys"
)

func newServer() *Server { return NewServer(toys.All()) }

// ask answers one request as a decoded object.
func ask(t *testing.T, s *Server, request string) map[string]any {
	t.Helper()
	answer := s.Answer([]byte(request))
	if bytes.ContainsAny(answer, "\n\r") {
		t.Fatalf("%s: the answer has a line end: %q", request, answer)
	}
	var v map[string]any
	if err := json.Unmarshal(answer, &v); err != nil {
		t.Fatalf("%s: answer %q: %v", request, answer, err)
	}
	return v
}

func state(t *testing.T, answer map[string]any) string {
	t.Helper()
	if answer["ok"] != true {
		t.Fatalf("refused: %v", answer)
	}
	text, err := json.Marshal(answer["state"])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBadRequests(t *testing.T) {
	s := newServer()
	start := state(t, ask(t, s, `{"op":"new","game":"tictactoe"}`))
	for _, c := range []struct{ request, code, path string }{
		{``, "bad-json", ""},
		{`{`, "bad-json", ""},
		{"{\"op\":\"\xff\"}", "bad-json", ""},
		{`[1]`, "bad-request", ""},
		{`null`, "bad-request", ""},
		{`{}`, "bad-request", "op"},
		{`{"op":5}`, "bad-request", "op"},
		{`{"op":"gmes"}`, "bad-request", "op"},
		{`{"op":"games","game":"x"}`, "bad-request", "game"},
		{`{"op":"new"}`, "bad-request", "game"},
		{`{"op":"new","game":"chess"}`, "unknown-game", "game"},
		{`{"op":"new","game":"tictactoe","options":[]}`, "bad-request", "options"},
		{`{"op":"new","game":"tictactoe","options":{"colour":"red"}}`, "bad-request", "options.colour"},
		{`{"op":"new","game":"tictactoe","params":{"x":1}}`, "bad-params", "params.x"},
		{`{"op":"new","game":"tictactoe","params":7}`, "bad-params", "params"},
		{`{"op":"new","game":"tictactoe","position":""}`, "bad-state", "position"},
		{`{"op":"new","game":"tictactoe","position":5}`, "bad-request", "position"},
		{`{"op":"node","game":"tictactoe"}`, "bad-request", "state"},
		{`{"op":"legal","game":"tictactoe","state":` + start + `,"player":"red"}`, "bad-request", "player"},
		{`{"op":"outcomes","game":"tictactoe","state":` + start + `}`, "bad-request", "state"},
		{`{"op":"apply","game":"tictactoe","state":` + start + `}`, "bad-request", "action"},
		{`{"op":"apply","game":"tictactoe","state":` + start + `,"action":"nowhere"}`, "illegal-action", "action"},
		{`{"op":"apply","game":"tictactoe","state":` + start + `,"outcome":"x"}`, "bad-request", "outcome"},
		{`{"op":"apply","game":"tictactoe","state":` + start + `,"action":"a","outcome":"x"}`, "bad-request", "outcome"},
		{`{"op":"perft","game":"tictactoe","state":` + start + `}`, "bad-request", "depth"},
		{`{"op":"perft","game":"tictactoe","state":` + start + `,"depth":-1}`, "bad-request", "depth"},
		{`{"op":"perft","game":"tictactoe","state":` + start + `,"depth":1.5}`, "bad-request", "depth"},
		{`{"op":"perft","game":"tictactoe","state":` + start + `,"depth":65}`, "too-deep", "depth"},
		{`{"op":"perft","game":"tictactoe","state":` + start + `,"depth":1,"divide":"yes"}`, "bad-request", "divide"},
		{`{"op":"playout","game":"tictactoe"}`, "bad-request", "seed"},
		{`{"op":"playout","game":"tictactoe","seed":-1}`, "bad-request", "seed"},
		{`{"op":"playout","game":"tictactoe","seed":"18446744073709551616"}`, "bad-request", "seed"},
		{`{"op":"playout","game":"tictactoe","seed":1,"state":` + start + `,"options":{}}`, "bad-request", "options"},
		{`{"op":"resample","game":"tictactoe","state":` + start + `,"player":"white","seed":1,"n":0}`, "bad-request", "n"},
	} {
		answer := ask(t, s, c.request)
		e, _ := answer["error"].(map[string]any)
		path, _ := e["path"].(string)
		if answer["ok"] != false || e["code"] != c.code || path != c.path || e["message"] == "" {
			t.Errorf("%s\n got %v\nwant code %s, path %q", c.request, answer, c.code, c.path)
		}
	}
}

func TestIDComesBackUnchanged(t *testing.T) {
	s := newServer()
	for _, id := range []string{`1`, `"x"`, `null`, `[1,{"a":1e400}]`, `12345678901234567890123`} {
		for _, rest := range []string{`"op":"games"`, `"op":"wrong"`} {
			answer := string(s.Answer([]byte(`{"id":` + id + `,` + rest + `}`)))
			if !strings.Contains(answer, `"id":`+id) {
				t.Errorf("id %s: %s", id, answer)
			}
		}
	}
}

// A whole game through the protocol: what is legal is accepted, and the end is told.
func TestPlayThroughProtocol(t *testing.T) {
	s := newServer()
	at := state(t, ask(t, s, `{"op":"new","game":"tictactoe"}`))
	for ply := 0; ; ply++ {
		node := ask(t, s, `{"op":"node","game":"tictactoe","state":`+at+`}`)
		legal := ask(t, s, `{"op":"legal","game":"tictactoe","state":`+at+`}`)["actions"].([]any)
		if node["kind"] == "terminal" {
			returns := node["returns"].(map[string]any)
			if len(legal) != 0 || returns["white"].(float64)+returns["black"].(float64) != 0 || node["reason"] == "" {
				t.Errorf("end: %v, legal %v", node, legal)
			}
			over := ask(t, s, `{"op":"apply","game":"tictactoe","state":`+at+`,"action":"a1"}`)
			if over["error"].(map[string]any)["code"] != "terminal" {
				t.Errorf("apply after the end: %v", over)
			}
			return
		}
		if ply > 9 {
			t.Fatal("no end after nine plies")
		}
		answer := ask(t, s, fmt.Sprintf(`{"op":"apply","game":"tictactoe","state":%s,"action":%q}`, at, legal[0]))
		at = state(t, answer)
		if answer["kind"] == nil || answer["events"] == nil {
			t.Errorf("apply: %v", answer)
		}
	}
}

// Divide adds up to perft, and perft to the counts known for tic-tac-toe (9, 72, 504 at depths 1 to 3).
func TestPerft(t *testing.T) {
	s := newServer()
	at := state(t, ask(t, s, `{"op":"new","game":"tictactoe"}`))
	for depth, want := range []float64{1, 9, 72, 504} {
		got := ask(t, s, fmt.Sprintf(`{"op":"perft","game":"tictactoe","state":%s,"depth":%d}`, at, depth))["nodes"]
		if got != want {
			t.Errorf("depth %d: %v, want %v", depth, got, want)
		}
	}
	sum := 0.0
	for _, n := range ask(t, s, `{"op":"perft","game":"tictactoe","state":`+at+`,"depth":3,"divide":true}`)["divide"].(map[string]any) {
		sum += n.(float64)
	}
	if sum != 504 {
		t.Errorf("divide sums to %v, want 504", sum)
	}
}

func TestPlayoutRepeats(t *testing.T) {
	s := newServer()
	for _, g := range toys.All() {
		name := g.Info().Name
		request := func(seed string) string {
			return string(s.Answer([]byte(`{"op":"playout","game":"` + name + `","seed":` + seed + `}`)))
		}
		if a, b := request("7"), request(`"7"`); a != b || !strings.Contains(a, `"returns"`) {
			t.Errorf("%s: %s\nand\n%s", name, a, b)
		}
	}
}

func TestServe(t *testing.T) {
	s := newServer()
	long := `{"op":"games","id":"` + strings.Repeat("x", MaxLine) + `"}`
	in := strings.Join([]string{`{"op":"games","id":1}`, long, ``, `{"op":"games","id":2}` + "\r", `{"op":"games","id":3}`}, "\n")
	var out bytes.Buffer
	if err := s.Serve(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 5 {
		t.Fatalf("%d answers, want 5", len(lines))
	}
	for i, want := range []string{`"id":1`, `"bad-request"`, `"bad-json"`, `"id":2`, `"id":3`} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("answer %d: %.200s, want %s", i, lines[i], want)
		}
	}
}

// FuzzAnswer: no input makes the server fail to answer with one line of JSON that says ok or why not.
func FuzzAnswer(f *testing.F) {
	s := newServer()
	f.Add([]byte(`{"op":"games"}`))
	f.Add([]byte(`{"op":"new","game":"tictactoe","id":[]}`))
	f.Add([]byte(`{"op":"playout","game":"tictactoe","seed":3,"max_plies":4}`))
	f.Add([]byte(`{"op":"legal","game":"tictactoe","state":{},"player":"white"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.ContainsRune(line, '\n') {
			return
		}
		var v struct {
			OK    *bool
			Error *struct{ Code, Message string }
		}
		answer := s.Answer(line)
		if err := json.Unmarshal(answer, &v); err != nil || v.OK == nil || *v.OK != (v.Error == nil) {
			t.Errorf("%q: answer %q, %v", line, answer, err)
		}
	})
}
