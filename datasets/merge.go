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
// ErrConflict. Everything is compared before the first game is added. g is the game of all folders.
func Merge(to string, g game.Game, from ...string) (Merged, error) {
	w, err := Create(to, g)
	if err != nil {
		return Merged{}, err
	}
	result, err := merge(w, from)
	return result, errors.Join(err, w.Close())
}

func merge(w *Writer, from []string) (Merged, error) {
	type id struct{ seed, game uint64 }
	seen := map[id][sha256.Size]byte{}
	have := map[id]string{} // folder of each game
	target, err := Open(w.dir)
	if err != nil {
		return Merged{}, err
	}
	all := []*Dataset{target}
	for _, dir := range from {
		d, err := Open(dir)
		if err != nil {
			return Merged{}, err
		}
		if d.Header != w.header {
			return Merged{}, fmt.Errorf("datasets: %s holds games of %q, %s of %q; only games of one kind can be merged", dir, d.Header.Game, w.dir, w.header.Game)
		}
		all = append(all, d)
	}
	for _, d := range all {
		for g, err := range d.GamesWithRows() {
			if err != nil {
				return Merged{}, err
			}
			key, sum := id{g.Seed, g.ID}, gameDigest(g)
			if old, ok := seen[key]; ok && old != sum {
				return Merged{}, fmt.Errorf("datasets: game %d of seed %d in %s and in %s: %w; play one of them with another seed", g.ID, g.Seed, have[key], d.Dir, ErrConflict)
			}
			seen[key], have[key] = sum, d.Dir
		}
	}
	var result Merged
	for _, d := range all[1:] {
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
