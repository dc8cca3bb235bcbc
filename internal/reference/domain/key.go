package domain

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// kindLetters name the kinds in keys (CD-444).
var kindLetters = map[string]string{
	real: "r", pawnKind: "p", curseKind: "c", dogKind: "d", rikaKind: "k", mahoraga: "m", decoyKind: "y",
}

// KeyText is the text whose hash identifies the position for repetition (CD-131, CD-444).
func (s *State) KeyText() string {
	var board strings.Builder
	for q := Square(0); q < 64; q++ {
		p := s.Board[q]
		if p.empty() {
			continue
		}
		fmt.Fprintf(&board, "%s%c%s%s", q, p.T, p.Side.letter(), kindLetters[p.Kind])
		for _, flag := range []struct {
			letter string
			n      int
		}{{"i", p.Infinity}, {"s", p.Shield}, {"z", p.Speech}, {"t", p.Stun}} {
			if flag.n > 0 {
				board.WriteString(flag.letter)
			}
		}
	}
	domain := ""
	if s.Domain.Name != "" {
		domain = s.Domain.Name + "@" + s.Domain.Owner.letter()
	}
	jackpots := ""
	for _, p := range s.Players {
		if p.Jackpot > 0 {
			jackpots += "1"
		} else {
			jackpots += "0"
		}
	}
	adapted := func(x Side) string { return strings.Join(slices.Sorted(slices.Values(s.Players[x].Adapted)), ",") }
	return strings.Join([]string{
		board.String(), s.Castle, s.Ep.String(), s.Turn.letter(), domain,
		s.Players[White].Doors.String(), s.Players[Black].Doors.String(), jackpots, adapted(White), adapted(Black),
	}, "|")
}

// Key is the repetition key: 64 bits of FNV-1a in hex (CD-444).
func (s *State) Key() string {
	h := fnv.New64a()
	h.Write([]byte(s.KeyText()))
	return fmt.Sprintf("%016x", h.Sum64())
}
