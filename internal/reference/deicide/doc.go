// Package deicide is a second implementation of Deicide Chess and Yuri Deicide Chess for tests: slow, and as close to
// the wording of docs/rules/deicide.md as code can be. It shares nothing with sim/deicide and speaks only text: positions
// in the one-line notation, actions as the rules write them.
package deicide
