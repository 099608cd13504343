package model

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Request is something that a player asks the gamemaster to do. One of the fields after By
// is set.
type Request struct {
	ID    string        `json:"id"`
	By    Seat          `json:"by"`
	Sheet *SheetWritten `json:"sheet,omitempty"` // a change of numbers on a sheet
	Page  *PagePut      `json:"page,omitempty"`  // a page added or removed
	Joins *Character    `json:"joins,omitempty"` // a new character
	Roll  *Begin        `json:"roll,omitempty"`  // a roll with parameters beyond the sheet
	Group *Together     `json:"group,omitempty"` // rolls of several who act together, with parameters beyond the sheet
	Undo  []uint64      `json:"undo,omitempty"`  // events to undo, the newest first
	Text  string        `json:"text,omitempty"`  // in the player's own words
}

// RequestByID is a request as everybody but the gamemaster gets it in JSON: it names
// events by their ids.
type RequestByID struct {
	Request
	Undo []string `json:"undo,omitempty"`
}

// RequestByID returns a request with the ids of the events that it names.
func (h History) RequestByID(r Request) RequestByID {
	out := RequestByID{Request: r}
	for _, seq := range r.Undo {
		out.Undo = append(out.Undo, h.EventIDAt(seq))
	}
	return out
}

// EventIDAt returns the id of an event of this log, or "" if the log does not have it.
func (h History) EventIDAt(seq uint64) string {
	for l := range h.LogFrom(seq) {
		if l.Event.Seq == seq {
			return EventID(l.Event)
		}
		break
	}
	return ""
}

// RequestMade is the fact that a player has made a request.
type RequestMade struct {
	Request Request `json:"ask"`
}

// Kind implements [Fact].
func (RequestMade) Kind() string { return "asked" }

// RequestSettled is the fact that a request was granted or refused.
type RequestSettled struct {
	Request Request `json:"ask"`
	Granted bool    `json:"granted,omitempty"`
	Why     string  `json:"why,omitempty"`
}

// Kind implements [Fact].
func (RequestSettled) Kind() string { return "ask-settled" }

// SheetsHandedOver sets whether players may change the numbers on their own sheets.
type SheetsHandedOver struct {
	Sheets bool `json:"sheets"`
}

// Kind implements [Fact].
func (SheetsHandedOver) Kind() string { return "sheets-handed-over" }

func requestAudience[F Fact](ask func(F) Request) audienceOf[F] {
	return func(_ AudienceContext, f F) []Clause {
		by := ask(f).By
		return []Clause{{Seat: &by}}
	}
}

// MessageSent is the fact that somebody said something to everybody or whispered it to a
// seat.
type MessageSent struct {
	From Seat   `json:"from"`
	Text string `json:"text"`
	To   Seat   `json:"to,omitzero"`
}

// Kind implements [Fact].
func (MessageSent) Kind() string { return "message" }

// messageAudience lets everybody know what was said to everybody. A whisper is known to
// its sender and to the seat that it is for.
func messageAudience(d AudienceContext, f MessageSent) []Clause {
	if f.To == (Seat{}) {
		return unconditional()
	}
	return []Clause{{Seat: &d.By}, {Seat: &f.To}}
}

// Capitalize returns words with a capital first letter.
func Capitalize(words string) string {
	if words == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(r)) + words[n:]
}

// Sentence returns an error as a sentence: with a capital letter and a full stop.
func Sentence(err error) string {
	return Ended(Capitalize(err.Error()))
}

// Ended returns a sentence with a mark at its end.
func Ended(words string) string {
	if !strings.HasSuffix(words, "?") && !strings.HasSuffix(words, ".") {
		words += "."
	}
	return words
}
