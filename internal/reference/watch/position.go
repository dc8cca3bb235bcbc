// Package watch is a second, slow and plain implementation of Watch chess, written from docs/rules/watch.md alone. It
// shares no code with sim/watch, whose tests compare the two: text goes in, text comes out.
//
// Nothing here is clever. A position is 64 bytes of men; a piece's pattern is walked square by square; a side's plans are
// found by trying every set of Watches with every Move; a round is played with a list of men that know where they are.
package watch

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Settings are the rule parameters that matter on the board.
type Settings struct {
	King       bool   // King Watch mode
	Limit      int    // Watches a plan
	Stalemate  string // draw, loss or hold
	WatchOnly  int    // idle rounds that draw, 0 for off
	Repetition int    // occurrences that draw, 0 for off
	RoundLimit int    // last round, 0 for off
}

// Default returns the default settings of a mode, "full" or "king".
func Default(mode string) Settings {
	s := Settings{Limit: 2, Stalemate: "draw", WatchOnly: 3, RoundLimit: 200}
	if mode == "king" {
		s.King, s.Limit = true, 1
	}
	return s
}

// Position is what a WFEN says.
type Position struct {
	Men      [64]byte // letter of the man on each square, 0 for none
	Castling string
	Frozen   [64]bool
	Ordinary [2]int // Watches left, White first
	Kings    [2]int // King Watches left
	Round    int
	Idle     int
}

// Read reads a well-formed WFEN; anything else panics.
func Read(wfen string) Position {
	var p Position
	f := strings.Fields(wfen)
	for i, row := range strings.Split(f[0], "/") {
		square := (7 - i) * 8
		for _, c := range []byte(row) {
			if c >= '1' && c <= '8' {
				square += int(c - '0')
				continue
			}
			p.Men[square] = c
			square++
		}
	}
	p.Castling = strings.Trim(f[1], "-")
	if f[2] != "-" {
		for _, name := range strings.Split(f[2], ",") {
			p.Frozen[index(name)] = true
		}
	}
	for i, side := range strings.Split(f[3], ",") {
		ordinary, king, _ := strings.Cut(side, "/")
		p.Ordinary[i], p.Kings[i] = number(ordinary), number(king)
	}
	p.Round, p.Idle = number(f[4]), number(f[5])
	return p
}

// WFEN writes the position.
func (p *Position) WFEN() string { return fmt.Sprintf("%s %d %d", p.Key(), p.Round, p.Idle) }

// Key is the first four fields of the WFEN, by which repetitions are counted.
func (p *Position) Key() string {
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row, empty := "", 0
		for file := range 8 {
			c := p.Men[rank*8+file]
			if c == 0 {
				empty++
				continue
			}
			if empty > 0 {
				row += strconv.Itoa(empty)
			}
			row, empty = row+string(c), 0
		}
		if empty > 0 {
			row += strconv.Itoa(empty)
		}
		rows = append(rows, row)
	}
	var frozen []string
	for square, is := range p.Frozen {
		if is {
			frozen = append(frozen, name(square))
		}
	}
	return fmt.Sprintf("%s %s %s %d/%d,%d/%d", strings.Join(rows, "/"), orDash(p.Castling),
		orDash(strings.Join(frozen, ",")), p.Ordinary[0], p.Kings[0], p.Ordinary[1], p.Kings[1])
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func index(name string) int        { return int(name[0]-'a') + 8*int(name[1]-'1') }
func name(square int) string       { return string([]byte{'a' + byte(square%8), '1' + byte(square/8)}) }
func isWhite(man byte) bool        { return man >= 'A' && man <= 'Z' }
func kind(man byte) byte           { return man | 0x20 }
func sideOf(man byte) int          { return map[bool]int{true: 0, false: 1}[isWhite(man)] }
func letter(k byte, s int) byte    { return map[int]byte{0: k &^ 0x20, 1: k | 0x20}[s] }
func (p *Position) king(s int) int { return slices.Index(p.Men[:], letter('k', s)) }

var (
	straight = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonal = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	leaps    = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// forward is the rank step of a side's pawns.
func forward(s int) int { return 1 - 2*s }

// pattern lists the squares on which the man on from could capture, each with the squares it passes [WC-006].
func (p *Position) pattern(from int) map[int][]int {
	found := map[int][]int{}
	walk := func(steps [][2]int, most int) {
		for _, d := range steps {
			file, rank := from%8, from/8
			var passed []int
			for range most {
				file, rank = file+d[0], rank+d[1]
				if file < 0 || file > 7 || rank < 0 || rank > 7 {
					break
				}
				found[rank*8+file] = slices.Clone(passed)
				if p.Men[rank*8+file] != 0 {
					break
				}
				passed = append(passed, rank*8+file)
			}
		}
	}
	switch man := p.Men[from]; kind(man) {
	case 'p':
		dy := forward(sideOf(man))
		walk([][2]int{{-1, dy}, {1, dy}}, 1)
	case 'n':
		walk(leaps, 1)
	case 'b':
		walk(diagonal, 7)
	case 'r':
		walk(straight, 7)
	case 'q':
		walk(straight, 7)
		walk(diagonal, 7)
	case 'k':
		walk(straight, 1)
		walk(diagonal, 1)
	}
	return found
}

// threatens reports whether side s threatens a square [WC-007].
func (p *Position) threatens(s, square int) bool {
	for from, man := range p.Men {
		if man == 0 || sideOf(man) != s || p.Frozen[from] || from == square {
			continue
		}
		if _, ok := p.pattern(from)[square]; ok {
			return true
		}
	}
	return false
}

// inCheck reports whether the enemy threatens s's King [WC-008].
func (p *Position) inCheck(s int) bool { return p.threatens(1-s, p.king(s)) }
