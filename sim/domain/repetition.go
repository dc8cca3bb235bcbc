package domain

// remember is S4(b): it appends the position, by its identity, to the table of repetitions.
func (s *State) remember(id uint64) {
	if int(s.known) == len(s.repeats) {
		copy(s.repeats[:], s.repeats[1:])
		s.known--
		s.foreign = max(s.foreign, 1) - 1
	}
	s.repeats[s.known] = id
	s.known++
}

// times is how often the present position, by its identity, stands in the table [CD-131]; it may stop short of a number
// that cannot reach enough. A position that ended the game before S4 doesn't stand there itself.
func (s *State) times(id uint64, enough int) int {
	if int(s.known) <= 2*(enough-1) {
		return 0
	}
	n := 0
	for _, k := range s.repeats[s.foreign:s.known] {
		if k == id {
			n++
		}
	}
	if s.foreign > 0 {
		text := s.textKey()
		for _, k := range s.repeats[:s.foreign] {
			if k == text {
				n++
			}
		}
	}
	return n
}

// Random words for what the identity of a position has beside its pieces.
var (
	castleWords [16]uint64
	epWords     [65]uint64
	turnWords   [2]uint64
)

func init() {
	x := uint64(0x72657065617473)
	for _, words := range [][]uint64{castleWords[:], epWords[:], turnWords[:]} {
		for i := range words {
			words[i] = splitMix64(&x)
		}
	}
}

// identity is a hash of what CD-131 says a repetition has in common.
func (s *State) identity() uint64 {
	h := s.hash ^ castleWords[s.castle&15] ^ epWords[s.ep] ^ turnWords[s.turn&1]
	white, black := &s.sides[White], &s.sides[Black]
	if s.timed[Infinity]|s.timed[Shield]|s.timed[Speech]|s.timed[Stun] == 0 && white.adapted|black.adapted == 0 &&
		white.jackpot|black.jackpot == 0 && white.doors&black.doors == NoSquare && s.domain.name == NoKey {
		return h
	}
	jackpots := min(white.jackpot, 1) | min(black.jackpot, 1)<<1
	for _, w := range [...]uint64{
		uint64(s.timed[Infinity]), uint64(s.timed[Shield]), uint64(s.timed[Speech]), uint64(s.timed[Stun]),
		uint64(s.pawns), uint64(white.adapted), uint64(black.adapted),
		uint64(s.domain.name) | uint64(s.domain.owner)<<8 | uint64(white.doors)<<16 | uint64(black.doors)<<24 |
			uint64(jackpots)<<32,
	} {
		h = mix(h, w)
	}
	return h
}

// mix folds a word into a hash.
func mix(h, w uint64) uint64 {
	h ^= w * 0x9e3779b97f4a7c15
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	return h ^ h>>32
}
