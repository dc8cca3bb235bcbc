package deicide

import (
	"math/bits"
	"slices"
	"strings"

	"variantlab/sim/game"
)

// Game makes positions of one of the two variants.
type Game struct {
	v      *variant
	params []parameter
	start  *State
}

// New is Deicide Chess.
func New() *Game { return newGame(deicide) }

// NewYuri is Yuri Deicide Chess.
func NewYuri() *Game { return newGame(yuri) }

func newGame(v *variant) *Game {
	c, err := parseFEN(v, v.rules, v.setup, "setup.fen")
	if err != nil {
		panic(err) // the standard start is a constant
	}
	return &Game{v: v, params: v.parameters(), start: c.start()}
}

// rulesVersion changes whenever play can.
const rulesVersion = "deicide-1"

// Info describes the game.
//
// MaxActions is a bound, not an estimate. With n own pieces on a board of N squares no piece has more than N-n
// destinations, which makes n(N-n), at most N*N/4, pairs of squares. Only pawns that promote have more actions than
// destinations: on each of the squares from which that can be, at most three destinations times the types. Castling adds
// at most a right a file, and there is pass. In play from the standard start lists stay below about 1,000.
func (g *Game) Info() game.Info {
	squares := g.v.size * g.v.size
	return game.Info{
		Name: g.v.name, Title: g.v.title, Rules: rulesVersion,
		Options: []game.OptionDoc{{
			Name: "setup",
			Doc:  "standard, or a start position in the one-line notation or as a list such as \"w KGb1 QNd4 | b KGi9\"",
		}},
		MaxActions: squares*squares/4 + 3*g.v.promoters()*bits.OnesCount32(uint32(g.v.rules.promotions)) + g.v.size + 1,
		Net:        g.v.net(),
	}
}

// New sets up a game. The start position is given at most once: as option setup, as parameter setup.fen, or as position.
func (g *Game) New(o game.Options) (game.Position, error) {
	for name := range o.Values {
		if name != "setup" {
			return nil, game.Errorf(game.BadRequest, "options."+name, "%s has only the option setup", g.v.name)
		}
	}
	r, params, err := g.resolve(o.Params)
	if err != nil {
		return nil, err
	}
	text, src, err := g.startText(o)
	if err != nil {
		return nil, err
	}
	c, err := g.read(r, text, src.path)
	if input, ok := err.(*game.InputError); ok {
		return nil, game.Errorf(src.code, input.Path, "%s", input.Msg)
	}
	return newPosition(g, c.start(), params), nil
}

// source is where a start position comes from, and the code of an error in it.
type source struct {
	path string
	code game.Code
}

// startText finds the start position among the options.
func (g *Game) startText(o game.Options) (text string, from source, err error) {
	text = g.v.setup
	given := 0
	take := func(t, path string, code game.Code) {
		text, from = t, source{path, code}
		given++
	}
	if setup, ok := o.Values["setup"]; ok {
		if setup == "standard" {
			setup = g.v.setup
		}
		take(setup, "options.setup", game.BadRequest)
	}
	if fen, ok := o.Params["setup.fen"].(string); ok {
		take(fen, "params.setup.fen", game.BadParams)
	}
	if o.Position != "" {
		take(o.Position, "position", game.BadState)
	}
	if given > 1 {
		return "", from, game.Errorf(game.BadRequest, from.path,
			"the start position is given twice; give it once, as options.setup, params.setup.fen or position")
	}
	return text, from, nil
}

// read reads a position in either notation.
func (g *Game) read(r rules, text, path string) (*core, error) {
	if looksShort(text) {
		return parseShort(g.v, r, text, path)
	}
	return parseFEN(g.v, r, text, path)
}

// AppendAction writes a as text.
func (g *Game) AppendAction(dst []byte, _ game.State, _ game.Player, a game.Action) []byte {
	return appendAction(dst, a)
}

// ParseAction reads a legal action of p, which is to move.
func (g *Game) ParseAction(s game.State, p game.Player, text string) (game.Action, error) {
	st := s.(*State)
	switch {
	case st.Turn() == game.Terminal:
		return game.None, game.Errorf(game.GameOver, "", "the game is over (%s)", st.result.reason())
	case st.Turn() != p:
		return game.None, game.Errorf(game.IllegalAction, "", "it is %s's move", st.Turn())
	}
	legal := st.Actions(p, nil)
	var buf []byte
	for _, a := range legal {
		if buf = appendAction(buf[:0], a); string(buf) == text {
			return a, nil
		}
	}
	return game.None, game.Errorf(game.IllegalAction, "", "%s", st.whyNot(text, legal))
}

// whyNot explains that text is no legal action by showing what the piece on its first square may do.
func (s *State) whyNot(text string, legal []game.Action) string {
	const most = 40
	if len(text) > most {
		return "not an action: too long; actions look like d4e5, d15d16=queen, d4-time:d9 or pass"
	}
	quoted := "\"" + strings.ToValidUTF8(text, "?") + "\" is not legal here"
	q, _, ok := readSquare(text, s.v().size)
	if !ok {
		return quoted + "; actions look like d4e5, d15d16=queen, d4-time:d9 or pass"
	}
	if s.at(q) == nobody || s.at(q).color() != s.side {
		return quoted + ": " + s.Turn().String() + " has no piece on " + q.String()
	}
	var texts []string
	for _, a := range legal {
		if a != pass && from(a) == q {
			texts = append(texts, string(appendAction(nil, a)))
		}
	}
	slices.Sort(texts)
	switch n := len(texts); {
	case n == 0:
		return quoted + ": the " + s.at(q).kind().words() + " on " + q.String() + " has no legal action"
	case n > 12:
		texts = append(texts[:12], "…")
	}
	return quoted + "; legal from " + q.String() + ": " + strings.Join(texts, " ")
}
