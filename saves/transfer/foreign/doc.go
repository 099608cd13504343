// Package foreign reads the characters of other programs in which people keep
// D6 sheets: Foundry VTT's OpenD6, as "Export Data" of an actor writes them, and
// OpenD6 Toolkit.
//
// Which program wrote a file is told from the file, never from its name. What
// is not taken is listed, in words and to the last value; nothing is guessed.
//
// # Why
//
// A file is read as a tree that marks what was asked of it: the list of what
// was not taken is what nobody asked for, so that a field a newer version of a
// program adds is listed by itself and cannot be forgotten here.
//
// Both programs write a skill above its attribute. So does a sheet here, as
// +1D+2, and then it rises with the attribute. A specialisation is above its
// attribute there and above its skill here: it is written as the whole code.
package foreign
