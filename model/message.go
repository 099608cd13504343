package model

import (
	"unicode"
	"unicode/utf8"
)

// message is what somebody said to everybody, or whispered to one seat.
type message struct {
	From Seat   `json:"from"`
	Text string `json:"text"`
	To   Seat   `json:"to,omitzero"`
}

// Kind implements [Fact].
func (message) Kind() string { return "message" }

// longestMessage is how many characters a message has.
const longestMessage = 500

func (d *decision) message(c Say) error {
	text := CleanText(c.Text, longestMessage)
	switch {
	case text == "":
		return refuse("the message is empty")
	case c.To == d.by:
		return refuse("that is you")
	case c.To != Seat{} && !c.To.known():
		return refuse("nobody sits there")
	}
	c.To.Name, c.To.ID = Clean(c.To.Name, LongestName), Clean(c.To.ID, LongestName)
	d.say(message{From: d.by, Text: text, To: c.To})
	return nil
}

// whoHears may know what was said to everybody, by oneself or to oneself.
func whoHears(d deed, f message) []clause {
	if f.To == (Seat{}) {
		return anybody()
	}
	return []clause{{Seat: &d.by}, {Seat: &f.To}}
}

func (x telling) message(f message) []Said {
	from := x.t.SeatName(f.From)
	if from == "" {
		from = title(x.seatName(f.From))
	}
	if f.To != (Seat{}) {
		from += " to " + x.seatName(f.To)
	}
	return line(from + ": " + f.Text)
}

// Messages gives what was said after an event of the whole log to whoever sees
// the table, the oldest first.
func (t Table) Messages(after uint64) []Event {
	var out []Event
	for l := range t.behind(after) {
		if len(l.Event.Facts) == 1 && l.Event.Facts[0].Kind() == (message{}).Kind() && !l.Undone {
			out = append([]Event{l.Event}, out...)
		}
	}
	return out
}

// title begins words with a capital letter.
func title(words string) string {
	r, n := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(r)) + words[n:]
}
