// Package tableplay runs plays of tables, which package phrase reads: it passes their
// commands through the gate, as a gamemaster would, and returns the lines that do
// not hold.
package tableplay
