package analysis

import "slices"

// Sample is a position of a game, in front of a turn, whose pieces are counted.
type Sample struct {
	Turn       int   // turns before it
	Difference []int // White's pieces less Black's, by Source.PieceTypes
}

// sampleEvery is the length in turns of the stretches that have at most one sample.
const sampleEvery = 10

// Sampler chooses the positions of a game that become samples: of turns 10 to 19, 20 to 29 and so on, the first position
// whose difference stands since two turns, so that no exchange is under way. Its zero value is ready for one game.
type Sampler struct {
	due  int
	last [2][]int // differences in front of the two turns before
}

// Takes reports whether the position after a number of turns is a sample. It is called for every turn of a game in order,
// and keeps difference.
func (s *Sampler) Takes(turn int, difference []int) bool {
	quiet := turn >= 2 && slices.Equal(difference, s.last[0]) && slices.Equal(difference, s.last[1])
	s.last[0], s.last[1] = difference, s.last[0]
	if turn < max(s.due, sampleEvery) || !quiet {
		return false
	}
	s.due = (turn/sampleEvery + 1) * sampleEvery
	return true
}
