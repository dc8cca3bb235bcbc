package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"variantlab/analysis"
	"variantlab/datasets"
	"variantlab/sim/game"
	"variantlab/sim/games"
)

// recount plays the games of a run again through the texts of their actions and counts everything a second time, from the
// notation of the positions.
type recount struct {
	record *datasets.Game
	rows   []string // of material.csv
	sealed map[string][][2]int
}

// notationCounts are White's pieces less Black's by the codes or letters in a notation's placement, and what else counts.
func notationCounts(name, notation string) map[string]int {
	fields := strings.Fields(notation)
	counts := map[string]int{}
	add := func(code string) {
		sign := 1
		if unicode.IsLower(rune(code[0])) {
			sign = -1
		}
		counts[strings.ToLower(code)] += sign
	}
	if name == "watch" {
		for _, c := range fields[0] {
			if unicode.IsLetter(c) {
				add(string(c))
			}
		}
		var w, wk, b, bk int
		fmt.Sscanf(fields[3], "%d/%d,%d/%d", &w, &wk, &b, &bk)
		counts["ordinary"], counts["king's"] = w-b, wk-bk
		return counts
	}
	for _, token := range strings.FieldsFunc(fields[0], func(r rune) bool { return r == '/' || r == ',' }) {
		if unicode.IsLetter(rune(token[0])) {
			add(token[:2])
		}
	}
	for _, token := range strings.Split(fields[5], ",") {
		if code, _, ok := strings.Cut(token, "@"); ok {
			add(code)
		}
	}
	return counts
}

// columnsOf are the codes behind the types of material.csv.
var columnsOf = map[string][]string{
	"watch": {"p", "n", "b", "r", "q", "ordinary", "king's"},
	"yuri":  {"pw", "dp", "qn", "bp", "kn", "ab", "ar", "tm", "wz", "ww", "ct", "fl", "sm", "sc", "pr", "bm", "sn"},
}

func recountGame(t *testing.T, g game.Game, record *datasets.Game) *recount {
	t.Helper()
	r := &recount{record: record, sealed: map[string][][2]int{}}
	p, err := g.Parse([]byte(record.Start))
	if err != nil {
		t.Fatal(err)
	}
	name := g.Info().Name
	var turns [][]int
	last := game.Chance
	for i := 0; i < len(record.Steps); i++ {
		s := &record.Steps[i]
		if s.Player != last || s.Joint {
			counts := notationCounts(name, string(p.AppendNotation(nil)))
			var d []int
			for _, code := range columnsOf[name] {
				d = append(d, counts[code])
			}
			turns = append(turns, d)
			last = s.Player
		}
		if !s.Joint {
			a, err := g.ParseAction(p.State(), s.Player, s.Text)
			if err != nil {
				t.Fatal(err)
			}
			p.Apply(a)
			continue
		}
		var plans [2]game.Plan
		for side := range plans {
			text := record.Steps[i+side].Text
			for _, word := range strings.Fields(text) {
				if prefix, _, ok := strings.Cut(word, ":"); ok {
					kind := map[string]string{"w": "watch sealed", "kw": "king watch sealed"}[prefix]
					r.sealed[kind] = append(r.sealed[kind], [2]int{i, side})
				}
			}
			if plans[side], err = g.(game.JointText).ParsePlan(p.State(), game.Player(side), text); err != nil {
				t.Fatal(err)
			}
		}
		p.ApplyJoint(&plans)
		i++
	}
	var chosen []int
	for block := 10; block < len(turns); block += 10 {
		for n := block; n < min(block+10, len(turns)); n++ {
			if slices.Equal(turns[n], turns[n-1]) && slices.Equal(turns[n], turns[n-2]) {
				chosen = append(chosen, n)
				break
			}
		}
	}
	for _, n := range chosen {
		row := []string{fmt.Sprint(record.Seed), fmt.Sprint(record.Pair), fmt.Sprint(record.ID), record.Cell.White, record.Cell.Black,
			fmt.Sprint((1 + record.Returns[0]) / 2), fmt.Sprint(n), strconv.FormatFloat(1/float64(len(chosen)), 'g', -1, 64)}
		for _, d := range turns[n] {
			row = append(row, fmt.Sprint(d))
		}
		r.rows = append(r.rows, strings.Join(row, ","))
	}
	return r
}

// A report's cells, differences, Watches and samples are those of a second, plain count of the same games.
func TestReportAgainstRecount(t *testing.T) {
	dir := setupFiles(t, map[string]string{"few.fen": queenSetup})
	for _, c := range []struct {
		name string
		args []string
	}{
		{"yuri", []string{"--agent", "material:4", "--setup", "standard", "--setup", filepath.Join(dir, "few.fen"), "--set", "rule.limits.max_plies=70"}},
		{"watch", []string{"--agent", "material:6", "--compare", "mode=full,king", "--set", "rule.end.round_limit=50"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "run")
			must(t, append([]string{"balance", c.name, "--out", out, "--max-games", "20", "--first-pairs", "4", "--more-pairs", "1", "--quiet"}, c.args...)...)
			var report analysis.Report
			if err := json.Unmarshal([]byte(must(t, "report", out, "--format", "json")), &report); err != nil {
				t.Fatal(err)
			}
			material, err := csv.NewReader(strings.NewReader(must(t, "report", out, "--format", "material"))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			g, err := games.Lookup(c.name)
			if err != nil {
				t.Fatal(err)
			}
			d, err := datasets.Open(dataFolder(out))
			if err != nil {
				t.Fatal(err)
			}
			var list []*recount
			for record, err := range d.Games() {
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, recountGame(t, g, record))
			}
			slices.SortFunc(list, func(a, b *recount) int { return int(a.record.ID) - int(b.record.ID) })
			var rows []string
			for _, r := range list {
				rows = append(rows, r.rows...)
			}
			if len(rows) < 20 || len(material) != len(rows)+1 {
				t.Fatalf("%d samples in material.csv, recounted %d", len(material)-1, len(rows))
			}
			for i, row := range rows {
				if got := strings.Join(material[i+1], ","); got != row {
					t.Fatalf("sample %d: %s, recounted %s", i, got, row)
				}
			}
			if len(report.Cells) != 2 || len(report.Differences) != 1 {
				t.Fatalf("%d cells, %d differences", len(report.Cells), len(report.Differences))
			}
			var scores, draws, lengths [2]float64
			for i, cell := range report.Cells {
				scores[i], draws[i], lengths[i] = recountCell(t, &cell, list)
				recountWatches(t, cell.White, report.Events, list)
			}
			diff := report.Differences[0]
			for _, x := range [][2]float64{{diff.Score.Value, scores[0] - scores[1]}, {diff.Draws.Value, draws[0] - draws[1]}, {diff.Length.Value, lengths[0] - lengths[1]}} {
				if math.Abs(x[0]-x[1]) > 1e-9 {
					t.Errorf("difference %v, recounted %v: %+v", x[0], x[1], diff)
				}
			}
		})
	}
}

// recountCell checks one cell; games of a pair stand next to each other in list.
func recountCell(t *testing.T, cell *analysis.Cell, list []*recount) (score, draws, length float64) {
	t.Helper()
	wins, drawn, n := 0, 0, 0.0
	sum := func(x float64, of *float64) { *of += x }
	for _, r := range list {
		g := r.record
		if g.Cell.White != cell.White {
			continue
		}
		n++
		sum(float64(1+g.Returns[0])/2, &score)
		sum(float64(g.Plies), &length)
		if g.Returns[0] == 0 {
			drawn++
		} else if g.Returns[0] > 0 {
			wins++
		}
	}
	score, draws, length = score/n, float64(drawn)/n, length/n
	// Every pair has two games of its cell, so the mean of the pairs is that of the games.
	pairs, z := n/2, 1.959964
	centre := (score + z*z/(2*pairs)) / (1 + z*z/pairs)
	half := z / (1 + z*z/pairs) * math.Sqrt(score*(1-score)/pairs+z*z/(4*pairs*pairs))
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-6 }
	if cell.Games != int(n) || cell.Distinct != cell.Games || cell.Wins != wins || cell.Draws != drawn || !near(cell.Score.Mean, score) ||
		!near(cell.DrawShare.Mean, draws) || !near(cell.Length.Mean, length) || cell.Score.Units != int(pairs) {
		t.Errorf("cell %+v, recounted %v games, %d won, %d drawn, score %v, length %v", cell, n, wins, drawn, score, length)
	}
	if !near(cell.Score.Interval.Low, max(0, centre-half)) || !near(cell.Score.Interval.High, min(1, centre+half)) {
		t.Errorf("interval %+v, recounted %v ± %v", cell.Score.Interval, centre, half)
	}
	return score, draws, length
}

// recountWatches checks the sealed Watches of a cell: how many, and how those fared who sealed first.
func recountWatches(t *testing.T, cell string, events []analysis.EventUse, list []*recount) {
	t.Helper()
	for _, kind := range []string{"watch sealed", "king watch sealed"} {
		count, firsts := 0, 0
		score, n := map[uint64]float64{}, map[uint64]float64{}
		changes := map[uint64][]float64{} // of each pair's games
		for _, r := range list {
			sealed := r.sealed[kind]
			if r.record.Cell.White != cell || len(sealed) == 0 {
				continue
			}
			count += len(sealed)
			if change, ok := changeAround(r.record, sealed); ok {
				changes[r.record.Pair] = append(changes[r.record.Pair], change)
			}
			sides := map[int]bool{}
			for _, s := range sealed {
				if s[0] == sealed[0][0] {
					sides[s[1]] = true
				}
			}
			if len(sides) == 2 {
				continue
			}
			firsts++
			result := float64(1+r.record.Returns[0]) / 2
			if sides[1] {
				result = 1 - result
			}
			score[r.record.Pair] += result
			n[r.record.Pair]++
		}
		mean := 0.0
		for pair, sum := range score {
			mean += sum / n[pair] / float64(len(score))
		}
		change := 0.0
		for _, of := range changes {
			for _, x := range of {
				change += x / float64(len(of)) / float64(len(changes))
			}
		}
		i := slices.IndexFunc(events, func(e analysis.EventUse) bool { return e.Set == cell && e.Kind == kind })
		switch {
		case i < 0 && count > 0:
			t.Errorf("%s: no line for %d of %q", cell, count, kind)
		case i >= 0 && (events[i].Count != count || events[i].FirstGames != firsts || firsts > 0 && math.Abs(events[i].First.Mean-mean) > 1e-9):
			t.Errorf("%s: %+v, recounted %d of %q, %d games with a first side, which scores %v", cell, events[i], count, kind, firsts, mean)
		case i >= 0 && len(changes) > 1 && math.Abs(events[i].Change.Value-change) > 1e-9:
			t.Errorf("%s %q: change %+v, recounted %v", cell, kind, events[i].Change, change)
		}
	}
}

// changeAround is by how much the expected score of the sides that sealed rose over the round, the mean over sealed.
func changeAround(g *datasets.Game, sealed [][2]int) (float64, bool) {
	sum, n := 0.0, 0.0
	for _, s := range sealed {
		round, side := s[0], s[1]
		before, after := float64(g.Steps[round].Value), float64(g.Returns[0])
		if round+2 < len(g.Steps) {
			if after = float64(g.Steps[round+2].Value); g.Steps[round+2].Sims == 0 {
				continue
			}
		}
		if g.Steps[round].Sims == 0 {
			continue
		}
		rise := (after - before) / 2
		if side == 1 {
			rise = -rise
		}
		sum, n = sum+rise, n+1
	}
	return sum / max(n, 1), n > 0
}
