package analysis

import "math"

// Elo is the rating difference at which the expected score is score, in Elo points: 400·log10(s/(1-s)); infinite at 0
// and 1.
func Elo(score float64) float64 {
	return 400 * math.Log10(score/(1-score))
}

// EloScore is the expected score of a side that is stronger by elo points, the inverse of Elo.
func EloScore(elo float64) float64 {
	return 1 / (1 + math.Pow(10, -elo/400))
}

// EloInterval carries an interval of scores over to Elo points.
func EloInterval(i Interval) Interval { return Interval{Elo(i.Low), Elo(i.High)} }
