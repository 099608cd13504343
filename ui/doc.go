// Package ui is fray's full-screen program: a Bubble Tea model that shows a
// table and sends it commands.
//
// [Model] is the root. It owns the focus, the selection and the overlays that lie on top
// of the panes (see package pane). Panes and overlays take keys and return intents, which
// the root carries out. Nothing here decides what happens in a game: every act is a
// model.Command, and what is drawn is the model.Table that follows from it.
//
// The packages below: pane draws the panes and declares the intents; act leads from "what
// now?" to the log; prompt is the line that takes everything; form fills in fields;
// picker is a list to choose from; sheet writes sheets and house rules; people brings
// characters and guests to the table; start has the tables and the waiting room; lines is
// the plain interface; kit draws; screen writes to the terminal; serve and web show a
// table elsewhere; cli ties it all to the disk.
//
// # Why
//
// Keys exist once, in the lists of bindings that every pane and overlay has. These lists
// are what a key is matched with, and what the footer, the help and config.toml are made
// of, so that they always agree. No key is named anywhere else.
//
// A command is committed in a tea.Cmd, off the drawing path. Until then the line of news
// says, dimmed, what is being written. Dice and results are drawn when the commit has come
// back, so that nobody sees a die that was never thrown.
//
// Keys that only look at something else (a cursor, scrolling, another pane, help, find)
// never wait for a disk, unless the form or question that was sent lies on top. The first
// other key waits for the result of the act, with all keys behind it. Where the act is
// refused they are dropped, since they were typed for what did not happen. So keys keep
// their order, and each means what the screen shows when it is handled. The selection
// that somebody has changed meanwhile stays.
//
// No key waits for odds. What a few runs of a rule tell, a price or a reason why not, is
// there at once. Odds are counted behind the screen (pane.Counting), only for what was
// chosen last; until they are there the earlier ones stand dimmed in their place. They
// are counted there even where it takes less than a frame, so that a test can hold that
// Update counts none.
package ui
