// Package act leads from "what now?" to the log: the palette of what somebody
// can do, the form of an action with its odds and its price, the questions of
// a roll, and the keys that move time.
package act
