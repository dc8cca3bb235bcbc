package analysis

import "fmt"

// Estimate is a number with its interval at Level.
type Estimate struct {
	Value    float64  `json:"value"`
	Interval Interval `json:"interval"`
}

// times is the estimate in another unit.
func (e Estimate) times(unit float64) Estimate {
	return Estimate{e.Value * unit, Interval{e.Interval.Low * unit, e.Interval.High * unit}}
}

// text shows an estimate with its interval, each number in the given format.
func (e Estimate) text(format string) string {
	return fmt.Sprintf(format+" ["+format+", "+format+"]", e.Value, e.Interval.Low, e.Interval.High)
}

// points shows a difference of shares in percentage points.
func (e Estimate) points() string { return e.times(100).text("%+.1f") }
