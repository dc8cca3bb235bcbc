package analysis

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// materialRow is one sample with its game and the distinct pair of that.
type materialRow struct {
	pair *pair
	game *Game
	Sample
	weight float64
}

// materialOf lists the samples of the distinct pairs, those of a pair together. Each game weighs 1 in all.
func materialOf(distinct []*pair) (rows []materialRow) {
	for _, p := range distinct {
		for _, g := range p.games {
			for _, s := range g.Samples {
				rows = append(rows, materialRow{p, g, s, 1 / float64(len(g.Samples))})
			}
		}
	}
	return rows
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
			m.game.White, m.game.Black, number(m.game.Score), strconv.Itoa(m.Turn), number(m.weight),
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
