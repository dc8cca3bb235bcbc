package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// plainEvery is how often progress is told where there is no terminal to draw a bar on.
const plainEvery = 10 * time.Second

// progress shows how far a run is: a bar on a terminal, a line every plainEvery elsewhere, nothing when quiet. It
// writes to standard error only.
type progress struct {
	out   io.Writer
	json  bool // lines are JSON objects
	label string
	total int
	start time.Time
	last  time.Time
	bar   *progressbar.ProgressBar // nil without a terminal
	quiet bool
}

// quiet reports whether nobody wants to see progress.
func (s *settings) quiet() bool { return flagSet(s.cmd.Flags(), "quiet") }

// progress starts showing a run of total steps, as the flags quiet and log say.
func (s *settings) progress(label string, total int) *progress {
	f := s.cmd.Flags()
	out := s.cmd.ErrOrStderr()
	form, _ := f.GetString("log")
	p := &progress{out: out, json: form == "json", label: label, total: total, start: time.Now(), quiet: s.quiet()}
	p.last = p.start
	if f, ok := out.(*os.File); ok && !p.quiet && !p.json && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(label), progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
	return p
}

// at tells that done steps are done; detail is shown beside them, such as rates.
func (p *progress) at(done int, detail string) {
	if p.quiet {
		return
	}
	if p.bar != nil {
		p.bar.Describe(p.label + " " + detail)
		_ = p.bar.Set(done) // a bar that can't be drawn is no reason to stop
		return
	}
	now := time.Now()
	if now.Sub(p.last) < plainEvery {
		return
	}
	p.last = now
	if p.json {
		line, err := json.Marshal(map[string]any{
			"what": p.label, "done": done, "total": p.total, "detail": detail, "seconds": now.Sub(p.start).Seconds(),
		})
		if err == nil {
			fmt.Fprintf(p.out, "%s\n", line)
		}
		return
	}
	left := ""
	if done > 0 && done < p.total {
		spent := now.Sub(p.start)
		left = fmt.Sprintf(", about %s left", (spent * time.Duration(p.total-done) / time.Duration(done)).Round(time.Second))
	}
	fmt.Fprintf(p.out, "%s: %d of %d, %s%s\n", p.label, done, p.total, detail, left)
}

// done removes the bar.
func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
