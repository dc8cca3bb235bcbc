package game

import "fmt"

// Code classifies bad input, as in the rules protocol.
type Code string

// The codes of the rules protocol.
const (
	BadJSON       Code = "bad-json"
	BadRequest    Code = "bad-request"
	UnknownGame   Code = "unknown-game"
	BadState      Code = "bad-state"
	BadParams     Code = "bad-params"
	IllegalAction Code = "illegal-action"
	BadOutcome    Code = "bad-outcome"
	GameOver      Code = "terminal"
	TooDeep       Code = "too-deep"
)

// InputError is an error in what somebody handed in: what is wrong, where, and what would be right.
type InputError struct {
	Code Code
	Path string // dotted path of the offending field, "" where none applies
	Msg  string
}

// Error gives the message with its path.
func (e *InputError) Error() string {
	if e.Path == "" {
		return e.Msg
	}
	return e.Path + ": " + e.Msg
}

// Errorf makes an InputError.
func Errorf(code Code, path, format string, args ...any) *InputError {
	return &InputError{Code: code, Path: path, Msg: fmt.Sprintf(format, args...)}
}
