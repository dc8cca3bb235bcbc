package toys

// MatrixGame solves the zero-sum game in which the row player gets a[i][j]: optimal mixed strategies of both sides and
// the value. Simplex method in Dantzig's formulation (von Neumann's reduction of a matrix game to a linear program) with
// Bland's rule, so it cannot cycle.
func MatrixGame(a [][]float64) (rows, columns []float64, value float64) {
	m, n := len(a), len(a[0])
	low := a[0][0]
	for _, r := range a {
		for _, v := range r {
			low = min(low, v)
		}
	}
	shift := 1 - low // makes every entry at least 1, and with them the value

	// Tableau of: maximise sum y, (a+shift) y <= 1, y >= 0. Columns: n variables, m slacks, right side.
	t := make([][]float64, m+1)
	basis := make([]int, m)
	for i := range t {
		t[i] = make([]float64, n+m+1)
	}
	for i := range m {
		for j := range n {
			t[i][j] = a[i][j] + shift
		}
		t[i][n+i], t[i][n+m] = 1, 1
		basis[i] = n + i
	}
	for j := range n {
		t[m][j] = -1
	}
	for {
		in := entering(t[m][:n+m])
		if in < 0 {
			break
		}
		out := leaving(t[:m], basis, in)
		pivot(t, out, in)
		basis[out] = in
	}

	total := t[m][n+m]
	rows, columns = make([]float64, m), make([]float64, n)
	for i := range m {
		rows[i] = max(0, t[m][n+i]) / total
		if basis[i] < n {
			columns[basis[i]] = t[i][n+m] / total
		}
	}
	return rows, columns, 1/total - shift
}

const simplexZero = 1e-12

func entering(cost []float64) int {
	for j, c := range cost {
		if c < -simplexZero {
			return j
		}
	}
	return -1
}

func leaving(t [][]float64, basis []int, in int) int {
	out, best := -1, 0.0
	for i, row := range t {
		if row[in] <= simplexZero {
			continue
		}
		ratio := row[len(row)-1] / row[in]
		if out < 0 || ratio < best-simplexZero || ratio <= best+simplexZero && basis[i] < basis[out] {
			out, best = i, ratio
		}
	}
	return out
}

func pivot(t [][]float64, r, c int) {
	d := t[r][c]
	for j := range t[r] {
		t[r][j] /= d
	}
	for i := range t {
		if i == r || t[i][c] == 0 {
			continue
		}
		f := t[i][c]
		for j := range t[i] {
			t[i][j] -= f * t[r][j]
		}
	}
}

// BestResponses gives what the row player can get at most against columns, and what the column player can hold it to
// against rows. Their difference is the gap, zero exactly at an equilibrium.
func BestResponses(a [][]float64, rows, columns []float64) (most, least float64) {
	for i := range a {
		v := 0.0
		for j := range columns {
			v += a[i][j] * columns[j]
		}
		if i == 0 || v > most {
			most = v
		}
	}
	for j := range columns {
		v := 0.0
		for i := range rows {
			v += a[i][j] * rows[i]
		}
		if j == 0 || v < least {
			least = v
		}
	}
	return most, least
}
