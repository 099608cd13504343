package saves

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// exportForm is of the exported JSON.
const exportForm = 1

// ExportJSON writes the table as it stands and its log, as Import reads them.
// Of the whole table that is everything: hidden characters and private notes
// too. What a seat sees of it goes with the seat's own log, whatever log is.
// Without a log only the table is written.
func ExportJSON(w io.Writer, t model.Table, log iter.Seq2[model.Event, error]) error {
	out := bufio.NewWriter(w)
	table, err := json.MarshalIndent(t, "", " ")
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "{\n\"fray\":%d,\n\"table\":%s", exportForm, table)
	if log != nil && !t.Whole() {
		log = own(t)
	}
	if log != nil {
		_, _ = out.WriteString(",\n\"log\":[")
		comma := "\n"
		for e, err := range log {
			if err != nil {
				return err
			}
			body, err := json.Marshal(e)
			if err != nil {
				return err
			}
			_, _ = out.WriteString(comma)
			_, _ = out.Write(body)
			comma = ",\n"
		}
		_, _ = out.WriteString("\n]")
	}
	_, _ = out.WriteString("\n}\n")
	return out.Flush() // keeps the first error of all the writes before it
}

// own gives the log that a table holds itself, from its first event on.
func own(t model.Table) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		for _, l := range slices.Backward(slices.Collect(t.Log())) {
			if !yield(l.Event, nil) {
				return
			}
		}
	}
}

// characterJSON is one exported character: the sheet of each rulebook.
type characterJSON struct {
	Name    string                 `json:"name"`
	Notes   string                 `json:"notes,omitempty"`
	Systems map[string]engine.Page `json:"systems"`
}

// ExportCharacter gives one character as JSON, as ImportCharacter reads it.
func ExportCharacter(c *model.Character) ([]byte, error) {
	b, err := json.MarshalIndent(characterJSON{c.Name, c.Notes, c.Pages}, "", "  ")
	return append(b, '\n'), err
}
