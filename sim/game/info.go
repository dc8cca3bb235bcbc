package game

// Info describes a game: facts that never change while it is played.
type Info struct {
	Name  string // as on the command line, e.g. "domain"
	Title string // as people read it
	Rules string // version of the rules; changes whenever play can change

	Stochastic, Joint, Hidden bool // which kinds of node and knowledge occur

	// Sets names the asymmetric sides a player can be given (Domain's technique sets); nil when both sides always play
	// by the same set. Options "white" and "black" choose one each.
	Sets []string
	// Options are the keys that Options.Values understands, with what each means.
	Options []OptionDoc
	// MaxActions bounds the length of any legal list; a search sizes its buffers by it.
	MaxActions int
	// Net describes the network's view; zero when the game has no Encoder.
	Net NetInfo
}

// OptionDoc describes one key of Options.Values.
type OptionDoc struct {
	Name   string
	Values []string // allowed values; nil when free text
	Doc    string
}

// NetInfo gives the shapes that a network needs.
type NetInfo struct {
	Files, Ranks int
	Planes       []string // name of each input plane
	Globals      int      // length of the global input vector
	Hidden       int      // length of the privileged vector, 0 for none
	Policy       []PolicyBlock
	Aux          int // size of the table of additive biases; entry 0 is the constant zero
}

// PolicyKind says how a block of the policy vector is laid out.
type PolicyKind uint8

// The layouts. With n squares: Pair has n*n entries per unit of Size (from*n+to), Square n entries, Global one.
const (
	PairBlock PolicyKind = iota
	SquareBlock
	GlobalBlock
)

// PolicyBlock is a contiguous part of the policy vector; blocks follow each other without gaps.
type PolicyBlock struct {
	Name string
	Kind PolicyKind
	Size int // number of pair tables, square planes, or single entries
}

// Entries is the number of logits in the block on a board of n squares.
func (b PolicyBlock) Entries(n int) int {
	switch b.Kind {
	case PairBlock:
		return b.Size * n * n
	case SquareBlock:
		return b.Size * n
	default:
		return b.Size
	}
}

// Flat is the length of the policy vector.
func (n NetInfo) Flat() int {
	total := 0
	for _, b := range n.Policy {
		total += b.Entries(n.Files * n.Ranks)
	}
	return total
}
