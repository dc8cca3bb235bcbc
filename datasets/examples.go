package datasets

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"variantlab/sim"
	"variantlab/sim/game"
)

// Lookup finds a game by its name, as sim/games does; its error lists the known names.
type Lookup func(name string) (game.Game, error)

// Example is a training row with its position.
type Example struct {
	Game  *Game
	Row   *Row
	State game.State // before the row's step; valid until the next Example
}

// Examples yields the training rows of all games, in the order of GamesWithRows and of their steps, each with its
// position rebuilt by replay. A record made under other rules than those of this program is an error.
func (d *Dataset) Examples(lookup Lookup) iter.Seq2[Example, error] {
	return func(yield func(Example, error) bool) {
		g, err := lookup(d.Header.Game)
		if err != nil {
			yield(Example{}, fmt.Errorf("datasets: %s: %w", d.Dir, err))
			return
		}
		rules := rulesCache{game: g}
		for rec, err := range d.GamesWithRows() {
			if err == nil {
				err = rules.check(rec)
			}
			if err != nil {
				yield(Example{}, err)
				return
			}
			if len(rec.Rows) == 0 {
				continue
			}
			next, stopped := 0, false
			err = sim.Replay(g, rec, func(step int, s game.State) error {
				for ; !stopped && next < len(rec.Rows) && int(rec.Rows[next].Step) == step; next++ {
					stopped = !yield(Example{rec, &rec.Rows[next], s}, nil)
				}
				if stopped {
					return errStop
				}
				return nil
			})
			switch {
			case stopped:
				return
			case err == nil && next < len(rec.Rows):
				err = fmt.Errorf("datasets: game %d: %w: its rows are not in the order of their steps", rec.ID, ErrCorrupt)
			}
			if err != nil {
				yield(Example{}, err)
				return
			}
		}
	}
}

// ErrRules says that a game was played by other rules than those this program has.
var ErrRules = errors.New("recorded under other rules")

var errStop = errors.New("stop")

// rulesCache checks records against the rules of a game, computing the hash of each set of parameters once.
type rulesCache struct {
	game game.Game
	hash map[string]string // by Game.Params
}

func (c *rulesCache) check(rec *Game) error {
	hash, ok := c.hash[rec.Params]
	if !ok {
		var params game.Params
		if err := json.Unmarshal([]byte(rec.Params), &params); err != nil {
			return fmt.Errorf("datasets: game %d: params: %w: %v", rec.ID, ErrCorrupt, err)
		}
		if err := game.CheckParams(c.game.Params(), params); err != nil {
			return fmt.Errorf("datasets: game %d: %w", rec.ID, err)
		}
		hash = game.RulesHash(c.game, params)
		if c.hash == nil {
			c.hash = map[string]string{}
		}
		c.hash[rec.Params] = hash
	}
	if hash != rec.Rules {
		return fmt.Errorf("datasets: game %d: %w (hash %.12s, here %.12s); play new games", rec.ID, ErrRules, rec.Rules, hash)
	}
	return nil
}
