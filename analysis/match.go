package analysis

// Match is the result of agent A against agent B. Scores and Elo are A's.
type Match struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Games  int    `json:"games"`
	Pairs  int    `json:"pairs"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
	Score  Score  `json:"score"`

	Distinct int     `json:"distinct_pairs"`
	LLR      float64 `json:"llr"`     // 0 without a test
	Verdict  Verdict `json:"verdict"` // "" without a test
}

// MatchOf scores a against b in games, in which the two met; test may be nil.
func MatchOf(games []Game, a, b string, test *SPRT) Match {
	m := Match{A: a, B: b, Games: len(games)}
	scoreOfA := func(g *Game) float64 {
		// With equal names White is taken for A in the first game of a pair, Black in the second.
		if g.Agents[0] == a && (a != b || g.ID == g.Pair) {
			return g.Score
		}
		return 1 - g.Score
	}
	for i := range games {
		switch scoreOfA(&games[i]) {
		case 1:
			m.Wins++
		case 0:
			m.Losses++
		default:
			m.Draws++
		}
	}
	all, distinct := pairsOf(games)
	m.Pairs, m.Distinct = len(all), len(distinct)
	scores := units(distinct, func(g *Game) (float64, bool) { return scoreOfA(g), true })
	m.Score = newScore(scores)
	if test != nil {
		m.LLR, m.Verdict = test.LLR(scores), test.Decide(scores)
	}
	return m
}
