// Package ui is fray's full-screen program: a Bubble Tea model that shows a
// table and sends it commands.
//
// [Model] is the root. It owns the focus, the selection and what lies on top
// of the panes; panes and overlays are told keys and answer with wishes, which
// the root obeys. Nothing here decides what happens in a game: every act is a
// model.Command, and what is drawn is the model.Table that came of it.
//
// # Why
//
// Keys exist once, in the list of keys.go. It runs them, and it feeds the
// footer, the help and the palette, so none of these can lie.
//
// A command is committed in a tea.Cmd, off the drawing path; the table shown
// changes only when the commit has come back. A key pressed meanwhile is
// decided by the gate against the newest table, and refused there if it no
// longer fits.
//
// Odds are counted in Update, when a choice changes, and never in View: a
// frame is drawn from numbers that are there.
package ui
