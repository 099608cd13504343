// Package sheet has the forms for what a rulebook declares fields for: the sheet of a
// character, one field of it, the step-by-step creation of a new sheet, points, and the
// house rules of a table.
package sheet
