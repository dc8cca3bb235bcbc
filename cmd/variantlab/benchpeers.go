package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"text/tabwriter"
	"time"
)

// peers are commands that measure other software at the work that figures of ours do. Each runs once a round for as
// long a turn a figure as ours get, so that a machine that slows down slows all alike.
type peers struct {
	commands []string // split at spaces; the seconds of a turn are their last argument
	turn     time.Duration
	own      *subject // whose figures they stand beside
	results  []*peerResult
}

// peerResult is a line that a command prints in every round, as JSON.
type peerResult struct {
	Peer   string  `json:"peer"`
	Figure string  `json:"figure"` // of ours, by name
	Note   string  `json:"note"`   // how the peer's work differs, if it does
	Rate   float64 `json:"per_second"`

	best  float64
	turns int
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// comparison is how our best turn stands to a peer's.
type comparison struct {
	Figure string  `json:"figure"`
	Peer   string  `json:"peer"`
	Note   string  `json:"note,omitempty"`
	Own    float64 `json:"own_best_per_second"`
	Best   float64 `json:"peer_best_per_second"`
	Turns  int     `json:"turns"`
	Ratio  float64 `json:"ratio"`
}

// measure runs each command once.
func (p *peers) measure(ctx context.Context) error {
	for _, command := range p.commands {
		words := append(strings.Fields(command), fmt.Sprint(p.turn.Seconds()))
		run := exec.CommandContext(ctx, words[0], words[1:]...)
		var complaint bytes.Buffer
		run.Stderr = &complaint
		out, err := run.Output()
		if err != nil {
			return fmt.Errorf("--beside %s: %w: %s", command, err, strings.TrimSpace(complaint.String()))
		}
		for lines := json.NewDecoder(bytes.NewReader(out)); ; {
			var r peerResult
			err := lines.Decode(&r)
			if err == io.EOF {
				break
			}
			if err != nil {
				return fmt.Errorf("--beside %s: its output isn't lines of JSON: %w", command, err)
			}
			if p.own.figure(r.Figure) == nil || r.Peer == "" || r.Rate <= 0 {
				return fmt.Errorf("--beside %s: %+v: needs a peer, a rate above 0 and a figure of ours (%s)", command, r, p.own.names())
			}
			p.note(r)
		}
	}
	return nil
}

// note enters the result of a turn.
func (p *peers) note(r peerResult) {
	for _, known := range p.results {
		if known.Peer == r.Peer && known.Figure == r.Figure && known.Note == r.Note {
			known.best = max(known.best, r.Rate)
			known.turns++
			return
		}
	}
	r.best, r.turns = r.Rate, 1
	p.results = append(p.results, &r)
}

// compare sets our best turns beside the peers', figure by figure.
func (p *peers) compare() []comparison {
	list := []comparison{}
	for _, own := range p.own.Figures {
		for _, r := range p.results {
			if r.Figure == own.Name {
				list = append(list, comparison{own.Name, r.Peer, r.Note, own.Best, r.best, r.turns, own.Best / r.best})
			}
		}
	}
	return list
}

func writeComparisons(out io.Writer, list []comparison) error {
	if len(list) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "figure\tours/s\tpeer's/s\tratio\tpeer\t")
	for _, c := range list {
		peer := c.Peer
		if c.Note != "" {
			peer += ", " + c.Note
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%.2f\t%s\t\n", c.Figure, thousands(c.Own), thousands(c.Best), c.Ratio, peer)
	}
	return w.Flush()
}

// names lists the figures of a subject.
func (s *subject) names() string {
	var names []string
	for _, f := range s.Figures {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
