// Package domain plays Checkmate Domain: chess in which each side also commands one of seven sets of techniques, with
// chance events and hidden information. A State is a flat value that searches copy, list and apply without allocating;
// a position adds to it what only texts need. The rules are docs/rules/domain.md, whose ids the comments cite, and
// internal/reference/domain is a second implementation, written for plainness, that the tests compare with this one.
package domain
