// Package domain is a second, slow implementation of Checkmate Domain that tests compare the fast engine with.
//
// It was written from the rules alone and shares no code with the engine: a board of 64 plain structs, strings for names,
// maps for counters, a full copy of the state for every question "what if". One file holds one chapter of the rules.
// Everything goes in and out as text: the JSON state, the action strings, the event strings.
//
// Tests import it; nothing else does.
package domain
