package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"variantlab/sim/game"
	"variantlab/sim/games"
)

// Every setting of a command is a flag; --set NAME=VALUE and the configuration file give flags by name, so the three
// ways share one list of names, types and defaults. Precedence: flag, --set, file, default. Names that start with
// "rule." are parameters of the game's rules.
const rulePrefix = "rule."

// settings are the resolved settings of one run of a command.
type settings struct {
	cmd    *cobra.Command
	source map[string]string // setting → where its value came from, for messages
	rules  game.Params       // rule parameters by their own names
	named  []namedCell       // cells of a comparison
	setups []setupFile       // their start positions
}

// addCommon adds the flags that every command with settings has.
func addCommon(cmd *cobra.Command) {
	f := cmd.Flags()
	f.String("config", "", "read settings from this TOML `FILE`")
	f.StringArray("set", nil, "set `NAME=VALUE`, any setting of this command or rule.PARAMETER (repeatable)")
	f.Bool("quiet", false, "show no progress")
	f.String("log", "text", "form of progress lines: text or json")
}

// resolve merges the configuration file, --set and the flags of cmd.
func resolve(cmd *cobra.Command) (*settings, error) {
	s := &settings{cmd: cmd, source: map[string]string{}, rules: game.Params{}}
	cmd.Flags().Visit(func(f *pflag.Flag) { s.source[f.Name] = "--" + f.Name })
	sets, _ := cmd.Flags().GetStringArray("set")
	for _, assignment := range sets {
		name, value, ok := strings.Cut(assignment, "=")
		if !ok {
			return nil, usagef("--set %s: must be NAME=VALUE", assignment)
		}
		if err := s.assign(name, scalar(value), "--set"); err != nil {
			return nil, err
		}
	}
	if path, _ := cmd.Flags().GetString("config"); path != "" {
		if err := s.readFile(path); err != nil {
			return nil, err
		}
		if err := s.homeOf(path); err != nil {
			return nil, err
		}
	}
	form, _ := cmd.Flags().GetString("log")
	return s, s.check(form == "text" || form == "json", "log", "must be text or json")
}

// settingsOf resolves the settings of a command about the named game.
func settingsOf(cmd *cobra.Command, name string) (*settings, game.Game, error) {
	s, err := resolve(cmd)
	if err != nil {
		return nil, nil, err
	}
	g, err := lookupGame(name)
	return s, g, err
}

// scalar reads the value of --set as TOML would; anything else is a string.
func scalar(text string) any {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return v
	}
	if v, err := strconv.ParseBool(text); err == nil && (text == "true" || text == "false") {
		return v
	}
	return text
}

func (s *settings) readFile(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return usagef("--config: %v", err)
	}
	var tree map[string]any
	if _, err := toml.Decode(string(text), &tree); err != nil {
		var syntax toml.ParseError
		if errors.As(err, &syntax) {
			return usagef("%s:%d: %s", path, syntax.Position.Line, syntax.Message)
		}
		return usagef("%s: %v", path, err)
	}
	values := map[string]any{}
	flatten("", tree, values)
	names := keysOf(values)
	if setups, ok := values["setup"]; ok {
		values["setup"] = setupsBeside(path, setups)
	}
	for _, name := range names {
		if err := s.assign(name, values[name], fmt.Sprintf("%s:%d", path, lineOf(string(text), name))); err != nil {
			return err
		}
	}
	return nil
}

// homeOf makes the run folder that a configuration file lies in the one to work in, if this command made it and no other is
// named. The file doesn't name it, so that the folder can be moved or copied.
func (s *settings) homeOf(config string) error {
	f := s.runFlag()
	if f == nil || s.source[f.Name] != "" || filepath.Base(config) != configName {
		return nil
	}
	info, err := readInfo(filepath.Dir(config))
	if err != nil || info == nil || info.Command != s.cmd.Name() {
		return err
	}
	s.source[f.Name] = config
	return f.Value.Set(filepath.Dir(config))
}

// runFlag is the flag that names the run folder.
func (s *settings) runFlag() *pflag.Flag {
	if f := s.cmd.Flags().Lookup("run"); f != nil {
		return f
	}
	return s.cmd.Flags().Lookup("out")
}

// flatten turns nested tables into dotted names.
func flatten(prefix string, tree map[string]any, into map[string]any) {
	for name, v := range tree {
		if sub, ok := v.(map[string]any); ok {
			flatten(prefix+name+".", sub, into)
		} else {
			into[prefix+name] = v
		}
	}
}

// lineOf finds the line of a file that assigns the last part of a dotted name; 1 when it can't tell.
func lineOf(text, name string) int {
	full, best := name, 1
	last := name[strings.LastIndex(name, ".")+1:]
	for i, line := range strings.Split(text, "\n") {
		key := strings.Trim(strings.TrimSpace(strings.SplitN(line, "=", 2)[0]), `"`)
		switch {
		case key == full:
			return i + 1
		case key == last || strings.HasSuffix(full, "."+strings.ReplaceAll(key, `"`, "")) && key != "":
			best = i + 1
		}
	}
	return best
}

// assign gives a setting a value unless one of higher precedence has been given.
func (s *settings) assign(name string, value any, source string) error {
	if param, ok := strings.CutPrefix(name, rulePrefix); ok {
		if _, given := s.rules[param]; !given {
			if n, ok := value.(int64); ok {
				value = float64(n)
			}
			s.rules[param], s.source[name] = value, source
		}
		return nil
	}
	f := s.cmd.Flags().Lookup(name)
	if f == nil || name == "config" || name == "set" || name == "help" {
		return usagef("%s: %s has no setting %q%s", source, s.cmd.Name(), name, s.suggest(name))
	}
	if _, given := s.source[name]; given {
		return nil
	}
	s.source[name] = source
	if list, ok := f.Value.(pflag.SliceValue); ok {
		items, ok := value.([]any)
		if !ok {
			items = []any{value}
		}
		var texts []string
		for _, item := range items {
			texts = append(texts, fmt.Sprint(item))
		}
		if err := list.Replace(texts); err != nil {
			return usagef("%s: %s = %v: %v", source, name, value, err)
		}
		return nil
	}
	if err := f.Value.Set(plain(value)); err != nil {
		return usagef("%s: %s = %v: must be %s", source, name, value, kindOf(f))
	}
	return nil
}

// plain writes a value as a flag reads it; whole numbers without an exponent.
func plain(v any) string {
	if x, ok := v.(float64); ok {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// names lists the settings that can be given.
func (s *settings) names() []string {
	var names []string
	s.cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "config" && f.Name != "set" && f.Name != "help" {
			names = append(names, f.Name)
		}
	})
	return names
}

// suggest says what an unknown setting may have been meant to be: a rule parameter without its prefix, or a setting.
func (s *settings) suggest(name string) string {
	for _, g := range games.All() {
		if slices.Contains(ruleNames(g), rulePrefix+name) {
			return fmt.Sprintf("; the parameter of the rules is called %q", rulePrefix+name)
		}
	}
	return game.Suggest(name, s.names())
}

// ruleNames are the names of a game's rule parameters as settings.
func ruleNames(g game.Game) []string {
	var names []string
	for _, p := range g.Params() {
		names = append(names, rulePrefix+p.Name)
	}
	return names
}

// checkRules refuses parameters that the rules of g don't have.
func (s *settings) checkRules(g game.Game) error {
	known := ruleNames(g)
	for _, name := range keysOf(s.rules) {
		if name = rulePrefix + name; !slices.Contains(known, name) {
			return usagef("%s: %s has no parameter %q%s", s.source[name], g.Info().Name, name, game.Suggest(name, known))
		}
	}
	return nil
}

// check reports a setting whose value can't be used: where it was given, what it is, what would do.
func (s *settings) check(ok bool, name, need string) error {
	if ok {
		return nil
	}
	where := s.source[name]
	if where == "" {
		where = "default"
	}
	value := s.cmd.Flags().Lookup(name).Value
	if where == "--"+name {
		return usagef("--%s %s: %s", name, value, need)
	}
	return usagef("%s: %s = %s: %s", where, name, value, need)
}

// rulesError says where a refused rule parameter was given.
func (s *settings) rulesError(err error) error {
	var input *game.InputError
	if errors.As(err, &input) {
		if param, ok := strings.CutPrefix(input.Path, "params."); ok && s.source[rulePrefix+param] != "" {
			return usagef("%s: %s%s = %v: %s", s.source[rulePrefix+param], rulePrefix, param, s.rules[param], input.Msg)
		}
		return usagef("%v", input)
	}
	return err
}

// effective writes all settings but those in without as TOML that --config reads back.
func (s *settings) effective(without ...string) string {
	var b strings.Builder
	s.cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if slices.Contains([]string{"config", "set", "help", "quiet", "log"}, f.Name) || slices.Contains(without, f.Name) {
			return
		}
		fmt.Fprintf(&b, "%s = %s\n", tomlKey(f.Name), tomlValue(f))
	})
	for _, name := range keysOf(s.rules) {
		value := s.rules[name]
		if text, ok := value.(string); ok {
			value = strconv.Quote(text)
		}
		fmt.Fprintf(&b, "%s = %v\n", tomlKey(rulePrefix+name), value)
	}
	return b.String()
}

func tomlKey(name string) string {
	if strings.Contains(name, ".") {
		return strconv.Quote(name)
	}
	return name
}

func tomlValue(f *pflag.Flag) string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		quoted := []string{}
		for _, item := range list.GetSlice() {
			quoted = append(quoted, strconv.Quote(item))
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	}
	switch f.Value.Type() {
	case "string", "duration":
		return strconv.Quote(f.Value.String())
	default:
		return f.Value.String()
	}
}

// flagError turns a complaint of the flag parser into bad use, with a suggestion for an unknown flag.
func flagError(cmd *cobra.Command, err error) error {
	msg := err.Error()
	if name, ok := strings.CutPrefix(msg, "unknown flag: --"); ok {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		return usagef("%s has no flag --%s%s", commandName(cmd), name, game.Suggest(name, known))
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		f, need := invalid.GetFlag(), "out of range"
		if !errors.Is(err, strconv.ErrRange) {
			need = "must be " + kindOf(f)
		}
		return usagef("%s: --%s %s: %s", commandName(cmd), f.Name, invalid.GetValue(), need)
	}
	return usagef("%s: %s; see %s --help", commandName(cmd), msg, cmd.CommandPath())
}

// kindOf says in words what a flag takes.
func kindOf(f *pflag.Flag) string {
	switch kind := f.Value.Type(); kind {
	case "int":
		return "a whole number"
	case "uint64":
		return "a whole number from 0 on"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	case "duration":
		return "a time such as 50ms or 2s"
	default:
		return kind
	}
}

// commandName is a command as messages call it, which begin with the program's name.
func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// argCount accepts between low and high arguments.
func argCount(low, high int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < low || len(args) > high {
			return usagef("%s: want %s, got %d; see %s --help", commandName(cmd), what, len(args), cmd.CommandPath())
		}
		return nil
	}
}
