package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"variantlab/sim"
	"variantlab/sim/game"
	"variantlab/sim/games"
)

// setupFile is a start position that was given as a file.
type setupFile struct {
	path, name string
	content    []byte // nil for the standard start
	text       string // the position
}

const (
	setupOption   = "setup"
	standardSetup = "standard" // what games with the option call their own start position
	setupFolder   = "setups"   // where a run folder keeps its setups
	maxSetupBytes = 1 << 16
)

// readSetups reads the files of --setup and remembers them for the run folder.
func (s *settings) readSetups(paths []string, c *sim.Config) (names, values []string, err error) {
	info := c.Game.Info()
	if !slices.ContainsFunc(info.Options, func(o game.OptionDoc) bool { return o.Name == setupOption }) {
		return nil, nil, usagef("--setup %s: %s has no option %s; %s have it", paths[0], info.Name, setupOption, strings.Join(gamesWithSetups(), ", "))
	}
	for _, path := range paths {
		f, err := readSetup(path)
		if err != nil {
			return nil, nil, err
		}
		if i := slices.Index(names, f.name); i >= 0 {
			return nil, nil, usagef("--setup %s: the setup %s is called %q too, which names it in the report; rename one of the files", path, paths[i], f.name)
		}
		names, values, s.setups = append(names, f.name), append(values, f.text), append(s.setups, f)
	}
	return names, values, nil
}

// gamesWithSetups are the names of the games that have the option.
func gamesWithSetups() (names []string) {
	for _, g := range games.All() {
		info := g.Info()
		if slices.ContainsFunc(info.Options, func(o game.OptionDoc) bool { return o.Name == setupOption }) {
			names = append(names, info.Name)
		}
	}
	return names
}

// readSetup reads one file: a line of notation, beside which there may be blank lines and lines that start with #.
func readSetup(path string) (setupFile, error) {
	if path == standardSetup {
		return setupFile{path: path, name: path, text: path}, nil
	}
	f := setupFile{path: path, name: strings.TrimSpace(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))}
	if f.name == "" {
		return f, usagef("--setup %s: the file needs a name before its extension; it names the setup in the report", path)
	}
	info, err := os.Stat(path)
	if err != nil {
		return f, usagef("--setup: %v; name a file that holds a start position, or write %s", err, standardSetup)
	}
	if info.Size() > maxSetupBytes || !info.Mode().IsRegular() {
		return f, usagef("--setup %s: must be a file of at most %d bytes with one start position", path, maxSetupBytes)
	}
	if f.content, err = os.ReadFile(path); err != nil {
		return f, usagef("--setup: %v", err)
	}
	at := 0
	for number, line := range strings.Split(string(f.content), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case at > 0:
			return f, usagef("--setup %s:%d: a second position, after that of line %d; a file holds one", path, number+1, at)
		default:
			f.text, at = line, number+1
		}
	}
	if at == 0 {
		return f, usagef("--setup %s: holds no position; write one line of the game's notation into it", path)
	}
	return f, nil
}

// setupsBeside are the setups that a configuration file names, which stand in it relative to its folder, as paths from
// here.
func setupsBeside(config string, named any) any {
	list, ok := named.([]any)
	if !ok {
		list = []any{named}
	}
	var paths []any
	for _, item := range list {
		path := fmt.Sprint(item)
		if path != standardSetup && !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(config), path)
		}
		paths = append(paths, path)
	}
	return paths
}

// keepSetups copies the setups into a run folder and makes the settings name the copies, relative to the folder, so that
// the folder alone is enough to play on, wherever it is.
func (s *settings) keepSetups(dir string) error {
	if len(s.setups) == 0 {
		return nil
	}
	if err := os.MkdirAll(filepath.Join(dir, setupFolder), 0o777); err != nil {
		return err
	}
	var paths []string
	for _, f := range s.setups {
		if f.content == nil {
			paths = append(paths, f.path)
			continue
		}
		copied := filepath.Join(setupFolder, filepath.Base(f.path))
		if err := writeFile(filepath.Join(dir, copied), f.content); err != nil {
			return err
		}
		paths = append(paths, copied)
	}
	return s.cmd.Flags().Lookup("setup").Value.(pflag.SliceValue).Replace(paths)
}
