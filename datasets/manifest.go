package datasets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"slices"
)

// ManifestName is the file that says which files of a data folder count.
const ManifestName = "manifest.jsonl"

const formatName = "variantlab-data"

// Header is the first line of a manifest.
type Header struct {
	Format string `json:"format"` // "variantlab-data"
	Schema int    `json:"schema"` // SchemaVersion
	Game   string `json:"game"`   // name of the one game in this folder
}

// File is one committed file.
type File struct {
	Name   string `json:"name"` // without a folder
	Rows   int    `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // hexadecimal
}

// Range is a run of ids, both ends included.
type Range [2]uint64

// Entry is one further line of a manifest: a group of games, committed by this line.
type Entry struct {
	Seed     uint64   `json:"seed"`
	Group    uint64   `json:"group"` // game id of the group's first game
	IDs      []Range  `json:"ids"`   // the group's game ids, ascending
	Games    File     `json:"games"`
	Moves    File     `json:"moves"`
	Rules    string   `json:"rules"`    // game.RulesHash
	Features string   `json:"features"` // FeatureHash of the game's network view
	Config   string   `json:"config"`   // hash of the run's configuration
	Agents   []string `json:"agents"`   // agents that played, sorted
	Time     string   `json:"time"`     // when it was committed, RFC 3339
}

// Count is the number of games of an entry.
func (e *Entry) Count() int {
	n := uint64(0)
	for _, r := range e.IDs {
		n += r[1] - r[0] + 1
	}
	return int(n)
}

// manifest is what the file holds.
type manifest struct {
	header  Header
	entries []Entry
	good    int64 // bytes up to and including the last complete line
	torn    bool  // more bytes follow: a line whose writing was cut off
}

// Every line ends in its own CRC-32 (IEEE) over what precedes it, so that a flipped bit isn't taken for another number.
const checkMark = `,"crc":"`

// sealLine makes the manifest line of v, newline included.
func sealLine(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("datasets: manifest: %w", err)
	}
	text = text[:len(text)-1]
	return fmt.Appendln(text, seal(text)), nil
}

// seal is what closes the line that begins with text.
func seal(text []byte) string { return fmt.Sprintf("%s%08x\"}", checkMark, crc32.ChecksumIEEE(text)) }

// openLine checks a line without its newline and decodes it into v. Unknown fields are an error.
func openLine(line []byte, v any) error {
	tail := len(checkMark) + 8 + len(`"}`)
	if len(line) < tail || !bytes.HasPrefix(line[len(line)-tail:], []byte(checkMark)) {
		return errors.New("has no checksum at its end")
	}
	text := line[:len(line)-tail]
	if string(line[len(text):]) != seal(text) {
		return errors.New("does not match its checksum")
	}
	d := json.NewDecoder(bytes.NewReader(append(slices.Clone(text), '}')))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	return nil
}

// parseManifest reads a manifest. A last line without its newline was being written when the writer died: it does not
// count and is no error. Everything else that is wrong is one, wrapping ErrCorrupt and naming the line.
func parseManifest(data []byte) (*manifest, error) {
	m := &manifest{}
	files := map[string]bool{}
	ids := map[uint64]*idSet{}
	for number := 1; ; number++ {
		end := bytes.IndexByte(data[m.good:], '\n')
		if end < 0 {
			m.torn = int(m.good) < len(data)
			break
		}
		line := data[m.good : m.good+int64(end)]
		var err error
		if number == 1 {
			if err = openLine(line, &m.header); err == nil {
				err = m.header.check()
			}
		} else {
			var e Entry
			if err = openLine(line, &e); err == nil {
				err = e.check(files, ids)
			}
			m.entries = append(m.entries, e)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %s line %d: %v", ErrCorrupt, ManifestName, number, err)
		}
		m.good += int64(end) + 1
	}
	if m.good == 0 {
		return nil, fmt.Errorf("%w: %s has no complete first line", ErrCorrupt, ManifestName)
	}
	return m, nil
}

func (h *Header) check() error {
	switch {
	case h.Format != formatName:
		return fmt.Errorf("format %q, want %q", h.Format, formatName)
	case h.Schema != SchemaVersion:
		return fmt.Errorf("schema version %d; this program reads version %d", h.Schema, SchemaVersion)
	case h.Game == "":
		return errors.New("names no game")
	}
	return nil
}

func (e *Entry) check(files map[string]bool, ids map[uint64]*idSet) error {
	for _, f := range []File{e.Games, e.Moves} {
		if f.Name == "" || f.Name != filepath.Base(f.Name) || f.Name == "." || f.Name == ".." {
			return fmt.Errorf("%q is no file name", f.Name)
		}
		if files[f.Name] {
			return fmt.Errorf("file %q is named twice", f.Name)
		}
		files[f.Name] = true
		if f.Rows < 0 || f.Bytes < 0 {
			return fmt.Errorf("file %q has %d rows and %d bytes", f.Name, f.Rows, f.Bytes)
		}
	}
	set := ids[e.Seed]
	if set == nil {
		set = &idSet{}
		ids[e.Seed] = set
	}
	if len(e.IDs) == 0 || e.IDs[0][0] != e.Group {
		return fmt.Errorf("group %d does not begin with its own id", e.Group)
	}
	for _, r := range e.IDs {
		if r[1] < r[0] {
			return fmt.Errorf("ids %d to %d run backwards", r[0], r[1])
		}
		if r[1]-r[0] >= uint64(max(0, e.Games.Rows)) { // and so no sum of lengths overflows
			return fmt.Errorf("ids %d to %d for %d games in %s", r[0], r[1], e.Games.Rows, e.Games.Name)
		}
		if !set.add(r) {
			return fmt.Errorf("games %d to %d of seed %d are committed twice", r[0], r[1], e.Seed)
		}
	}
	if n := e.Count(); n != e.Games.Rows {
		return fmt.Errorf("%d ids for %d games in %s", n, e.Games.Rows, e.Games.Name)
	}
	return nil
}

// idSet is a set of ids as ascending, disjoint ranges.
type idSet struct{ ranges []Range }

// find gives the index of the first range that ends at id or after it.
func (s *idSet) find(id uint64) int {
	i, _ := slices.BinarySearchFunc(s.ranges, id, func(r Range, id uint64) int {
		if r[1] < id {
			return -1
		}
		return 1
	})
	return i
}

func (s *idSet) has(id uint64) bool {
	i := s.find(id)
	return i < len(s.ranges) && s.ranges[i][0] <= id
}

// add puts all of r in, or nothing and returns false when some of it is there.
func (s *idSet) add(r Range) bool {
	i := s.find(r[0])
	if i < len(s.ranges) && s.ranges[i][0] <= r[1] {
		return false
	}
	if i > 0 && s.ranges[i-1][1]+1 == r[0] { // grow the neighbour, so that a run of groups stays one range
		s.ranges[i-1][1] = r[1]
		return true
	}
	s.ranges = slices.Insert(s.ranges, i, r)
	return true
}

// rangesOf turns ascending ids into ranges.
func rangesOf(ids []uint64) []Range {
	var out []Range
	for _, id := range ids {
		if n := len(out); n > 0 && out[n-1][1]+1 == id {
			out[n-1][1] = id
			continue
		}
		out = append(out, Range{id, id})
	}
	return out
}
