package datasets

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// summary is what testdata/read.py reports of a table: rows, sums of numeric columns, and entries of lists.
type summary map[string]json.Number

// summarize computes the same from rows.
func summarize[R any](columns []column[R], rows []R) (sums map[string]float64, exact map[string]uint64) {
	sums, exact = map[string]float64{}, map[string]uint64{}
	exact["rows"] = uint64(len(rows))
	for _, c := range columns {
		for i := range rows {
			list, entries := true, 0
			switch v := c.field(&rows[i]).(type) {
			case *uint8:
				sums[c.name] += float64(*v)
				list = false
			case *uint32:
				sums[c.name] += float64(*v)
				list = false
			case *int32:
				sums[c.name] += float64(*v)
				list = false
			case *float32:
				sums[c.name] += float64(*v)
				list = false
			case *[]uint8:
				entries = addAll(sums, c.name, *v)
			case *[]uint16:
				entries = addAll(sums, c.name, *v)
			case *[]uint32:
				entries = addAll(sums, c.name, *v)
			case *[]float32:
				entries = addAll(sums, c.name, *v)
			case *[]string:
				entries = len(*v)
			default: // sums of 64-bit numbers overflow; texts have none
				list = false
			}
			if list {
				exact[c.name+".entries"] += uint64(entries)
			}
		}
	}
	return sums, exact
}

func addAll[T uint8 | uint16 | uint32 | float32](sums map[string]float64, name string, list []T) int {
	sums[name] += 0
	for _, x := range list {
		sums[name] += float64(x)
	}
	return len(list)
}

// compare checks one reader's report of one table.
func compare[R any](t *testing.T, what string, columns []column[R], rows []R, got summary) {
	t.Helper()
	sums, exact := summarize(columns, rows)
	if len(got) < len(columns)/2 {
		t.Errorf("%s: only %d figures", what, len(got))
	}
	for name, want := range exact {
		if got[name].String() != json.Number(jsonUint(want)).String() {
			t.Errorf("%s: %s is %s, want %d", what, name, got[name], want)
		}
	}
	for name, want := range sums {
		x, err := got[name].Float64()
		if err != nil || math.Abs(x-want) > 1e-6*math.Max(1, math.Abs(want)) {
			t.Errorf("%s: sum of %s is %s, want %v", what, name, got[name], want)
		}
	}
}

func jsonUint(x uint64) string {
	text, err := json.Marshal(x)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func python(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(os.Getenv("VARIANTLAB_PYTHON"), append([]string{"testdata/read.py"}, args...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("read.py %v: %v\n%s", args, err, stderr.String())
	}
	return out
}

// pyarrow, polars and duckdb read what we write: the same numbers of rows and entries, the same sums.
func TestPythonReaders(t *testing.T) {
	if os.Getenv("VARIANTLAB_PYTHON") == "" {
		t.Skip("VARIANTLAB_PYTHON names no Python with the packages of .ci/requirements-data.txt; make test-data installs one and runs this test")
	}
	for _, name := range []string{"dash", "dash random", "connect4"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			cfg := configs()[name]
			play(t, dir, cfg, 2)
			d := open(t, dir)
			var games []gameRow
			var moves []moveRow
			for _, g := range readAll(t, d) {
				row, rows := rowsOf(g)
				games, moves = append(games, row), append(moves, rows...)
			}
			var report struct{ Games, Moves map[string]summary }
			if err := json.Unmarshal(python(t, dir), &report); err != nil {
				t.Fatal(err)
			}
			for _, reader := range []string{"pyarrow", "polars", "polars lazy", "duckdb"} {
				compare(t, reader+" games", gameColumns, games, report.Games[reader])
				compare(t, reader+" moves", moveColumns, moves, report.Moves[reader])
			}
			g, m := filepath.Join(t.TempDir(), "games.parquet"), filepath.Join(t.TempDir(), "moves.parquet")
			exportParquet(t, d, g, m)
			var sums map[string]summary
			if err := json.Unmarshal(python(t, "--parquet", g), &sums); err != nil {
				t.Fatal(err)
			}
			for _, reader := range []string{"pyarrow", "polars", "duckdb"} {
				compare(t, reader+" games.parquet", gameColumns, games, sums[reader])
			}
			if err := json.Unmarshal(python(t, "--parquet", m), &sums); err != nil {
				t.Fatal(err)
			}
			for _, reader := range []string{"pyarrow", "polars", "duckdb"} {
				compare(t, reader+" moves.parquet", moveColumns, moves, sums[reader])
			}
		})
	}
}

func exportParquet(t *testing.T, d *Dataset, games, moves string) {
	t.Helper()
	g, err := os.Create(games)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	m, err := os.Create(moves)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if err := d.ExportParquet(g, m); err != nil {
		t.Fatal(err)
	}
}
