package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/apache/arrow/go/v15/arrow"

	"variantlab/sim"
	"variantlab/sim/game"
)

const (
	lockName  = "lock"
	tmpSuffix = ".tmp"
)

var (
	// ErrLocked says that another process writes into the folder.
	ErrLocked = errors.New("another process is writing here")
	// ErrDouble says that a game is already committed.
	ErrDouble = errors.New("game already committed")
)

// Writer commits groups of games to a data folder; it is a sim.Sink. A group is kept once its line is in the manifest,
// which happens after its two files are complete on disk under their final names. Killing the process at any point
// keeps all committed groups and leaves at most files that no line names, which the next Create removes.
type Writer struct {
	dir      string
	header   Header
	features string
	lock     *os.File
	manifest *os.File
	size     int64                        // of the manifest up to its last complete line
	ids      map[uint64]map[string]*idSet // committed games by seed and configuration
	broken   error                        // why nothing can be committed any more
}

// Create opens a data folder for writing games of g, making it when it does not exist. It removes what a killed writer
// left behind: temporary files, files that the manifest doesn't name, and a cut-off last line.
func Create(dir string, g game.Game) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("datasets: %w", err)
	}
	lock, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	w := &Writer{dir: dir, lock: lock, features: FeatureHash(g.Info().Net), ids: map[uint64]map[string]*idSet{},
		header: Header{Format: formatName, Schema: SchemaVersion, Game: g.Info().Name}}
	if err := w.open(); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

func (w *Writer) open() error {
	path := filepath.Join(w.dir, ManifestName)
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := w.begin(path); err != nil {
			return err
		}
	case err != nil:
		return fmt.Errorf("datasets: %w", err)
	default:
		if err := w.resume(data); err != nil {
			return err
		}
	}
	w.manifest, err = os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	return w.restoreEnd()
}

// begin writes the first line of a new manifest.
func (w *Writer) begin(path string) error {
	if names, err := filepath.Glob(filepath.Join(w.dir, "*.arrow")); err != nil || len(names) > 0 {
		return fmt.Errorf("datasets: %s has data files but no %s; put the manifest back or use another folder", w.dir, ManifestName)
	}
	line, err := sealLine(w.header)
	if err != nil {
		return err
	}
	w.size = int64(len(line))
	if err := w.removeLeftovers(nil); err != nil {
		return err
	}
	return w.place(ManifestName, line)
}

// resume takes over an existing manifest.
func (w *Writer) resume(data []byte) error {
	m, err := parseManifest(data)
	if err != nil {
		return fmt.Errorf("datasets: %s: %w", w.dir, err)
	}
	if m.header != w.header {
		return fmt.Errorf("datasets: %s holds games of %q, not of %q; use another folder", w.dir, m.header.Game, w.header.Game)
	}
	w.size = m.good
	keep := map[string]bool{}
	for i := range m.entries {
		e := &m.entries[i]
		keep[e.Games.Name], keep[e.Moves.Name] = true, true
		for _, f := range []File{e.Games, e.Moves} {
			if info, err := os.Stat(filepath.Join(w.dir, f.Name)); err != nil || info.Size() != f.Bytes {
				return fmt.Errorf("datasets: %s: %w: %s is missing or has not the %d bytes of the manifest", w.dir, ErrCorrupt, f.Name, f.Bytes)
			}
		}
		w.note(e)
	}
	return w.removeLeftovers(keep)
}

func (w *Writer) removeLeftovers(keep map[string]bool) error {
	list, err := os.ReadDir(w.dir)
	if err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	for _, f := range list {
		name := f.Name()
		ours := strings.HasPrefix(name, "games-") || strings.HasPrefix(name, "moves-") || strings.HasPrefix(name, ManifestName)
		left := strings.HasSuffix(name, tmpSuffix) || strings.HasSuffix(name, ".arrow") && !keep[name]
		if !ours || !left {
			continue
		}
		if err := os.Remove(filepath.Join(w.dir, name)); err != nil {
			return fmt.Errorf("datasets: %w", err)
		}
	}
	return nil
}

// note remembers the games of an entry, which are new.
func (w *Writer) note(e *Entry) {
	sets := w.ids[e.Seed]
	if sets == nil {
		sets = map[string]*idSet{}
		w.ids[e.Seed] = sets
	}
	if sets[e.Config] == nil {
		sets[e.Config] = &idSet{}
	}
	for _, r := range e.IDs {
		sets[e.Config].add(r)
	}
}

// Committed reports whether a game is kept already, and the hash of the configuration it was played with.
func (w *Writer) Committed(seed, id uint64) (config string, ok bool) {
	for config, set := range w.ids[seed] {
		if set.has(id) {
			return config, true
		}
	}
	return "", false
}

// Commit keeps all games of a group, or none when it returns an error.
func (w *Writer) Commit(group *sim.Group) error {
	if w.broken != nil {
		return w.broken
	}
	entry, games, moves, err := w.encode(group)
	if err != nil {
		return err
	}
	if err := w.place(entry.Games.Name, games); err != nil {
		return err
	}
	if err := w.place(entry.Moves.Name, moves); err != nil {
		return err
	}
	entry.Time = time.Now().UTC().Format(time.RFC3339)
	line, err := sealLine(entry)
	if err != nil {
		return err
	}
	if err := w.append(line); err != nil {
		if undo := w.restoreEnd(); undo != nil {
			w.broken = fmt.Errorf("%w (and the half-written line could not be removed: %v)", err, undo)
		}
		return err
	}
	w.note(entry)
	return nil
}

// encode turns a group into its files and its manifest line.
func (w *Writer) encode(group *sim.Group) (e *Entry, games, moves []byte, err error) {
	if len(group.Games) == 0 {
		return nil, nil, nil, errors.New("datasets: commit: a group without games")
	}
	first := group.Games[0]
	e = &Entry{Seed: first.Seed, Group: group.ID, Rules: first.Rules, Features: w.features, Config: first.Config}
	var ids []uint64
	var gameRows []gameRow
	var moveRows []moveRow
	for i, g := range group.Games {
		switch {
		case i == 0 && g.ID != group.ID, i > 0 && g.ID <= ids[i-1], g.Seed != e.Seed, g.Rules != e.Rules, g.Config != e.Config:
			return nil, nil, nil, fmt.Errorf("datasets: commit: game %d does not fit into group %d: ids ascend, seed, rules and configuration are the same", g.ID, group.ID)
		}
		if _, ok := w.Committed(g.Seed, g.ID); ok {
			return nil, nil, nil, fmt.Errorf("datasets: commit: seed %d game %d: %w", g.Seed, g.ID, ErrDouble)
		}
		ids = append(ids, g.ID)
		for _, a := range g.Agents {
			if !slices.Contains(e.Agents, a) {
				e.Agents = append(e.Agents, a)
			}
		}
		row, rows := rowsOf(g)
		gameRows, moveRows = append(gameRows, row), append(moveRows, rows...)
	}
	slices.Sort(e.Agents)
	e.IDs = rangesOf(ids)
	agents, err := json.Marshal(e.Agents)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("datasets: commit: %w", err)
	}
	metadata := arrow.NewMetadata(
		[]string{"format", "schema", "game", "rules", "features", "seed", "config", "agents"},
		[]string{formatName, fmt.Sprint(SchemaVersion), w.header.Game, e.Rules, e.Features, fmt.Sprint(e.Seed), e.Config, string(agents)})
	if games, err = encodeTable(gameColumns, gameRows, metadata); err != nil {
		return nil, nil, nil, err
	}
	if moves, err = encodeTable(moveColumns, moveRows, metadata); err != nil {
		return nil, nil, nil, err
	}
	name := fmt.Sprintf("%d-%08d.arrow", e.Seed, e.Group)
	e.Games = fileOf("games-"+name, len(gameRows), games)
	e.Moves = fileOf("moves-"+name, len(moveRows), moves)
	return e, games, moves, nil
}

func fileOf(name string, rows int, data []byte) File {
	sum := sha256.Sum256(data)
	return File{Name: name, Rows: rows, Bytes: int64(len(data)), SHA256: hex.EncodeToString(sum[:])}
}

// place puts a complete file under its name: temporary name, sync, rename, sync of the folder.
func (w *Writer) place(name string, data []byte) error {
	path := filepath.Join(w.dir, name)
	f, err := os.Create(path + tmpSuffix)
	if err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(path+tmpSuffix, path)
	}
	if err == nil {
		err = syncFolder(w.dir)
	}
	if err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	return nil
}

// append adds a line to the manifest.
func (w *Writer) append(line []byte) error {
	if _, err := w.manifest.WriteAt(line, w.size); err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	if err := w.manifest.Sync(); err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	w.size += int64(len(line))
	return nil
}

// restoreEnd cuts the manifest after its last complete line.
func (w *Writer) restoreEnd() error {
	if err := w.manifest.Truncate(w.size); err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	if err := w.manifest.Sync(); err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	return nil
}

// Close ends writing. Everything committed is on disk already.
func (w *Writer) Close() error {
	var err error
	if w.manifest != nil {
		err = w.manifest.Close()
	}
	return errors.Join(err, w.lock.Close())
}

// FeatureHash identifies what a network sees of a game: the shapes, the names of the planes and the policy blocks.
func FeatureHash(n game.NetInfo) string {
	text, err := json.Marshal(n)
	if err != nil {
		panic(err) // a struct of numbers and strings
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
