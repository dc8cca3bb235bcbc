package watch

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"

	"variantlab/sim/game"
)

// value is a part of a state's JSON with the path that errors name.
type value struct {
	raw  json.RawMessage
	path string
}

func (v value) errorf(format string, args ...any) error {
	return game.Errorf(game.BadState, v.path, format, args...)
}

// object is a JSON object whose fields are asked for one by one; done refuses the rest.
type object struct {
	value
	fields map[string]json.RawMessage
	known  []string
}

// object reads an object, refusing double keys.
func (v value) object() (*object, error) {
	o := &object{v, map[string]json.RawMessage{}, nil}
	d := json.NewDecoder(bytes.NewReader(v.raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, v.errorf("must be an object, not %s", clip(string(v.raw)))
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, v.errorf("%v", err)
		}
		name := key.(string)
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, v.errorf("%v", err)
		}
		if _, ok := o.fields[name]; ok {
			return nil, o.at(name).errorf("stands there twice")
		}
		o.fields[name] = raw
	}
	if _, err := d.Token(); err != nil {
		return nil, v.errorf("%v", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, v.errorf("text after the object")
	}
	return o, nil
}

// at is the place of a field, there or not.
func (o *object) at(name string) value {
	return value{o.fields[name], o.path + "." + name}
}

// get returns a field and whether it is there, and makes it known.
func (o *object) get(name string) (value, bool) {
	o.known = append(o.known, name)
	_, ok := o.fields[name]
	return o.at(name), ok
}

// need returns a field that must be there.
func (o *object) need(name string) (value, error) {
	v, ok := o.get(name)
	if !ok {
		return v, v.errorf("missing")
	}
	return v, nil
}

// done refuses fields that nobody asked for.
func (o *object) done() error {
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		if !slices.Contains(o.known, name) {
			return o.at(name).errorf("no such field%s", game.Suggest(name, o.known))
		}
	}
	return nil
}

func (v value) isNull() bool { return string(v.raw) == "null" }

func (v value) text() (string, error) {
	var s *string
	if err := json.Unmarshal(v.raw, &s); err != nil || s == nil {
		return "", v.errorf("must be a text, not %s", clip(string(v.raw)))
	}
	return *s, nil
}

func (v value) bool() (bool, error) {
	switch string(v.raw) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, v.errorf("must be true or false, not %s", clip(string(v.raw)))
}

// number reads a whole number from low to high, written without fraction or exponent.
func (v value) number(low, high int64) (int64, error) {
	var n int64
	if err := json.Unmarshal(v.raw, &n); err != nil || v.isNull() || n < low || n > high {
		return 0, v.errorf("must be a whole number from %d to %d, not %s", low, high, clip(string(v.raw)))
	}
	return n, nil
}

// list reads an array.
func (v value) list() ([]value, error) {
	var raws []json.RawMessage
	if err := json.Unmarshal(v.raw, &raws); err != nil || raws == nil {
		return nil, v.errorf("must be a list, not %s", clip(string(v.raw)))
	}
	list := make([]value, len(raws))
	for i := range raws {
		list[i] = value{raws[i], v.path}
	}
	return list, nil
}

// texts reads an array of texts.
func (v value) texts() ([]string, error) {
	list, err := v.list()
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(list))
	for i := range list {
		if texts[i], err = list[i].text(); err != nil {
			return nil, err
		}
	}
	return texts, nil
}
