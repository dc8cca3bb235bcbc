// Package lint holds rules about the code itself, as tests.
package lint

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "variantlab/"

// layer says what the packages under a path may import of this module, and which outside modules are theirs alone.
type layer struct {
	path   string   // a package, or a folder of packages when it ends in /
	may    []string // of ours; a folder when it ends in /
	advice string   // what to do instead
}

// layers is the dependency direction of docs/ARCHITECTURE.md, lowest first. The first row that fits a package counts.
var layers = []layer{
	{"sim/rng", nil, "random streams stand on nothing"},
	{"sim/board", nil, "boards stand on nothing"},
	{"sim/game", []string{"sim/rng"}, "the contract knows only random streams"},
	{"sim/gametest", []string{"sim/game", "sim/rng"}, "the conformance kit works through the contract"},
	{"sim/games", []string{"sim/game", "sim/domain", "sim/deicide", "sim/watch"}, "the list of games only lists"},
	{"sim/domain", gamesMay, gamesAdvice},
	{"sim/deicide", gamesMay, gamesAdvice},
	{"sim/watch", gamesMay, gamesAdvice},
	{"internal/toys/", []string{"internal/toys/", "sim/game", "sim/board", "sim/rng"}, gamesAdvice},
	{"internal/reference/", []string{"internal/reference/", "sim/game"}, "a second implementation shares nothing with the first"},
	{"internal/protocol", []string{"sim/game", "sim/rng"}, "the protocol works through the contract; cmd hands it the games"},
	{"mcts", []string{"sim/game", "sim/rng"}, "a search knows no game and no net: add an extension interface to sim/game or an Evaluator"},
	{"sim", []string{"sim/game", "sim/rng", "mcts"}, "the simulator writes to its Sink and plays what it is handed"},
	{"datasets", []string{"sim", "sim/game", "sim/rng"}, "data files know records, not games or nets"},
	{"model/", []string{"model/", "sim", "sim/game", "sim/rng", "mcts", "datasets"}, "a net sees games through the contract"},
	{"analysis/", []string{"analysis/", "datasets", "sim/rng"}, "an analysis reads data files; what it needs of a game belongs in them"},
	{"internal/", []string{"internal/", "sim/game", "sim/rng", "sim/games"}, "inner tools stay small"},
	{"cmd/", []string{""}, ""},
}

var gamesMay = []string{"sim/game", "sim/board", "sim/rng"}

const gamesAdvice = "a game knows only the contract; shared questions go to sim/game or sim/board"

// owners lists the outside modules and standard packages that only one place may import.
var owners = []struct {
	imported string
	only     []string
	advice   string
}{
	{"github.com/sugarme/gotch", []string{"model/"}, "only model talks to libtorch"},
	{"github.com/apache/arrow", []string{"datasets"}, "only datasets reads and writes Arrow"},
	{"math/rand", nil, "use sim/rng, whose streams are reproducible"},
	{"os", []string{"cmd/", "datasets", "model/", "internal/", "sim/gametest"}, "rules, search and statistics touch no files"},
	{"time", []string{"cmd/", "sim", "datasets", "model/", "internal/"}, "rules, search and statistics know no clock"},
}

func fits(path, pattern string) bool {
	if strings.HasSuffix(pattern, "/") {
		return strings.HasPrefix(path+"/", pattern)
	}
	return pattern == "" || path == pattern
}

func fitsAny(path string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return fits(path, p) })
}

func TestImports(t *testing.T) {
	for _, tags := range []string{"", "torch"} {
		// -e: a package may need libtorch to build, never to be listed.
		cmd := exec.Command("go", "list", "-e", "-tags="+tags, "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...")
		var errs strings.Builder
		cmd.Stderr = &errs
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, errs.String())
		}
		for line := range strings.Lines(string(out)) {
			fields := strings.Fields(line)
			checkImports(t, strings.TrimPrefix(fields[0], module), fields[1:])
		}
	}
}

func checkImports(t *testing.T, path string, imports []string) {
	i := slices.IndexFunc(layers, func(l layer) bool { return fits(path, l.path) })
	if i < 0 {
		t.Errorf("%s: no row in the table of layers; add one and say what it may import", path)
		return
	}
	for _, imported := range imports {
		if ours, ok := strings.CutPrefix(imported, module); ok && !fitsAny(ours, layers[i].may) {
			t.Errorf("%s imports %s: %s", path, ours, layers[i].advice)
		}
		for _, o := range owners {
			if (imported == o.imported || strings.HasPrefix(imported, o.imported+"/") && strings.Contains(o.imported, ".")) && !fitsAny(path, o.only) {
				t.Errorf("%s imports %s: %s", path, imported, o.advice)
			}
		}
	}
}

// A table that lets everything through would prove nothing.
func TestImportTableRejects(t *testing.T) {
	for _, c := range []struct{ path, imported string }{
		{"mcts", "variantlab/sim/domain"},
		{"sim/domain", "variantlab/mcts"},
		{"sim", "variantlab/datasets"},
		{"analysis", "github.com/apache/arrow/go/v15/arrow"},
		{"sim/watch", "time"},
	} {
		probe := &testing.T{}
		checkImports(probe, c.path, []string{c.imported})
		if !probe.Failed() {
			t.Errorf("%s may import %s", c.path, c.imported)
		}
	}
}
