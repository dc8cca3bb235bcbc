package board

import (
	"fmt"
	"strings"
)

// Draw shows a board in lines of text, with the rank before each and the files below: White's first rank at the bottom, or
// turned round. cell is what a square shows, padded to width.
func Draw(turned bool, width int, cell func(Square) string) string {
	var b strings.Builder
	ranks, files := "87654321", "abcdefgh"
	if turned {
		ranks, files = "12345678", "hgfedcba"
	}
	for _, rank := range ranks {
		fmt.Fprintf(&b, " %c ", rank)
		for _, file := range files {
			fmt.Fprintf(&b, " %-*s", width, cell(At(int(file-'a'), int(rank-'1'))))
		}
		b.WriteByte('\n')
	}
	b.WriteString("   ")
	for _, file := range files {
		fmt.Fprintf(&b, " %-*c", width, file)
	}
	b.WriteByte('\n')
	return b.String()
}
