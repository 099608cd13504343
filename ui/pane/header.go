package pane

import (
	"strconv"
	"strings"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// Attendance is who else is at a table, for the header. The zero Attendance is a table that
// is not served.
type Attendance struct {
	Open    bool                  // others can come to the table; for the gamemaster
	Waiting int                   // how many wait to be let in
	Others  []Attendee            // those with a seat
	Awaited map[model.Seat]string // whom the table waits for, and the word for what
}

// Attendee is somebody with a seat at the table.
type Attendee struct {
	Seat  model.Seat
	Here  bool
	Quiet bool // though here, nobody answers
}

// Saving tells whether what the screen shows is on the disk.
type Saving int

// Whether what the screen shows is on the disk.
const (
	Saved    Saving = iota
	ReadOnly        // the table is only looked at
	NotSaved        // writing has failed
	Demo            // nothing is, since this is the demo
)

// headerPart is a part of the header in one ink.
type headerPart struct {
	ink  kit.Token
	text string
}

func partsWidth(groups ...[]headerPart) int {
	n := 0
	for _, parts := range groups {
		for _, p := range parts {
			n += kit.Width(kit.Clean(p.text))
		}
	}
	return n
}

// header is the parts of the first line. Those without room are left out, see fit.
type header struct {
	name, own, place []headerPart
	clock            [][]headerPart
	others           [][]headerPart
	seat             []headerPart
}

// HeaderLine is the first line of the screen: the table, its place, the player's character,
// the moment and what is due, who else is here, who sits here, and whether everything is
// saved.
func HeaderLine(f Frame, a Attendance, s Saving) string {
	h := header{
		name:   []headerPart{{kit.Accent, f.Look.Brand + " "}, {kit.Title, kit.Clip(f.Table.Name, max(f.W/3, 12))}},
		clock:  clockParts(f),
		others: othersParts(f, a),
		seat:   seatParts(f, a, s, true),
	}
	if c := f.Own(); c != nil {
		h.own = []headerPart{{kit.Dim, "   you are "}, {SideInk(c), c.Name}}
	}
	if at := f.Table.Clock.Place; at != "" {
		h.place = []headerPart{{kit.Dim, "  " + kit.Clean(at)}}
	}
	h.fit(f.W, seatParts(f, a, s, false))
	return h.draw(f)
}

// width is how many cells the header takes, with a blank at each side of it.
func (h *header) width() int {
	return 1 + partsWidth(h.name, h.own, h.place) + 3 + partsWidth(h.clock...) + 1 + partsWidth(h.others...) + partsWidth(h.seat) + 1
}

// fit leaves out parts until the line fits into w cells, in this order: the place, what is
// due, the words before the player's character, the name of whoever sits here, all of the
// clock but the moment, those who are here from the last on, and the player's character.
func (h *header) fit(w int, shortSeat []headerPart) {
	for _, less := range []func(){
		func() { h.place = nil },
		func() { h.clock = h.clock[:min(len(h.clock), 2)] },
		func() {
			if len(h.own) > 0 {
				h.own = []headerPart{{h.own[1].ink, "  " + strings.TrimLeft(h.own[1].text, " ")}}
			}
		},
		func() { h.seat = shortSeat },
		func() { h.clock = h.clock[min(len(h.clock), 2)-1:] },
	} {
		if h.width() <= w {
			return
		}
		less()
	}
	for len(h.others) > 0 && h.width() > w {
		h.others = h.others[:len(h.others)-1]
	}
	if h.width() > w {
		h.own = nil
	}
	if h.width() > w {
		h.name = h.name[:1]
	}
}

// draw puts the clock into the middle, and those who are here and the seat to the right.
func (h *header) draw(f Frame) string {
	r := f.Look.On(kit.OnBand).Row(f.W).Space(1)
	put := func(groups ...[]headerPart) {
		for _, parts := range groups {
			for _, p := range parts {
				r.Put(p.ink, p.text)
			}
		}
	}
	put(h.name, h.own, h.place)
	n, right := partsWidth(h.clock...), 1+partsWidth(h.seat)+partsWidth(h.others...)
	r.To(max(r.Used()+2, min((f.W-n)/2, f.W-right-n-2)))
	put(h.clock...)
	r.To(f.W - right)
	put(h.others...)
	put(h.seat)
	return r.String()
}

// clockParts are the round, the moment or the turn in it, when the next payment is due,
// and the date.
func clockParts(f Frame) [][]headerPart {
	tk, at := f.Table.Time(), f.Table.Clock
	round, unit := f.Table.Round(at.Moment)
	parts := [][]headerPart{{{kit.Dim, tk.Round + " "}, {kit.Title, strconv.Itoa(round)}}}
	if tk.PerRound > 0 {
		parts = append(parts, []headerPart{{kit.Dim, "  " + tk.Unit + " "}, {kit.Accent, strconv.Itoa(unit)}})
	} else if c, ok := f.Table.Character(at.Turn); ok {
		parts = append(parts, []headerPart{{kit.Dim, "  turn of "}, {SideInk(c), kit.Clean(c.Name)}})
	}
	if pay, ok := tk.NextPayment(at.Moment); ok {
		parts = append(parts, []headerPart{{kit.Dim, "  " + PaidIn(f.Table) + " due in "}, {kit.Text, strconv.Itoa(pay - at.Moment)}})
	}
	if date := f.Table.DateWords(); date != "" {
		parts = append(parts, []headerPart{{kit.Text, "  " + date}})
	}
	return parts
}

// seatParts tell who sits here, with a player's name or without, and whether all is
// saved.
func seatParts(f Frame, a Attendance, s Saving, named bool) []headerPart {
	who := map[model.Role]string{model.GM: "GM", model.Watcher: "watching"}[f.Seat.Role]
	if f.Seat.Role == model.Player {
		who = kit.Clean(f.Table.SeatName(f.Seat))
	}
	if word := a.Awaited[f.Seat]; word != "" {
		who = f.Look.Cursor + who + " " + word
	} else if !named {
		who = ""
	}
	saved := map[Saving]headerPart{Saved: {kit.Dim, "saved"}, ReadOnly: {kit.Warn, "read only"}, NotSaved: {kit.Bad, "NOT SAVED"}, Demo: {kit.Warn, "demo, not saved"}}[s]
	if who == "" {
		return []headerPart{saved}
	}
	return []headerPart{{kit.Dim, who + "   "}, saved}
}

// othersParts say how many wait to be let in, how many requests the gamemaster has, and who
// else has a seat. Those whom the table waits for come first.
func othersParts(f Frame, a Attendance) [][]headerPart {
	var out [][]headerPart
	if a.Open {
		out = append(out, []headerPart{{kit.Text, "hosting  "}})
	}
	if a.Waiting > 0 {
		out = append(out, []headerPart{{kit.Text, "door "}, {kit.Accent, strconv.Itoa(a.Waiting) + "  "}})
	}
	if n := len(f.Table.Requests); n > 0 && f.Seat.Role == model.GM { // the news of them go with the next key
		out = append(out, []headerPart{{kit.Text, f.KeyOf("take-up") + " asks "}, {kit.Accent, strconv.Itoa(n) + "  "}})
	}
	for _, first := range []bool{true, false} {
		for _, o := range a.Others {
			word := a.Awaited[o.Seat]
			if o.Seat == f.Seat || (word != "") != first {
				continue
			}
			gem := headerPart{kit.Accent, f.Look.Gem(o.Here && !o.Quiet)}
			switch {
			case o.Quiet:
				word = strings.TrimPrefix(word+", no answer", ", ")
			case o.Here:
				gem.ink = kit.Good
			}
			parts := []headerPart{{kit.Text, kit.Clip(seatName(f.Table, o.Seat), 12) + " "}, gem}
			if word != "" {
				parts = append(append([]headerPart{{kit.Accent, f.Look.Cursor}}, parts...), headerPart{kit.Accent, " " + word})
			}
			out = append(out, append(parts, headerPart{kit.Text, "  "}))
		}
	}
	return out
}

func seatName(t model.Table, s model.Seat) string {
	switch name := t.SeatName(s); {
	case name != "":
		return kit.Clean(name)
	case s.Role == model.GM:
		return "GM"
	}
	return string(s.Role)
}
