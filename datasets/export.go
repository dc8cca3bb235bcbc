package datasets

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"variantlab/sim/game"
)

// jsonGame is a game as ExportJSONL writes it: the columns of the games table under their names, steps as objects.
type jsonGame struct {
	GameID      uint64          `json:"game_id"`
	Seed        uint64          `json:"seed"`
	PairID      uint64          `json:"pair_id"`
	White       string          `json:"white"`
	Black       string          `json:"black"`
	Options     json.RawMessage `json:"options"`
	Params      json.RawMessage `json:"params"`
	Rules       string          `json:"rules"`
	Config      string          `json:"config"`
	WhiteAgent  string          `json:"white_agent"`
	BlackAgent  string          `json:"black_agent"`
	Start       json.RawMessage `json:"start"`
	Opening     int             `json:"opening"`
	Steps       []jsonStep      `json:"steps"`
	WhiteReturn float32         `json:"white_return"`
	Reason      string          `json:"reason"`
	Plies       int             `json:"plies"`
	Decisions   int             `json:"decisions"`
	Sequence    string          `json:"sequence"` // 16 hexadecimal digits
}

type jsonStep struct {
	Player string   `json:"player"`
	Text   string   `json:"text"`
	Joint  bool     `json:"joint,omitempty"`
	Sims   uint32   `json:"sims,omitempty"`
	Value  *float32 `json:"value,omitempty"`
}

// ExportJSONL writes the games as JSON, one a line.
func (d *Dataset) ExportJSONL(w io.Writer) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for g, err := range d.Games() {
		if err != nil {
			return err
		}
		line := jsonGame{
			GameID: g.ID, Seed: g.Seed, PairID: g.Pair, White: g.Cell.White, Black: g.Cell.Black,
			Options: json.RawMessage(g.Options), Params: json.RawMessage(g.Params), Rules: g.Rules, Config: g.Config,
			WhiteAgent: g.Agents[0], BlackAgent: g.Agents[1], Start: json.RawMessage(g.Start), Opening: g.Opening,
			WhiteReturn: g.Returns[0], Reason: g.Reason, Plies: g.Plies, Decisions: g.Decisions,
			Sequence: fmt.Sprintf("%016x", g.Sequence()), Steps: make([]jsonStep, len(g.Steps)),
		}
		for i := range g.Steps {
			s := &g.Steps[i]
			line.Steps[i] = jsonStep{Player: s.Player.String(), Text: s.Text, Joint: s.Joint, Sims: s.Sims}
			if s.Sims > 0 {
				line.Steps[i].Value = &s.Value
			}
		}
		if err := enc.Encode(&line); err != nil {
			return fmt.Errorf("datasets: game %d: %w", g.ID, err)
		}
	}
	return out.Flush()
}

// ExportText writes the games in the manner of PGN: tags in brackets, then the numbered turns. Outcomes of chance stand in
// parentheses after what they follow; the plans of a simultaneous round are joined by "|", White's first.
func (d *Dataset) ExportText(w io.Writer) error {
	out := bufio.NewWriter(w)
	for g, err := range d.Games() {
		if err != nil {
			return err
		}
		writeText(out, d.Header.Game, g)
	}
	return out.Flush()
}

func writeText(w io.Writer, name string, g *Game) {
	tag := func(key, value string) {
		value = strings.ReplaceAll(strings.ReplaceAll(value, `\`, `\\`), `"`, `\"`)
		fmt.Fprintf(w, "[%s \"%s\"]\n", key, value)
	}
	tag("Game", name)
	tag("Round", fmt.Sprintf("%d.%d", g.Seed, g.ID))
	tag("White", g.Agents[0])
	tag("Black", g.Agents[1])
	if g.Cell != (Cell{}) {
		tag("WhiteSet", g.Cell.White)
		tag("BlackSet", g.Cell.Black)
	}
	if g.Params != "{}" {
		tag("Params", g.Params)
	}
	tag("Start", g.Start)
	tag("Termination", g.Reason)
	tag("Result", resultText(g.Returns[0]))
	fmt.Fprintln(w)
	line := lineWriter{w: w}
	turn, last := 0, game.Chance
	for i := 0; i < len(g.Steps); i++ {
		s := &g.Steps[i]
		switch {
		case s.Player == game.Chance:
			line.word("(" + s.Text + ")")
			continue
		case s.Joint && i+1 < len(g.Steps):
			turn++
			line.word(fmt.Sprintf("%d.", turn))
			line.word(s.Text + " | " + g.Steps[i+1].Text)
			last = game.Simultaneous
			i++
			continue
		case s.Player == game.First && last != game.First:
			turn++
			line.word(fmt.Sprintf("%d.", turn))
		case s.Player == game.Second && last != game.First && last != game.Second:
			turn++
			line.word(fmt.Sprintf("%d...", turn))
		}
		line.word(s.Text)
		last = s.Player
	}
	line.word(resultText(g.Returns[0]))
	fmt.Fprint(w, "\n\n")
}

func resultText(white float32) string {
	switch white {
	case 1:
		return "1-0"
	case -1:
		return "0-1"
	case 0:
		return "1/2-1/2"
	default:
		return fmt.Sprint(white)
	}
}

// lineWriter breaks lines before column 100.
type lineWriter struct {
	w      io.Writer
	column int
}

func (l *lineWriter) word(s string) {
	switch {
	case l.column == 0:
	case l.column+1+len(s) > 100:
		fmt.Fprintln(l.w)
		l.column = 0
	default:
		fmt.Fprint(l.w, " ")
		l.column++
	}
	fmt.Fprint(l.w, s)
	l.column += len(s)
}
