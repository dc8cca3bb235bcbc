package domain

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"variantlab/sim/game"
)

// Game is Checkmate Domain.
type Game struct{}

var _ game.Game = Game{}

// rulesVersion changes whenever play can change.
const rulesVersion = "1"

// Info describes the game.
func (Game) Info() game.Info {
	sets := slices.Clone(setNames[1:])
	disguises := slices.Clone(setNames[1:Toji])
	return game.Info{
		Name:       "domain",
		Title:      "Checkmate Domain",
		Rules:      rulesVersion,
		Stochastic: true,
		Hidden:     true,
		Sets:       sets,
		Options: []game.OptionDoc{
			{Name: "white", Values: sets, Doc: "White's technique set; limitless if not given"},
			{Name: "black", Values: sets, Doc: "Black's technique set; limitless if not given"},
			{Name: "white_disguise", Values: disguises, Doc: "the set that a White toji shows; dealt by chance if not given"},
			{Name: "black_disguise", Values: disguises, Doc: "the set that a Black toji shows; dealt by chance if not given"},
		},
		MaxActions: maxActions,
		Net:        netInfo,
	}
}

var optionNames = []string{"white", "black", "white_disguise", "black_disguise"}

// Params lists the rule parameters.
func (Game) Params() []game.Param { return slices.Clone(paramList) }

// New sets up a game [CD-001, CD-442]: the standard position, or the one of a notation.
func (Game) New(o game.Options) (game.Position, error) {
	for _, name := range slices.Sorted(maps.Keys(o.Values)) {
		if !slices.Contains(optionNames, name) {
			return nil, game.Errorf(game.BadRequest, "options."+name, "domain has no option %q%s", name, game.Suggest(name, optionNames))
		}
	}
	params, err := internRules(o.Params)
	if err != nil {
		return nil, err
	}
	var s *State
	if o.Position == "" {
		s, err = newGame(o.Values, params)
	} else {
		s, err = newFromNotation(o, params)
	}
	if err != nil {
		return nil, err
	}
	if err := s.disguise(o.Values); err != nil {
		return nil, err
	}
	s.repeats[0], s.known = s.identity(), 1
	return newPosition(s, []uint64{s.textKey()}), nil
}

const startPlacement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 limitless limitless -"

// newGame is the standard position, played by the sets of the options.
func newGame(values map[string]string, params uint16) (*State, error) {
	s, err := parseNotation(startPlacement, params)
	if err != nil {
		return nil, err
	}
	r := s.rules()
	for c := range s.sides {
		side := &s.sides[c]
		name := Side(c).String()
		if text, ok := values[name]; ok {
			set, err := parseSet("options."+name, text, setNames[1:])
			if err != nil {
				return nil, err
			}
			side.set = set
		}
		side.energy = uint16(min(r.EnergyStart, r.EnergyMax))
		if side.set == Toji {
			side.energy = 0
		}
		side.seen = uint16(r.EnergyStart)
	}
	return s, nil
}

func newFromNotation(o game.Options, params uint16) (*State, error) {
	for _, name := range sideNames {
		if _, ok := o.Values[name]; ok {
			return nil, game.Errorf(game.BadRequest, "options."+name, "a position names the sets itself; leave this out")
		}
	}
	return parseNotation(o.Position, params)
}

// parseSet reads the key of a set.
func parseSet(path, text string, names []string) (Set, error) {
	i := slices.Index(names, text)
	if i < 0 {
		return NoSet, game.Errorf(game.BadRequest, path, "%s must be one of %s%s", shown(text), strings.Join(names, ", "), game.Nearest(text, names))
	}
	return Set(i + 1), nil
}

// disguise gives each Toji what it shows: the option's, or a chance node deals one [CD-394, CD-402, CD-442].
func (s *State) disguise(values map[string]string) error {
	for c := range s.sides {
		side := &s.sides[c]
		name := Side(c).String() + "_disguise"
		text, given := values[name]
		switch {
		case given && side.set != Toji:
			return game.Errorf(game.BadRequest, "options."+name, "%s plays %s; only toji has a disguise", Side(c), side.set)
		case given && (side.disguise != NoSet || side.revealed):
			return game.Errorf(game.BadRequest, "options."+name, "the position says already what %s shows", Side(c))
		case given:
			set, err := parseSet("options."+name, text, setNames[1:Toji])
			if err != nil {
				return err
			}
			side.disguise = set
		}
	}
	s.dealDisguises()
	return nil
}

// Parse reads the JSON of a state; paths of errors begin with state.
func (Game) Parse(text []byte) (game.Position, error) {
	s, history, err := parseState(text)
	var fault *game.InputError
	if errors.As(err, &fault) {
		return nil, game.Errorf(fault.Code, strings.TrimSuffix("state."+fault.Path, "."), "%s", fault.Msg)
	}
	return newPosition(s, history), nil
}

// AppendAction writes an action as text.
func (Game) AppendAction(dst []byte, _ game.State, _ game.Player, a game.Action) []byte {
	return appendAction(dst, a)
}

// ParseAction reads a legal action or an outcome.
func (Game) ParseAction(s game.State, p game.Player, text string) (game.Action, error) {
	return parseAction(s.(*State), p, text)
}
