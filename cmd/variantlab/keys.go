package main

import (
	"maps"
	"slices"
)

// keysOf returns the keys of a map in order.
func keysOf[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// contains reports whether list has s.
func contains(list []string, s string) bool { return slices.Contains(list, s) }
