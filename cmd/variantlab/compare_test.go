package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"variantlab/analysis"
)

// Two starts of Yuri Deicide Chess in the short notation.
const (
	queenSetup    = "w KGb1 QNd4 PWc3 | b KGi9 QNg7 PWh8"
	openSetup     = "w KGb1 SCc1 BPd1 | b KGi9 SCh9 BPg9"
	matedSetup    = "7k/6Q1/6K1/8/8/8/8/8 - - 0/0,0/0 1 0"
	smallSettings = "rule.limits.max_plies=30"
)

func setupFiles(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// What can't be compared is refused with the file, the fault and what to do, before anything is written.
func TestCompareBadUse(t *testing.T) {
	dir := setupFiles(t, map[string]string{
		"queens.fen": queenSetup, "open.txt": openSetup, "other/queens.fen": openSetup, "same.fen": "# a copy\n\n" + queenSetup + "\n",
		"bad.fen": "nonsense", "empty.fen": "# nothing\n", "two.fen": queenSetup + "\n" + openSetup, ".fen": queenSetup, "over.wfen": matedSetup,
	})
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		name string
		args []string
		want []string
	}{
		{"no file", []string{"yuri", "--setup", in("none.fen")}, []string{"none.fen", "no such file", "standard"}},
		{"no position", []string{"yuri", "--setup", in("bad.fen")}, []string{in("bad.fen"), "fields", "variantlab games yuri"}},
		{"empty", []string{"yuri", "--setup", in("empty.fen")}, []string{in("empty.fen"), "holds no position"}},
		{"two positions", []string{"yuri", "--setup", in("two.fen")}, []string{in("two.fen") + ":2", "a file holds one"}},
		{"no name", []string{"yuri", "--setup", in(".fen")}, []string{"needs a name"}},
		{"folder", []string{"yuri", "--setup", dir}, []string{dir, "must be a file"}},
		{"over", []string{"watch", "--setup", in("over.wfen")}, []string{in("over.wfen"), "over at once", "checkmate"}},
		{"equal names", []string{"yuri", "--setup", in("queens.fen"), "--setup", in("other/queens.fen")}, []string{in("other/queens.fen"), "rename"}},
		{"equal positions", []string{"yuri", "--setup", in("queens.fen"), "--setup", in("same.fen")}, []string{in("same.fen"), "queens and same are the same position"}},
		{"standard twice", []string{"yuri", "--setup", "standard", "--setup", "standard"}, []string{"standard"}},
		{"given as an option too", []string{"yuri", "--setup", in("queens.fen"), "--option", "setup=standard"}, []string{"leave it out"}},
		{"setup given as a rule", []string{"yuri", "--setup", in("queens.fen"), "--set", "rule.setup.fen=" + openSetup}, []string{"rule.setup.fen", "notation"}},
		{"game without setups", []string{"domain", "--setup", in("queens.fen")}, []string{"--matchups"}},
		{"unknown option", []string{"watch", "--compare", "mod=king"}, []string{`did you mean "mode"`}},
		{"unknown value", []string{"watch", "--compare", "mode=king,fulll"}, []string{`no mode "fulll"`, "full, king"}},
		{"no values", []string{"watch", "--compare", "mode"}, []string{"NAME=VALUE,VALUE"}},
		{"value twice", []string{"watch", "--compare", "mode=king,king"}, []string{"king is there twice"}},
		{"option twice", []string{"watch", "--compare", "mode=king", "--compare", "mode=full"}, []string{"compared already"}},
		{"setup by compare", []string{"watch", "--compare", "setup=standard"}, []string{"--setup FILE"}},
		{"fixed and compared", []string{"watch", "--compare", "mode=king,full", "--option", "mode=full"}, []string{"leave it out"}},
		{"too few games", []string{"watch", "--compare", "mode=king,full", "--max-games", "3"}, []string{"each of the 2 cells"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "run")
			code, _, errs := variantlab(t, append([]string{"balance", "--out", out, "--agent", "random"}, c.args...)...)
			if code != exitUsage {
				t.Errorf("status %d, want 2\n%s", code, errs)
			}
			for _, want := range c.want {
				if !strings.Contains(errs, want) {
					t.Errorf("no %q in %s", want, errs)
				}
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("the run folder was made")
			}
		})
	}
}

// compareReport is what the tests below look at in a report.
type compareReport struct {
	Games int
	Cells []struct {
		White, Black string
		Games        int
	}
	Variants []struct {
		Name    string
		Options map[string]string
	}
}

func reportOf(t *testing.T, dir string) (r compareReport) {
	t.Helper()
	if err := json.Unmarshal([]byte(must(t, "report", dir, "--format", "json")), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// Setups are played in turn, whatever their order on the command line; the run folder alone is enough to report and to
// play on; other setups are refused there.
func TestCompareSetups(t *testing.T) {
	dir := setupFiles(t, map[string]string{"queens.fen": "# two queens\n" + queenSetup, "open.fen": openSetup, "else/open.fen": queenSetup + "\n", "third.fen": "w KGb1 WWc1 | b KGi9 WWh9"})
	queens, open := filepath.Join(dir, "queens.fen"), filepath.Join(dir, "open.fen")
	args := func(out string, more ...string) []string {
		return append([]string{"balance", "yuri", "--out", out, "--agent", "random", "--max-games", "12", "--first-pairs", "2", "--more-pairs", "1",
			"--set", smallSettings, "--quiet"}, more...)
	}
	one, two := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")
	must(t, args(one, "--setup", queens, "--setup", open)...)
	must(t, args(two, "--setup", open, "--setup", queens)...)
	hash := contentHash(t, one)
	if other := contentHash(t, two); other != hash {
		t.Errorf("the order of the setups changes the games: %s and %s", hash, other)
	}
	r := reportOf(t, one)
	if len(r.Cells) != 2 || r.Games != 12 || r.Cells[0].White != "open" || r.Cells[0].Black != "open" || r.Cells[1].White != "queens" {
		t.Fatalf("report %+v", r)
	}
	if len(r.Variants) != 2 || r.Variants[0].Options["setup"] != openSetup || r.Variants[1].Options["setup"] != queenSetup {
		t.Errorf("variants %+v", r.Variants)
	}

	for _, other := range []struct{ setups, want []string }{
		{[]string{queens}, []string{"compares open, queens, this command queens"}},
		{[]string{queens, filepath.Join(dir, "third.fen")}, []string{"open, queens", "queens, third"}},
		{nil, []string{"no setups or options"}},
		{[]string{queens, filepath.Join(dir, "else", "open.fen")}, []string{"the same position"}},
		{[]string{filepath.Join(dir, "third.fen"), filepath.Join(dir, "else", "open.fen")}, []string{`another "open"`}},
	} {
		list := args(one)
		for _, s := range other.setups {
			list = append(list, "--setup", s)
		}
		code, _, errs := variantlab(t, list...)
		if code != exitUsage {
			t.Errorf("%v: status %d, want 2\n%s", other.setups, code, errs)
		}
		for _, want := range other.want {
			if !strings.Contains(errs, want) {
				t.Errorf("%v: no %q in %s", other.setups, want, errs)
			}
		}
	}

	// Without the files: again, then further.
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(one, configName)
	must(t, "balance", "yuri", "--config", config, "--quiet")
	if again := contentHash(t, one); again != hash {
		t.Errorf("the same command again gives %s, want %s", again, hash)
	}
	must(t, "balance", "yuri", "--config", config, "--max-games", "16", "--quiet")
	if r := reportOf(t, one); r.Games != 16 {
		t.Errorf("%d games, want 16", r.Games)
	}
	fresh := filepath.Join(t.TempDir(), "fresh")
	must(t, "balance", "yuri", "--config", config, "--out", fresh, "--quiet")
	if other, want := contentHash(t, fresh), contentHash(t, one); other != want {
		t.Errorf("the folder's settings give %s, want %s", other, want)
	}
	want, moved := contentHash(t, fresh), filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(fresh, moved); err != nil {
		t.Fatal(err)
	}
	must(t, "balance", "yuri", "--config", filepath.Join(moved, configName), "--quiet")
	if again := contentHash(t, moved); again != want {
		t.Errorf("the moved folder has the games %s, want %s", again, want)
	}
	if _, err := os.Stat(fresh); err == nil {
		t.Error("the folder came back where it was before")
	}
	// Another command can't go on with a comparison.
	for _, args := range [][]string{{"selfplay", "yuri", "--out", moved, "--agent", "random"}} {
		if code, _, errs := variantlab(t, args...); code != exitUsage || !strings.Contains(errs, "holds a comparison (open, queens), which selfplay can't go on with; use another folder") {
			t.Errorf("%v: status %d\n%s", args, code, errs)
		}
	}
	// The settings alone, outside of a run folder, name none.
	text, err := os.ReadFile(filepath.Join(moved, configName))
	if err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), configName)
	if err := os.WriteFile(alone, text, 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := variantlab(t, "balance", "yuri", "--config", alone, "--setup", "standard"); code != exitUsage || !strings.Contains(errs, "--out is missing") {
		t.Errorf("status %d, want --out to be missing:\n%s", code, errs)
	}
}

// One name for two things is refused in a report, and so are unnamed cells with different options.
func TestReportRefusesMixedCells(t *testing.T) {
	dir := setupFiles(t, map[string]string{"a/x.fen": queenSetup, "b/x.fen": openSetup})
	var runs []string
	for _, name := range []string{"a", "b"} {
		out := filepath.Join(t.TempDir(), name)
		must(t, "balance", "yuri", "--out", out, "--agent", "random", "--setup", filepath.Join(dir, name, "x.fen"), "--max-games", "2", "--set", smallSettings, "--quiet")
		runs = append(runs, out)
	}
	for _, mode := range []string{"king", "full"} {
		out := filepath.Join(t.TempDir(), mode)
		must(t, "selfplay", "watch", "--out", out, "--agent", "random", "--option", "mode="+mode, "--games", "1", "--set", "rule.end.round_limit=3", "--quiet")
		runs = append(runs, out)
	}
	for _, pair := range [][]string{runs[:2], runs[2:]} {
		if code, _, errs := variantlab(t, "report", pair[0], pair[1], "--format", "md"); code != exitUsage || !strings.Contains(errs, "report on them apart") {
			t.Errorf("status %d, want 2\n%s", code, errs)
		}
	}
	if md := must(t, "report", runs[0], "--format", "md"); !strings.Contains(md, "| x | 2 |") {
		t.Errorf("markdown:\n%s", md)
	}
}

// Games without a setup or option are a cell of their own beside those that have one, and not all cells together.
func TestReportBesideStandard(t *testing.T) {
	dir := setupFiles(t, map[string]string{"x.fen": queenSetup})
	named, plain := filepath.Join(t.TempDir(), "named"), filepath.Join(t.TempDir(), "plain")
	args := []string{"--agent", "random", "--max-games", "4", "--set", "rule.limits.max_plies=40", "--quiet"}
	must(t, append([]string{"balance", "yuri", "--out", named, "--setup", filepath.Join(dir, "x.fen")}, args...)...)
	must(t, append([]string{"balance", "yuri", "--out", plain}, args...)...)
	var r analysis.Report
	if err := json.Unmarshal([]byte(must(t, "report", named, plain, "--format", "json")), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Variants) != 2 || len(r.Differences) != 1 || r.Differences[0].A != "" || r.Differences[0].B != "x" {
		t.Errorf("variants %+v, differences %+v", r.Variants, r.Differences)
	}
	var cells []string
	for _, v := range r.PieceValues {
		if v.Cell == nil {
			cells = append(cells, "all")
		} else {
			cells = append(cells, strconv.Quote(*v.Cell))
		}
	}
	if got := strings.Join(cells, " "); got != `all "" "x"` {
		t.Errorf("piece values of %s", got)
	}
	md := must(t, "report", named, plain, "--format", "md")
	if !strings.Contains(md, "standard less x: ") {
		t.Errorf("markdown:\n%s", md)
	}
}

// Modes and setups together: a cell each.
func TestCompareModes(t *testing.T) {
	dir := setupFiles(t, map[string]string{"kings.wfen": "4k2r/8/8/8/8/8/8/4K2R Kk - 0/3,0/3 1 0"})
	out := filepath.Join(t.TempDir(), "run")
	must(t, "balance", "watch", "--out", out, "--agent", "random", "--setup", filepath.Join(dir, "kings.wfen"), "--setup", "standard",
		"--compare", "mode=king,full", "--max-games", "8", "--first-pairs", "1", "--set", "rule.end.round_limit=10", "--quiet")
	r := reportOf(t, out)
	var names []string
	for _, c := range r.Cells {
		names = append(names, c.White)
	}
	if got := strings.Join(names, ", "); got != "kings full, kings king, standard full, standard king" {
		t.Errorf("cells %s", got)
	}
	if r.Variants[3].Options["mode"] != "king" || r.Variants[3].Options["setup"] != "standard" {
		t.Errorf("variants %+v", r.Variants)
	}
}

// A run of several stages, stopped in between or finished, goes on as if nothing had happened.
func TestBalanceStages(t *testing.T) {
	args := func(dir, games string) []string {
		return []string{"balance", "domain", "--out", dir, "--agent", "random", "--matchups", "limitless:shrine,limitless:limitless,shrine:ten",
			"--first-pairs", "3", "--more-pairs", "2", "--max-games", games, "--set", "rule.draw.max_plies=30", "--quiet"}
	}
	whole, broken := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	must(t, args(whole, "60")...)
	hash := contentHash(t, whole)
	must(t, args(whole, "60")...)
	must(t, args(broken, "34")...)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	if code := execute(ctx, args(broken, "60"), strings.NewReader(""), &out, &errs); code != exitInterrupted {
		t.Fatalf("interrupted: status %d\n%s", code, errs.String())
	}
	must(t, args(broken, "60")...)
	for _, dir := range []string{whole, broken} {
		if again := contentHash(t, dir); again != hash {
			t.Errorf("content hash %s, want %s", again, hash)
		}
	}
}
