package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"variantlab/sim/domain"
	"variantlab/sim/game"
)

// benchReport is what bench --json writes.
type benchReport struct {
	Rounds      int
	TurnSeconds float64 `json:"turn_seconds"`
	Calibration figure
	Games       []benchTable
	Beside      []comparison
}

func benchJSON(t *testing.T, args ...string) (r benchReport) {
	t.Helper()
	args = append([]string{"bench", "--rounds", "2", "--turn", "1ms", "--sims", "8", "--quiet", "--json"}, args...)
	if err := json.Unmarshal([]byte(must(t, args...)), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBenchFigures(t *testing.T) {
	common := "lists, actions listed, apply, copy, "
	for _, c := range []struct {
		args     []string
		game     string
		matchups string
		figures  string
	}{
		{[]string{"--game", "chess"}, "chess", "", common + "plies, games, perft start, perft kiwipete"},
		{[]string{"--game", "domain", "--matchups", "limitless:shrine,toji:ten"}, "domain", "limitless:shrine toji:ten",
			common + "steps, games, observe, resample, perft, search"},
		{[]string{"--game", "yuri"}, "yuri", "", common + "plies, games, observe, perft, search"},
		{[]string{"--game", "watch"}, "watch", "", "apply, copy, rounds, games, observe"},
	} {
		t.Run(c.game, func(t *testing.T) {
			r := benchJSON(t, c.args...)
			if r.Rounds != 2 || r.TurnSeconds != 0.001 || r.Calibration.Best <= 0 || r.Games[0].Game != "chess" {
				t.Errorf("%+v", r)
			}
			table := r.Games[len(r.Games)-1]
			var matchups []string
			for _, s := range table.Subjects {
				if s.Matchup != "" {
					matchups = append(matchups, s.Matchup)
				}
				if s.names() != c.figures || s.StateBytes < 1000 {
					t.Errorf("%s: a state of %d bytes, figures %s", s.Matchup, s.StateBytes, s.names())
				}
				for _, f := range s.Figures {
					if f.Worst <= 0 || f.Worst > f.Median || f.Median > f.Best || f.Calibrated <= 0 || f.Unit == "" {
						t.Errorf("%s: %+v", s.Matchup, f)
					}
				}
				if listed := s.figure(listedFigure); listed != nil && c.game != chessGame {
					if want := r.Games[0].Subjects[0].figure(listedFigure).Best / listed.Best; s.OverChess != want {
						t.Errorf("%s: a listed action costs %v times one of chess, want %v", s.Matchup, s.OverChess, want)
					}
				}
			}
			if table.Game != c.game || strings.Join(matchups, " ") != c.matchups {
				t.Errorf("%s %v", table.Game, matchups)
			}
		})
	}
}

func TestBenchTables(t *testing.T) {
	text := must(t, "bench", "--rounds", "1", "--turn", "1ms", "--sims", "8", "--quiet")
	for _, want := range []string{
		"chess: a state has 2,264 bytes\n", "perft kiwipete/s", "domain: a state has ", "over chess", "resample ns",
		"deicide: ", "yuri: ", "watch: ", "rounds/s",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, set := range (domain.Game{}).Info().Sets {
		if !strings.Contains(text, set+":"+set) {
			t.Errorf("%s isn't measured in\n%s", set, text)
		}
	}
	if all, err := benchCells("all", domain.Game{}, false); len(all) != 49 || err != nil {
		t.Errorf("%d matchups, %v", len(all), err)
	}
}

// What is measured as chess is chess: nobody ever casts anything.
func TestBenchChess(t *testing.T) {
	p, err := domain.Game{}.New(game.Options{Params: chessRules})
	if err != nil {
		t.Fatal(err)
	}
	longest := 0
	for _, steps := range record(p.State()).games {
		s := p.State().Clone()
		for i := range steps {
			for _, a := range s.Actions(s.Turn(), nil) {
				if text := string(domain.Game{}.AppendAction(nil, s, s.Turn(), a)); (domain.Game{}).Class(text) != "" {
					t.Fatalf("%s is legal", text)
				}
			}
			steps[i].apply(s)
		}
		if s.Turn() != game.Terminal {
			t.Errorf("a recorded game stops before its end")
		}
		longest = max(longest, len(steps))
	}
	if longest < 100 || longest > 512 {
		t.Errorf("the longest game has %d plies", longest)
	}
}

func TestBenchPerftIsChecked(t *testing.T) {
	for i := range chessPerfts {
		chessPerfts[i].paths++
		code, _, errs := variantlab(t, "bench", "--game", "chess", "--rounds", "1", "--turn", "1ms")
		if chessPerfts[i].paths--; code != exitFailed || !strings.Contains(errs, fmt.Sprintf("gives %d, want", chessPerfts[i].paths)) {
			t.Errorf("status %d: %s", code, errs)
		}
	}
}

func TestBenchBeside(t *testing.T) {
	dir := t.TempDir()
	script := func(lines string) string {
		t.Helper()
		path := filepath.Join(dir, "peer")
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+lines), 0o777); err != nil {
			t.Fatal(err)
		}
		return path
	}
	// A peer whose rate is 1 in the first turn and 2 in the second.
	peer := script(fmt.Sprintf(`cd %s
n=1; test -e ran && n=2; touch ran
echo "{\"peer\":\"other\",\"figure\":\"perft start\",\"note\":\"turn of $1\",\"per_second\":$n}"
echo "{\"peer\":\"other\",\"figure\":\"plies\",\"per_second\":4e9}"
`, dir))
	r := benchJSON(t, "--game", "chess", "--beside", peer)
	if len(r.Beside) != 2 {
		t.Fatalf("%+v", r.Beside)
	}
	chess := r.Games[0].Subjects[0]
	for i, want := range []comparison{
		{Figure: "plies", Peer: "other", Own: chess.figure("plies").Best, Best: 4e9, Turns: 2},
		{Figure: "perft start", Peer: "other", Note: "turn of 0.001", Own: chess.figure("perft start").Best, Best: 2, Turns: 2},
	} {
		if want.Ratio = want.Own / want.Best; r.Beside[i] != want {
			t.Errorf("%+v, want %+v", r.Beside[i], want)
		}
	}
	text := must(t, "bench", "--game", "chess", "--rounds", "1", "--turn", "1ms", "--quiet", "--beside", peer)
	if !strings.Contains(text, "other, turn of 0.001") || !strings.Contains(text, "4,000,000,000") {
		t.Errorf("no comparison in\n%s", text)
	}
	for _, c := range []struct{ lines, want string }{
		{"echo no cargo >&2; exit 3", "exit status 3: no cargo"},
		{"echo hello", "isn't lines of JSON"},
		{`echo '{"peer":"other","figure":"perft","per_second":1}'`, "a figure of ours (lists, "},
		{`echo '{"peer":"other","figure":"plies","per_second":0}'`, "a rate above 0"},
	} {
		code, _, errs := variantlab(t, "bench", "--game", "chess", "--rounds", "1", "--turn", "1ms", "--beside", script(c.lines))
		if code != exitFailed || !strings.Contains(errs, c.want) {
			t.Errorf("%s: status %d, %s", c.lines, code, errs)
		}
	}
}

func TestBenchBadUse(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--rounds", "0"}, "need at least 1"},
		{[]string{"--turn", "1us"}, "need at least 1ms"},
		{[]string{"--sims", "0"}, "need at least 1"},
		{[]string{"--game", "domian"}, `did you mean "domain"`},
		{[]string{"--game", "domain", "--matchups", "toji"}, "must be WHITE:BLACK"},
		{[]string{"--game", "yuri", "--matchups", "toji:toji"}, "same set"},
		{[]string{"--beside", " "}, "needs a command"},
	} {
		code, out, errs := variantlab(t, append([]string{"bench"}, c.args...)...)
		if code != exitUsage || !strings.Contains(errs, c.want) || out != "" {
			t.Errorf("%v: status %d, %q, want %q", c.args, code, errs, c.want)
		}
	}
}
