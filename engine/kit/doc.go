// Package kit is what rulebooks share: numbers with their working, rows that must be there, whom a
// roll concerns, and what a panel shows of a list. A rulebook that uses it says only what its book
// says.
package kit
