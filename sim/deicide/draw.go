package deicide

import (
	"encoding/json"
	"fmt"
	"strings"

	"variantlab/sim/game"
)

// Draw shows an observation as White looks at the board.
func (g *Game) Draw(observation []byte) (string, error) { return g.DrawFor(observation, game.First) }

// DrawFor shows an observation as a board with the codes of the pieces [DC-020] explained beside it, the viewer's first
// rank (in Yuri: its corner) below, and lines on what no board shows. Marks after a square: @ something in flight lands
// there, ' a pawn slid past it and can be taken there. Lines are at most 80 wide unless they list many squares.
func (g *Game) DrawFor(observation []byte, viewer game.Player) (string, error) {
	// The past is taken out: to check each of its keys takes longer the longer a game is.
	var members map[string]json.RawMessage
	if err := json.Unmarshal(observation, &members); err != nil {
		return "", fmt.Errorf("deicide: draw: %w", err)
	}
	var past map[string]int
	if text, ok := members["history"]; ok {
		if err := json.Unmarshal(text, &past); err != nil {
			return "", fmt.Errorf("deicide: draw: %w", err)
		}
		delete(members, "history")
	}
	present, err := json.Marshal(members)
	if err != nil {
		return "", fmt.Errorf("deicide: draw: %w", err)
	}
	p, err := g.Parse(present)
	if err != nil {
		return "", fmt.Errorf("deicide: draw: %w", err)
	}
	s := &p.(*Position).s
	var b strings.Builder
	s.drawBoard(&b, viewer)
	s.drawTurn(&b)
	s.drawFlights(&b)
	s.drawPawns(&b)
	s.drawFools(&b)
	if rooks := s.castlingTexts(); len(rooks) > 0 {
		fmt.Fprintf(&b, "castling: may still be done with the Rooks on %s\n", strings.Join(rooks, ", "))
	}
	fmt.Fprintf(&b, "%s; %s", limited("plies", s.ply, s.rules.plyLimit), limited("quiet actions in a row", s.quiet, s.rules.quietLimit))
	if n := past[string(s.appendKey(nil))]; n > 1 && !s.midTurn() {
		b.WriteString("; " + limited("times in this position", uint32(n), uint32(s.rules.repetition)))
	}
	return b.String() + "\n", nil
}

// limited is a counter that makes the game a draw at limit, 0 for never.
func limited(title string, n, limit uint32) string {
	if limit == 0 {
		return fmt.Sprintf("%s: %d", title, n)
	}
	return fmt.Sprintf("%s: %d (a draw at %d)", title, n, limit)
}

// drawBoard draws the squares and, to their right, what the codes mean.
func (c *core) drawBoard(b *strings.Builder, viewer game.Player) {
	size := c.v().size
	legend := c.v().legend()
	for row := range size {
		var line strings.Builder
		fmt.Fprintf(&line, "%2d ", c.v().viewed(viewer, 0, row).rank()+1)
		for column := range size {
			fmt.Fprintf(&line, "%-3s", c.cell(c.v().viewed(viewer, column, row)))
		}
		fmt.Fprintf(&line, " %s", legend[row])
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	b.WriteString(" ")
	for column := range size {
		fmt.Fprintf(b, "  %c", 'a'+c.v().viewed(viewer, column, 0).file())
	}
	b.WriteByte('\n')
}

// viewed is the square in a column and a row of the drawing, counted from its top left corner.
func (v *variant) viewed(viewer game.Player, column, row int) square {
	if viewer == game.Second {
		return at(v.size-1-column, row)
	}
	return at(column, v.size-1-row)
}

// cell is what a drawing shows on q: at most three characters.
func (c *core) cell(q square) string {
	text := "."
	if p := c.at(q); p != nobody {
		text = p.code()
	}
	for i := range c.nPassing {
		if text == "." && c.passings[i].squares().has(q) {
			text += "'"
		}
	}
	for _, f := range c.flights[:c.nFlights] {
		if f.target == q {
			return text + "@"
		}
	}
	return text
}

// legend explains the codes in two columns, a text for each row of the board.
func (v *variant) legend() []string {
	var kinds []kind
	for k := king; k < numKinds; k++ {
		if v.kinds.has(k) {
			kinds = append(kinds, k)
		}
	}
	lines := make([]string, v.size)
	half := (len(kinds) + 1) / 2
	for i, k := range kinds[:half] {
		lines[i] = fmt.Sprintf("%-15s", names[k].code+" "+k.words())
		if i+half < len(kinds) {
			k = kinds[i+half]
			lines[i] += " " + names[k].code + " " + k.words()
		}
	}
	lines[v.size-1] = "capitals White, small Black"
	return lines
}

// words is the key of k as people write it.
func (k kind) words() string { return strings.ReplaceAll(k.String(), "_", " ") }

var sideTitles = [2]string{"White", "Black"}

// drawTurn says whose turn it is and what is left of it, or how the game ended.
func (s *State) drawTurn(b *strings.Builder) {
	fmt.Fprintf(b, "\nturn %d: ", s.turn+1)
	if s.result.over() {
		outcome := "a draw"
		if winner, ok := s.result.winner(); ok {
			outcome = sideTitles[winner] + " wins"
		}
		fmt.Fprintf(b, "over, %s (%s)\n", outcome, s.result.reason())
		return
	}
	b.WriteString(sideTitles[s.side] + " to move")
	switch {
	case s.midTurn():
		b.WriteString(" once more or pass, an extra turn")
	case s.extra:
		b.WriteString(" once or twice, an extra turn")
	}
	if s.inCheck(s.side) {
		b.WriteString(", in check")
	}
	b.WriteByte('\n')
}

// drawFlights says of everything in flight, in the order of launching, where and when it lands.
func (s *State) drawFlights(b *strings.Builder) {
	for _, f := range s.flights[:s.nFlights] {
		turn := s.landing(f)
		when := fmt.Sprintf("%d turns after this", turn-s.turn-1)
		switch turn - s.turn {
		case 1:
			when = "this one"
		case 2:
			when = "the next"
		}
		fmt.Fprintf(b, "in flight: %s, lands on %s (@) at the end of turn %d, %s\n", f.piece.code(), f.target, turn, when)
	}
}

// landing is the turn, counted from 1, at whose end f lands [DC-109].
func (c *core) landing(f flight) uint32 {
	waits := uint32(f.counters) - 1
	if f.fresh {
		waits++
	}
	turn := c.turn + 1 + 2*waits
	if f.piece.color() != c.side {
		turn++
	}
	return turn
}

// drawPawns lists pawns that can be taken en passant, and those whose square misleads about their head start.
func (s *State) drawPawns(b *strings.Builder) {
	for _, e := range s.passings[:s.nPassing] {
		var passed []string
		for _, q := range e.passed[:e.n] {
			passed = append(passed, q.String())
		}
		p := s.at(e.pawn)
		fmt.Fprintf(b, "en passant: an enemy %s may take %s %s on %s (')\n", p.kind().words(), p.code(), e.pawn, strings.Join(passed, ", "))
	}
	var still, gone []string
	for q := range s.occupied().each {
		p := s.at(q)
		if !p.isPawn() || p.moved() == s.movedByDefault(p, q) {
			continue
		}
		text := p.code() + " " + q.String()
		if p.moved() {
			gone = append(gone, text)
		} else {
			still = append(still, text)
		}
	}
	if len(gone) > 0 {
		fmt.Fprintf(b, "no head start, have moved before: %s\n", strings.Join(gone, ", "))
	}
	if len(still) > 0 {
		fmt.Fprintf(b, "pushed, have not moved yet: %s\n", strings.Join(still, ", "))
	}
}

// drawFools says as what the Fools of each side move: as what its opponent moved last [DC-291].
func (c *core) drawFools(b *strings.Builder) {
	var fools [2]bool
	for q := range c.occupied().each {
		if p := c.at(q); p.kind() == fool {
			fools[p.color()] = true
		}
	}
	for side, any := range fools {
		if !any {
			continue
		}
		title, foe := sideTitles[side], sideTitles[side^1]
		if k := c.last[color(side)^1]; k != none {
			fmt.Fprintf(b, "%s's fools move like the %s, as %s did last\n", title, k.words(), foe)
		} else {
			fmt.Fprintf(b, "%s's fools can't move before %s has moved\n", title, foe)
		}
	}
}

var _ game.SidedDrawer = (*Game)(nil)
