package mcts

// matrix is a zero-sum game of one round: First chooses a row, Second a column, First gets a.
type matrix struct {
	rows, columns int
	a             []float64    // [rows, columns]
	regret        [2][]float64 // cumulated, cut off at zero
	current       [2][]float64
	average       [2][]float64 // sums until solve has normalised them
	gain          [2][]float64
	rounds        int // iterations since reset
}

// newMatrix makes room for matrices of at most so many plans a side and cells.
func newMatrix(most, cells int) matrix {
	m := matrix{a: make([]float64, cells)}
	for side := range 2 {
		m.regret[side], m.current[side] = make([]float64, most), make([]float64, most)
		m.average[side], m.gain[side] = make([]float64, most), make([]float64, most)
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

// iterate goes on with predictive regret matching+ with linear averaging (Farina, Kroer, Sandholm: "Faster game solving via
// predictive Blackwell approachability", AAAI 2021). Entries may have changed since the last call. Both sides answer the
// other's last strategy: with alternating updates the second side would never meet a plan that the first gives up at once,
// and would keep plans that are bad against nothing else, so that solutions would depend on the colours.
func (m *matrix) iterate(iterations int) {
	for range iterations {
		m.rounds++
		m.gains(0, m.current[1])
		m.gains(1, m.current[0])
		for side := range 2 {
			m.update(side)
			for i, p := range m.current[side] {
				m.average[side][i] += float64(float64(m.rounds) * p)
			}
		}
	}
}

// update cumulates the regrets of one side by its gains and follows what they will be if the next ones are like the last.
func (m *matrix) update(side int) {
	gain, mean := m.gain[side], 0.0
	for i, p := range m.current[side] {
		mean += float64(p * gain[i])
	}
	for i, r := range m.regret[side] {
		last := gain[i] - mean
		m.regret[side][i] = max(0, r+last)
		m.current[side][i] = max(0, m.regret[side][i]+last)
	}
	normalise(m.current[side])
}

// gains are what each plan of a side is worth to it against the other side's strategy; kept until the next call.
func (m *matrix) gains(side int, other []float64) []float64 {
	if side == 0 {
		gain := m.gain[side][:m.rows]
		for i := range gain {
			gain[i] = 0
			for j, p := range other {
				gain[i] += p * m.a[i*m.columns+j]
			}
		}
		return gain
	}
	gain := m.gain[side][:m.columns]
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
