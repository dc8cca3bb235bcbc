package deicide

import (
	"slices"
	"strconv"
	"strings"

	"variantlab/sim/game"
)

// The one-line notation has ten fields [DC-600]; the first seven are the position key [DC-601].

// appendKey writes the position key.
func (c *core) appendKey(dst []byte) []byte {
	dst = c.appendPlacement(dst)
	dst = append(dst, ' ', "wb"[c.side], ' ')
	switch {
	case !c.extra:
		dst = append(dst, '1')
	case c.movesLeft == 2:
		dst = append(dst, '2')
	default:
		dst = append(dst, "1x"...)
	}
	dst = append(dst, ' ')
	dst = appendList(dst, c.castlingTexts())
	dst = append(dst, ' ')
	dst = appendList(dst, c.passingTexts())
	dst = append(dst, ' ')
	dst = c.appendFlights(dst)
	dst = append(dst, ' ')
	dst = appendLast(dst, c.last[white])
	return appendLast(append(dst, ':'), c.last[black])
}

// appendFEN writes all ten fields.
func (c *core) appendFEN(dst []byte) []byte {
	dst = c.appendKey(dst)
	for _, n := range [3]uint32{c.quiet, c.turn, c.ply} {
		dst = strconv.AppendUint(append(dst, ' '), uint64(n), 10)
	}
	return dst
}

func (c *core) appendPlacement(dst []byte) []byte {
	size := c.v().size
	for r := size - 1; r >= 0; r-- {
		gap, first := 0, true
		flush := func() {
			if !first {
				dst = append(dst, ',')
			}
			first = false
		}
		for f := range size {
			p := c.at(at(f, r))
			if p == nobody {
				gap++
				continue
			}
			if gap > 0 {
				flush()
				dst = strconv.AppendInt(dst, int64(gap), 10)
				gap = 0
			}
			flush()
			dst = appendCode(dst, p.color(), p.kind())
			if p.isPawn() && p.moved() != c.movedByDefault(p, at(f, r)) {
				dst = append(dst, '~')
			}
		}
		if gap > 0 {
			flush()
			dst = strconv.AppendInt(dst, int64(gap), 10)
		}
		if r > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}

// movedByDefault is whether a pawn kind on q has moved, if the text does not say otherwise [DC-602].
func (c *core) movedByDefault(p piece, q square) bool { return c.v().movedByDefault(p, q) }

func (v *variant) movedByDefault(p piece, q square) bool {
	return !v.starts[p.color()][p.kind()].has(q)
}

func (c *core) castlingTexts() (texts []string) {
	for side, files := range c.rights {
		for f := range 16 {
			if files>>f&1 != 0 {
				texts = append(texts, at(f, square(c.kings[side]).rank()).String())
			}
		}
	}
	slices.Sort(texts)
	return texts
}

func (c *core) passingTexts() (texts []string) {
	for _, e := range c.passings[:c.nPassing] {
		text := append(appendSquare(nil, e.pawn), ':')
		for i, q := range e.passed[:e.n] {
			if i > 0 {
				text = append(text, '.')
			}
			text = appendSquare(text, q)
		}
		texts = append(texts, string(text))
	}
	slices.Sort(texts)
	return texts
}

func (c *core) appendFlights(dst []byte) []byte {
	if c.nFlights == 0 {
		return append(dst, '-')
	}
	for i, f := range c.flights[:c.nFlights] {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendCode(dst, f.piece.color(), f.piece.kind()), '@')
		dst = append(appendSquare(dst, f.target), '*', '0'+f.counters)
		if f.fresh {
			dst = append(dst, '!')
		}
	}
	return dst
}

func appendLast(dst []byte, k kind) []byte {
	if k == none {
		return append(dst, '-')
	}
	return appendCode(dst, black, k)
}

func appendList(dst []byte, texts []string) []byte {
	if len(texts) == 0 {
		return append(dst, '-')
	}
	return append(dst, strings.Join(texts, ",")...)
}

// fenFields names the fields as faults name the parts of a position.
var fenFields = [10]string{"placement", "side", "moves", "castling", "en_passant", "in_flight", "last_moved", "quiet", "turn", "ply"}

// parseFEN reads the notation; path says where it came from.
func parseFEN(v *variant, r rules, text, path string) (*core, error) {
	fields := strings.Split(text, " ")
	if len(fields) != len(fenFields) {
		return nil, game.Errorf(game.BadState, path, "%d fields; the notation has %d, one space between: %s",
			len(fields), len(fenFields), strings.Join(fenFields[:], " "))
	}
	d := newDraft(v, r)
	for i, field := range fields {
		if err := d.readField(i, field); err != nil {
			return nil, fenError(path, i, err.Error())
		}
	}
	c, f := d.build()
	if f != nil {
		return nil, fenError(path, max(slices.Index(fenFields[:], f.part), 0), f.msg)
	}
	return c, nil
}

func fenError(path string, field int, msg string) error {
	return game.Errorf(game.BadState, path, "field %d (%s): %s", field+1, fenFields[field], msg)
}

// keyDraft reads a position key.
func keyDraft(v *variant, text string) (*draft, bool) {
	d := newDraft(v, v.rules)
	fields := strings.Split(text, " ")
	if len(fields) != 7 {
		return nil, false
	}
	for i, field := range fields {
		if d.readField(i, field) != nil {
			return nil, false
		}
	}
	return d, true
}
