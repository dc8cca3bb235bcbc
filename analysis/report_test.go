package analysis

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"html"
	"math"
	"strconv"
	"strings"
	"testing"

	"variantlab/sim/rng"
)

// fixture plays 4 pairs of a against b by the results given and 2 mirror pairs of a.
func fixture() []Game {
	var games []Game
	add := func(pair uint64, white, black string, score float64, plies int, casts map[string]int) {
		id := uint64(len(games))
		games = append(games, Game{
			ID: id, Seed: 1, Pair: pair, White: white, Black: black, Agents: [2]string{"x", "x"},
			Score: score, Reason: map[float64]string{1: "checkmate", 0: "checkmate", 0.5: "plies"}[score],
			Plies: plies, Sequence: 1000 + id, Casts: [2]map[string]int{casts, nil},
		})
	}
	add(0, "a", "b", 1, 10, map[string]int{"red": 2})
	add(0, "b", "a", 0, 20, nil)
	add(2, "a", "b", 1, 30, nil)
	add(2, "b", "a", 0.5, 40, nil)
	add(4, "a", "b", 0, 50, map[string]int{"red": 1})
	add(4, "b", "a", 0, 60, nil)
	add(6, "a", "b", 0.5, 70, nil)
	add(6, "b", "a", 1, 80, nil)
	add(8, "a", "a", 1, 90, nil)
	add(8, "a", "a", 0, 100, nil)
	add(10, "a", "a", 1, 110, nil)
	add(10, "a", "a", 0.5, 120, nil)
	return games
}

func analyzed(t *testing.T, games []Game) *Report {
	t.Helper()
	r, err := Analyze(games, Source{Game: "toy", Title: "Toy", Data: []string{"d"}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every expectation is counted by hand from the fixture.
func TestReportByHand(t *testing.T) {
	r := analyzed(t, fixture())
	if r.Games != 12 || r.Pairs != 6 || r.DistinctPairs != 6 || r.Distinct != 12 {
		t.Errorf("games %d, pairs %d, distinct pairs %d, distinct games %d", r.Games, r.Pairs, r.DistinctPairs, r.Distinct)
	}
	if len(r.Cells) != 3 {
		t.Fatalf("cells %+v", r.Cells)
	}
	aa, ab, ba := r.Cells[0], r.Cells[1], r.Cells[2]
	if ab.White != "a" || ab.Black != "b" || ab.Wins != 2 || ab.Draws != 1 || ab.Losses != 1 || ab.Score.Mean != 0.625 || ab.Score.Units != 4 || ab.Capped != 1 {
		t.Errorf("a v b: %+v", ab)
	}
	if ba.Score.Mean != 0.375 || ba.Length.Mean != 50 {
		t.Errorf("b v a: %+v", ba)
	}
	// The mirror's unit is the pair: (1+0)/2 and (1+0.5)/2.
	if aa.Games != 4 || aa.Score.Units != 2 || aa.Score.Mean != 0.625 || r.FirstMoveMirror.Mean != 0.625 {
		t.Errorf("mirror: %+v", aa)
	}
	if want := Wilson(0.625, 2, 0.95); aa.Score.Interval != want {
		t.Errorf("mirror interval %+v, want that of two units %+v", aa.Score.Interval, want)
	}
	// a against b by pair: (1+1)/2, (1+0.5)/2, (0+1)/2, (0.5+0)/2 → mean 0.625.
	if len(r.Sets) != 2 || r.Sets[0].Set != "a" || r.Sets[0].Score.Mean != 0.625 || r.Sets[0].Score.Units != 4 || r.Sets[0].Games != 8 {
		t.Errorf("sets %+v", r.Sets)
	}
	if r.Versus[1].Set != "b" || r.Versus[1].Score.Mean != 0.375 {
		t.Errorf("versus %+v", r.Versus)
	}
	// White's pair means: 0.5, 0.75, 0, 0.75, 0.5, 0.75 → 3.25/6.
	if math.Abs(r.FirstMove.Mean-3.25/6) > 1e-15 {
		t.Errorf("first move %+v", r.FirstMove)
	}
	if r.Length.Mean != 65 || r.Length.Shortest != 10 || r.Length.Longest != 120 || r.Length.Median != 60 {
		t.Errorf("length %+v", r.Length)
	}
	// Sides that played a: 4 as White and 4 as Black against b, 8 in mirrors. Casts a side by pair: 1, 0, ½, 0, 0, 0.
	u := r.Use[0]
	if len(r.Use) != 1 || u.Set != "a" || u.Technique != "red" || u.Sides != 16 || u.Casts != 3 || u.PerGame != 0.25 {
		t.Errorf("use %+v", r.Use)
	}
	// Used by one of two sides in pairs 0 and 4, by none in the other four: mean of the pairs' shares 1/6.
	if math.Abs(u.Used.Mean-1.0/6) > 1e-15 || u.WhenUsed.Mean != 0.5 {
		t.Errorf("share %+v, when used %+v", u.Used, u.WhenUsed)
	}
}

// A pair that repeats another adds games but no evidence.
func TestRepeatedPairsAddNoEvidence(t *testing.T) {
	once := fixture()
	twice := fixture()
	for _, g := range fixture() {
		g.ID, g.Pair = g.ID+100, g.Pair+100
		twice = append(twice, g)
	}
	a, b := analyzed(t, once), analyzed(t, twice)
	if b.Games != 24 || b.Distinct != 12 || b.DistinctPairs != 6 || b.FirstMove != a.FirstMove {
		t.Errorf("games %d, distinct %d, first move %+v, want %+v", b.Games, b.Distinct, b.FirstMove, a.FirstMove)
	}
	for i := range a.Cells {
		if a.Cells[i].Score != b.Cells[i].Score {
			t.Errorf("cell %d: %+v, want %+v", i, b.Cells[i].Score, a.Cells[i].Score)
		}
	}
	if !strings.Contains(strings.Join(b.Warnings, " "), "12 of 24 games repeat") {
		t.Errorf("warnings %q", b.Warnings)
	}
}

// The report does not depend on the order in which games are read.
func TestReportIgnoresOrder(t *testing.T) {
	games := fixture()
	s := rng.New(1, 0, rng.Shuffle, 0, 0)
	shuffled := fixture()
	for i := len(shuffled) - 1; i > 0; i-- {
		j := s.IntN(i + 1)
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	}
	var a, b bytes.Buffer
	if err := analyzed(t, games).WriteJSON(&a); err != nil {
		t.Fatal(err)
	}
	if err := analyzed(t, shuffled).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if a.String() != b.String() {
		t.Error("reports differ")
	}
}

func TestSwappedColoursSwapScores(t *testing.T) {
	swapped := fixture()
	for i := range swapped {
		g := &swapped[i]
		g.White, g.Black, g.Score = g.Black, g.White, 1-g.Score
	}
	a, b := analyzed(t, fixture()), analyzed(t, swapped)
	if a.Sets[0].Score != b.Sets[0].Score {
		t.Errorf("set a scores %+v and %+v", a.Sets[0].Score, b.Sets[0].Score)
	}
	if math.Abs(a.FirstMove.Mean+b.FirstMove.Mean-1) > 1e-12 {
		t.Errorf("first move %v and %v", a.FirstMove.Mean, b.FirstMove.Mean)
	}
}

func TestWriters(t *testing.T) {
	r := analyzed(t, fixture())
	var js, cells, md, page bytes.Buffer
	for _, err := range []error{r.WriteJSON(&js), r.WriteCells(&cells), r.WriteMarkdown(&md), r.WriteHTML(&page)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var back Report
	if err := json.Unmarshal(js.Bytes(), &back); err != nil || back.Schema != Schema || len(back.Cells) != 3 {
		t.Errorf("report.json: %v, %+v", err, back)
	}
	rows, err := csv.NewReader(&cells).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("cells.csv: %v, %d rows", err, len(rows))
	}
	if x, err := strconv.ParseFloat(rows[2][9], 64); err != nil || x != r.Cells[1].Score.Mean {
		t.Errorf("cells.csv has the score %q, want %v", rows[2][9], r.Cells[1].Score.Mean)
	}
	for _, want := range []string{"62.5", "<svg", "Elo", "red", "2 / 1 / 1"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("index.html lacks %q", want)
		}
	}
	for _, outside := range []string{"http://cdn", "https://", "<script src", "<link"} {
		if strings.Contains(page.String(), outside) {
			t.Errorf("index.html is not self-contained: it has %q", outside)
		}
	}
	for row := range rows {
		if len(rows[row]) != len(cellColumns) {
			t.Errorf("cells.csv row %d has %d columns", row, len(rows[row]))
		}
	}
	if !strings.Contains(md.String(), "| a | b | 4 | 2/1/1 |") {
		t.Errorf("markdown:\n%s", md.String())
	}
}

// Changed rules stand above the first number, and nothing does where none is changed.
func TestChangedRulesComeFirst(t *testing.T) {
	for _, c := range []struct {
		params map[string]any
		want   string // "" for nothing
	}{
		{map[string]any{}, ""},
		{map[string]any{"cost.red": 25.0, "board.files": "a<b"}, "board.files = a<b, cost.red = 25."},
	} {
		r := analyzed(t, fixture())
		r.Source.Params = c.params
		var md, page bytes.Buffer
		if err := errors.Join(r.WriteMarkdown(&md), r.WriteHTML(&page)); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{md.String(), html.UnescapeString(page.String())} {
			rules, number := strings.Index(text, "Rules that differ"), strings.Index(text, "White scores")
			if (rules >= 0) != (c.want != "") || rules > number {
				t.Errorf("%v: rules at %d, first number at %d", c.params, rules, number)
			}
			if c.want != "" && !strings.Contains(text[rules:number], c.want) {
				t.Errorf("%v: no %q in %s", c.params, c.want, text[rules:number])
			}
		}
	}
}

// No table of the page makes it wider than a narrow window: each scrolls by itself.
func TestTablesScroll(t *testing.T) {
	for _, variants := range [][]Variant{nil, {{Name: "a"}, {Name: "b"}}} {
		r := analyzed(t, fixture())
		r.Variants = variants
		var page bytes.Buffer
		if err := r.WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		tables := strings.Count(page.String(), "<table")
		if scroll := strings.Count(page.String(), `<div class="scroll"><table`); tables < 4 || scroll != tables {
			t.Errorf("%d of %d tables scroll", scroll, tables)
		}
	}
}

// Two pairs of very unequal games give no length or count below 0, and cutting it off loses no true value.
func TestIntervalsStayPossible(t *testing.T) {
	games := fixture()[:4]
	games[2].Plies, games[3].Plies = 3000, 3000
	r := analyzed(t, games)
	if r.Length.Interval == nil || r.Length.Interval.Low != 0 || r.Length.Interval.High < r.Length.Mean {
		t.Errorf("length %v, %+v", r.Length.Mean, r.Length.Interval)
	}
	for _, c := range r.Cells {
		if c.Length.Interval.Low < 0 {
			t.Errorf("cell %s v %s: %+v", c.White, c.Black, c.Length.Interval)
		}
	}
	if use := r.Use[0]; use.Interval.Low != 0 || use.Interval.High < use.PerGame {
		t.Errorf("casts a side %v, %+v", use.PerGame, use.Interval)
	}
	// Where nothing impossible is in it the interval is Student's to the last bit.
	plies := []float64{15, 35, 55, 75, 95, 115}
	if _, want := MeanInterval(plies, Level); *analyzed(t, fixture()).Length.Interval != *want {
		t.Errorf("length %+v, want %+v", analyzed(t, fixture()).Length.Interval, want)
	}
}

// A cell without a name is never called standard when its games had options.
func TestNamesOfCells(t *testing.T) {
	r := &Report{}
	if got := r.nameOf(""); got != "standard" {
		t.Errorf("without options %q", got)
	}
	r.Variants = []Variant{{Name: "", Options: map[string]string{"setup": "w KGb1 QNd4 PWc3 | b KGi9 QNg7", "mode": "full"}}}
	if got := r.nameOf(""); got != "full w KGb1 QNd4 PWc3 |…" {
		t.Errorf("with options %q", got)
	}
	r.Variants = []Variant{{Name: "", Options: map[string]string{}}, {Name: "open", Options: map[string]string{"setup": "w KGb1"}}}
	if got := r.nameOf(""); got != "standard" {
		t.Errorf("beside a setup %q", got)
	}
	if got := r.nameOf("shrine"); got != "shrine" {
		t.Errorf("a name becomes %q", got)
	}
}

func TestNoGames(t *testing.T) {
	if _, err := Analyze(nil, Source{Data: []string{"empty"}}); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("error %v, want one that names the folder", err)
	}
}

// Pair 0: x won as White and drew as Black; pair 2: x lost both.
func TestMatchByHand(t *testing.T) {
	game := func(id, pair uint64, white, black string, score float64) Game {
		return Game{ID: id, Pair: pair, Seed: 1, Agents: [2]string{white, black}, Score: score, Sequence: id}
	}
	games := []Game{game(0, 0, "x", "y", 1), game(1, 0, "y", "x", 0.5), game(2, 2, "x", "y", 0), game(3, 2, "y", "x", 1)}
	m := MatchOf(games, "x", "y", &SPRT{0, 50, 0.05, 0.05})
	if m.Wins != 1 || m.Draws != 1 || m.Losses != 2 || m.Pairs != 2 || m.Score.Mean != 0.375 || m.Verdict != Continue {
		t.Errorf("%+v", m)
	}
	if back := MatchOf(games, "y", "x", nil); back.Score.Mean != 0.625 || back.Wins != 2 {
		t.Errorf("from the other side: %+v", back)
	}
}
