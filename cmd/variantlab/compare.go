package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"variantlab/sim"
	"variantlab/sim/game"
)

// A comparison plays cells that differ in the start position or in other options of the game, both sides alike in each.
// Cells have names: a setup that of its file, an option's value its own.

// namedCell is one cell of a comparison, as run.json keeps it.
type namedCell struct {
	Name    string            `json:"name"`
	Options map[string]string `json:"options"`
}

// addCompare adds the flags of a comparison.
func addCompare(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArray("setup", nil, "start position: a `FILE` with one line of the game's notation, or the word standard; repeated, the setups are compared")
	f.StringArray("compare", nil, "an option whose values are compared, as `NAME=VALUE,VALUE` such as mode=king,full (repeatable)")
}

// compare reads --setup and --compare into named cells of c, ascending by name so that the order of the flags changes
// nothing. Without these flags c stays as it is.
func (s *settings) compare(c *sim.Config) error {
	files, _ := s.cmd.Flags().GetStringArray("setup")
	options, _ := s.cmd.Flags().GetStringArray("compare")
	if len(files)+len(options) == 0 {
		return nil
	}
	info := c.Game.Info()
	if info.Sets != nil {
		return usagef("%s compares its sets by --matchups; --setup and --compare are for games whose sides play alike", info.Name)
	}
	cells := []namedCell{{Options: map[string]string{}}}
	if len(files) > 0 {
		names, values, err := s.readSetups(files, c)
		if err != nil {
			return err
		}
		cells = cross(cells, setupOption, names, values)
	}
	for _, assignment := range options {
		name, values, err := compared(assignment, &info)
		if err != nil {
			return err
		}
		if _, twice := cells[0].Options[name]; twice {
			return usagef("--compare %s: %s is compared already; give all its values at once", assignment, name)
		}
		cells = cross(cells, name, values, values)
	}
	for name := range cells[0].Options {
		if _, fixed := c.Options[name]; fixed {
			return usagef("--option %s=%s: the cells of the comparison differ in %s; leave it out", name, c.Options[name], name)
		}
	}
	slices.SortFunc(cells, func(a, b namedCell) int { return cmp.Compare(a.Name, b.Name) })
	if err := s.distinctCells(cells, c); err != nil {
		return err
	}
	s.named = cells
	c.Named = map[string]map[string]string{}
	for _, cell := range cells {
		c.Named[cell.Name] = cell.Options
		c.Cells = append(c.Cells, sim.Cell{White: cell.Name, Black: cell.Name})
	}
	return nil
}

// cross is every cell with every value of one more option, its name with that of the value.
func cross(cells []namedCell, option string, names, values []string) []namedCell {
	var all []namedCell
	for _, cell := range cells {
		for i, value := range values {
			options := maps.Clone(cell.Options)
			options[option] = value
			all = append(all, namedCell{strings.TrimSpace(cell.Name + " " + names[i]), options})
		}
	}
	return all
}

// compared reads NAME=VALUE,VALUE.
func compared(assignment string, info *game.Info) (name string, values []string, err error) {
	name, list, ok := strings.Cut(assignment, "=")
	if !ok {
		return "", nil, usagef("--compare %s: must be NAME=VALUE,VALUE, such as mode=king,full", assignment)
	}
	var known []string
	for _, o := range info.Options {
		if o.Values != nil {
			known = append(known, o.Name)
		}
	}
	i := slices.IndexFunc(info.Options, func(o game.OptionDoc) bool { return o.Name == name })
	switch {
	case name == setupOption && i >= 0:
		return "", nil, usagef("--compare %s: give each start position as --setup FILE", assignment)
	case !contains(known, name):
		return "", nil, usagef("--compare %s: %s has no option %q with values to compare%s", assignment, info.Name, name, game.Suggest(name, known))
	}
	for _, value := range strings.Split(list, ",") {
		switch {
		case !contains(info.Options[i].Values, value):
			return "", nil, usagef("--compare %s: %s has no %s %q; its values are %s", assignment, info.Name, name, value, strings.Join(info.Options[i].Values, ", "))
		case contains(values, value):
			return "", nil, usagef("--compare %s: %s is there twice", assignment, value)
		}
		values = append(values, value)
	}
	return name, values, nil
}

// distinctCells sets up every cell: each must be legal and not over at once, no two may be the same.
func (s *settings) distinctCells(cells []namedCell, c *sim.Config) error {
	starts := map[string]string{}
	for _, cell := range cells {
		values := maps.Clone(c.Options)
		maps.Copy(values, cell.Options)
		p, err := c.Game.New(game.Options{Values: values, Params: c.Params})
		where := "cell " + cell.Name
		for _, f := range s.setups {
			if f.text == cell.Options[setupOption] {
				where = "--setup " + f.path
			}
		}
		var input *game.InputError
		switch {
		case errors.As(err, &input) && strings.HasPrefix(input.Path, "params."):
			return s.rulesError(err)
		case errors.As(err, &input):
			return usagef("%s: %s; variantlab games %s says what its options take", where, input.Msg, c.Game.Info().Name)
		case err != nil:
			return fmt.Errorf("%s: %w", where, err)
		case p.State().Turn() == game.Terminal:
			return usagef("%s: the game is over at once (%s); give a position that can be played", where, p.Reason())
		}
		start := string(p.AppendJSON(nil))
		if other, ok := starts[start]; ok {
			return usagef("%s: %s and %s are the same position; there is nothing to compare", where, other, cell.Name)
		}
		starts[start] = cell.Name
	}
	return nil
}

// sameCells refuses to go on in a run folder that compares something else.
func (s *settings) sameCells(dir string, was []namedCell) error {
	now := s.named
	for _, c := range now {
		i := slices.IndexFunc(was, func(o namedCell) bool { return o.Name == c.Name })
		if i >= 0 && !maps.Equal(was[i].Options, c.Options) {
			return usagef("%s has games of another %q (%s, now %s); use another name or another folder",
				dir, c.Name, optionsText(was[i].Options), optionsText(c.Options))
		}
	}
	if len(was) > 0 && s.cmd.Flags().Lookup("compare") == nil {
		return usagef("%s holds a comparison (%s), which %s can't go on with; use another folder", dir, cellNames(was), s.cmd.Name())
	}
	if cellNames(was) != cellNames(now) {
		return usagef("%s compares %s, this command %s; give the same setups and values again, or another folder", dir, cellNames(was), cellNames(now))
	}
	return nil
}

// cellNames lists cells for a message.
func cellNames(cells []namedCell) string {
	if len(cells) == 0 {
		return "no setups or options"
	}
	var list []string
	for _, c := range cells {
		list = append(list, c.Name)
	}
	return strings.Join(list, ", ")
}

// optionsText lists a cell's options for a message.
func optionsText(options map[string]string) string {
	var list []string
	for _, name := range keysOf(options) {
		list = append(list, name+" "+options[name])
	}
	return strings.Join(list, ", ")
}
