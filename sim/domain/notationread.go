package domain

import (
	"encoding/json"
	"strings"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

// notationReader turns a one-line notation into the fields of a state's JSON, so that one reader checks both forms.
type notationReader struct {
	fields map[string]any
	fault  *game.InputError
}

// readNotation gives the fields as jsonReader.decode would; their values are yet to be checked.
func readNotation(text string) (map[string]any, *game.InputError) {
	n := notationReader{fields: map[string]any{}}
	parts := strings.Fields(text)
	if len(parts) != 8 {
		n.fail("%d fields; there must be 8: placement, w or b, castling, ep, halfmove, white, black, domain", len(parts))
		return nil, n.fault
	}
	n.placement(parts[0])
	if side := strings.Index(sideLetters, parts[1]); side < 0 || len(parts[1]) != 1 {
		n.fail("side to move: %s must be w or b", shown(parts[1]))
	} else {
		n.fields["turn"] = sideNames[side]
	}
	n.optional("castle", parts[2])
	n.optional("ep", parts[3])
	n.fields["halfmove"] = json.Number(parts[4])
	n.fields["white"] = n.side("white", parts[5])
	n.fields["black"] = n.side("black", parts[6])
	n.domain(parts[7])
	return n.fields, n.fault
}

func (n *notationReader) fail(format string, args ...any) {
	if n.fault == nil {
		n.fault = game.Errorf(game.BadState, "position", format, args...)
	}
}

// optional sets a field unless its text is "-".
func (n *notationReader) optional(name, text string) {
	if text != "-" {
		n.fields[name] = text
	}
}

func (n *notationReader) placement(text string) {
	ranks := strings.Split(text, "/")
	if len(ranks) != 8 {
		n.fail("placement: %d ranks; there must be 8, separated by /", len(ranks))
		return
	}
	pieces := map[string]any{}
	n.fields["board"] = pieces
	for i, rank := range ranks {
		n.rank(pieces, 7-i, rank)
	}
}

func (n *notationReader) rank(pieces map[string]any, rank int, text string) {
	file, rest := 0, text
	for rest != "" && n.fault == nil {
		if c := rest[0]; c >= '1' && c <= '8' {
			file += int(c - '0')
			rest = rest[1:]
			continue
		}
		sq := board.At(file, rank)
		if sq == board.None {
			break
		}
		var piece map[string]any
		piece, rest = n.piece(sq, rest)
		pieces[sq.String()] = piece
		file++
	}
	if file != 8 || rest != "" {
		n.fail("placement: rank %d, %s, must fill exactly 8 squares", rank+1, shown(text))
	}
}

// piece reads one piece from the front of text and returns the rest.
func (n *notationReader) piece(sq Square, text string) (map[string]any, string) {
	piece := map[string]any{}
	rest, curse := strings.CutPrefix(text, "~")
	if rest == "" {
		n.fail("placement: ~ on %s must be followed by a letter of P N B R Q", sq)
		return piece, ""
	}
	letter := rest[0] &^ 0x20
	piece["side"] = sideNames[rest[0]>>5&1]
	piece["t"] = string(letter)
	switch {
	case rest[0] < 'A' || strings.IndexByte("PNBRQKOGAMD", letter) < 0 || curse && strings.IndexByte("PNBRQ", letter) < 0:
		n.fail("placement: %s on %s is no piece; pieces are P N B R Q K O G A M D and ~P ~N ~B ~R ~Q", shown(text[:len(text)-len(rest)+1]), sq)
	case curse:
		piece["kind"] = Curse.String()
	case letter == pawnLetter:
		piece["t"], piece["kind"] = Pawn.String(), pawnKind
	case letter == dogLetter:
		piece["t"], piece["kind"] = Knight.String(), Dog.String()
	case letter == rikaLetter:
		piece["t"], piece["kind"] = Queen.String(), Rika.String()
	}
	rest = rest[1:]
	inner, found := strings.CutPrefix(rest, "{")
	if !found {
		return piece, rest
	}
	inner, rest, found = strings.Cut(inner, "}")
	if !found {
		n.fail("placement: the brace after the piece on %s is not closed", sq)
	}
	for _, status := range strings.Split(inner, ",") {
		n.status(piece, sq, status)
	}
	return piece, rest
}

func (n *notationReader) status(piece map[string]any, sq Square, text string) {
	const letters = statusLetters + "l"
	at := -1
	if text != "" {
		at = strings.IndexByte(letters, text[0])
	}
	if at < 0 {
		n.fail("placement: %s in the braces of %s must be one of the letters %s and a number", shown(text), sq, letters)
		return
	}
	name := "left"
	if at < len(statusNames) {
		name = statusNames[at]
	}
	n.set(piece, name, json.Number(text[1:]))
}

// set gives a field its value, once.
func (n *notationReader) set(fields map[string]any, name string, value any) {
	if _, twice := fields[name]; twice {
		n.fail("%s given twice", name)
	}
	fields[name] = value
}

// sideKeys are the keys of a side's values in the notation, with the fields that they stand for.
var sideKeys = map[string]string{
	"e": "energy", "t": "turns", "l": "luck", "j": "jackpot", "n": "losses", "d": "doors", "c": "curses", "L": "lost",
	"cd": "cd", "p": "primed", "r": "recent", "a": "adapted", "v": "learned", "D": "disguise", "R": "revealed",
	"m": "mahoraga", "x": "checked", "s": "seen", "y": "reading",
}

func (n *notationReader) side(name, text string) map[string]any {
	parts := strings.Split(text, ";")
	side := map[string]any{"set": parts[0]}
	for _, part := range parts[1:] {
		key, value, _ := strings.Cut(part, "=")
		field, ok := sideKeys[key]
		if !ok || value == "" {
			n.fail("%s: %s must be a key, =, and a value", name, shown(part))
			return side
		}
		n.set(side, field, n.value(name+"."+field, key, value))
	}
	return side
}

// value reads the value of a side's key as the JSON of its field.
func (n *notationReader) value(path, key, text string) any {
	switch key {
	case "e", "t", "l", "j", "n", "s":
		return json.Number(text)
	case "R", "m", "x", "y":
		if text != "1" {
			n.fail("%s: %s must be 1, or the key left out", path, shown(text))
		}
		return true
	case "d":
		sq, left, _ := strings.Cut(text, "/")
		return map[string]any{"sq": sq, "left": json.Number(left)}
	case "c":
		return n.curses(path, text)
	case "L":
		list := []any{}
		for _, item := range strings.Split(text, ",") {
			t, home, _ := strings.Cut(item, "@")
			if strings.ToLower(t) != t {
				n.fail("%s: %s must be a lower-case letter, @, and a square", path, shown(item))
			}
			list = append(list, map[string]any{"t": strings.ToUpper(t), "home": home})
		}
		return list
	case "cd":
		running := map[string]any{}
		for _, item := range strings.Split(text, ",") {
			k, turns, _ := strings.Cut(item, ".")
			n.set(running, k, json.Number(turns))
		}
		return running
	case "p":
		primes := []any{}
		for _, letter := range text {
			switch letter {
			case 'b':
				primes = append(primes, "blue")
			case 'r':
				primes = append(primes, "red")
			default:
				n.fail("%s: %s must be b, r or br", path, shown(text))
			}
		}
		return primes
	case "D":
		return text
	default:
		list := []any{}
		for _, item := range strings.Split(text, ",") {
			list = append(list, item)
		}
		return list
	}
}

// curses reads counts of curses like P3N1.
func (n *notationReader) curses(path, text string) map[string]any {
	held := map[string]any{}
	for rest := text; rest != ""; {
		letter := rest[:1]
		digits := strings.TrimLeft(rest[1:], "0123456789")
		n.set(held, letter, json.Number(rest[1:len(rest)-len(digits)]))
		rest = digits
	}
	return held
}

func (n *notationReader) domain(text string) {
	if text == "-" {
		return
	}
	parts := strings.Split(text, "/")
	name, owner, _ := strings.Cut(parts[0], "@")
	side := strings.Index(sideLetters, owner)
	if side < 0 || len(owner) != 1 || len(parts) < 2 {
		n.fail("domain: %s must be a name, @w or @b, / and the turns left, as in pawns@w/3", shown(text))
		return
	}
	d := map[string]any{"name": name, "owner": sideNames[side], "left": json.Number(parts[1])}
	for _, part := range parts[2:] {
		switch part {
		case "fresh", "slash":
			n.set(d, part, true)
		default:
			n.set(d, "queen", part)
		}
	}
	n.fields["domain"] = d
}

// parseNotation reads a one-line notation, played by the rules of an index.
func parseNotation(text string, params uint16) (*State, error) {
	fields, fault := readNotation(text)
	if fault != nil {
		return nil, fault
	}
	var r jsonReader
	s := newState(params)
	s.parseFields(object{&r, "", fields})
	if r.fault == nil {
		r.fault = s.checkPieces()
	}
	if r.fault != nil {
		return nil, game.Errorf(game.BadState, "position", "%s", r.fault.Error())
	}
	return s, nil
}
