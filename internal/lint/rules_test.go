package lint

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ledgers names, for each game, the letters of its rule ids, its rules page and where its code and tests are.
var ledgers = []struct {
	name, page string
	id         *regexp.Regexp
	code       []string
}{
	{"domain", "docs/rules/domain.md", regexp.MustCompile(`CD-\d{3}`), []string{"sim/domain", "internal/reference/domain", "internal/reference/scenario"}},
	{"deicide", "docs/rules/deicide.md", regexp.MustCompile(`DC-\d{3}`), []string{"sim/deicide", "internal/reference/deicide"}},
	{"watch", "docs/rules/watch.md", regexp.MustCompile(`WC-\d{3}`), []string{"sim/watch", "internal/reference/watch"}},
}

// Rules explained in docs/rules are those that the code may cite, and each of them is named by a test or by the test
// data of one. The log says how many.
func TestRuleIDs(t *testing.T) {
	for _, l := range ledgers {
		t.Run(l.name, func(t *testing.T) {
			page, err := os.ReadFile(filepath.Join("../..", l.page))
			if err != nil {
				t.Fatal(err)
			}
			documented := ids(l.id, string(page))
			cited, tested := map[string]string{}, map[string]bool{}
			for _, dir := range l.code {
				walk(t, filepath.Join("../..", dir), func(path, text string) {
					isTest := strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/testdata/")
					for id := range ids(l.id, text) {
						cited[id] = path
						if isTest {
							tested[id] = true
						}
					}
				})
			}
			for _, id := range slices.Sorted(maps.Keys(cited)) {
				if !documented[id] {
					t.Errorf("%s: %s is not in %s; write the rule there", cited[id], id, l.page)
				}
			}
			var without []string
			for _, id := range slices.Sorted(maps.Keys(documented)) {
				if !tested[id] {
					without = append(without, id)
				}
			}
			fmt.Printf("rules: %s: %d of %d named by a test", l.name, len(documented)-len(without), len(documented))
			if len(without) > 0 {
				fmt.Printf("; not named: %s", strings.Join(without, " "))
				t.Errorf("%d rules have no test: %s", len(without), strings.Join(without, " "))
			}
			fmt.Println()
		})
	}
}

func ids(pattern *regexp.Regexp, text string) map[string]bool {
	found := map[string]bool{}
	for _, id := range pattern.FindAllString(text, -1) {
		found[id] = true
	}
	return found
}

// walk calls f for every file of source or test data below dir.
func walk(t *testing.T, dir string, f func(path, text string)) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch filepath.Ext(path) {
		case ".go", ".txt", ".json", ".jsonl":
			text, err := os.ReadFile(path)
			if err == nil {
				f(filepath.ToSlash(path), string(text))
			}
			return err
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
