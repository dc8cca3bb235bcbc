package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Length describes how long games last, in plies (turns of one side; a round of simultaneous plans is one).
type Length struct {
	Mean     float64   `json:"mean"`
	Interval *Interval `json:"interval"` // of the mean over distinct pairs; null with fewer than two
	Shortest int       `json:"shortest"`
	Quarter  float64   `json:"quartile_1"`
	Median   float64   `json:"median"`
	Three    float64   `json:"quartile_3"`
	Longest  int       `json:"longest"`
}

// lengthOf describes games; those of the distinct pairs among them that counts accepts carry the interval.
func lengthOf(games []*Game, distinct []*pair, counts func(*Game) bool) Length {
	if len(games) == 0 {
		return Length{}
	}
	plies := make([]float64, len(games))
	for i, g := range games {
		plies[i] = float64(g.Plies)
	}
	slices.Sort(plies)
	l := Length{
		Shortest: int(plies[0]), Longest: int(plies[len(plies)-1]),
		Quarter: stat.Quantile(0.25, stat.Empirical, plies, nil),
		Median:  stat.Quantile(0.5, stat.Empirical, plies, nil),
		Three:   stat.Quantile(0.75, stat.Empirical, plies, nil),
	}
	l.Mean = stat.Mean(plies, nil)
	_, whole := MeanInterval(units(distinct, func(g *Game) (float64, bool) { return float64(g.Plies), counts(g) }), Level)
	l.Interval = whole.within(0, math.Inf(1))
	return l
}

// cappedReasons are the reasons of the rules for a draw by length alone.
var cappedReasons = []string{"plies", "max_plies", "round_limit"}

// capped reports whether a game was cut off by its longest allowed length.
func capped(reason string) bool { return slices.Contains(cappedReasons, reason) }

// Ending is how often games ended for a reason.
type Ending struct {
	Reason string  `json:"reason"`
	White  int     `json:"white_wins"`
	Draws  int     `json:"draws"`
	Black  int     `json:"black_wins"`
	Share  float64 `json:"share"` // of all games
}

// endings counts the reasons, the most frequent first.
func endings(games []*Game) []Ending {
	index := map[string]int{}
	var list []Ending
	for _, g := range games {
		i, ok := index[g.Reason]
		if !ok {
			i = len(list)
			index[g.Reason] = i
			list = append(list, Ending{Reason: g.Reason})
		}
		switch g.Score {
		case 1:
			list[i].White++
		case 0:
			list[i].Black++
		default:
			list[i].Draws++
		}
	}
	for i := range list {
		list[i].Share = float64(list[i].White+list[i].Draws+list[i].Black) / float64(len(games))
	}
	slices.SortFunc(list, func(a, b Ending) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}
