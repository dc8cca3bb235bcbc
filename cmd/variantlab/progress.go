package main

import (
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
	label string
	total int
	start time.Time
	last  time.Time
	bar   *progressbar.ProgressBar // nil without a terminal
	quiet bool
}

// newProgress starts showing a run of total steps.
func newProgress(out io.Writer, quiet bool, label string, total int) *progress {
	p := &progress{out: out, label: label, total: total, start: time.Now(), quiet: quiet}
	p.last = p.start
	if f, ok := out.(*os.File); ok && !quiet && term.IsTerminal(int(f.Fd())) {
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
	if now := time.Now(); now.Sub(p.last) >= plainEvery {
		p.last = now
		left := ""
		if done > 0 && done < p.total {
			spent := now.Sub(p.start)
			left = fmt.Sprintf(", about %s left", (spent * time.Duration(p.total-done) / time.Duration(done)).Round(time.Second))
		}
		fmt.Fprintf(p.out, "%s: %d of %d, %s%s\n", p.label, done, p.total, detail, left)
	}
}

// done removes the bar.
func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
