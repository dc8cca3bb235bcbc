package deicide

// Kitsune and Werewolf slide along doubly bent lines: one step, a turn by 45 degrees, any number of squares, a second
// turn, one step [DC-260, DC-261]. The Kitsune's steps are orthogonal, the Werewolf's diagonal; what lies between is the
// other. Every square before the last must be empty.

// bentStart is the first direction of the ring along which k takes its first step: 0 orthogonal, 1 diagonal.
func bentStart(k kind) int {
	if k == kitsune {
		return 0
	}
	return 1
}

// bentSlides are the squares where a bent slide of k from q ends, empty or not.
func (c *core) bentSlides(q square, k kind) (ends set) {
	v := c.v()
	occupied := c.occupied()
	for first := bentStart(k); first < 8; first += 2 {
		s, ok := ring[first].from(q, v.size)
		if !ok || c.at(s) != nobody {
			continue
		}
		for turn := -1; turn <= 1; turn += 2 {
			middle := (first + turn) & 7
			free, _, _ := v.slide(s, middle, occupied)
			bends := free.or(bit[s])
			ends = ends.or(v.shift(bends, (middle+1)&7)).or(v.shift(bends, (middle-1)&7))
		}
	}
	return ends
}

// bentPaths are the ways in which a bent slide of k leads from one square to another, none, one or two of them: the
// squares that must be empty for it.
func (v *variant) bentPaths(k kind, from, to square) (paths [2]set, n int) {
	df, dr := to.file()-from.file(), to.rank()-from.rank()
	long, wide := max(abs(df), abs(dr)), min(abs(df), abs(dr))
	add := func(first, last int) {
		s, ok := ring[first].from(from, v.size)
		if !ok {
			return
		}
		back := ring[opposite(last)]
		bend, ok := back.from(to, v.size)
		if !ok {
			return
		}
		path := bit[s].or(bit[bend])
		if d := heading(s, bend); d >= 0 {
			path = path.or(v.between(s, bend, d))
		}
		paths[n] = path
		n++
	}
	// The direction that is nearest to the way as a whole: straight along its longer part, or diagonal.
	straight := ringIndex(sign(df), 0)
	if abs(dr) > abs(df) {
		straight = ringIndex(0, sign(dr))
	}
	slanted := ringIndex(sign(df), sign(dr))
	switch {
	case k == kitsune && long == wide: // one step each way, in either order
		add(ringIndex(0, sign(dr)), ringIndex(sign(df), 0))
		add(ringIndex(sign(df), 0), ringIndex(0, sign(dr)))
	case k == kitsune && long == wide+2: // both steps along the longer part
		add(straight, straight)
	case k == werewolf && wide == 0 && long >= 2: // out to one side and back
		add((straight+1)&7, (straight-1)&7)
		add((straight-1)&7, (straight+1)&7)
	case k == werewolf && wide == 2: // both steps slanted
		add(slanted, slanted)
	}
	return paths, n
}

// ringIndex is the number of the direction with the given signs.
func ringIndex(df, dr int) int {
	return int(headings[(dr+15)*31+df+15])
}
