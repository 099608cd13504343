package decide

import (
	"example.org/fray/model"
)

func (d *decision) note(c model.Note) error {
	text := d.text("the note", c.Text, 2000)
	if text == "" {
		return model.Refuse("the note is empty")
	}
	d.emit(model.Noted{Text: text, Private: c.Private})
	return nil
}

// maxMessage is the greatest length of a message, in characters.
const maxMessage = 500

func (d *decision) message(c model.Say) error {
	text := d.text("the message", c.Text, maxMessage)
	switch {
	case text == "":
		return model.Refuse("the message is empty")
	case c.To == d.by:
		return model.Refuse("you cannot whisper to yourself")
	case c.To != model.Seat{} && !c.To.IsKnown():
		return model.Refuse("nobody has that seat")
	}
	c.To.Name, c.To.ID = model.Clean(c.To.Name, model.LongestName), model.Clean(c.To.ID, model.LongestName)
	d.emit(model.MessageSent{From: d.by, Text: text, To: c.To})
	return nil
}
