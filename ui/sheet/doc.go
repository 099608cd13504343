// Package sheet writes what a rulebook has fields for: the sheet of a character,
// whole or a field of it, a new one step by step, the points of somebody, and the
// house rules of a table.
package sheet
