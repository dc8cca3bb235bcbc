package domain

import (
	"hash/fnv"
	"strconv"
)

// kindLetters are the kinds in key texts, indexed by Kind; domain pawns have p.
const kindLetters = "rcdkmy"

// appendKeyText writes the text of a position's repetition identity [CD-131, CD-444].
func appendKeyText(dst []byte, s *State) []byte {
	for sq := range NoSquare {
		if p := s.board[sq]; p != 0 {
			dst = append(dst, sq.String()...)
			dst = append(dst, p.typ().String()...)
			dst = append(dst, sideLetters[p.side()], kindLetters[p.kind()])
			for st, letter := range [...]byte{Infinity: 'i', Shield: 's', Speech: 'z', Stun: 't'} {
				if p.timer(Status(st)) > 0 {
					dst = append(dst, letter)
				}
			}
		} else if s.pawns.Has(sq) {
			dst = append(dst, sq.String()...)
			dst = append(dst, 'P', sideLetters[s.domain.owner], 'p')
		}
	}
	dst = append(dst, '|')
	dst = append(dst, s.castle.String()...)
	dst = append(dst, '|')
	dst = append(dst, s.ep.String()...)
	dst = append(dst, '|', sideLetters[s.turn], '|')
	if s.domain.name != NoKey {
		dst = append(dst, s.domain.name.String()...)
		dst = append(dst, '@', sideLetters[s.domain.owner])
	}
	for c := range s.sides {
		dst = append(dst, '|')
		dst = append(dst, s.sides[c].doors.String()...)
	}
	dst = append(dst, '|')
	for c := range s.sides {
		dst = append(dst, '0'+byte(min(s.sides[c].jackpot, 1)))
	}
	for c := range s.sides {
		dst = append(dst, '|')
		for i, k := range s.sides[c].adapted.sorted() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, k.String()...)
		}
	}
	return dst
}

const sideLetters = "wb"

// textKey is the repetition identity as texts have it: 64-bit FNV-1a of the key text [CD-444].
func (s *State) textKey() uint64 {
	h := fnv.New64a()
	h.Write(appendKeyText(make([]byte, 0, 256), s))
	return h.Sum64()
}

// keyHex writes a key as 16 hexadecimal digits.
func keyHex(key uint64) string {
	const digits = 16
	text := strconv.FormatUint(key, 16)
	return "0000000000000000"[:digits-len(text)] + text
}

// String gives the rights as letters, "" for none.
func (c castling) String() string {
	text := make([]byte, 0, len(castleLetters))
	for i := range len(castleLetters) {
		if c>>i&1 != 0 {
			text = append(text, castleLetters[i])
		}
	}
	return string(text)
}
