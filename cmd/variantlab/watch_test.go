package main

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// Watch chess from self-play by search to the report: its games verify, their rounds are told in words, and what its
// Watches did is counted.
func TestWatchRun(t *testing.T) {
	dir := t.TempDir()
	must(t, "selfplay", "watch", "--option", "mode=full", "--out", dir, "--games", "3", "--agent", "material:16", "--opening", "0",
		"--set", "rule.end.round_limit=30", "--quiet")
	if text := must(t, "data", "verify", dir); !strings.Contains(text, "3 games replayed") || !strings.Contains(text, "all is well") {
		t.Errorf("verify:\n%s", text)
	}
	if text := must(t, "replay", dir, "0", "--all"); !strings.Contains(text, " 0  White sealed ") || !strings.Contains(text, "round 2, full mode") ||
		!strings.Contains(text, "over: ") {
		t.Errorf("replay:\n%s", text)
	}
	must(t, "report", dir, "--out", filepath.Join(dir, "report"))
	var report struct {
		Use []struct {
			Technique string
			Casts     int
		} `json:"technique_use"`
	}
	if err := json.Unmarshal([]byte(must(t, "report", dir, "--format", "json")), &report); err != nil {
		t.Fatal(err)
	}
	sealed := strings.Count(must(t, "data", "export", dir), "w:")
	for _, u := range report.Use {
		if strings.HasSuffix(u.Technique, "watch sealed") {
			sealed -= u.Casts
		}
	}
	if len(report.Use) == 0 || sealed != 0 {
		t.Errorf("%+v, %d Watches in the plans are missing", report.Use, sealed)
	}
}

// Two people at one keyboard seal their plans one after the other; neither sees the other's before the round.
func TestPlayWatch(t *testing.T) {
	var out, errs bytes.Buffer
	args := []string{"play", "watch", "--as", "both", "--option", "mode=full", "--agent", "material:8"}
	input := "moves e2\ne2e5\nhint\ne2e4 w:d1>d2\ne7e5\nd2d4\nundo\nquit\n"
	if code := execute(context.Background(), args, strings.NewReader(input), &out, &errs); code != exitDone {
		t.Fatalf("status %d: %s", code, errs.String())
	}
	text := out.String()
	for _, want := range []string{"e2e3  e2e3 kw:d1>e1", "is not legal for white", "hint: ", "White: e2e4 w:d1>d2\nBlack: e7e5", "P e2-e3", "White: 11 Watches"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "plans.white") {
		t.Errorf("a person is shown a path of the protocol:\n%s", text)
	}
	sealed := strings.Index(text, "Black plans> ")
	if sealed < 0 || strings.Contains(text[:sealed], "w:d1>d2\n") || !strings.Contains(text[:sealed], strings.Repeat("\n", 40)) {
		t.Errorf("Black is asked at %d, White's plan not hidden in\n%s", sealed, text)
	}
}

// The command that play prints when it is left goes on from the position: with the mode, the rule parameters and the
// players of the game that was left, and without what only chose its start.
func TestPlayWatchComesBack(t *testing.T) {
	for _, c := range []struct {
		args        []string
		wants, lost []string
	}{
		{[]string{"--option", "mode=king"}, []string{"--option mode=king"}, []string{"--as", "--agent"}},
		{[]string{"--option", "mode=king", "--option", "setup=4k3/8/8/8/8/8/4P3/4K3 - - 0/1,0/1 1 0", "--set", "rule.end.stalemate=hold",
			"--set", "rule.watch.king_budget=1", "--agent", "material:8", "--as", "black"},
			[]string{"--option mode=king", "--set rule.end.stalemate=hold", "--set rule.watch.king_budget=1", "--agent material:8", "--as black"}, []string{"setup"}},
		{[]string{"--set", "rule.mode=king", "--set", "rule.start.wfen=4k3/8/8/8/8/8/4P3/4K3 - - 0/1,0/1 1 0", "--as", "both"},
			[]string{"--set rule.mode=king", "--as both"}, []string{"start.wfen"}},
		{[]string{"--position", "4k3/8/8/8/8/8/4P3/4K3 - - 2/1,2/1 1 0"}, nil, []string{"--option"}},
	} {
		command := left(t, append([]string{"play", "watch"}, c.args...))
		for _, want := range c.wants {
			if !strings.Contains(command, want) {
				t.Errorf("%v: no %q in %s", c.args, want, command)
			}
		}
		for _, lost := range c.lost {
			if strings.Contains(command, lost) {
				t.Errorf("%v: %q in %s", c.args, lost, command)
			}
		}
		if again := left(t, words(command)[1:]); again != command {
			t.Errorf("%s\nleads to\n%s", command, again)
		}
	}
}

// left starts a command that plays, quits at once, and returns the line that it prints to come back by.
func left(t *testing.T, args []string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := execute(context.Background(), args, strings.NewReader("quit\n"), &out, &errs); code != exitDone {
		t.Fatalf("%q: status %d: %s", args, code, errs.String())
	}
	_, command, ok := strings.Cut(out.String(), "To go on later: ")
	if !ok {
		t.Fatalf("%q: no way back in\n%s", args, out.String())
	}
	return strings.TrimSpace(command)
}

// words splits a command line whose quotes are single ones around whole words.
func words(line string) (list []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			list = append(list, part)
		} else {
			list = append(list, strings.Fields(part)...)
		}
	}
	return list
}
