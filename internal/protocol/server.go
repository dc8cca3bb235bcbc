// Package protocol serves the rules to programs in other languages: each line it reads is a question in JSON, each line
// it writes the answer. Nothing is remembered from one line to the next, since a question brings its position along.
// See docs/rules-protocol.md.
package protocol

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"variantlab/sim/game"
)

// MaxLine is the longest request, in bytes without the line end.
const MaxLine = 4 << 20

// Server answers requests about the games it is given.
type Server struct {
	games  []game.Game
	byName map[string]game.Game
	ops    map[string]operation
	roller game.Roller
	counts game.Counter
}

// operation is one entry of the op table: the fields it understands and what it does.
type operation struct {
	fields []string
	answer func(*Server, *request) (map[string]any, error)
}

// NewServer makes a server for games, listed in the order given.
func NewServer(games []game.Game) *Server {
	s := &Server{games: games, byName: map[string]game.Game{}, ops: operations}
	for _, g := range games {
		s.byName[g.Info().Name] = g
	}
	return s
}

// Serve answers requests from r on w, in order, until r ends. Each answer is flushed before the next request is read.
// The error is that of reading or writing; nothing in a request is an error of Serve.
func (s *Server) Serve(r io.Reader, w io.Writer) error {
	in := bufio.NewReaderSize(r, 1<<16)
	out := bufio.NewWriter(w)
	for {
		line, tooLong, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("protocol: read: %w", err)
		}
		ended := err != nil
		if ended && len(line) == 0 && !tooLong {
			return nil
		}
		answer := s.Answer(line)
		if tooLong {
			answer = failure(nil, game.Errorf(game.BadRequest, "", "line longer than %d bytes; send smaller requests", MaxLine))
		}
		if _, err := out.Write(append(answer, '\n')); err != nil {
			return fmt.Errorf("protocol: write: %w", err)
		}
		if err := out.Flush(); err != nil {
			return fmt.Errorf("protocol: write: %w", err)
		}
		if ended {
			return nil
		}
	}
}

// readLine reads up to the next line feed. A line longer than MaxLine is read to its end and dropped.
func readLine(in *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if !tooLong {
			line = append(line, part...)
		}
		body := bytes.TrimRight(line, "\r\n")
		if len(body) > MaxLine {
			line, tooLong = nil, true
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return body, tooLong, err
		}
	}
}

// Answer answers one request line, without its line end.
func (s *Server) Answer(line []byte) (answer []byte) {
	var id json.RawMessage
	defer func() {
		if r := recover(); r != nil {
			answer = failure(id, game.Errorf(game.BadRequest, "", "the position can't be handled: %v", r))
		}
	}()
	if !utf8.Valid(line) {
		return failure(nil, game.Errorf(game.BadJSON, "", "not UTF-8; send each request as one line of UTF-8 JSON"))
	}
	fields, err := parseObject(line)
	if err != nil {
		return failure(nil, err)
	}
	id = fields["id"]
	req := &request{server: s, fields: fields}
	result, err := s.run(req)
	if err != nil {
		return failure(id, err)
	}
	result["ok"] = true
	if id != nil {
		result["id"] = id
	}
	return marshal(result)
}

// parseObject splits a request into its fields.
func parseObject(line []byte) (map[string]json.RawMessage, error) {
	if !json.Valid(line) {
		var v any
		err := json.Unmarshal(line, &v)
		return nil, game.Errorf(game.BadJSON, "", "%v; send one JSON object a line, like {\"op\":\"games\"}", err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil || fields == nil {
		return nil, game.Errorf(game.BadRequest, "", "a request is a JSON object, like {\"op\":\"games\"}")
	}
	return fields, nil
}

func (s *Server) run(req *request) (map[string]any, error) {
	name, err := req.text("op")
	if err != nil {
		return nil, err
	}
	op, ok := s.ops[name]
	if !ok {
		return nil, game.Errorf(game.BadRequest, "op", "unknown op %q%s", name, game.Suggest(name, keys(s.ops)))
	}
	for field := range req.fields {
		if field != "op" && field != "id" && !slices.Contains(op.fields, field) {
			return nil, game.Errorf(game.BadRequest, field, "op %q has no field %q%s", name, field, game.Suggest(field, op.fields))
		}
	}
	return op.answer(s, req)
}

func failure(id json.RawMessage, err error) []byte {
	var input *game.InputError
	if !errors.As(err, &input) {
		input = game.Errorf(game.BadRequest, "", "%v", err)
	}
	body := map[string]any{"code": string(input.Code), "message": input.Error()}
	if input.Path != "" {
		body["path"] = input.Path
	}
	answer := map[string]any{"ok": false, "error": body}
	if id != nil {
		answer["id"] = id
	}
	return marshal(answer)
}

// marshal writes v on one line with sorted keys.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("protocol: answer: %v", err)) // only values made here are marshalled
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
