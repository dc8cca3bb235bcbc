package main

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"variantlab/sim/game"
)

// comeBack is a command line that goes on from the position at hand: by the same rules, with the same players.
func (p *playing) comeBack() string {
	words := []string{"variantlab", "play", p.game.Info().Name, "--position", string(p.at.AppendNotation(nil))}
	for _, name := range keysOf(p.options.Values) {
		value := p.options.Values[name]
		switch {
		case !p.beside(game.Options{Values: map[string]string{name: value}}):
		case name == "white" || name == "black":
			words = append(words, "--"+name, value)
		default:
			words = append(words, "--option", name+"="+value)
		}
	}
	for _, name := range keysOf(p.options.Params) {
		if value := p.options.Params[name]; p.beside(game.Options{Params: game.Params{name: value}}) {
			words = append(words, "--set", rulePrefix+name+"="+plain(value))
		}
	}
	words = append(words, p.flags...)
	for i, word := range words {
		words[i] = quoted(word)
	}
	return strings.Join(words, " ")
}

// beside reports whether an option can stand beside a position. Those that choose another start can't, and the position
// makes them needless.
func (p *playing) beside(o game.Options) bool {
	o.Position = string(p.at.AppendNotation(nil))
	_, err := p.game.New(o)
	return err == nil
}

// givenFlags are those of the named flags that don't have their defaults, as words of a command line.
func givenFlags(cmd *cobra.Command, names ...string) []string {
	var words []string
	for _, name := range names {
		if f := cmd.Flags().Lookup(name); f.Value.String() != f.DefValue {
			words = append(words, "--"+name, f.Value.String())
		}
	}
	return words
}

var unquoted = regexp.MustCompile(`^[-\w.,:=/@+]+$`)

// quoted is a word as a shell reads it.
func quoted(word string) string {
	if unquoted.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
