package analysis

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Schema names the layout of report.json; it changes when a field changes its meaning.
const Schema = "variantlab-report/1"

// Source says where the games of a report come from and under which rules they were played.
type Source struct {
	Game      string         `json:"game"`
	Title     string         `json:"title"`
	Rules     string         `json:"rules_version"`
	RulesHash string         `json:"rules_hash"`
	Params    map[string]any `json:"rule_parameters"` // those that differ from their defaults
	Variants  []Variant      `json:"-"`               // what the names of cells stand for
	// Counted is the heading of what sides used, Unit what lengths are counted in: plies, or rounds of both sides.
	Counted string `json:"-"`
	Unit    string `json:"length_unit"`
	// PieceTypes are those of Sample.Difference, the pawn first; none where the game counts no pieces.
	PieceTypes []string `json:"-"`
	Data       []string `json:"data"`           // folders read
	Hashes     []string `json:"content_hashes"` // of each folder's games and rows, as data verify prints it
	Version    string   `json:"variantlab"`
}

// Variant is what one cell of a comparison plays: a setup, a mode, any options of the game.
type Variant struct {
	Name    string            `json:"name"`
	Options map[string]string `json:"options"`
}

// Report is everything that report.json holds. Scores are in [0, 1], draws count one half.
type Report struct {
	Schema string   `json:"schema"`
	Source Source   `json:"source"`
	Agents []string `json:"agents"` // every "white v black" pairing of agents that played
	Seeds  []uint64 `json:"seeds"`
	Level  float64  `json:"confidence_level"`

	Games         int `json:"games"`
	Distinct      int `json:"distinct_games"`
	Pairs         int `json:"pairs"`
	DistinctPairs int `json:"distinct_pairs"`

	FirstMove       Score  `json:"first_move"`         // White's score over all games
	FirstMoveMirror *Score `json:"first_move_mirrors"` // over games in which both sides played one set
	Draws           Score  `json:"draws"`              // share of games
	Capped          Score  `json:"capped"`             // share of games cut off by the longest allowed length

	Cells    []Cell     `json:"cells"`
	Variants []Variant  `json:"variants"` // what the names of cells stand for, where cells have names
	Sets     []SetScore `json:"sets"`
	Versus   []Versus   `json:"versus"`
	Length   Length     `json:"length"`
	Endings  []Ending   `json:"endings"`
	Use      []Use      `json:"technique_use"`
	Events   []EventUse `json:"events"`
	// Differences compare the cells of a comparison two by two.
	Differences []Difference `json:"differences"`
	// PieceValues are over all cells first, then for each cell of a comparison.
	PieceValues []PieceValues `json:"piece_values"`
	Warnings    []string      `json:"warnings"`

	plies    []int // of every game, for the histogram
	material []materialRow
}

// Analyze computes the report on games, of which there must be at least one.
func Analyze(games []Game, source Source) (*Report, error) {
	if len(games) == 0 {
		return nil, fmt.Errorf("analysis: no games in %v; play some with variantlab balance or selfplay", source.Data)
	}
	if err := checkSamples(games, source.PieceTypes); err != nil {
		return nil, err
	}
	all, distinct := pairsOf(games)
	everyone := make([]*Game, len(games))
	for i := range games {
		everyone[i] = &games[i]
	}
	r := &Report{
		Schema: Schema, Source: source, Level: Level,
		Games: len(games), Pairs: len(all), DistinctPairs: len(distinct),
		Cells: matrix(games, distinct), Variants: append([]Variant{}, source.Variants...), Endings: endings(everyone),
		Use: techniqueUse(games, distinct), Events: eventUse(games, distinct), material: materialOf(distinct),
		Agents: agentsOf(games), Seeds: seedsOf(games),
	}
	r.Sets, r.Versus = setScores(games, distinct)
	for _, c := range r.Cells {
		r.Distinct += c.Distinct // games of different cells aren't the same, whatever their moves
	}
	for _, g := range everyone {
		r.plies = append(r.plies, g.Plies)
	}
	r.Length = lengthOf(everyone, distinct, func(*Game) bool { return true })
	r.FirstMove = newScore(units(distinct, func(g *Game) (float64, bool) { return g.Score, true }))
	r.FirstMoveMirror = someScore(units(distinct, func(g *Game) (float64, bool) { return g.Score, g.White == g.Black }))
	r.Draws = newScore(units(distinct, func(g *Game) (float64, bool) { return indicator(g.Score == 0.5), true }))
	r.Capped = newScore(units(distinct, func(g *Game) (float64, bool) {
		return indicator(g.Score == 0.5 && capped(g.Reason)), true
	}))
	r.Differences = differences(distinct, r.Variants)
	var err error
	if r.PieceValues, err = pieceValues(r.material, source.PieceTypes, r.Variants); err != nil {
		return nil, err
	}
	r.Warnings = r.warn()
	return r, nil
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func agentsOf(games []Game) []string {
	found := map[string]bool{}
	for _, g := range games {
		found[g.Agents[0]+" v "+g.Agents[1]] = true
	}
	return sorted(found)
}

func seedsOf(games []Game) []uint64 {
	found := map[uint64]bool{}
	for _, g := range games {
		found[g.Seed] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// fewUnits is the number of distinct pairs in a cell below which its score is called uncertain.
const fewUnits = 40

// warn says what a reader has to know before quoting a number.
func (r *Report) warn() []string {
	var w []string
	if r.Distinct < r.Games {
		w = append(w, fmt.Sprintf("%d of %d games repeat another game move by move; intervals count each sequence of moves once.", r.Games-r.Distinct, r.Games))
	}
	thin := 0
	for _, c := range r.Cells {
		if c.Score.Units < fewUnits {
			thin++
		}
	}
	if thin > 0 {
		w = append(w, fmt.Sprintf("%d of %d cells stand on fewer than %d distinct pairs: read the interval, not the percentage.", thin, len(r.Cells), fewUnits))
	}
	if r.Capped.Mean > 0.05 {
		w = append(w, fmt.Sprintf("%.0f %% of the games were cut off by the longest allowed length and count as draws.", 100*r.Capped.Mean))
	}
	for _, v := range r.PieceValues[:min(1, len(r.PieceValues))] {
		if share := float64(v.Decided) / float64(v.Games); share < 0.2 {
			w = append(w, fmt.Sprintf("Only %d of %d games were won or lost: little can be said about what pieces are worth, or about who is better.", v.Decided, v.Games))
		}
	}
	if len(r.Agents) > 1 {
		w = append(w, "More than one pairing of agents played: a difference between sets may be one between agents.")
	} else if white, black, ok := strings.Cut(r.Agents[0], " v "); ok && white != black {
		w = append(w, "White and Black were played by different agents: a difference between sets may be one between agents.")
	}
	return w
}
