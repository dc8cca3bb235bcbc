package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"variantlab/sim"
)

// Game, Step and Row are the records of package sim, under names that importers of this package can write.
type (
	Game = sim.Game
	Step = sim.Step
	Row  = sim.Row
	Cell = sim.Cell
)

// ErrNoData says that a folder is no data folder.
var ErrNoData = errors.New("no data here")

// Dataset is a view of the committed groups of a data folder, as they were when it was opened.
type Dataset struct {
	Dir    string
	Header Header
	// Entries are the committed groups: the seeds in the order in which they first were committed, groups ascending
	// within a seed. The order does not depend on the number of workers.
	Entries []Entry
	// Torn is not empty when the manifest ends in the middle of a line. It says so and names the last good group;
	// nothing committed is lost by it.
	Torn string
}

// Open reads the manifest of a data folder. It does not open the data files yet.
func Open(dir string) (*Dataset, error) {
	data, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("datasets: %s: %w: no such folder", dir, ErrNoData)
		}
		return nil, fmt.Errorf("datasets: %s: %w: it has no %s; a run keeps its games in RUN/data", dir, ErrNoData, ManifestName)
	}
	if err != nil {
		return nil, fmt.Errorf("datasets: %w", err)
	}
	m, err := parseManifest(data)
	if err != nil {
		return nil, fmt.Errorf("datasets: %s: %w", dir, err)
	}
	d := &Dataset{Dir: dir, Header: m.header, Entries: m.entries}
	if m.torn {
		last := "no group is committed"
		if n := len(m.entries); n > 0 {
			e := &m.entries[n-1]
			last = fmt.Sprintf("the last good one commits group %d of seed %d, games to %d", e.Group, e.Seed, e.IDs[len(e.IDs)-1][1])
		}
		d.Torn = fmt.Sprintf("%s: %s ends in the middle of a line, which does not count; %s", dir, ManifestName, last)
	}
	order := map[uint64]int{}
	for i := range d.Entries {
		if _, ok := order[d.Entries[i].Seed]; !ok {
			order[d.Entries[i].Seed] = i
		}
	}
	slices.SortFunc(d.Entries, func(a, b Entry) int {
		if n := order[a.Seed] - order[b.Seed]; n != 0 {
			return n
		}
		switch {
		case a.Group < b.Group:
			return -1
		case a.Group > b.Group:
			return 1
		}
		return 0
	})
	return d, nil
}

// Count is the number of games and of training rows.
func (d *Dataset) Count() (games, rows int) {
	for i := range d.Entries {
		games += d.Entries[i].Games.Rows
		rows += d.Entries[i].Moves.Rows
	}
	return games, rows
}

// Window restricts the view to the last groups that together hold at least rows training rows (all groups if there are
// fewer), and at least one group.
func (d *Dataset) Window(rows int) *Dataset {
	i := len(d.Entries)
	for n := 0; i > 0 && (n < rows || i == len(d.Entries)); {
		i--
		n += d.Entries[i].Moves.Rows
	}
	w := *d
	w.Entries = d.Entries[i:]
	return &w
}

// Since restricts the view to the groups at and after position n of Entries.
func (d *Dataset) Since(n int) *Dataset {
	w := *d
	w.Entries = d.Entries[min(n, len(d.Entries)):]
	return &w
}

// Games yields every game without its training rows, groups in the order of Entries, ids ascending within a group. After
// an error nothing more comes.
func (d *Dataset) Games() iter.Seq2[*Game, error] { return d.iterate(false) }

// GamesWithRows is Games with the training rows.
func (d *Dataset) GamesWithRows() iter.Seq2[*Game, error] { return d.iterate(true) }

func (d *Dataset) iterate(withRows bool) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for i := range d.Entries {
			games, err := d.Read(&d.Entries[i], withRows)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, g := range games {
				if !yield(g, nil) {
					return
				}
			}
		}
	}
}

// Read returns the games of one committed group, ids ascending, with or without their training rows.
func (d *Dataset) Read(e *Entry, withRows bool) ([]*Game, error) {
	data, err := d.load(&e.Games)
	if err != nil {
		return nil, err
	}
	games, err := decodeGames(data, e)
	if err != nil {
		return nil, fmt.Errorf("datasets: %s: %w", filepath.Join(d.Dir, e.Games.Name), err)
	}
	if !withRows {
		return games, nil
	}
	if data, err = d.load(&e.Moves); err != nil {
		return nil, err
	}
	if err := decodeMoves(data, e, games); err != nil {
		return nil, fmt.Errorf("datasets: %s: %w", filepath.Join(d.Dir, e.Moves.Name), err)
	}
	return games, nil
}

// load reads a file and checks that it is the one that was committed.
func (d *Dataset) load(f *File) ([]byte, error) {
	path := filepath.Join(d.Dir, f.Name)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("datasets: %s: %w: the manifest names it, but it is missing", path, ErrCorrupt)
	}
	if err != nil {
		return nil, fmt.Errorf("datasets: %w", err)
	}
	if int64(len(data)) != f.Bytes {
		return nil, fmt.Errorf("datasets: %s: %w: %d bytes long, the manifest says %d", path, ErrCorrupt, len(data), f.Bytes)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != f.SHA256 {
		return nil, fmt.Errorf("datasets: %s: %w: its SHA-256 is not the manifest's", path, ErrCorrupt)
	}
	return data, nil
}

// decodeGames reads a games file and checks that it holds the games of its entry.
func decodeGames(data []byte, e *Entry) ([]*Game, error) {
	rows, err := decodeTable(gameColumns, data)
	if err != nil {
		return nil, err
	}
	if len(rows) != e.Games.Rows {
		return nil, fmt.Errorf("%w: %d rows, the manifest says %d", ErrCorrupt, len(rows), e.Games.Rows)
	}
	games := make([]*Game, len(rows))
	ids := make([]uint64, len(rows))
	for i := range rows {
		if games[i], err = gameOf(&rows[i]); err != nil {
			return nil, err
		}
		if ids[i] = rows[i].id; rows[i].seed != e.Seed {
			return nil, fmt.Errorf("%w: game %d has seed %d, the manifest says %d", ErrCorrupt, ids[i], rows[i].seed, e.Seed)
		}
	}
	if !slices.Equal(rangesOf(ids), e.IDs) {
		return nil, fmt.Errorf("%w: game ids %v, the manifest says %v", ErrCorrupt, rangesOf(ids), e.IDs)
	}
	return games, nil
}

// decodeMoves reads a moves file and hands its rows to their games.
func decodeMoves(data []byte, e *Entry, games []*Game) error {
	rows, err := decodeTable(moveColumns, data)
	if err != nil {
		return err
	}
	if len(rows) != e.Moves.Rows {
		return fmt.Errorf("%w: %d rows, the manifest says %d", ErrCorrupt, len(rows), e.Moves.Rows)
	}
	at := 0 // rows are grouped by game, in the order of the games
	for i := range rows {
		r := &rows[i]
		for at < len(games) && games[at].ID != r.id {
			at++
		}
		if at == len(games) || r.seed != games[at].Seed {
			return fmt.Errorf("%w: row %d belongs to game %d of seed %d, which is not here or comes earlier", ErrCorrupt, i, r.id, r.seed)
		}
		g := games[at]
		m, err := moveOf(r)
		if err != nil {
			return err
		}
		if int(m.Step) >= len(g.Steps) {
			return fmt.Errorf("%w: game %d has %d steps, row %d is for step %d", ErrCorrupt, g.ID, len(g.Steps), i, m.Step)
		}
		g.Rows = append(g.Rows, m)
	}
	return nil
}
