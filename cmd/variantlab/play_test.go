package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/games"
)

// A game that hides nothing is drawn from the side of whoever is asked, its log is what happened since the start and
// shrinks with undo, and the line printed at the end leads back to the same drawing.
func TestPlayDeicide(t *testing.T) {
	play := func(input string, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := execute(context.Background(), append([]string{"play"}, args...), strings.NewReader(input), &out, &errs); code != exitDone {
			t.Fatalf("status %d: %s", code, errs.String())
		}
		return out.String()
	}
	text := play("log\nd4-time:d9\nlog\no16o15\nundo\nlog\nquit\n", "deicide", "--as", "both", "--position", "w KGb1 TMd4 | b KGo16 PRh3")
	launched := "White>   launch TM d4 d9\n\n 1 .  .  .  .  .  .  .  .  .  .  .  .  .  .  KG ."
	for _, want := range []string{"White> the log is empty", launched, "Black>   launch TM d4 d9\nBlack> ", "in flight: TM, lands on d9 (@) at the end of turn 7", "\n16 .  .  .  .  .  .  .  .  .  .  .  .  .  .  kg ."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if n := strings.Count(text, "Black>   launch TM d4 d9\nBlack> "); n != 2 {
		t.Errorf("the log shows the launch alone %d times, not before and after undo:\n%s", n, text)
	}
	_, line, _ := strings.Cut(text, "To go on later: variantlab play ")
	before, rest, _ := strings.Cut(line, "--position '")
	position, after, ok := strings.Cut(rest, "'")
	if !ok {
		t.Fatalf("no way back in %q", line)
	}
	board := func(text string) string {
		start := strings.LastIndex(text, "\n 1 .")
		end := strings.Index(text[start:], "Black>")
		return text[start : start+end]
	}
	args := append(strings.Fields(before), "--position", position)
	if back := play("quit\n", append(args, strings.Fields(after)...)...); board(back) != board(text) {
		t.Errorf("led back to\n%s\nnot\n%s", board(back), board(text))
	}
}

// The log of a game in rounds holds what rounds did; nobody's seat matters.
func TestPlayWatchLog(t *testing.T) {
	var out, errs bytes.Buffer
	if code := execute(context.Background(), []string{"play", "watch", "--agent", "random"}, strings.NewReader("e2e4\nlog\nquit\n"), &out, &errs); code != exitDone {
		t.Fatalf("status %d: %s", code, errs.String())
	}
	if _, log, ok := strings.Cut(out.String(), "plans> "); !ok || strings.Count(log, "P e2-e3") != 2 {
		t.Errorf("the round is not told once and logged once:\n%s", out.String())
	}
}

// Replays are drawn from the side that was asked for, also where both sides observe the same.
func TestReplayedBoardHasASide(t *testing.T) {
	for _, name := range []string{"deicide", "yuri", "watch", "domain"} {
		g, err := games.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.New(game.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if turn := p.State().Turn(); turn == game.Chance { // who is disguised is drawn first
			p.Apply(p.State().(game.Stochastic).Outcomes(nil)[0].Action)
		}
		if text := drawPosition(g, p, game.First); strings.HasPrefix(strings.TrimSpace(text), "1 ") {
			t.Errorf("%s: White's first rank is above:\n%s", name, text)
		}
		if text := drawPosition(g, p, game.Second); !strings.HasPrefix(strings.TrimSpace(text), "1 ") {
			t.Errorf("%s: Black's first rank is not below:\n%s", name, text)
		}
	}
}
