package domain

import "fmt"

// event is one thing that happened (CD-447); a private one only its own side may read.
type event struct {
	text    string
	private bool
	side    Side
}

// logged are the events of one ply.
type logged struct {
	ply    int
	events []event
}

func (s *State) emit(format string, args ...any) {
	if !s.quiet {
		s.events = append(s.events, event{text: fmt.Sprintf(format, args...)})
	}
}

func (s *State) emitPrivate(side Side, text string) {
	if !s.quiet {
		s.events = append(s.events, event{text: text, private: true, side: side})
	}
}
