package mcts

// matrix is a zero-sum game of one round: First chooses a row, Second a column, First gets a.
type matrix struct {
	rows, columns int
	a             []float64    // [rows, columns]
	regret        [2][]float64 // cumulated, cut off at zero
	current       [2][]float64
	average       [2][]float64 // sums until solve has normalised them
	gain          []float64
	rounds        int // iterations since reset
}

func newMatrix(most int) matrix {
	m := matrix{a: make([]float64, most*most), gain: make([]float64, most)}
	for side := range 2 {
		m.regret[side], m.current[side], m.average[side] = make([]float64, most), make([]float64, most), make([]float64, most)
	}
	return m
}

func (m *matrix) reset(rows, columns int) {
	m.rows, m.columns, m.a, m.rounds = rows, columns, m.a[:rows*columns], 0
	for side, n := range [2]int{rows, columns} {
		m.regret[side], m.current[side], m.average[side] = m.regret[side][:n], m.current[side][:n], m.average[side][:n]
		clear(m.regret[side])
		clear(m.average[side])
		for i := range n {
			m.current[side][i] = 1 / float64(n)
		}
	}
}

// solve iterates and leaves the normalised averages.
func (m *matrix) solve(iterations int) {
	m.iterate(iterations)
	for side := range 2 {
		normalise(m.average[side])
	}
}

// iterate goes on with regret matching+ with alternating updates and linear averaging (Tammelin, Burch, Johanson, Bowling:
// "Solving heads-up limit Texas hold'em", IJCAI 2015). Entries may have changed since the last call.
func (m *matrix) iterate(iterations int) {
	for range iterations {
		m.rounds++
		for side := range 2 {
			m.update(side)
			for i, p := range m.current[side] {
				m.average[side][i] += float64(float64(m.rounds) * p)
			}
		}
	}
}

// update cumulates the regrets of one side against the other's current strategy and follows them.
func (m *matrix) update(side int) {
	gain, mean := m.gains(side, m.current[1-side]), 0.0
	for i, p := range m.current[side] {
		mean += p * gain[i]
	}
	for i := range gain {
		m.regret[side][i] = max(0, m.regret[side][i]+gain[i]-mean)
	}
	copy(m.current[side], m.regret[side])
	normalise(m.current[side])
}

// gains are what each plan of a side is worth to it against the other side's strategy; kept until the next call.
func (m *matrix) gains(side int, other []float64) []float64 {
	if side == 0 {
		gain := m.gain[:m.rows]
		for i := range gain {
			gain[i] = 0
			for j, p := range other {
				gain[i] += p * m.a[i*m.columns+j]
			}
		}
		return gain
	}
	gain := m.gain[:m.columns]
	clear(gain)
	for i, p := range other {
		for j := range gain {
			gain[j] -= p * m.a[i*m.columns+j]
		}
	}
	return gain
}

// value is what First gets when both play their averages.
func (m *matrix) value() float64 {
	v := 0.0
	for i, g := range m.gains(0, m.average[1]) {
		v += m.average[0][i] * g
	}
	return v
}

// normalise makes non-negative weights sum to one; all zero become equal.
func normalise(w []float64) {
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	for i := range w {
		if sum > 0 {
			w[i] /= sum
		} else {
			w[i] = 1 / float64(len(w))
		}
	}
}
