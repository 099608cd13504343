// Package ui is fray's full-screen program: a Bubble Tea model that shows a
// table and sends it commands.
//
// [Model] is the root. It owns the focus, the selection and the overlays that
// lie on top of the panes (see package pane): they are told keys and answer with
// intents, which the root obeys. Nothing here
// decides what happens in a game: every act is a model.Command, and what is
// drawn is the model.Table that came of it.
//
// The rooms: pane draws the panes and owns the words in which all speak with
// the root; act leads from "what now?" to the log; form fills in fields; sheet
// writes sheets and house rules; people brings people to the table; start has the tables; lines is the plain
// interface; kit draws; screen writes to the terminal; cli ties it all to the
// disk.
//
// # Why
//
// Keys exist once, in the lists of bindings that every pane and overlay has.
// They run them, and they feed the footer, the help, config.toml and the
// README, so none of these can lie. No key is named anywhere else.
//
// A command is committed in a tea.Cmd, off the drawing path: at once the news say,
// dim, what is on its way; dice, results and whatever another seat can see are
// drawn when the commit has come back, so that nobody sees a die that never was.
//
// Keys that only look at something else (a cursor, scrolling, another pane, help,
// find) never wait for a disk, unless a form or a question that was sent lies on
// top; the first other key waits, with all behind it, for what comes of the act,
// and where that is refused they are dropped: they were typed for something that
// never was. So no two keys change places, and each means what the screen shows
// when it is played. What somebody has turned to meanwhile, what comes of the act
// leaves as it is.
//
// No key waits for odds. What a few runs of a rule tell, a price or why not, is
// there at once; odds are counted behind the screen (pane.Counting), for what was
// chosen last alone, and those of before stand dim in their place until then.
// They are always counted there, also where it takes less than a frame: so a test
// can say that Update follows no way through any rule.
package ui
