package analysis

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a number with its interval at Level.
type Estimate struct {
	Value    float64  `json:"value"`
	Interval Interval `json:"interval"`
}

// times is the estimate in another unit.
func (e Estimate) times(unit float64) Estimate {
	return Estimate{e.Value * unit, Interval{e.Interval.Low * unit, e.Interval.High * unit}}
}

// PieceValue is by how much one more piece of a type goes with a better result, all other differences being equal.
type PieceValue struct {
	Piece string `json:"piece"`
	Games int    `json:"games"` // of distinct pairs, in which a sample differs in this type
	Pairs int    `json:"pairs"` // distinct pairs with such a game that was won or lost
	// Elo is the value in Elo points, nil when there are too few games to tell; Pawns is the value in pawns, nil as well
	// when a pawn's own value isn't clearly above 0.
	Elo   *Estimate `json:"elo"`
	Pawns *Estimate `json:"pawns"`
}

// PieceValues are the values in one cell, or over all of them.
type PieceValues struct {
	Cell      *string      `json:"cell"`      // null for all
	Games     int          `json:"games"`     // of distinct pairs, with samples
	Decided   int          `json:"decided"`   // those won or lost
	Pairs     int          `json:"pairs"`     // distinct
	Positions int          `json:"positions"` // samples
	Values    []PieceValue `json:"values"`    // in the order of Source.PieceTypes
}

// What a type needs before its value is shown.
const (
	fewestPairs = 20  // distinct pairs with a game won or lost in which it differs
	mostPrior   = 0.1 // the prior's share of the information
	priorSD     = 3   // of the prior, in logits a piece; a logit is 174 Elo points
)

// eloOfLogit is a logit in Elo points.
const eloOfLogit = 400 / math.Ln10

// materialRow is one sample with its game.
type materialRow struct {
	game *Game
	Sample
	weight float64
}

// materialOf lists the samples of the distinct pairs. Each game weighs 1 in all.
func materialOf(distinct []*pair) (rows []materialRow) {
	for _, p := range distinct {
		for _, g := range p.games {
			for _, s := range g.Samples {
				rows = append(rows, materialRow{g, s, 1 / float64(len(g.Samples))})
			}
		}
	}
	return rows
}

// pieceValues fits all cells together, and each cell of a comparison by itself.
func pieceValues(rows []materialRow, types []string, variants []Variant) ([]PieceValues, error) {
	if len(rows) == 0 || len(types) == 0 {
		return nil, nil
	}
	all, err := valuesIn(nil, rows, types)
	if err != nil {
		return nil, err
	}
	list := []PieceValues{*all}
	if len(variants) < 2 {
		return list, nil
	}
	for _, v := range variants {
		var of []materialRow
		for _, r := range rows {
			if r.game.White == v.Name {
				of = append(of, r)
			}
		}
		if len(of) == 0 {
			continue
		}
		one, err := valuesIn(&v.Name, of, types)
		if err != nil {
			return nil, err
		}
		list = append(list, *one)
	}
	return list, nil
}

// valuesIn regresses the results of games on the differences in their samples, with an intercept for each cell.
func valuesIn(cell *string, rows []materialRow, types []string) (*PieceValues, error) {
	v := &PieceValues{Cell: cell, Positions: len(rows)}
	type game struct{ seed, id uint64 }
	games := map[game]bool{}
	gamesWith, pairsWith := make([]map[game]bool, len(types)), make([]map[game]bool, len(types))
	for t := range types {
		gamesWith[t], pairsWith[t] = map[game]bool{}, map[game]bool{}
	}
	cells := map[string]int{}
	for _, r := range rows {
		g := game{r.game.Seed, r.game.ID}
		if !games[g] {
			games[g] = true
			if r.game.Score != 0.5 {
				v.Decided++
			}
		}
		for t, d := range r.Difference {
			if d == 0 {
				continue
			}
			gamesWith[t][g] = true
			if r.game.Score != 0.5 {
				pairsWith[t][game{g.seed, r.game.Pair}] = true
			}
		}
		if cell := r.game.White + "/" + r.game.Black; cells[cell] == 0 {
			cells[cell] = len(cells) + 1
		}
	}
	var columns []int // of the types that ever differ
	for t := range types {
		if len(gamesWith[t]) > 0 {
			columns = append(columns, t)
		}
	}
	var clusters [][]observation
	last := game{}
	for i, r := range rows {
		x := make([]float64, len(columns)+len(cells))
		for c, t := range columns {
			x[c] = float64(r.Difference[t])
		}
		x[len(columns)+cells[r.game.White+"/"+r.game.Black]-1] = 1
		if p := (game{r.game.Seed, r.game.Pair}); i == 0 || p != last {
			clusters, last = append(clusters, nil), p
		}
		end := len(clusters) - 1
		clusters[end] = append(clusters[end], observation{x, r.game.Score, r.weight})
	}
	v.Games, v.Pairs = len(games), len(clusters)
	fit, err := fitLogistic(clusters, len(columns)+len(cells), priorSD)
	if err != nil {
		return nil, err
	}
	for t, name := range types {
		value := PieceValue{Piece: name, Games: len(gamesWith[t]), Pairs: len(pairsWith[t])}
		if c := slices.Index(columns, t); c >= 0 && fit.tells(c, value.Pairs) {
			elo := fit.estimate(c, value.Pairs).times(eloOfLogit)
			value.Elo = &elo
			if pawn := slices.Index(columns, 0); pawn >= 0 && fit.tells(pawn, len(pairsWith[0])) {
				value.Pawns = fit.ratio(c, pawn, min(value.Pairs, len(pairsWith[0])))
			}
		}
		v.Values = append(v.Values, value)
	}
	return v, nil
}

// tells reports whether the data say enough about coefficient c, which a number of pairs informs.
func (f *logistic) tells(c, pairs int) bool { return pairs >= fewestPairs && f.prior[c] <= mostPrior }

// quantile is Student's for the interval of a coefficient that a number of clusters inform.
func quantile(clusters int) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(clusters - 1)}.Quantile(0.5 + Level/2)
}

// estimate is coefficient c with Student's interval.
func (f *logistic) estimate(c, clusters int) Estimate {
	half := quantile(clusters) * math.Sqrt(f.cov.At(c, c))
	return Estimate{f.beta[c], Interval{f.beta[c] - half, f.beta[c] + half}}
}

// ratio is coefficient c in units of coefficient unit, with Fieller's interval (Fieller 1954); nil unless the unit's own
// interval lies above 0, which is when Fieller's is bounded.
func (f *logistic) ratio(c, unit, clusters int) *Estimate {
	b, u := f.beta[c], f.beta[unit]
	if c == unit {
		if f.estimate(c, clusters).Interval.Low <= 0 {
			return nil
		}
		return &Estimate{1, Interval{1, 1}}
	}
	q := quantile(clusters)
	square := u*u - q*q*f.cov.At(unit, unit)
	if u <= 0 || square <= 0 {
		return nil
	}
	middle := b*u - q*q*f.cov.At(c, unit)
	root := math.Sqrt(max(0, middle*middle-square*(b*b-q*q*f.cov.At(c, c))))
	return &Estimate{b / u, Interval{(middle - root) / square, (middle + root) / square}}
}

// WriteMaterial writes material.csv: every sample that the piece values stand on, differences White's less Black's.
func (r *Report) WriteMaterial(w io.Writer) error {
	out := csv.NewWriter(w)
	header := []string{"seed", "pair_id", "game_id", "white", "black", "score", "turn", "weight"}
	if err := out.Write(append(header, r.Source.PieceTypes...)); err != nil {
		return err
	}
	for _, m := range r.material {
		line := []string{
			strconv.FormatUint(m.game.Seed, 10), strconv.FormatUint(m.game.Pair, 10), strconv.FormatUint(m.game.ID, 10),
			m.game.White, m.game.Black, strconv.FormatFloat(m.game.Score, 'g', -1, 64), strconv.Itoa(m.Turn),
			strconv.FormatFloat(m.weight, 'g', -1, 64),
		}
		for _, d := range m.Difference {
			line = append(line, strconv.Itoa(d))
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// checkSamples finds samples that don't fit the list of types.
func checkSamples(games []Game, types []string) error {
	for i := range games {
		for _, s := range games[i].Samples {
			if len(s.Difference) != len(types) {
				return fmt.Errorf("analysis: game %d: %d counts of pieces for %d types", games[i].ID, len(s.Difference), len(types))
			}
		}
	}
	return nil
}
