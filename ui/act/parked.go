package act

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
	"example.org/fray/model"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// parked is the page of a roll that cannot continue by itself.
type parked struct{ roll model.Roll }

func (o *parked) About(pane.Frame) pane.About { return pane.About{Title: "This roll is parked"} }

func (o *parked) Draw(f pane.Frame) []string {
	words := o.roll.Parked + "\n\nThe game goes on without it. " + f.KeyOf("parked-copy") + " copies a report that you can send; " +
		f.KeyOf("parked-drop") + " drops the roll. You can then change the sheet by hand."
	out := f.Paragraphs(kit.Text, words)
	return out[:min(len(out), f.H)]
}

var parkedKeys = slices.Concat(pane.In("parked", "Parked rolls",
	pane.Binding{ID: "copy", Keys: []string{"y"}, Label: "copy a report", Foot: "copy a report"},
	pane.Binding{ID: "drop", Keys: []string{"D"}, Label: "drop the roll", Foot: "drop the roll"},
), []pane.Binding{pane.Back})

func (o *parked) Keys(pane.Frame) []pane.Binding { return parkedKeys }

func (o *parked) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(parkedKeys, msg) {
	case "copy":
		in, err := f.Table.InputsOf(o.roll)
		if err != nil {
			return o, pane.Fail{Words: err.Error()}
		}
		step, _ := engine.Run(in, o.roll.Tape)
		return o, pane.Copy{What: "the open roll", Text: plays.Of(in, o.roll.Tape, step).String()}
	case "drop":
		return o, pane.Do{Command: model.Drop{Roll: o.roll.ID, Why: model.Clean(o.roll.Parked, model.LongestReason)}, Then: form.Shut("roll dropped")}
	case "back":
		return o, pane.Close{}
	}
	return o, nil
}

// CopyPlays copies the rolls of events as .play text.
func CopyPlays(f pane.Frame, seqs []uint64) pane.Intent {
	text := ""
	for l := range f.Table.LogFrom(slices.Max(seqs)) {
		if l.Event.Seq < slices.Min(seqs) {
			break
		}
		for _, fact := range l.Event.Facts {
			done, ok := fact.(model.Finished)
			if !ok || !slices.Contains(seqs, l.Event.Seq) {
				continue
			}
			roll, found := f.Table.AsRolled(done.Roll, l.Event.Seq)
			in, err := f.Table.InputsOf(roll)
			if err != nil || !found {
				continue
			}
			step := engine.Step{Outcome: done.Outcome, Notes: done.Notes}
			text += plays.Of(in, done.Roll.Tape, step).String()
		}
	}
	if text == "" {
		return pane.Say{Words: "that entry has no roll"}
	}
	return pane.Copy{What: engine.Counted(len(seqs), "roll") + " as text", Text: text}
}
