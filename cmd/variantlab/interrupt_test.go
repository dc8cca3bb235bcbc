package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
)

// trigger calls do as soon as what was written holds text.
type trigger struct {
	bytes.Buffer
	text string
	do   func()
}

func (w *trigger) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)
	if strings.Contains(w.String(), w.text) {
		w.do()
	}
	return n, err
}

// An interrupt ends a command that waits for a person who types nothing; play says how to come back.
func TestInterruptAtPrompt(t *testing.T) {
	dir := t.TempDir()
	must(t, "selfplay", "watch", "--out", dir, "--games", "1", "--agent", "random", "--set", "rule.end.round_limit=3", "--quiet")
	for _, c := range []struct {
		args   []string
		prompt string
		want   string
	}{
		{[]string{"play", "watch", "--agent", "random"}, "White plans> ", "To go on later: variantlab play watch --position "},
		{[]string{"play", "domain", "--agent", "random"}, "White> ", "no line to come back"},
		{[]string{"replay", dir, "0"}, "or q> ", "--- 0 of "},
	} {
		silence, person := io.Pipe()
		ctx, interrupt := context.WithCancel(context.Background())
		out := &trigger{text: c.prompt, do: interrupt}
		var errs bytes.Buffer
		if code := execute(ctx, c.args, silence, out, &errs); code != exitDone || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: status %d, no %q in\n%s%s", strings.Join(c.args, " "), code, c.want, out.String(), errs.String())
		}
		interrupt()
		person.Close()
	}
}

// An interrupt ends work that keeps nothing, with the status of an interrupt.
func TestInterruptedWork(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	for _, args := range [][]string{{"perft", "yuri", "--depth", "2"}, {"rules"}} {
		var out, errs bytes.Buffer
		if code := execute(ctx, args, strings.NewReader("{}\n"), &out, &errs); code != exitInterrupted || out.Len() > 0 || errs.String() != "variantlab: interrupted\n" {
			t.Errorf("%s: status %d\n%s%s", args[0], code, out.String(), errs.String())
		}
	}
	waiting, stop := context.WithCancel(context.Background())
	if err := until(waiting, func() error { stop(); select {} }); err == nil || err.Error() != "interrupted" {
		t.Errorf("work that waits: %v", err)
	}
}
