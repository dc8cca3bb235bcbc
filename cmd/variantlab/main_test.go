package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// variantlab runs a command line in this process.
func variantlab(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = execute(context.Background(), args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

// must runs a command line that has to succeed and returns its standard output.
func must(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := variantlab(t, args...)
	if code != exitDone {
		t.Fatalf("%s: status %d\n%s", strings.Join(args, " "), code, errs)
	}
	return out
}

func TestBadUse(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "c.toml")
	write := func(text string) string {
		t.Helper()
		if err := os.WriteFile(config, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return config
	}
	for _, c := range []struct {
		args []string
		want string // part of the message
	}{
		{[]string{"slefplay"}, "unknown command"},
		{[]string{"games", "chess"}, `variantlab: unknown game "chess" (games: `},
		{[]string{"games", "deicid"}, `did you mean "deicide"`},
		{[]string{"games", "a", "b"}, "variantlab: games: want at most one game, got 2; see variantlab games --help"},
		{[]string{"perft", "yuri", "--deph", "2"}, `variantlab: perft has no flag --deph; did you mean "depth"`},
		{[]string{"perft", "yuri", "--depth", "two"}, "variantlab: perft: --depth two: must be a whole number"},
		{[]string{"perft", "yuri", "--depth", "-1"}, "variantlab: --depth -1: need at least 0; try --depth 3"},
		{[]string{"perft", "yuri", "--depth", "99999999999999999999"}, "variantlab: perft: --depth 99999999999999999999: out of range"},
		{[]string{"perft", "yuri", "--set", "depth=-1"}, "variantlab: --set: depth = -1: need at least 0; try --depth 3"},
		{[]string{"perft", "yuri", "--set", "depth"}, "must be NAME=VALUE"},
		{[]string{"perft", "yuri", "--set", "dpeth=3"}, `did you mean "depth"`},
		{[]string{"perft", "yuri", "--set", "rule.draw.repetitoin=3"}, `--set: yuri has no parameter "rule.draw.repetitoin"; did you mean "rule.draw.repetition"?`},
		{[]string{"perft", "yuri", "--set", "draw.repetition=3"}, `is called "rule.draw.repetition"`},
		{[]string{"perft", "yuri", "--set", "rule.draw.repetition=1e9"}, "--set: rule.draw.repetition = 1e+09"},
		{[]string{"perft", "domain", "--white", "zzzzzzzzzzz"}, "must be one of limitless, shrine, copy, manipulation, ten, train, toji\n"},
		{[]string{"perft", "yuri", "--option", "colour=red"}, "has no option"},
		{[]string{"perft", "yuri", "--log", "xml"}, "must be text or json"},
		{[]string{"perft", "yuri", "--position", "nonsense"}, ""},
		{[]string{"selfplay", "yuri"}, "--out is missing"},
		{[]string{"selfplay", "yuri", "--out", dir, "--agent", "materail:8"}, `did you mean "material"`},
		{[]string{"selfplay", "yuri", "--out", dir, "--agent", "material:0"}, "number of simulations"},
		{[]string{"selfplay", "yuri", "--out", dir, "--games", "0"}, "need at least 1; try --games 100"},
		{[]string{"selfplay", "yuri", "--out", dir, "--workers", "-2"}, "--workers -2: need"},
		{[]string{"selfplay", "yuri", "--out", dir, "--device", "tpu"}, "auto, cpu or cuda"},
		{[]string{"selfplay", "yuri", "--out", dir, "--matchups", "a:b"}, "same set"},
		{[]string{"selfplay", "domain", "--out", dir, "--option", "white=ten"}, "--option white=ten: here --matchups says"},
		{[]string{"match", "domain", "random", "random", "--option", "black=ten"}, "--option black=ten: here --matchups says"},
		{[]string{"match", "yuri", "random"}, "want a game and two agents"},
		{[]string{"match", "yuri", "random", "random", "--sprt", "50,0"}, "ELO0 below ELO1"},
		{[]string{"balance", "yuri", "--out", dir, "--halfwidth", "2"}, "between 0 and 1"},
		{[]string{"report"}, "want at least one folder"},
		{[]string{"report", dir, "--format", "pdf"}, "must be html, md, json, csv or material"},
		{[]string{"data"}, "want show, stats, verify"},
		{[]string{"data", "shwo"}, `did you mean "show"`},
		{[]string{"train", "--game", "yuri", "--net", "huge"}, "use xs, s, m"},
		{[]string{"bench", "--game", "nope"}, `variantlab: unknown game "nope"; known: chess, deicide, domain, watch, yuri`},
		{[]string{"train", "--game", "yuri", "--set", "train.batch=0"}, "train.batch = 0"},
		{[]string{"perft", "yuri", "--config", filepath.Join(dir, "none.toml")}, "no such file"},
		{[]string{"perft", "yuri", "--config", write("depth = 2\ndeph = 3\n")}, `c.toml:2: perft has no setting "deph"; did you mean "depth"?`},
	} {
		code, out, errs := variantlab(t, c.args...)
		if code != exitUsage || !strings.Contains(errs, c.want) || out != "" {
			t.Errorf("%s: status %d, want 2 with %q; standard error:\n%s", strings.Join(c.args, " "), code, c.want, errs)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"depth = \n", "c.toml:1:"},
		{"depth = true\n", "c.toml:1: depth = true: must be a whole number"},
		{"[rule]\n\"draw.repetition\" = \"often\"\n", "c.toml:2: rule.draw.repetition = often"},
		{"\n[rule.draw]\nrepetition = 1\n", "c.toml:3: rule.draw.repetition = 1"},
	} {
		code, _, errs := variantlab(t, "perft", "yuri", "--depth", "1", "--config", write(c.text))
		if c.text == "depth = true\n" || c.text == "depth = \n" {
			code, _, errs = variantlab(t, "perft", "yuri", "--config", config)
		}
		if code != exitUsage || !strings.Contains(errs, c.want) {
			t.Errorf("%q: status %d, want 2 with %q; standard error:\n%s", c.text, code, c.want, errs)
		}
	}
}

// Data that can't be read are a failure, not bad use.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	nowhere := filepath.Join(dir, "nowhere")
	if _, _, errs := variantlab(t, "report", nowhere); !strings.HasSuffix(errs, nowhere+": no data here: no such folder\n") {
		t.Errorf("a folder that isn't there: %s", errs)
	}
	for _, args := range [][]string{
		{"report", dir}, {"report", nowhere}, {"data", "stats", dir}, {"data", "verify", dir}, {"data", "show", dir, "1"},
		{"match", "yuri", "net:" + dir + ":8", "random"},
	} {
		if code, _, errs := variantlab(t, args...); code != exitFailed || errs == "" {
			t.Errorf("%s: status %d, want 1; standard error:\n%s", strings.Join(args, " "), code, errs)
		}
	}
}

// A flag wins over --set, --set over the file, the file over the default.
func TestPrecedence(t *testing.T) {
	config := filepath.Join(t.TempDir(), "c.toml")
	if err := os.WriteFile(config, []byte("depth = 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	count := func(args ...string) string {
		return strings.TrimSpace(must(t, append([]string{"perft", "yuri"}, args...)...))
	}
	if got := count("--config", config); got != "1" {
		t.Errorf("file: %s", got)
	}
	if got := count("--config", config, "--set", "depth=1"); got != "83" {
		t.Errorf("--set over file: %s", got)
	}
	if got := count("--config", config, "--set", "depth=0", "--depth", "1"); got != "83" {
		t.Errorf("flag over --set: %s", got)
	}
}

func contentHash(t *testing.T, dir string) string {
	t.Helper()
	var v struct {
		ContentHash string `json:"content_hash"`
	}
	if err := json.Unmarshal([]byte(must(t, "data", "verify", dir, "--json")), &v); err != nil || v.ContentHash == "" {
		t.Fatalf("verify: %v", err)
	}
	return v.ContentHash
}

// A run that is refused leaves the folder's settings as they were.
func TestRefusedRunLeavesSettings(t *testing.T) {
	dir := t.TempDir()
	run := func(game string, args ...string) []string {
		return append([]string{"selfplay", game, "--out", dir, "--games", "1", "--set", "rule.limits.max_plies=8", "--quiet"}, args...)
	}
	must(t, run("yuri", "--agent", "random")...)
	before, err := readSettings(dir)
	if err != nil || len(before) != 2 {
		t.Fatal(before, err)
	}
	for _, c := range []struct {
		args []string
		want string // part of the message
	}{
		{run("yuri", "--agent", "material:2"), "agent = random (now material:2); give its own"},
		{run("yuri", "--agent", "random", "--opening", "9", "--set", "rule.draw.repetition=4"), "opening = 2 (now 9), rule.draw.repetition = default (now 4);"},
		{run("deicide", "--agent", "random"), `holds games of "yuri"`},
	} {
		args := c.args
		if code, _, errs := variantlab(t, args...); code == exitDone || !strings.Contains(errs, c.want) {
			t.Fatalf("%v: status %d, want it to be refused with %q:\n%s", args, code, c.want, errs)
		}
		after, err := readSettings(dir)
		for path, text := range before {
			if err != nil || !bytes.Equal(text, after[path]) {
				t.Errorf("%v changed %s, %v:\n%s", args, path, err, after[path])
			}
		}
	}
}

// The settings in a run folder do the same again, on another number of workers too.
func TestConfigRepeatsRun(t *testing.T) {
	first, second := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	must(t, "selfplay", "yuri", "--out", first, "--games", "3", "--agent", "material:4", "--seed", "9", "--workers", "1",
		"--set", "rule.limits.max_plies=60", "--quiet")
	must(t, "selfplay", "yuri", "--config", filepath.Join(first, configName), "--out", second, "--workers", "2", "--quiet")
	if a, b := contentHash(t, first), contentHash(t, second); a != b {
		t.Errorf("content hashes %s and %s", a, b)
	}
}

// An interrupted run says how to go on and, given again, ends with the games of an uninterrupted one.
func TestInterruptAndResume(t *testing.T) {
	args := func(dir string) []string {
		return []string{"selfplay", "yuri", "--out", dir, "--games", "24", "--agent", "material:4", "--slots", "2",
			"--set", "rule.limits.max_plies=60", "--quiet"}
	}
	whole, broken := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	must(t, args(whole)...)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	if code := execute(ctx, args(broken), strings.NewReader(""), &out, &errs); code != exitInterrupted || !strings.Contains(errs.String(), "give the same command again") {
		t.Fatalf("interrupted: status %d\n%s", code, errs.String())
	}
	must(t, args(broken)...)
	if a, b := contentHash(t, whole), contentHash(t, broken); a != b {
		t.Errorf("content hashes %s and %s", a, b)
	}
}

// The balance command plays what is asked, reports, and given again plays nothing more.
func TestBalanceAndReport(t *testing.T) {
	dir := t.TempDir()
	args := []string{"balance", "yuri", "--out", dir, "--agent", "random", "--max-games", "12", "--first-pairs", "3", "--more-pairs", "2",
		"--set", "rule.limits.max_plies=40", "--set", "rule.draw.repetition=3", "--quiet", "--json"}
	var report struct {
		Games  int
		Source struct {
			Params map[string]any `json:"rule_parameters"`
		}
	}
	for range 2 {
		if err := json.Unmarshal([]byte(must(t, args...)), &report); err != nil || report.Games != 12 {
			t.Fatalf("report: %v, %d games, want 12", err, report.Games)
		}
	}
	if len(report.Source.Params) != 1 || report.Source.Params["limits.max_plies"] != 40.0 {
		t.Errorf("rule parameters %v, want the one that isn't its default", report.Source.Params)
	}
	for _, f := range reportFiles {
		if _, err := os.Stat(filepath.Join(dir, "reports", "balance", f.name)); err != nil {
			t.Error(err)
		}
	}
	if md := must(t, "report", dir, "--format", "md"); !strings.Contains(md, "12 games") || !strings.Contains(md, "defaults:** limits.max_plies = 40.") {
		t.Errorf("markdown:\n%s", md)
	}
}

func TestDataCommands(t *testing.T) {
	dir, all := t.TempDir(), t.TempDir()
	must(t, "selfplay", "yuri", "--out", dir, "--games", "2", "--agent", "random", "--set", "rule.limits.max_plies=20", "--quiet")
	if list := must(t, "data", "show", dir); strings.Count(list, "\n") != 3 {
		t.Errorf("show:\n%s", list)
	}
	if one := must(t, "data", "show", dir, "1"); !strings.Contains(one, "STEP") {
		t.Errorf("show 1:\n%s", one)
	}
	must(t, "data", "merge", dir, "--out", all)
	if again := must(t, "data", "merge", dir, "--out", all); !strings.Contains(again, "0 games added, 2 there already") {
		t.Errorf("merge again: %s", again)
	}
	if lines := must(t, "data", "export", all); strings.Count(lines, "\n") != 2 {
		t.Errorf("export:\n%s", lines)
	}
	must(t, "data", "export", all, "--format", "parquet", "--out", filepath.Join(all, "parquet"))
	for _, name := range []string{"games", "moves"} {
		if file, err := os.ReadFile(filepath.Join(all, "parquet", name+".parquet")); err != nil || !bytes.HasSuffix(file, []byte("PAR1")) {
			t.Errorf("export parquet: %s: %d bytes, %v", name, len(file), err)
		}
	}
	if code, _, errs := variantlab(t, "data", "export", all, "--format", "xml"); code != exitUsage {
		t.Errorf("export xml: %d, %s", code, errs)
	}
}

// The tables of parameters fit a terminal; what is longer stands below them.
func TestGames(t *testing.T) {
	for _, name := range []string{"domain", "deicide", "yuri", "watch"} {
		text := must(t, "games", name)
		_, table, _ := strings.Cut(text, "Rule parameters")
		table, _, _ = strings.Cut(table, "\n\n")
		for _, line := range strings.Split(table, "\n") {
			if len(line) > 200 {
				t.Errorf("%s: %d bytes wide: %s", name, len(line), line)
			}
		}
		g, err := lookupGame(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range g.Params() {
			if !strings.Contains(text, "  "+p.Name) || !strings.Contains(text, plain(p.Default)) || !strings.Contains(text, p.Doc) {
				t.Errorf("%s: no %s", name, p.Name)
			}
		}
	}
}

// Every command explains itself with an example that uses flags it has.
func TestHelp(t *testing.T) {
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		if !c.Runnable() || len(c.Commands()) > 0 {
			return
		}
		if c.Example == "" {
			t.Errorf("%s has no example", c.CommandPath())
		}
		for _, word := range strings.Fields(c.Example) {
			if name, ok := strings.CutPrefix(word, "--"); ok && c.Flags().Lookup(name) == nil {
				t.Errorf("%s: its example uses --%s, which it doesn't have", c.CommandPath(), name)
			}
		}
	}
	visit(newRoot())
}

// FuzzConfig: no configuration file makes a command panic; what it refuses, it explains.
func FuzzConfig(f *testing.F) {
	f.Add("depth = 1\n")
	f.Add("[rule]\n\"draw.repetition\" = 4\n")
	f.Add("depth = [1, 2]\n")
	f.Add("rule = 5\nset = [\"a=b\"]\n")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(dir, "c.toml")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		code, _, errs := variantlab(t, "perft", "yuri", "--depth", "0", "--config", path)
		if code != exitDone && (code != exitUsage || errs == "") {
			t.Errorf("%q: status %d, %q", text, code, errs)
		}
	})
}

// A replay shows every step, and jumps where the reader wants.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	must(t, "selfplay", "domain", "--out", dir, "--games", "1", "--agent", "random", "--matchups", "limitless:shrine",
		"--set", "rule.draw.max_plies=6", "--quiet")
	all := must(t, "replay", dir, "0", "--all")
	if strings.Count(all, "--- ") != 7 || !strings.Contains(all, "draw:plies") || !strings.Contains(all, "white: ") {
		t.Errorf("replay:\n%s", all)
	}
	var out, errs bytes.Buffer
	if code := execute(context.Background(), []string{"replay", dir, "0"}, strings.NewReader("6\nx\nq\n"), &out, &errs); code != exitDone {
		t.Fatalf("status %d: %s", code, errs.String())
	}
	if text := out.String(); strings.Count(text, "--- ") != 3 || !strings.Contains(text, "--- 6 of 6") || !strings.Contains(text, `no step "x"`) {
		t.Errorf("replay:\n%s", text)
	}
}

// A whole game at the terminal: wishes are served, nonsense is refused, undo takes back, the end is told.
func TestPlay(t *testing.T) {
	play := func(input string, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		args = append([]string{"play", "domain", "--white", "limitless", "--black", "shrine", "--agent", "random"}, args...)
		if code := execute(context.Background(), args, strings.NewReader(input), &out, &errs); code != exitDone {
			t.Fatalf("status %d: %s", code, errs.String())
		}
		return out.String()
	}
	text := play("help\nmoves e2\nmoves zz\nhint\ntechniques\ne2e5\nlog\ne2e4\nundo\ne2e4\nlog\nquit\n")
	for _, want := range []string{"legal actions, those", "e2e3  e2e4", `no legal action begins with "zz"`, "hint: ", "from your turn 4", `"e2e5"`, "the log is empty", "move:e2-e4"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if over := play("e2e4\n", "--as", "black", "--set", "rule.draw.max_plies=1"); !strings.Contains(over, "The game is over: drawn (plies)") {
		t.Errorf("end:\n%s", over)
	}
}
