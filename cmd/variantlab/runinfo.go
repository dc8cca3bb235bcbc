package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"variantlab/sim/game"
)

// configName is the file of a run folder that --config reads back to do the same again.
const configName = "config.toml"

// runInfo is run.json: what a run folder was made with.
type runInfo struct {
	Command   string      `json:"command"`
	Game      string      `json:"game"`
	Rules     string      `json:"rules"`
	RulesHash string      `json:"rules_hash"`
	Version   string      `json:"variantlab"`
	Cells     []namedCell `json:"cells,omitempty"` // of a comparison
}

// infoName is the file of a run folder that holds its runInfo.
const infoName = "run.json"

// readInfo reads run.json; nil where there is none yet.
func readInfo(dir string) (*runInfo, error) {
	path := filepath.Join(dir, infoName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	info := new(runInfo)
	if err := json.Unmarshal(text, info); err != nil {
		return nil, fmt.Errorf("%s: %w; put it back or use another folder", path, err)
	}
	return info, nil
}

// readSettings are the settings files of a run folder, by path, as far as there are any.
func readSettings(dir string) (map[string][]byte, error) {
	found := map[string][]byte{}
	for _, name := range []string{configName, infoName} {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		switch {
		case err == nil:
			found[path] = text
		case !errors.Is(err, fs.ErrNotExist):
			return nil, usagef("can't read the run folder: %v", err)
		}
	}
	return found, nil
}

// putBack writes settings files as readSettings found them.
func putBack(files map[string][]byte) error {
	for path, text := range files {
		if err := writeFile(path, text); err != nil {
			return err
		}
	}
	return nil
}

// dropSettings puts back the settings of a folder in which nothing was done by those written since, and says in which
// they differed. err is what came of the work, and is kept.
func dropSettings(dir string, before map[string][]byte, err error) (other string, _ error) {
	path := filepath.Join(dir, configName)
	now, unread := os.ReadFile(path)
	return otherSettings(before[path], now), errors.Join(err, unread, putBack(before))
}

// freeSettings say how much is done, where, how fast or what is shown of it, never what games or training are like.
var freeSettings = []string{"out", "run", "games", "max-games", "iterations", "minutes", "workers", "slots", "device", "json", "train.threads"}

// otherSettings lists what two configuration files of a command set differently, as far as it changes games or training;
// "" where nothing is. A parameter of the rules that a file lacks has its default there.
func otherSettings(was, now []byte) string {
	read := func(text []byte) map[string]any {
		var tree map[string]any
		values := map[string]any{}
		if _, err := toml.Decode(string(text), &tree); err == nil {
			flatten("", tree, values)
		}
		return values
	}
	a, b := read(was), read(now)
	if len(a) == 0 || len(b) == 0 {
		return ""
	}
	names := map[string]any{}
	maps.Copy(names, a)
	maps.Copy(names, b)
	var list []string
	for _, name := range keysOf(names) {
		x, inA := a[name]
		y, inB := b[name]
		switch rule := strings.HasPrefix(name, rulePrefix); {
		case slices.Contains(freeSettings, name) || !rule && inA != inB || plain(x) == plain(y):
			continue
		case !inA:
			x = "default"
		case !inB:
			y = "default"
		}
		list = append(list, fmt.Sprintf("%s = %s (now %s)", name, plain(x), plain(y)))
	}
	return strings.Join(list, ", ")
}

// writeSettings writes the effective settings, setups and run.json into a run folder, which it makes if need be. A folder
// that compares something else is left as it is.
func (s *settings) writeSettings(dir string, g game.Game) error {
	if err := game.CheckParams(g.Params(), s.rules); err != nil {
		return s.rulesError(err)
	}
	switch was, err := readInfo(dir); {
	case err != nil:
		return err
	case was != nil:
		if err := s.sameCells(dir, was.Cells); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return usagef("can't make the run folder: %v", err)
	}
	if err := s.keepSetups(dir); err != nil {
		return err
	}
	command := "variantlab " + s.cmd.Name()
	if s.cmd.Flags().Lookup("game") == nil {
		command += " " + g.Info().Name
	}
	path := filepath.Join(dir, configName)
	if err := writeFile(path, []byte(fmt.Sprintf("# %s --config %s\n%s", command, path, s.effective(s.runFlag().Name)))); err != nil {
		return err
	}
	text, err := json.MarshalIndent(runInfo{
		s.cmd.Name(), g.Info().Name, g.Info().Rules, game.RulesHash(g, s.rules), version(), s.named,
	}, "", "  ")
	if err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, infoName), append(text, '\n')); err != nil {
		return err
	}
	return s.note(dir, "started, version "+version())
}

// note adds a line to the LOG of a run folder: when, which command, what.
func (s *settings) note(dir, what string) error {
	log, err := os.OpenFile(filepath.Join(dir, "LOG"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(log, "%s %s: %s\n", time.Now().UTC().Format(time.RFC3339), s.cmd.Name(), what)
	return errors.Join(err, log.Close())
}

// writeFile writes a file under a temporary name and renames it, so that a reader never sees half of it.
func writeFile(path string, text []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
		return nil
	}
	tmp := path + ".tmp"
	if err := os.WriteFile(tmp, text, 0o666); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := os.Rename(tmp, path); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
