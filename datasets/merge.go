package datasets

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"variantlab/sim"
	"variantlab/sim/game"
)

// ErrConflict says that two folders have different games under one seed and number.
var ErrConflict = errors.New("different games with the same seed and number")

// Merged says what Merge did.
type Merged struct {
	Games   int `json:"games"`   // added
	Doubles int `json:"doubles"` // left out, because the same game was there already
}

// Merge adds the games of data folders to the folder at to, which is made if need be; it may hold games already. A game
// that is there already is left out; if the two differ in anything that was played, that is an error wrapping
// ErrConflict. Everything is compared before the first game is added, and a folder that isn't there is made only for games
// that can be merged. g is the game of all folders.
func Merge(to string, g game.Game, from ...string) (Merged, error) {
	var sources []*Dataset
	seen := seenGames{}
	for _, dir := range from {
		d, err := Open(dir)
		if err != nil {
			return Merged{}, err
		}
		if name := g.Info().Name; d.Header.Game != name {
			return Merged{}, fmt.Errorf("datasets: %s holds games of %q, not of %q; only games of one kind can be merged", dir, d.Header.Game, name)
		}
		if err := seen.add(d); err != nil {
			return Merged{}, err
		}
		sources = append(sources, d)
	}
	w, err := Create(to, g)
	if err != nil {
		return Merged{}, err
	}
	result, err := merge(w, sources, seen)
	return result, errors.Join(err, w.Close())
}

// seenGames say what was played in games, and in which folder they were seen.
type seenGames map[gameKey]seenGame

type gameKey struct{ seed, game uint64 }

type seenGame struct {
	sum [sha256.Size]byte
	dir string
}

// add takes the games of a folder; one that differs from a game seen before is an error.
func (seen seenGames) add(d *Dataset) error {
	for g, err := range d.GamesWithRows() {
		if err != nil {
			return err
		}
		key, sum := gameKey{g.Seed, g.ID}, gameDigest(g)
		if old, ok := seen[key]; ok && old.sum != sum {
			return fmt.Errorf("datasets: game %d of seed %d in %s and in %s: %w; play one of them with another seed", g.ID, g.Seed, old.dir, d.Dir, ErrConflict)
		}
		seen[key] = seenGame{sum, d.Dir}
	}
	return nil
}

// merge adds the games of the sources, all of which have been seen, after comparing them with those that w holds.
func merge(w *Writer, sources []*Dataset, seen seenGames) (Merged, error) {
	target, err := Open(w.dir)
	if err != nil {
		return Merged{}, err
	}
	if err := seen.add(target); err != nil {
		return Merged{}, err
	}
	var result Merged
	for _, d := range sources {
		for i := range d.Entries {
			games, err := d.Read(&d.Entries[i], true)
			if err != nil {
				return result, err
			}
			group := &sim.Group{}
			for _, g := range games {
				if _, ok := w.Committed(g.Seed, g.ID); ok {
					result.Doubles++
					continue
				}
				group.Games = append(group.Games, g)
			}
			if len(group.Games) == 0 {
				continue
			}
			group.ID = group.Games[0].ID
			for _, g := range group.Games {
				g.Group = group.ID
			}
			// The features are those that the games were recorded with, not those of this program.
			features := w.features
			w.features = d.Entries[i].Features
			err = w.Commit(group)
			w.features = features
			if err != nil {
				return result, err
			}
			result.Games += len(group.Games)
		}
	}
	return result, nil
}
