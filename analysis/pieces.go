package analysis

import "math"

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

// valuesIn regresses the results of a cell's games on the differences in their samples.
func valuesIn(cell *string, rows []materialRow, types []string) (*PieceValues, error) {
	v := countSamples(rows, types)
	v.Cell = cell
	var columns []int // the types that ever differ, ascending
	for t := range v.Values {
		if v.Values[t].Games > 0 {
			columns = append(columns, t)
		}
	}
	clusters, n := design(rows, columns)
	fit, err := fitLogistic(clusters, n, priorSD)
	if err != nil {
		return nil, err
	}
	pawn := &v.Values[0] // in the first column, if in any
	for c, t := range columns {
		value := &v.Values[t]
		if value.Pairs < fewestPairs || fit.prior[c] > mostPrior {
			continue
		}
		elo := fit.estimate(c, value.Pairs).times(eloOfLogit)
		value.Elo = &elo
		if pawn.Elo != nil {
			value.Pawns = fit.ratio(c, 0, min(value.Pairs, pawn.Pairs))
		}
	}
	return v, nil
}

// countSamples counts the games and pairs behind the samples, and for each type those in which it differs.
func countSamples(rows []materialRow, types []string) *PieceValues {
	games, decided, pairs := map[*Game]bool{}, map[*Game]bool{}, map[*pair]bool{}
	for _, r := range rows {
		games[r.game], pairs[r.pair] = true, true
		if r.game.Score != 0.5 {
			decided[r.game] = true
		}
	}
	v := &PieceValues{Games: len(games), Decided: len(decided), Pairs: len(pairs), Positions: len(rows)}
	for t, name := range types {
		games, pairs := map[*Game]bool{}, map[*pair]bool{}
		for _, r := range rows {
			if r.Difference[t] == 0 {
				continue
			}
			games[r.game] = true
			if decided[r.game] {
				pairs[r.pair] = true
			}
		}
		v.Values = append(v.Values, PieceValue{Piece: name, Games: len(games), Pairs: len(pairs)})
	}
	return v
}

// design makes observations, a cluster a pair, of the differences in the types of columns and then an intercept for each
// ordered cell. n is the number of coefficients.
func design(rows []materialRow, columns []int) (clusters [][]observation, n int) {
	n = len(columns)
	intercepts := map[[2]string]int{}
	for _, r := range rows {
		if cell := [2]string{r.game.White, r.game.Black}; intercepts[cell] == 0 {
			n++
			intercepts[cell] = n
		}
	}
	for i, r := range rows {
		x := make([]float64, n)
		for c, t := range columns {
			x[c] = float64(r.Difference[t])
		}
		x[intercepts[[2]string{r.game.White, r.game.Black}]-1] = 1
		if i == 0 || r.pair != rows[i-1].pair {
			clusters = append(clusters, nil)
		}
		last := &clusters[len(clusters)-1]
		*last = append(*last, observation{x, r.game.Score, r.weight})
	}
	return clusters, n
}
