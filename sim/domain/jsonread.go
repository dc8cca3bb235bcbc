package domain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"variantlab/sim/game"
)

// jsonReader reads a JSON value strictly. It keeps the first fault and then answers with zeros, so that a reader of many
// fields checks for faults once, at the end.
type jsonReader struct{ fault *game.InputError }

// object is a JSON object that is being read.
type object struct {
	r      *jsonReader
	path   string
	fields map[string]any
}

// decode parses text into objects (map[string]any), lists ([]any), json.Number, string, bool and nil. A name that occurs
// twice in one object is a fault, and so is deeper nesting than any state has.
func (r *jsonReader) decode(text []byte) any {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v := r.value(d, "", 0)
	if r.fault == nil {
		if _, err := d.Token(); !errors.Is(err, io.EOF) {
			r.broken("something follows the end of the value")
		}
	}
	return v
}

func (r *jsonReader) value(d *json.Decoder, path string, depth int) any {
	const deepest = 8
	if depth > deepest {
		r.fail(path, "nested too deep")
		return nil
	}
	token, err := d.Token()
	if err != nil {
		r.broken(err.Error())
		return nil
	}
	switch token {
	case json.Delim('{'):
		fields := map[string]any{}
		for r.fault == nil && d.More() {
			name, err := d.Token()
			if err != nil {
				r.broken(err.Error())
				return nil
			}
			key := name.(string)
			if _, twice := fields[key]; twice {
				r.fail(join(path, key), "given twice")
			}
			fields[key] = r.value(d, join(path, key), depth+1)
		}
		r.end(d)
		return fields
	case json.Delim('['):
		list := []any{}
		for r.fault == nil && d.More() {
			list = append(list, r.value(d, join(path, strconv.Itoa(len(list))), depth+1))
		}
		r.end(d)
		return list
	}
	return token
}

// end reads the bracket that closes an object or list.
func (r *jsonReader) end(d *json.Decoder) {
	if r.fault == nil {
		if _, err := d.Token(); err != nil {
			r.broken(err.Error())
		}
	}
}

func (r *jsonReader) broken(why string) {
	if r.fault == nil {
		r.fault = game.Errorf(game.BadJSON, "", "not a JSON value: %s", why)
	}
}

func (r *jsonReader) fail(path, format string, args ...any) {
	if r.fault == nil {
		r.fault = game.Errorf(game.BadState, path, format, args...)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// shown is v as a message shows it.
func shown(v any) string {
	text := fmt.Sprint(v)
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		text = strconv.Quote(v)
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	}
	if len(text) > 40 {
		text = strings.ToValidUTF8(text[:40], "") + "…"
	}
	return text
}

// object reads v as an object that has no fields but those known.
func (r *jsonReader) object(path string, v any, known ...string) object {
	fields, ok := v.(map[string]any)
	if !ok {
		r.fail(path, "must be an object, not %s", shown(v))
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) {
			r.fail(join(path, name), "no such field%s", game.Suggest(name, known))
		}
	}
	return object{r, path, fields}
}

// entries reads v as an object with free names and gives them in order.
func (r *jsonReader) entries(path string, v any) (object, []string) {
	fields, ok := v.(map[string]any)
	if !ok {
		r.fail(path, "must be an object, not %s", shown(v))
	}
	return object{r, path, fields}, slices.Sorted(maps.Keys(fields))
}

// at is the path of a field.
func (o object) at(name string) string { return join(o.path, name) }

// has reports whether a field is there and not null. Null stands for the default only where the default is null.
func (o object) has(name string) bool {
	v, ok := o.fields[name]
	return ok && v != nil
}

func (o object) missing(name, want string) {
	o.r.fail(o.at(name), "missing; give %s", want)
}

// integer reads a whole number from low to high; absent, it is the default, whatever the range.
func (o object) integer(name string, low, high, absent int) int {
	v, ok := o.fields[name]
	if !ok {
		return absent
	}
	number, ok := v.(json.Number)
	if !ok {
		o.r.fail(o.at(name), "must be a whole number, not %s", shown(v))
		return 0
	}
	n, err := strconv.Atoi(number.String())
	if err != nil || n < low || n > high || strconv.Itoa(n) != number.String() {
		o.r.fail(o.at(name), "%s must be a whole number from %d to %d", shown(v), low, high)
		return 0
	}
	return n
}

// boolean reads true or false; absent, it is false.
func (o object) boolean(name string) bool {
	v, ok := o.fields[name]
	if !ok {
		return false
	}
	b, ok := v.(bool)
	if !ok {
		o.r.fail(o.at(name), "must be true or false, not %s", shown(v))
	}
	return b
}

// text reads a string; absent, it is the default.
func (o object) text(name, absent string) string {
	v, ok := o.fields[name]
	if !ok {
		return absent
	}
	return o.r.text(o.at(name), v)
}

func (r *jsonReader) text(path string, v any) string {
	text, ok := v.(string)
	if !ok {
		r.fail(path, "must be a text, not %s", shown(v))
	}
	return text
}

// list reads a list of at most most entries; absent, it is empty.
func (o object) list(name string, most int) []any {
	v, ok := o.fields[name]
	if !ok {
		return nil
	}
	list, ok := v.([]any)
	switch {
	case !ok:
		o.r.fail(o.at(name), "must be a list, not %s", shown(v))
	case len(list) > most:
		o.r.fail(o.at(name), "%d entries; at most %d are allowed", len(list), most)
		return nil
	}
	return list
}

// oneOf reads a string that must be one of names and gives its index.
func (r *jsonReader) oneOf(path, text string, names []string) int {
	i := slices.Index(names, text)
	if i < 0 {
		r.fail(path, "%s is none of %s", shown(text), strings.Join(names, ", "))
		return 0
	}
	return i
}
