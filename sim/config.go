package sim

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"variantlab/mcts"
	"variantlab/sim/game"
)

// ErrConfig is wrapped by errors about a Config.
var ErrConfig = errors.New("bad configuration")

// ErrOtherConfig is wrapped, beside ErrConfig, by an error about games that are there already, played with another Config.
var ErrOtherConfig = errors.New("played with another configuration")

// Config says which games are played and how.
type Config struct {
	Game game.Game
	Seed uint64

	Options map[string]string // of game.Options, without white and black where Cells name them
	Params  game.Params       // rule parameters that differ from their defaults
	// Cells are the matchups; unit u plays Cells[u mod len]. None means one cell that leaves the sides to Options.
	Cells []Cell
	// Named are option values by the name of a cell. A cell whose White and Black are both such a name plays with these
	// options for both sides, beside Options, in place of white and black: a setup or a mode.
	Named map[string]map[string]string
	// Agents play First and Second. In the second game of a pair they change sides.
	Agents [2]Agent

	// Paired makes a unit of two games with colours swapped: unit u is games 2u and 2u+1. Otherwise unit u is game u.
	Paired bool
	First  uint64 // number of the first unit
	Units  int    // number of units

	Slots      int // games that one worker plays in lockstep, which is the evaluator's batch; 0 means DefaultSlots
	GroupUnits int // units of one group; 0 means a quarter of Units, at most twice Slots games: small runs keep several workers busy

	Opening     Opening
	Temperature Temperature
	Cap         PlayoutCap
	// NoRows leaves out the training rows, as in matches.
	NoRows bool
	// MaxSteps ends the run with an error when a game has more steps, since rules bound the length of a game by
	// themselves; 0 means DefaultMaxSteps.
	MaxSteps int
}

// Defaults of Config.
const (
	DefaultSlots    = 16
	DefaultMaxSteps = 100_000
)

// Opening deals the first moves of every game: they are drawn from the policy of First's agent (of the pair's first
// game), without search, with weight policy^(1/Temperature); a random agent's policy is uniform. In a pair only actions
// that are legal in both games are drawn, and both games get the same. An opening never ends a game.
type Opening struct {
	Plies       int     // turns dealt; see Game.Plies
	Temperature float64 // 1 draws from the policy itself; must be above 0 when Plies is
}

// Temperature says how moves are chosen: an action is drawn with weight policy^(1/T), at T = 0 the search's best one is
// taken. T is Start, halved every Halve turns down to Floor, and 0 from turn Zero on.
type Temperature struct {
	Start float64
	Halve int // turns; 0 never
	Floor float64
	Zero  int // turns; 0 never
}

var (
	// SelfPlayTemperature explores: 1 for the first 12 turns, halved every 12 down to 0.2.
	SelfPlayTemperature = Temperature{Start: 1, Halve: 12, Floor: 0.2}
	// MatchTemperature gives different games and then plays its best: 0.3, halved every 10 turns, 0 from turn 30 on.
	MatchTemperature = Temperature{Start: 0.3, Halve: 10, Zero: 30}
)

// At is the temperature of a decision after ply turns.
func (t Temperature) At(ply int) float64 {
	if t.Zero > 0 && ply >= t.Zero {
		return 0
	}
	x := t.Start
	if t.Halve > 0 {
		x *= math.Exp2(-float64(ply / t.Halve))
	}
	return max(x, min(t.Floor, t.Start))
}

// PlayoutCap makes most searches cheap: a search is full with probability FullProb, else it has FastSims simulations and
// leaves no training row (Wu, "Accelerating Self-Play Learning in Go", 2019, playout cap randomization). The zero value
// makes all searches full.
type PlayoutCap struct {
	FullProb float64 // in (0, 1]; 0 means 1
	FastSims int
}

// Games is the number of games of the run.
func (c *Config) Games() int {
	if c.Paired {
		return 2 * c.Units
	}
	return c.Units
}

func (c *Config) slots() int {
	if c.Slots == 0 {
		return DefaultSlots
	}
	return c.Slots
}

func (c *Config) groupUnits() int {
	if c.GroupUnits != 0 {
		return c.GroupUnits
	}
	most := 2 * c.slots()
	if c.Paired {
		most = c.slots()
	}
	return max(1, min(most, (c.Units+3)/4))
}

func (c *Config) maxSteps() int {
	if c.MaxSteps == 0 {
		return DefaultMaxSteps
	}
	return c.MaxSteps
}

// Check finds what is wrong with the configuration before anything is played; the error wraps ErrConfig.
func (c *Config) Check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("sim: %w: "+format, append([]any{ErrConfig}, args...)...)
	}
	switch {
	case c.Game == nil:
		return bad("no game")
	case c.Units < 0:
		return bad("Units = %d: need 0 or more", c.Units)
	case c.Slots < 0 || c.GroupUnits < 0 || c.MaxSteps < 0:
		return bad("Slots = %d, GroupUnits = %d, MaxSteps = %d: none may be negative", c.Slots, c.GroupUnits, c.MaxSteps)
	case c.Opening.Plies < 0 || c.Opening.Plies > 0 && !(c.Opening.Temperature > 0):
		return bad("opening of %d plies at temperature %v: need plies 0 or more and a temperature above 0", c.Opening.Plies, c.Opening.Temperature)
	case !(c.Temperature.Start >= 0) || c.Temperature.Halve < 0 || !(c.Temperature.Floor >= 0) || c.Temperature.Zero < 0:
		return bad("temperature %+v: nothing may be negative", c.Temperature)
	case !(c.Cap.FullProb >= 0) || c.Cap.FullProb > 1:
		return bad("Cap.FullProb = %v: need 0 to 1", c.Cap.FullProb)
	case c.Cap.FullProb > 0 && c.Cap.FullProb < 1 && c.Cap.FastSims < 1:
		return bad("Cap.FastSims = %d: need at least 1", c.Cap.FastSims)
	}
	for side := range c.Agents {
		a := &c.Agents[side]
		switch {
		case a.Name == "":
			return bad("agent %d has no name", side)
		case a.Mode > RandomMode:
			return bad("agent %s: unknown mode %d", a.Name, a.Mode)
		case a.Mode != RandomMode && a.New == nil:
			return bad("agent %s has no evaluator", a.Name)
		case a.Mode == SearchMode && a.Search.Sims < 1:
			return bad("agent %s: %d simulations: need at least 1", a.Name, a.Search.Sims)
		case a.Mode == SearchMode && c.Cap.FastSims > a.Search.Sims:
			return bad("agent %s: Cap.FastSims = %d is more than its %d simulations", a.Name, c.Cap.FastSims, a.Search.Sims)
		}
	}
	if a, b := &c.Agents[0], &c.Agents[1]; a.Name == b.Name && (a.Mode != b.Mode || a.Search != b.Search) {
		return bad("two different agents have the name %s", a.Name)
	}
	return c.checkCells()
}

// checkCells sets up each matchup once.
func (c *Config) checkCells() error {
	if err := game.CheckParams(c.Game.Params(), c.Params); err != nil {
		return fmt.Errorf("sim: %w: %w", ErrConfig, err)
	}
	for i, cell := range c.Cells {
		_, white := c.Named[cell.White]
		_, black := c.Named[cell.Black]
		if (white || black) && cell.White != cell.Black {
			return fmt.Errorf("sim: %w: cell %d: a named cell gives both sides the same; it can't be %q against %q", ErrConfig, i, cell.White, cell.Black)
		}
	}
	for i := range max(1, len(c.Cells)) {
		for swapped := range 2 {
			if _, err := c.Game.New(c.options(c.cell(uint64(i), swapped == 1))); err != nil {
				return fmt.Errorf("sim: %w: cell %d: %w", ErrConfig, i, err)
			}
		}
	}
	return nil
}

// cell is the matchup of a unit, colours swapped or not.
func (c *Config) cell(unit uint64, swapped bool) Cell {
	var cell Cell
	if len(c.Cells) > 0 {
		cell = c.Cells[unit%uint64(len(c.Cells))]
	}
	if cell == (Cell{}) {
		cell = Cell{White: c.Options["white"], Black: c.Options["black"]}
	}
	if swapped {
		cell.White, cell.Black = cell.Black, cell.White
	}
	return cell
}

// options are those of game.New for a matchup.
func (c *Config) options(cell Cell) game.Options {
	values := map[string]string{}
	for k, v := range c.Options {
		values[k] = v
	}
	if named, ok := c.Named[cell.White]; ok {
		for k, v := range named {
			values[k] = v
		}
		return game.Options{Values: values, Params: c.Params}
	}
	if cell.White != "" {
		values["white"] = cell.White
	}
	if cell.Black != "" {
		values["black"] = cell.Black
	}
	return game.Options{Values: values, Params: c.Params}
}

// Hash identifies everything that a game depends on besides its number: equal hashes and equal numbers mean equal games.
// How many games are played, by how many workers and in which groups is left out.
func (c *Config) Hash() string {
	type agent struct {
		Name   string
		Mode   Mode
		Search mcts.Config
	}
	agents := [2]agent{}
	for i := range c.Agents {
		a := &c.Agents[i]
		agents[i] = agent{a.Name, a.Mode, a.searchConfig()}
	}
	text, err := json.Marshal(struct {
		Game, Rules string
		Seed        uint64
		Options     map[string]string
		Cells       []Cell
		Agents      [2]agent
		Paired      bool
		Opening     Opening
		Temperature Temperature
		Cap         PlayoutCap
		NoRows      bool
		Named       map[string]map[string]string `json:",omitempty"`
	}{c.Game.Info().Name, game.RulesHash(c.Game, c.Params), c.Seed, c.Options, c.Cells, agents, c.Paired,
		c.Opening, c.Temperature, c.Cap, c.NoRows, c.Named})
	if err != nil {
		panic(err) // numbers, strings and maps of strings
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
