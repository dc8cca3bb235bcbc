// Package watch has the rules of Watch chess. Both sides plan in secret and at the same time: at most one Move, and
// Watches, each of which sends a man to avenge another should the enemy's Move take it. Then the round is played square
// by square. docs/rules/watch.md explains the rules; their numbers (WC-001 ...) are cited here in brackets.
//
// The hot path is State: legal plans in factored form (State.Factors), and a round (State.ApplyJoint). Texts, JSON, the
// counts of repeated positions by text, sealed plans and clocks belong to the Position that Game makes.
package watch
