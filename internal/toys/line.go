package toys

import (
	"fmt"
	"math/bits"
	"strings"

	"variantlab/sim/game"
)

// lineRules are the rules of one game in which k stones in a row win.
type lineRules struct {
	name, title       string
	files, ranks, row int
	gravity           bool // stones fall to the lowest empty cell of their column
}

// The games of this file; a Line refers to its rules by index.
var lineGames = [...]lineRules{
	{"tictactoe", "Tic-tac-toe", 3, 3, 3, false},
	{"connect3", "Connect three on 4x4", 4, 4, 3, true},
	{"connect4-5x5", "Connect four on 5x5", 5, 5, 4, true},
	{"connect4", "Connect four on 7x6", 7, 6, 4, true},
}

// TicTacToe is the game on 3x3 cells.
func TicTacToe() game.Game { return newLine(0) }

// ConnectThree is connect four's little sister: 4x4 cells, three in a row.
func ConnectThree() game.Game { return newLine(1) }

// ConnectFour5 is connect four on 5x5 cells.
func ConnectFour5() game.Game { return newLine(2) }

// ConnectFour is the usual game: seven columns of six cells, four in a row.
func ConnectFour() game.Game { return newLine(3) }

func newLine(i uint8) game.Game {
	r := &lineGames[i]
	actions := r.files
	if !r.gravity {
		actions *= r.ranks
	}
	return &toy{
		info: game.Info{
			Name: r.name, Title: r.title, Rules: r.name + "/1", MaxActions: actions,
			Net: game.NetInfo{
				Files: r.files, Ranks: r.ranks, Planes: []string{"own", "opponent", "ones"}, Globals: 2,
				Policy: []game.PolicyBlock{{Name: "place", Kind: game.SquareBlock, Size: 1}}, Aux: 1,
			},
		},
		start: func() board { return &Line{rules: i, winner: noWinner} },
	}
}

// Line is a state of a game of k in a row. Cell (x, y) is bit x*(ranks+1)+y; the bit above each column stays empty, so
// that shifted rows do not run from one column into the next.
type Line struct {
	stones [2]uint64
	rules  uint8
	turn   game.Player
	winner int8 // 0 or 1, noWinner, or drawn
}

const (
	noWinner = -1
	drawn    = 2
)

func (s *Line) r() *lineRules { return &lineGames[s.rules] }

// Turn says who places a stone.
func (s *Line) Turn() game.Player {
	if s.winner != noWinner {
		return game.Terminal
	}
	return s.turn
}

// Actions are the columns with room, counted from 1, or without gravity the empty cells rank by rank.
func (s *Line) Actions(p game.Player, dst []game.Action) []game.Action {
	if p != s.Turn() {
		return dst
	}
	r, occ := s.r(), s.stones[0]|s.stones[1]
	stride := r.ranks + 1
	if r.gravity {
		top := uint64(1) << (r.ranks - 1)
		for x := range r.files {
			if occ&top == 0 {
				dst = append(dst, game.Action(x+1))
			}
			top <<= stride
		}
		return dst
	}
	for y := range r.ranks {
		for x := range r.files {
			if occ>>(x*stride+y)&1 == 0 {
				dst = append(dst, game.Action(y*r.files+x+1))
			}
		}
	}
	return dst
}

// cell gives the bit number of the cell that a fills.
func (s *Line) cell(a game.Action) int {
	r, n := s.r(), int(a)-1
	stride := r.ranks + 1
	if r.gravity {
		column := (s.stones[0] | s.stones[1]) >> (n * stride) & (1<<stride - 1)
		return n*stride + bits.TrailingZeros64(column+1)
	}
	return n%r.files*stride + n/r.files
}

// Apply places a stone of the side to move.
func (s *Line) Apply(a game.Action) {
	s.stones[s.turn] |= 1 << s.cell(a)
	r := s.r()
	switch {
	case r.rowIn(s.stones[s.turn]):
		s.winner = int8(s.turn)
	case bits.OnesCount64(s.stones[0]|s.stones[1]) == r.files*r.ranks:
		s.winner = drawn
	}
	s.turn = s.turn.Other()
}

// rowIn reports whether the stones of one side make a row.
func (r *lineRules) rowIn(stones uint64) bool {
	up := r.ranks + 1
	for _, step := range [4]int{1, up - 1, up, up + 1} {
		m := stones
		for i := 1; i < r.row; i++ {
			m &= stones >> (i * step)
		}
		if m != 0 {
			return true
		}
	}
	return false
}

// Returns is a win, loss or draw.
func (s *Line) Returns() [2]float32 {
	switch s.winner {
	case 0:
		return [2]float32{1, -1}
	case 1:
		return [2]float32{-1, 1}
	}
	return [2]float32{}
}

// Key packs stones, turn and rules.
func (s *Line) Key() game.Key {
	return packed(s.stones[0]|uint64(s.rules)<<58, s.stones[1]|uint64(s.turn)<<58)
}

// CopyFrom overwrites s.
func (s *Line) CopyFrom(src game.State) { *s = *src.(*Line) }

// Clone returns a copy.
func (s *Line) Clone() game.State { c := *s; return &c }

// Observe fills the three planes and, as globals, who moves first and how full the board is.
func (s *Line) Observe(p game.Player, planes, globals []float32) {
	r, i := s.r(), 0
	own, opp := s.stones[p], s.stones[p.Other()]
	for y := range r.ranks {
		for x := range r.files {
			cell := x*(r.ranks+1) + y
			planes[i] = float32(own >> cell & 1)
			planes[i+1] = float32(opp >> cell & 1)
			planes[i+2] = 1
			i += 3
		}
	}
	globals[0] = float32(1 - p)
	globals[1] = float32(bits.OnesCount64(own|opp)) / float32(r.files*r.ranks)
}

// ObserveHidden has nothing to tell.
func (s *Line) ObserveHidden(game.Player, []float32) {}

// PolicyIndex is the cell that a fills, rank by rank.
func (s *Line) PolicyIndex(_ game.Player, a game.Action) (uint32, uint16) {
	r, cell := s.r(), s.cell(a)
	stride := r.ranks + 1
	return uint32(cell%stride*r.files + cell/stride), 0
}

const lineStones = "xo"

func (s *Line) appendNotation(dst []byte) []byte {
	r := s.r()
	for y := r.ranks - 1; y >= 0; y-- {
		for x := range r.files {
			cell, c := x*(r.ranks+1)+y, byte('.')
			for p := range s.stones {
				if s.stones[p]>>cell&1 != 0 {
					c = lineStones[p]
				}
			}
			dst = append(dst, c)
		}
		if y > 0 {
			dst = append(dst, '/')
		}
	}
	return append(dst, ' ', lineStones[s.turn])
}

func (s *Line) setNotation(text string) error {
	r := s.r()
	grid, turn, _ := strings.Cut(text, " ")
	rows := strings.Split(grid, "/")
	if len(rows) != r.ranks {
		return fmt.Errorf("%d rows in %q, want %d", len(rows), grid, r.ranks)
	}
	n := Line{rules: s.rules, winner: noWinner}
	for i, row := range rows {
		if len(row) != r.files {
			return fmt.Errorf("row %q has %d cells, want %d", row, len(row), r.files)
		}
		y := r.ranks - 1 - i
		for x := range r.files {
			if side := strings.IndexByte(lineStones, row[x]); side >= 0 {
				n.stones[side] |= 1 << (x*(r.ranks+1) + y)
			} else if row[x] != '.' {
				return fmt.Errorf("cell %q in row %q: want x, o or a dot", row[x], row)
			}
		}
	}
	if turn != "x" && turn != "o" {
		return fmt.Errorf("side to move %q: want x or o", turn)
	}
	n.turn = game.Player(strings.Index(lineStones, turn))
	return s.adopt(&n)
}

// adopt overwrites s with n if n can arise in play.
func (s *Line) adopt(n *Line) error {
	r, occ := n.r(), n.stones[0]|n.stones[1]
	placed := [2]int{bits.OnesCount64(n.stones[0]), bits.OnesCount64(n.stones[1])}
	if placed[0]-placed[1] != int(n.turn) {
		return fmt.Errorf("%d stones of x and %d of o do not go with %c to move", placed[0], placed[1], lineStones[n.turn])
	}
	if r.gravity {
		for x := range r.files {
			if column := occ >> (x * (r.ranks + 1)) & (1<<r.ranks - 1); column&(column+1) != 0 {
				return fmt.Errorf("a stone floats in column %c", 'a'+x)
			}
		}
	}
	for p := range n.stones {
		if r.rowIn(n.stones[p]) {
			if game.Player(p) == n.turn {
				return fmt.Errorf("%c is to move and has a row already", lineStones[p])
			}
			n.winner = int8(p)
		}
	}
	if n.winner == noWinner && bits.OnesCount64(occ) == r.files*r.ranks {
		n.winner = drawn
	}
	*s = *n
	return nil
}

func (s *Line) appendAction(dst []byte, _ game.Player, a game.Action) []byte {
	r, n := s.r(), int(a)-1
	dst = append(dst, byte('a'+n%r.files))
	if !r.gravity {
		dst = append(dst, byte('1'+n/r.files))
	}
	return dst
}

func (s *Line) reason() string {
	switch s.winner {
	case noWinner:
		return ""
	case drawn:
		return "board full"
	}
	return "row"
}
