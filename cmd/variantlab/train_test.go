//go:build torch

package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// A training that has nothing left to do leaves the folder's settings alone and says so when others were asked for.
func TestFinishedTrainingKeepsSettings(t *testing.T) {
	data, run := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "run")
	must(t, "selfplay", "yuri", "--out", data, "--games", "2", "--agent", "material:2", "--set", "rule.limits.max_plies=8", "--set", "cap.full=1", "--quiet")
	args := func(more ...string) []string {
		return append([]string{"train", "--run", run, "--data", data, "--net", "xs", "--iterations", "1", "--quiet", "--set", "train.batch=2"}, more...)
	}
	must(t, args("--set", "train.steps=1")...)
	before, err := readSettings(run)
	if err != nil || len(before) != 2 {
		t.Fatal(before, err)
	}
	for _, c := range []struct {
		more []string
		code int
		want string
	}{
		{[]string{"--set", "train.steps=1"}, exitDone, ""},
		{[]string{"--set", "train.steps=2"}, exitUsage, "nothing was trained, and the folder keeps its own: train.steps = 1 (now 2)"},
		{[]string{"--set", "train.steps=1", "--seed", "8"}, exitFailed, "its seed is 1, not 8"},
		{[]string{"--set", "train.steps=1", "--workers", "1"}, exitDone, ""},
	} {
		code, _, errs := variantlab(t, args(c.more...)...)
		if code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: status %d, want %d with %q:\n%s", c.more, code, c.code, c.want, errs)
		}
		after, err := readSettings(run)
		for path, text := range before {
			if err != nil || !bytes.Equal(text, after[path]) {
				t.Errorf("%v changed %s, %v:\n%s", c.more, path, err, after[path])
			}
		}
	}
	// Rounds that are left are trained by the new settings, which are kept.
	must(t, args("--set", "train.steps=2", "--iterations", "2")...)
	if after, err := readSettings(run); err != nil || !strings.Contains(string(after[filepath.Join(run, configName)]), `"train.steps" = 2`) {
		t.Errorf("%v %s", err, after)
	}
}
