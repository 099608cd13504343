package model

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"example.org/fray/engine"
)

// Request is something that a player wants and only the gamemaster does: numbers on
// a sheet, a roll with something beyond the sheet, an act taken back, a character brought
// to the table.
type Request struct {
	ID    string        `json:"id"`
	By    Seat          `json:"by"`
	Sheet *SheetWritten `json:"sheet,omitempty"`
	Page  *PagePut      `json:"page,omitempty"`
	Joins *Character    `json:"joins,omitempty"`
	Roll  *Begin        `json:"roll,omitempty"` // with something beyond the sheet
	Undo  []uint64      `json:"undo,omitempty"` // events, the newest first
	Text  string        `json:"text,omitempty"` // in the player's own words
}

// RequestByID is a request as JSON has it for everybody but the gamemaster: it names events
// by their ids.
type RequestByID struct {
	Request
	Undo []string `json:"undo,omitempty"`
}

// RequestByID gives a request with the ids of the events that it names.
func (h History) RequestByID(r Request) RequestByID {
	out := RequestByID{Request: r}
	for _, seq := range r.Undo {
		out.Undo = append(out.Undo, h.EventIDAt(seq))
	}
	return out
}

// EventIDAt gives the id of an event of this log; "" for one that is not in it.
func (h History) EventIDAt(seq uint64) string {
	for l := range h.LogFrom(seq) {
		if l.Event.Seq == seq {
			return EventID(l.Event)
		}
		break
	}
	return ""
}

// RequestMade says that a player wants something.
type RequestMade struct {
	Request Request `json:"ask"`
}

// Kind implements [Fact].
func (RequestMade) Kind() string { return "asked" }

// RequestSettled says what became of it.
type RequestSettled struct {
	Request Request `json:"ask"`
	Granted bool    `json:"granted,omitempty"`
	Why     string  `json:"why,omitempty"`
}

// Kind implements [Fact].
func (RequestSettled) Kind() string { return "ask-settled" }

// SheetsHandedOver says whether players keep the numbers of their own sheets.
type SheetsHandedOver struct {
	Sheets bool `json:"sheets"`
}

// Kind implements [Fact].
func (SheetsHandedOver) Kind() string { return "sheets-handed-over" }

// PoolChangeWords says by how much a pool is to change, and what is left of it
// then where that is known; "" where something else is wanted.
func (t Table) PoolChangeWords(f SheetWritten, now bool) string {
	s, ok := t.Rulebooks[f.System]
	if !ok || len(f.Changes) != 1 {
		return ""
	}
	c := f.Changes[0]
	p, ok := s.Pool(c.Field)
	if !ok || c.From.Kind() != engine.Int || c.To.Kind() != engine.Int {
		return ""
	}
	n, name := c.To.Int()-c.From.Int(), t.NameOf(f.Who)
	words := fmt.Sprintf("%d %s off %s", n, p.Label, name)
	switch {
	case n == 0:
		return ""
	case n < 0:
		words = fmt.Sprintf("%d %s back for %s", -n, p.Label, name)
	case p.Kind == "life":
		words = fmt.Sprintf("%d damage to %s, %s", n, name, p.Label)
	}
	if who, there := t.Character(f.Who); now && there {
		if page, known := who.Pages[f.System]; known {
			if n > 0 && p.Kind != "life" || n < 0 {
				words += ","
			}
			left := PoolLeft(s, s.Sheet.Read(page), c)
			words += fmt.Sprintf(" %d→%d", left[0], left[1])
		}
	}
	return words + Because(f.Why)
}

// RollGranted gives the roll that an event began because the gamemaster granted what was
// beyond the sheet in it; nil where it did not.
func RollGranted(e Event) *Begin {
	for _, f := range e.Facts {
		if s, ok := f.(RequestSettled); ok && s.Granted {
			return s.Request.Roll
		}
	}
	return nil
}

// OutcomeOf gives of the events of an act, the newest first, the one that says
// what came of it before anything followed from it, or its beginning.
func (h History) OutcomeOf(act []uint64) uint64 {
	for _, seq := range slices.Backward(act) {
		for l := range h.LogFrom(seq) {
			if l.Event.Seq == seq && slices.ContainsFunc(l.Event.Facts, func(f Fact) bool { _, ok := f.(Finished); return ok }) {
				return seq
			}
			break
		}
	}
	return act[len(act)-1]
}

func requestAudience[F Fact](ask func(F) Request) audienceOf[F] {
	return func(_ AudienceContext, f F) []Clause {
		by := ask(f).By
		return []Clause{{Seat: &by}}
	}
}

// MessageSent is what somebody said to everybody, or whispered to one seat.
type MessageSent struct {
	From Seat   `json:"from"`
	Text string `json:"text"`
	To   Seat   `json:"to,omitzero"`
}

// Kind implements [Fact].
func (MessageSent) Kind() string { return "message" }

// messageAudience may know what was said to everybody, by oneself or to oneself.
func messageAudience(d AudienceContext, f MessageSent) []Clause {
	if f.To == (Seat{}) {
		return unconditional()
	}
	return []Clause{{Seat: &d.By}, {Seat: &f.To}}
}

// Capitalize begins words with a capital letter.
func Capitalize(words string) string {
	r, n := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(r)) + words[n:]
}
