// Package form fills in fields: of an action, a sheet, a question, a name. A [Form] is a list
// of fields with a cursor; what is written in them is an [engine.Page]. Numbers, thousandths,
// words to choose from, text and yes or no are told apart by the field's [engine.Spec]; rows
// of lists can be opened, added, moved and removed; the value of any other field is kept by
// the form's owner. A [Prompt] is a form that asks one or two things and closes, a [Text] is
// a field of several lines, [Drafts] are the forms that were left unsaved, and [Beside] puts
// a preview next to the fields.
//
// The owner of a form lists its fields with [Form.Lay] whenever what they depend
// on has changed, asks [Form.Pressed] for its own keys, and gives all the others
// to [Form.Key].
//
// # Why
//
// There is one form, so that the keys are the same wherever people fill something in: typing
// begins with the first letter, a wrong value is told beside its field and has to be
// corrected or dropped, and every change can be undone.
//
// A form holds what was typed, the cursor and the pages before and after, and
// nothing of the game: the same form is drawn for a table that has changed.
//
// [Text] is no textarea of bubbles: that one draws with styles and widths of its own
// and leaves control characters in what is pasted, while here every line is W cells in
// the inks of the theme, cleaned, and a paste that is too long is cut with a word.
//
// Forms are drawn from a [pane.Frame] and list [pane.Binding]s, as panes and
// overlays do; so this package stands above ui/pane, and panes have no forms.
package form
