package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/engine/playfile"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// parked is a roll that cannot go on by itself.
type parked struct {
	quiet
	roll model.Roll
}

func (o *parked) title(*Model) string { return "This roll is parked" }

func (o *parked) draw(m *Model, w, h int) []string {
	var out []string
	words := o.roll.Parked + "\n\nThe table goes on without it. y copies a report that can be sent; D drops the roll. What it should have changed can be set by hand on the sheet."
	for _, l := range kit.Wrap(words, w-2) {
		out = append(out, m.look.Row(w).Space(1).Put(kit.Text, l).String())
	}
	return out[:min(len(out), h)]
}

func (o *parked) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "y":
		in, err := m.table.InputsOf(o.roll)
		if err != nil {
			return m.fail(err.Error())
		}
		step, _ := engine.Run(in, o.roll.Tape)
		return m.copy(playfile.Of(in, o.roll.Tape, step).String())
	case "D":
		return m.do(model.Drop{Roll: o.roll.ID, Why: o.roll.Parked}, shut("roll dropped"))
	case "esc", "enter", "q":
		return m.pop()
	}
	return nil
}

func (o *parked) hints(*Model) []hint {
	return []hint{{"y", "copy a report"}, {"D", "drop the roll"}, {"esc", "back"}}
}

// copyPlays copies the rolls of events as .play text.
func (m *Model) copyPlays(seqs []uint64) tea.Cmd {
	text := ""
	for l := range m.table.Log() {
		for _, f := range l.Event.Facts {
			done, ok := f.(model.Finished)
			if !ok || !slices.Contains(seqs, l.Event.Seq) {
				continue
			}
			roll, found := m.table.AsRolled(done.Roll)
			in, err := m.table.InputsOf(roll)
			if err != nil || !found {
				continue
			}
			step := engine.Step{Outcome: done.Outcome, Notes: done.Notes}
			text += playfile.Of(in, done.Roll.Tape, step).String()
		}
	}
	if text == "" {
		return m.say("there is no roll in that entry")
	}
	return m.copy(text)
}
