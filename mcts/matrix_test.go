package mcts

import (
	"testing"

	"variantlab/sim/rng"
)

// With the sides swapped the solution is that of the game before, swapped, exactly. Half of the entries are zero, so that
// many games have several solutions.
func TestMatrixSidesSwap(t *testing.T) {
	stream := rng.New(21, 0, rng.Shuffle, 0, 0)
	for k := range 200 {
		rows, columns := 1+stream.IntN(12), 1+stream.IntN(12)
		m, swapped := newMatrix(12, 144), newMatrix(12, 144)
		m.reset(rows, columns)
		swapped.reset(columns, rows)
		for i := range rows {
			for j := range columns {
				if stream.IntN(2) == 0 {
					m.a[i*columns+j] = 2*stream.Float64() - 1
				} else {
					m.a[i*columns+j] = 0
				}
				swapped.a[j*rows+i] = -m.a[i*columns+j]
			}
		}
		m.solve(300)
		swapped.solve(300)
		for side := range 2 {
			for i, p := range m.average[side] {
				if swapped.average[1-side][i] != p {
					t.Fatalf("matrix %d, side %d, plan %d: %v, with the sides swapped %v", k, side, i, p, swapped.average[1-side][i])
				}
			}
		}
	}
}

// A plan that is never better than another and sometimes worse isn't played, by either side, even where the other side
// has no reason to punish it.
func TestMatrixShunsWeaklyDominatedPlans(t *testing.T) {
	m := newMatrix(2, 4)
	m.reset(2, 2)
	copy(m.a, []float64{0, 0.5, -0.5, 0}) // second row worse, second column worse
	m.solve(100)
	if m.average[0][1] > 0 || m.average[1][1] > 0 {
		t.Errorf("strategies %v", m.average)
	}
	m.reset(2, 2)
	copy(m.a, []float64{0, 0, 0, -0.5}) // the second row loses only against the second column
	m.solve(100)
	if m.average[0][1] > 0 {
		t.Errorf("strategies %v", m.average)
	}
	m.reset(2, 2)
	copy(m.a, []float64{0, 0, 0, 0.5}) // the same for the columns
	m.solve(100)
	if m.average[1][1] > 0 {
		t.Errorf("strategies %v", m.average)
	}
}
