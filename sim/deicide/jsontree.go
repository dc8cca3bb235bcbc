package deicide

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"variantlab/sim/game"
)

// node is a JSON value and where it is. value holds map[string]any, []any, string, json.Number, bool or nil.
type node struct {
	path  string
	value any
}

// parseJSON reads one JSON value. Keys that occur twice are an error.
func parseJSON(text []byte, path string) (node, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	value, err := readValue(d, path, 0)
	if err != nil {
		return node{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return node{}, game.Errorf(game.BadJSON, path, "there is text after the end of the value")
	}
	return node{path, value}, nil
}

// maxDepth is how deep lists and objects may lie in each other; a state needs four levels.
const maxDepth = 16

func readValue(d *json.Decoder, path string, depth int) (any, error) {
	if depth > maxDepth {
		return nil, game.Errorf(game.BadState, path, "nested more than %d levels deep", maxDepth)
	}
	token, err := d.Token()
	if err != nil {
		return nil, game.Errorf(game.BadJSON, path, "not JSON: %v", err)
	}
	switch token {
	case json.Delim('{'):
		object := map[string]any{}
		for d.More() {
			token, err := d.Token()
			key, ok := token.(string)
			if err != nil || !ok {
				return nil, game.Errorf(game.BadJSON, path, "not JSON: %v", err)
			}
			if _, ok := object[key]; ok {
				return nil, game.Errorf(game.BadState, path+"."+key, "the key occurs twice")
			}
			if object[key], err = readValue(d, path+"."+key, depth+1); err != nil {
				return nil, err
			}
		}
		return object, closing(d, path)
	case json.Delim('['):
		list := []any{}
		for i := 0; d.More(); i++ {
			value, err := readValue(d, path+"."+strconv.Itoa(i), depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, closing(d, path)
	}
	return token, nil
}

func closing(d *json.Decoder, path string) error {
	if _, err := d.Token(); err != nil {
		return game.Errorf(game.BadJSON, path, "not JSON: %v", err)
	}
	return nil
}

func (n node) errorf(format string, args ...any) error {
	return game.Errorf(game.BadState, n.path, format, args...)
}

func (n node) wrong(want string) error { return n.errorf("must be %s", want) }

// object gives the members, all of which must be known.
func (n node) object(known ...string) (map[string]node, error) {
	members, ok := n.value.(map[string]any)
	if !ok {
		return nil, n.wrong("an object")
	}
	fields := make(map[string]node, len(members))
	for _, key := range known {
		if value, ok := members[key]; ok {
			fields[key] = node{n.path + "." + key, value}
		}
	}
	if len(fields) == len(members) {
		return fields, nil
	}
	unknown := ""
	for key := range members {
		if _, ok := fields[key]; !ok && (unknown == "" || key < unknown) {
			unknown = key
		}
	}
	return nil, game.Errorf(game.BadState, n.path+"."+unknown, "no such field%s", game.Suggest(unknown, known))
}

func (n node) list() ([]node, error) {
	values, ok := n.value.([]any)
	if !ok {
		return nil, n.wrong("a list")
	}
	items := make([]node, len(values))
	for i, v := range values {
		items[i] = node{n.path + "." + strconv.Itoa(i), v}
	}
	return items, nil
}

func (n node) text() (string, error) {
	text, ok := n.value.(string)
	if !ok {
		return "", n.wrong("a text")
	}
	return text, nil
}

func (n node) boolean() (bool, error) {
	b, ok := n.value.(bool)
	if !ok {
		return false, n.wrong("true or false")
	}
	return b, nil
}

// number reads a whole number.
func (n node) number(low, high int) (int, error) {
	digits, _ := n.value.(json.Number)
	v, err := strconv.Atoi(string(digits))
	if err != nil || v < low || v > high {
		return 0, n.wrong(fmt.Sprintf("a whole number from %d to %d", low, high))
	}
	return v, nil
}
