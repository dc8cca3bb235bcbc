package game

import (
	"math"
	"slices"

	"variantlab/sim/rng"
)

// Factored is implemented by Joint states whose legal plans are the combinations of a move with a set of pairs that
// keep a few rules, so that they can be counted, drawn and tested without being listed.
type Factored interface {
	Joint
	// Factors overwrites f with all of p's legal plans, reusing its slices.
	Factors(p Player, f *Factors)
	// Reduced is Factors without the plans that differ from a kept one only in pairs that no legal plan of the other
	// side can make matter. Each move that occurs in a legal plan still does.
	Reduced(p Player, f *Factors)
}

// Factors are the plans of one side, factored. A plan belongs to them exactly if, for an entry of Moves, its move is the
// entry's and its pairs are the entry's Forced pair and a subset of Pairs, such that
//   - no square is watcher in two of its pairs, and none is watched in two;
//   - none of its pairs holds one of the entry's Movers;
//   - a pair onto the King (a King Watch) and a pair whose watcher is the King don't occur together;
//   - at most Ordinary of its pairs are not onto the King, and it has at least Least and at most Most pairs;
//   - it has a King Watch if the entry needs one, and none if the entry bars it.
type Factors struct {
	Moves    []FactorMove // ascending by Move; a Move may have several entries, which then share no plan
	Pairs    []uint16     // watcher<<6 | watched, ascending
	King     uint8        // the King's square
	Ordinary uint16       // most pairs of a plan that are not onto the King

	groups []uint16  // Pairs[groups[i]:groups[i+1]] share a watcher
	ways   []float64 // see prepare
	ready  bool
}

// FactorMove is one move of Factors with what may join it.
type FactorMove struct {
	Move        Action
	Movers      uint64 // squares whose men move: they are in no pair
	Forced      uint16 // a pair that is in every plan of the entry, not counted among Pairs; 0 for none
	KingWatch   Need
	Least, Most uint8 // bounds on the number of pairs, Forced included; Least is at most one more than what is forced
}

// Need says whether something has to be there.
type Need uint8

// The needs.
const (
	Optional Need = iota
	Required
	Barred
)

// Reset empties f for another side or state.
func (f *Factors) Reset() {
	f.Moves, f.Pairs = f.Moves[:0], f.Pairs[:0]
	f.King, f.Ordinary = 0, 0
	f.ready = false
}

// jobs are the squares already taken by a plan's pairs.
type jobs struct {
	watchers, watched uint64
	ordinary          uint16 // pairs not onto the King
	n                 uint8
	guarded           bool // a pair is onto the King
}

// start returns the jobs of a plan of entry m that holds no pair but the forced one.
func (f *Factors) start(m *FactorMove) jobs {
	// The movers count as taken in both roles: then no pair can hold one.
	j := jobs{watchers: m.Movers, watched: m.Movers}
	if m.Forced != 0 {
		j, _ = f.add(j, m.Forced)
	}
	if m.KingWatch == Barred {
		j.watched |= 1 << f.King
	}
	return j
}

// add gives pair its jobs; ok is false when one of its squares is taken or there are too many ordinary pairs.
func (f *Factors) add(j jobs, pair uint16) (_ jobs, ok bool) {
	watcher, watched := uint64(1)<<(pair>>6), uint64(1)<<(pair&63)
	if uint8(pair&63) == f.King {
		watcher |= watched // beside a King Watch the King is no watcher
		j.guarded = true
	} else if j.ordinary++; j.ordinary > f.Ordinary {
		return j, false
	}
	if j.watchers&watcher != 0 || j.watched&watched != 0 {
		return j, false
	}
	j.watchers |= watcher
	j.watched |= watched
	j.n++
	return j, true
}

// complete reports whether a plan of entry m with these jobs may stand as it is.
func (m *FactorMove) complete(j jobs) bool {
	return j.n >= m.Least && j.n <= m.Most && (m.KingWatch != Required || j.guarded)
}

// Contains reports whether plan is one of f's.
func (f *Factors) Contains(plan *Plan) bool {
	for i := range f.Moves {
		if m := &f.Moves[i]; m.Move == plan.Move && f.holds(m, plan) {
			return true
		}
	}
	return false
}

func (f *Factors) holds(m *FactorMove, plan *Plan) bool {
	if plan.N > MaxPairs {
		return false
	}
	j := f.start(m)
	forced := m.Forced != 0
	before := -1
	for i, pair := range plan.Watch {
		if i >= int(plan.N) {
			if pair != 0 {
				return false
			}
			continue
		}
		if int(pair) <= before {
			return false
		}
		before = int(pair)
		if forced && pair == m.Forced {
			forced = false
			continue
		}
		ok := f.has(pair)
		if ok {
			j, ok = f.add(j, pair)
		}
		if !ok {
			return false
		}
	}
	return !forced && m.complete(j)
}

func (f *Factors) has(pair uint16) bool {
	for _, q := range f.Pairs {
		if q == pair {
			return true
		}
	}
	return false
}

// AppendMoves appends the moves, each once, ascending.
func (f *Factors) AppendMoves(dst []Action) []Action {
	for i := range f.Moves {
		if i == 0 || f.Moves[i].Move != f.Moves[i-1].Move {
			dst = append(dst, f.Moves[i].Move)
		}
	}
	return dst
}

// AppendPairs appends the pairs that plans can hold, forced ones among them, as actions, ascending.
func (f *Factors) AppendPairs(dst []Action) []Action {
	first := len(dst)
	for _, pair := range f.Pairs {
		dst = append(dst, Action(pair))
	}
	for i := range f.Moves {
		if pair := Action(f.Moves[i].Forced); pair != 0 && !slices.Contains(dst[first:], pair) {
			dst = append(dst, pair)
		}
	}
	slices.Sort(dst[first:])
	return dst
}

// AppendPlans appends all plans, by move and then by pairs.
func (f *Factors) AppendPlans(dst []Plan) []Plan {
	for i := range f.Moves {
		m := &f.Moves[i]
		plan := Plan{Move: m.Move}
		if m.Forced != 0 {
			plan.N, plan.Watch[0] = 1, m.Forced
		}
		dst = f.extend(dst, m, plan, f.start(m), 0)
	}
	return dst
}

// extend appends plan, if it may stand, and all plans that add pairs from Pairs[from:] to it.
func (f *Factors) extend(dst []Plan, m *FactorMove, plan Plan, j jobs, from int) []Plan {
	if m.complete(j) {
		dst = append(dst, plan)
	}
	if j.n >= m.Most {
		return dst
	}
	for i := from; i < len(f.Pairs); i++ {
		if next, ok := f.add(j, f.Pairs[i]); ok {
			dst = f.extend(dst, m, plan.with(f.Pairs[i]), next, i+1)
		}
	}
	return dst
}

// with adds a pair, keeping Watch ascending.
func (p Plan) with(pair uint16) Plan {
	i := int(p.N)
	for ; i > 0 && p.Watch[i-1] > pair; i-- {
		p.Watch[i] = p.Watch[i-1]
	}
	p.Watch[i] = pair
	p.N++
	return p
}

// Count returns the number of plans, or limit if that is smaller. It lists nothing: with at most two pairs a plan it
// takes a time proportional to moves and pairs; with more it grows with the number of plans, but stops at limit.
func (f *Factors) Count(limit uint64) uint64 {
	total := uint64(0)
	for i := 0; i < len(f.Moves); {
		n := f.countEntry(&f.Moves[i], limit)
		for first := i; i < len(f.Moves) && f.Moves[i].joinsLike(&f.Moves[first]); i++ {
			total = capped(total, n, limit)
		}
	}
	return total
}

// capped adds b to a, which is at most limit.
func capped(a, b, limit uint64) uint64 {
	if b > limit-a {
		return limit
	}
	return a + b
}

// joinsLike reports whether the entries differ in nothing but the move.
func (m *FactorMove) joinsLike(o *FactorMove) bool {
	a, b := *m, *o
	a.Move, b.Move = None, None
	return a == b
}

// countEntry counts the plans of one entry of Moves: those whose pairs besides the forced one are ordinary, then those
// of each King Watch that may join.
func (f *Factors) countEntry(m *FactorMove, limit uint64) uint64 {
	start := f.start(m)
	total := f.countWith(m, start, limit)
	if start.guarded {
		return total
	}
	for _, pair := range f.Pairs {
		if uint8(pair&63) != f.King {
			continue
		}
		if j, ok := f.add(start, pair); ok {
			total = capped(total, f.countWith(m, j, limit), limit)
		}
	}
	return total
}

// countWith counts the plans of m that add nothing but ordinary pairs to j.
func (f *Factors) countWith(m *FactorMove, j jobs, limit uint64) uint64 {
	if j.n > m.Most || m.KingWatch == Required && !j.guarded {
		return 0
	}
	most := min(uint16(m.Most-j.n), f.Ordinary-j.ordinary)
	if j.n < m.Least {
		return min(limit, f.countSets(j, 0, most, max(limit, limit+1))-1) // all but the empty set
	}
	return f.countSets(j, 0, most, limit)
}

// countSets returns the number of sets of at most k pairs of Pairs[from:], none onto the King, that may join j; limit if
// that is smaller.
func (f *Factors) countSets(j jobs, from int, k uint16, limit uint64) uint64 {
	if k == 0 {
		return 1
	}
	if k <= 2 {
		return min(limit, f.countSmall(j, from, k))
	}
	total := uint64(1)
	for i := from; i < len(f.Pairs) && total < limit; i++ {
		if uint8(f.Pairs[i]&63) == f.King {
			continue
		}
		if next, ok := f.add(j, f.Pairs[i]); ok {
			total = capped(total, f.countSets(next, i+1, k-1, limit), limit)
		}
	}
	return total
}

// countSmall is countSets for k of 1 or 2: all pairs of pairs, but those that share a watcher or a watched square.
func (f *Factors) countSmall(j jobs, from int, k uint16) uint64 {
	var watched [64]uint8
	n, clash, run, last := uint64(0), uint64(0), uint64(0), uint16(math.MaxUint16)
	for _, pair := range f.Pairs[from:] {
		if uint8(pair&63) == f.King || j.watchers>>(pair>>6)&1 != 0 || j.watched>>(pair&63)&1 != 0 {
			continue
		}
		if pair>>6 != last {
			run, last = 0, pair>>6
		}
		clash += run + uint64(watched[pair&63])
		run++
		watched[pair&63]++
		n++
	}
	if k == 1 {
		return 1 + n
	}
	return 1 + n + n*(n-1)/2 - clash
}

// Sample draws one of f's plans, each with equal probability (to within the rounding of 53 bits). There must be one. It
// draws an entry of Moves and a set of pairs with distinct watchers and repeats until they make a plan. It allocates
// nothing once the buffers of f have grown.
func (f *Factors) Sample(r *rng.Stream) Plan {
	f.prepare()
	most := len(f.ways)/len(f.groups) - 1
	for {
		m := &f.Moves[r.IntN(len(f.Moves))]
		plan := Plan{Move: m.Move}
		j, ok := f.start(m), true
		if m.Forced != 0 {
			plan.N, plan.Watch[0] = 1, m.Forced
		}
		rank := math.Floor(r.Float64() * f.ways[most])
		for g, k := 0, most; k > 0 && g < len(f.groups)-1 && ok; g++ {
			without := f.ways[(g+1)*(most+1)+k]
			if rank < without {
				continue
			}
			rank -= without
			k--
			each := f.ways[(g+1)*(most+1)+k]
			first, last := f.groups[g], f.groups[g+1]-1
			choice := math.Floor(rank / each)
			rank -= float64(choice * each)
			pair := f.Pairs[min(last, first+uint16(choice))]
			if j, ok = f.add(j, pair); ok {
				plan = plan.with(pair)
			}
		}
		if ok && m.complete(j) {
			return plan
		}
	}
}

// prepare fills ways[g*(most+1)+k]: the number of sets of at most k pairs from groups g and later, at most one a group.
func (f *Factors) prepare() {
	if f.ready {
		return
	}
	f.groups = f.groups[:0]
	kings, most := uint16(0), uint8(0)
	for i := range f.Moves {
		most = max(most, f.Moves[i].Most)
	}
	for i, pair := range f.Pairs {
		if i == 0 || pair>>6 != f.Pairs[i-1]>>6 {
			f.groups = append(f.groups, uint16(i))
		}
		if uint8(pair&63) == f.King {
			kings = 1
		}
	}
	n := len(f.groups)
	f.groups = append(f.groups, uint16(len(f.Pairs)))
	k := min(int(most), int(f.Ordinary+kings), n)
	size := (n + 1) * (k + 1)
	if cap(f.ways) < size {
		f.ways = make([]float64, size)
	}
	f.ways = f.ways[:size]
	for g := n; g >= 0; g-- {
		row := f.ways[g*(k+1) : (g+1)*(k+1)]
		row[0] = 1
		for i := 1; i <= k; i++ {
			row[i] = 1
			if g < n {
				below := f.ways[(g+1)*(k+1):]
				row[i] = below[i] + float64(float64(f.groups[g+1]-f.groups[g])*below[i-1])
			}
		}
	}
	f.ready = true
}
