package game

// Nearest returns the known name that a mistyped one probably meant: the one fewest edits away, at most a third of its
// length and at least one; "" when none is that near.
func Nearest(name string, known []string) string {
	best, at := "", 0
	for _, k := range known {
		limit := max(1, len(k)/3)
		if len(name) < len(k)-limit || len(name) > len(k)+limit {
			continue
		}
		if d := edits(name, k); d <= limit && (best == "" || d < at) {
			best, at = k, d
		}
	}
	return best
}

// edits is the Levenshtein distance in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
