// Package act is the way from "what now?" to the log: the list of actions, the form of an
// action with its odds and price, the questions of a roll, group actions, amendments, and
// the keys that move time.
package act
