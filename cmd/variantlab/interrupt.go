package main

import (
	"bufio"
	"context"
	"io"
)

// until does work that keeps nothing, and gives it up when ctx ends.
func until(ctx context.Context, work func() error) error {
	if ctx.Err() != nil {
		return &interrupted{}
	}
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return &interrupted{}
	}
}

// lineReader reads the lines that a person types. The end of its context is the end of the input.
type lineReader struct {
	ctx   context.Context
	lines chan string
}

func newLineReader(ctx context.Context, in io.Reader) *lineReader {
	r := &lineReader{ctx: ctx, lines: make(chan string)}
	go func() {
		defer close(r.lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			select {
			case r.lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return r
}

// next waits for a line; false at the end of the input.
func (r *lineReader) next() (string, bool) {
	select {
	case line, ok := <-r.lines:
		return line, ok
	case <-r.ctx.Done():
		return "", false
	}
}
