package game

import (
	"fmt"
	"slices"
	"strings"
)

const longestWord = 64 // nobody mistypes a word into something longer

// Suggest names the known word nearest to a mistyped one, as in `; did you mean "energy.start"?`, or lists the known
// words when none is near and they are few. It returns "" where there is nothing useful to say.
func Suggest(word string, known []string) string {
	if near := Nearest(word, known); near != "" || len(word) > longestWord || len(known) == 0 || len(known) > 12 {
		return near
	}
	return fmt.Sprintf("; known: %s", joinSorted(known))
}

// Nearest is Suggest for messages that list the known words themselves.
func Nearest(word string, known []string) string {
	if len(word) > longestWord {
		return ""
	}
	best, bestDistance := "", len(word)/2+2
	for _, k := range known {
		if d := editDistance(word, k); d < bestDistance || d == bestDistance && best != "" && k < best {
			best, bestDistance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// editDistance is the Levenshtein distance in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		previous := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			previous, row[j+1] = row[j+1], min(previous+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func joinSorted(words []string) string {
	sorted := slices.Sorted(slices.Values(words))
	return strings.Join(sorted, ", ")
}
