package domain

// placement gives each piece on each square a random word; their xor is the identity of the placement.
var placement [256][64]uint64

func init() {
	x := uint64(0x646f6d61696e)
	for code := range placement {
		for sq := range placement[code] {
			placement[code][sq] = splitMix64(&x)
		}
	}
}

// splitMix64 steps x and returns the next word of its sequence (Steele, Lea, Flood: "Fast Splittable Pseudorandom
// Number Generators", OOPSLA 2014).
func splitMix64(x *uint64) uint64 {
	*x += 0x9e3779b97f4a7c15
	z := *x
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
