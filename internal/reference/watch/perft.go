package watch

// Perft counts the sequences of exactly depth rounds from an opening: 1 at depth 0, 0 for a finished match below that. It
// knows nothing of repetitions.
func (p *Position) Perft(set Settings, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	total := uint64(0)
	white, black := p.Plans(set, 'w'), p.Plans(set, 'b')
	for _, w := range white {
		for _, b := range black {
			_, after, result := p.Play(set, w, b, nil)
			if result.Score == "*" || depth == 1 {
				total += after.Perft(set, depth-1)
			}
		}
	}
	return total
}
