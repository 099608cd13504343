// Package picker is a list from which one thing is chosen: entries that are found by typing,
// the best first, with a cursor, headings, and the reason beside what cannot be chosen.
//
// A [Picker] is a value. It knows no key and no table: whoever shows it says what a
// key means ([Picker.Move], [Picker.Find]), and what is done with the entry that the
// cursor stands on ([Picker.At]). [Picker.Draw] is a pure function of it.
//
// # Why
//
// Every list of the program is one of these, so that the same words find the same
// thing wherever they are typed, and the cursor moves alike everywhere.
//
// What a text finds is decided in package phrase, which reads everything that people type.
package picker
