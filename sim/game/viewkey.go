package game

// ViewKeyer is implemented by Encoder states that show a network more than Key and InfoKey cover, such as the last
// moves. Whoever keeps a network's answers must keep them by this key.
type ViewKeyer interface {
	// ViewKey is equal for states of which Observe shows p the same.
	ViewKey(p Player) Key
}
