package datasets

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// FuzzManifest: whatever the bytes, the parser neither panics nor takes in what a second reading would refuse.
func FuzzManifest(f *testing.F) {
	dir := f.TempDir()
	play(f, dir, configs()["tictactoe"], 1)
	whole := read(f, filepath.Join(dir, ManifestName))
	f.Add(whole)
	f.Add(whole[:len(whole)-5])
	f.Add(bytes.Replace(whole, []byte(`"rows":3`), []byte(`"rows":4`), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := parseManifest(data)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Fatalf("%v does not wrap ErrCorrupt", err)
			}
			return
		}
		if m.good > int64(len(data)) || m.torn != (m.good < int64(len(data))) {
			t.Fatalf("%d good bytes of %d, torn %v", m.good, len(data), m.torn)
		}
		again, err := parseManifest(data[:m.good])
		if err != nil || len(again.entries) != len(m.entries) || again.torn {
			t.Fatalf("the good part alone: %v", err)
		}
		ids := map[[2]uint64]bool{}
		for i := range m.entries {
			e := &m.entries[i]
			for _, r := range e.IDs {
				if r[1]-r[0] > 1000 {
					return
				}
				for id := r[0]; id <= r[1]; id++ {
					if ids[[2]uint64{e.Seed, id}] {
						t.Fatalf("game %d of seed %d twice", id, e.Seed)
					}
					ids[[2]uint64{e.Seed, id}] = true
				}
			}
		}
	})
}

// FuzzLine: with a right checksum, so that the fields are reached.
func FuzzLine(f *testing.F) {
	f.Add(`{"seed":1,"group":0,"ids":[[0,3]],"games":{"name":"games-1-0.arrow","rows":4,"bytes":9,"sha256":"x"},"moves":{"name":"moves-1-0.arrow","rows":0,"bytes":9,"sha256":"x"},"rules":"r","features":"f","config":"c","agents":["random"],"time":"t"`)
	f.Add(`{"seed":1,"group":18446744073709551615,"ids":[[18446744073709551615,18446744073709551615]],"games":{"name":"a","rows":1},"moves":{"name":"b"}`)
	f.Add(`{"ids":[[3,1]]`)
	header, err := sealLine(Header{formatName, SchemaVersion, "dash"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line := text + seal([]byte(text)) + "\n"
		m, err := parseManifest(append(bytes.Clone(header), line...))
		if err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatalf("%v does not wrap ErrCorrupt", err)
		}
		if err != nil || len(m.entries) == 0 {
			return
		}
		e := &m.entries[0]
		left := e.Games.Rows
		for _, r := range e.IDs {
			if r[1]-r[0] >= uint64(left) {
				t.Fatalf("%d to %d with %d rows left", r[0], r[1], left)
			}
			left -= int(r[1] - r[0] + 1)
		}
		if left != 0 {
			t.Fatalf("%d rows without ids", left)
		}
	})
}

// FuzzTables: damaged Arrow files give rows or an error, never a panic or a flood of memory.
func FuzzTables(f *testing.F) {
	for _, name := range []string{"dash", "dash random"} {
		dir := f.TempDir()
		cfg := configs()[name]
		cfg.Units = 1
		play(f, dir, cfg, 1)
		for _, file := range dataFiles(f, dir) {
			f.Add(read(f, file))
		}
	}
	f.Add([]byte("ARROW1\x00\x00ARROW1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if rows, err := decodeTable(gameColumns, data); err == nil {
			for i := range rows {
				if _, err := gameOf(&rows[i]); err != nil && !errors.Is(err, ErrCorrupt) {
					t.Fatalf("%v does not wrap ErrCorrupt", err)
				}
			}
		} else if !errors.Is(err, ErrCorrupt) {
			t.Fatalf("%v does not wrap ErrCorrupt", err)
		}
		if rows, err := decodeTable(moveColumns, data); err == nil {
			for i := range rows {
				if _, err := moveOf(&rows[i]); err != nil && !errors.Is(err, ErrCorrupt) {
					t.Fatalf("%v does not wrap ErrCorrupt", err)
				}
			}
		} else if !errors.Is(err, ErrCorrupt) {
			t.Fatalf("%v does not wrap ErrCorrupt", err)
		}
	})
}

// The seeds of the fuzz targets that are kept in testdata are read by plain tests too.
func TestSeedsAreKept(t *testing.T) {
	for _, name := range []string{"FuzzManifest", "FuzzLine", "FuzzTables"} {
		list, err := os.ReadDir(filepath.Join("testdata/fuzz", name))
		if err != nil || len(list) == 0 {
			t.Errorf("%s has no seeds: %v", name, err)
		}
	}
}
