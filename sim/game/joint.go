package game

// MaxPairs is the most pairs a Plan can hold.
const MaxPairs = 16

// Plan is what one side commits to at a Simultaneous node: a move and, in Watch chess, a set of watcher-watched pairs.
// Plans are comparable; N entries of Watch are used, ascending, the rest are zero.
type Plan struct {
	Move  Action
	N     uint8
	Watch [MaxPairs]uint16 // watcher<<6 | watched
}

// Joint is implemented by states of games with Simultaneous nodes.
type Joint interface {
	// Plans appends every legal plan of p in a fixed order; the list may be long, see the game.
	Plans(p Player, dst []Plan) []Plan
	// LegalPlan reports whether plan is in Plans(p).
	LegalPlan(p Player, plan *Plan) bool
	// ApplyJoint carries out First's and Second's plan.
	ApplyJoint(plans *[2]Plan)
}

// JointTracer is Tracer for Simultaneous nodes.
type JointTracer interface {
	ApplyJointTraced(plans *[2]Plan, dst []Event) []Event
}

// JointText is implemented by games with Simultaneous nodes.
type JointText interface {
	AppendPlan(dst []byte, s State, p Player, plan *Plan) []byte
	ParsePlan(s State, p Player, text string) (Plan, error)
}

// PlanChecker is implemented by Positions in which a side may have sealed its plan before the round is played, and which
// then refuse other legal ones.
type PlanChecker interface {
	// CheckPlan returns an *InputError if p may not play plan, which is legal by the State.
	CheckPlan(p Player, plan *Plan) error
	// SealedPlan is the plan that p has sealed, nil if it hasn't.
	SealedPlan(p Player) *Plan
}

// PlanEncoder is implemented by Joint states that a network with heads for both sides' plans can read. The logits of a
// side's moves are log-priors up to a constant, the logit of a pair is the logarithm of its odds of joining a move.
type PlanEncoder interface {
	Encoder
	// MoveIndex is PolicyIndex for the move of a plan of p, in the output of a network that was shown view's side.
	MoveIndex(view, p Player, move Action) (flat uint32, aux uint16)
	// PairIndex is the flat index of a pair (watcher<<6 | watched) of p's, in the output of a network that was shown
	// view's side.
	PairIndex(view, p Player, pair uint16) uint32
}
