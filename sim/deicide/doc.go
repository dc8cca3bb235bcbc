// Package deicide has the rules of Deicide Chess (16x16, 25 kinds of pieces) and of Yuri Deicide Chess (10x10), which is
// a configuration of the same code. Numbers such as DC-222 name the rules of docs/rules/deicide.md.
//
// A position is a flat value (core); pieces that step, jump or slide are rows of data (pieces.go); a piece with a rule of
// its own has a file of its own. Safety of the own king has two answers that must agree: the rule itself, which plays the
// action and looks (check.go), and a filter that settles most actions without playing them (guard.go).
package deicide
