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
	sealed := strings.Index(text, "Black plans> ")
	if sealed < 0 || strings.Contains(text[:sealed], "w:d1>d2\n") || !strings.Contains(text[:sealed], strings.Repeat("\n", 40)) {
		t.Errorf("Black is asked at %d, White's plan not hidden in\n%s", sealed, text)
	}
}
