// Package scenario runs worked examples of Checkmate Domain, kept as text, against any implementation of the rules.
//
// A file is a list of scenarios; empty lines and lines that begin with # don't count. Each line is a verb and its words:
//
//	scenario <number> <rule id>... | <title>   begins a scenario
//	params <name>=<value>...                   parameters of the next position or new
//	position <one-line notation>               sets up a position; a scenario may have several, one after another
//	new <option>=<value>...                    sets up a game by its options
//	do <action or outcome>...                  plays them one after another
//	legal <action>...                          all of them are legal
//	illegal <action>...                        none of them is
//	list <action>...                           they are the whole legal list, in order
//	only <prefix> <action>...                  they are all legal actions that begin with the prefix, in order
//	within <prefix> <longer prefix>            all legal actions that begin with the first begin with the second
//	order <action>...                          they stand in the legal list in this order
//	count <prefix> <n>                         so many legal actions begin with the prefix
//	kind player|chance|terminal                what kind of node it is
//	outcomes <name>=<p>...                     they are all outcomes of the chance node
//	events <event>...                          they are all events of the last step, in order
//	event <event>                              it is among the events of the last step
//	is <path> <value>                          the state has the value (JSON or bare text) at the dotted path; - for none
//	sees <side> <path> <value>                 the same for a side's observation
//	unseen <side>                              there is no observation for the side
//	result <winner> <reason>                   how the game ended; - while it goes on
//
// In "is" a missing energy or seen counts as its default.
package scenario

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Outcome is one result of a chance node.
type Outcome struct {
	Name string
	P    float64
}

// Position is what a scenario needs of an implementation.
type Position interface {
	Kind() string
	Legal() []string
	Outcomes() []Outcome
	Apply(text string) (events []string, err error)
	JSON() []byte
	Observe(side string) ([]byte, error)
}

// Engine sets up positions; options as in the rules protocol, "position" for the one-line notation.
type Engine interface {
	New(options map[string]string, params map[string]float64) (Position, error)
}

// Scenario is one worked example.
type Scenario struct {
	Number int
	Rules  []string
	Title  string
	Lines  []Line
}

// Line is one instruction.
type Line struct {
	Number int // in the file
	Verb   string
	Words  []string
}

// Name is the name of the scenario's test: its rules and its number.
func (s Scenario) Name() string {
	return fmt.Sprintf("%s/scenario %d %s", strings.Join(s.Rules, "+"), s.Number, s.Title)
}

// Read reads a file of scenarios.
func Read(r io.Reader) ([]Scenario, error) {
	var list []Scenario
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		text := strings.TrimSpace(in.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		words := strings.Fields(text)
		if words[0] != "scenario" {
			if len(list) == 0 {
				return nil, fmt.Errorf("line %d: %q before the first scenario", n, words[0])
			}
			last := &list[len(list)-1]
			last.Lines = append(last.Lines, Line{n, words[0], words[1:]})
			continue
		}
		head, title, ok := strings.Cut(text, "|")
		words = strings.Fields(head)
		if !ok || len(words) < 3 {
			return nil, fmt.Errorf("line %d: want: scenario <number> <rule id>... | <title>", n)
		}
		number, err := strconv.Atoi(words[1])
		if err != nil {
			return nil, fmt.Errorf("line %d: number: %w", n, err)
		}
		list = append(list, Scenario{Number: number, Rules: words[2:], Title: strings.TrimSpace(title)})
	}
	return list, in.Err()
}
