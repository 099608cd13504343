package ui

import (
	"slices"
	"strconv"
	"strings"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// said is a part of a line in one ink.
type said struct {
	ink  kit.Token
	text string
}

func widthOf(all []said) int {
	n := 0
	for _, s := range all {
		n += kit.Width(kit.Clean(s.text))
	}
	return n
}

// header is the first line: the table, the moment, who sits here. Where that leaves
// no room for all, the place goes first, then what is due, who else is here, and what a
// player is called; the moment stays.
func (m *Model) header() string {
	w := m.size.w
	name := []said{{kit.Accent, m.look.Brand + " "}, {kit.Title, kit.Clip(m.table.Name, max(w/3, 12))}}
	var own, place []said
	if who := playsWords(m); who != "" {
		own = []said{{kit.Dim, "   you are "}, {pane.SideInk(m.ownCharacter()), who}}
	}
	if at := m.table.Clock.Place; at != "" {
		place = []said{{kit.Dim, "  " + kit.Clean(at)}}
	}
	clock := clockParts(m.frame())
	here := presence(m)
	seat := seatWords(m, true)
	room := func() int {
		n := 1 + widthOf(name) + widthOf(own) + widthOf(place) + 3 + widthOf(slices.Concat(clock...)) + 1 + widthOf(seat)
		for _, who := range here {
			n += presenceWidth(who)
		}
		return w - 1 - n
	}
	for _, less := range []func(){
		func() { place = nil },
		func() { clock = clock[:min(len(clock), 2)] },
		func() { own = slices.DeleteFunc(own, func(s said) bool { return s.text == "   you are " }) },
		func() { seat = seatWords(m, false) },
		func() { clock = clock[min(len(clock), 2)-1:] },
	} {
		if room() >= 0 {
			break
		}
		less()
	}
	if len(own) == 1 {
		own[0].text = "  " + strings.TrimLeft(own[0].text, " ")
	}
	for len(here) > 0 && room() < 0 {
		here = here[:len(here)-1]
	}
	r := m.look.On(kit.OnBand).Row(w).Space(1)
	put := func(parts ...[]said) {
		for _, s := range slices.Concat(parts...) {
			r.Put(s.ink, s.text)
		}
	}
	put(name, place, own)
	n := widthOf(slices.Concat(clock...))
	right := 1 + widthOf(seat)
	for _, who := range here {
		right += presenceWidth(who)
	}
	r.To(max(r.Used()+2, min((w-n)/2, w-right-n-2)))
	put(clock...)
	r.To(w - right)
	for _, p := range here {
		r.Put(kit.Accent, p[0]).Put(kit.Text, p[1]).Space(1).Put(gemInk(m, p[2]), p[2])
		if p[3] != "" {
			r.Space(1).Put(kit.Accent, p[3])
		}
		r.Space(2)
	}
	put(seat)
	return r.String()
}

// gemInk is the ink of the sign for whether somebody is here.
func gemInk(m *Model, sign string) kit.Token {
	if sign == m.look.Gems[0] {
		return kit.Good
	}
	return kit.Accent
}

// ownCharacter is whom a player plays: the one on the screen, if it is theirs.
func (m *Model) ownCharacter() *model.Character {
	if !m.plays() {
		return nil
	}
	if c, ok := m.table.Character(m.at.Selected); ok && m.seat.Owns(c) {
		return c
	}
	for _, c := range m.table.Characters() {
		if m.seat.Owns(c) {
			return c
		}
	}
	return nil
}

// playsWords says whom a player plays, "" for nobody.
func playsWords(m *Model) string {
	if c := m.ownCharacter(); c != nil {
		return c.Name
	}
	return ""
}

// clockParts are what the header tells of the time: the round, the moment in it, and when
// the next payment is due.
func clockParts(f pane.Frame) [][]said {
	tk, at := f.Table.Time(), f.Table.Clock
	round, unit := f.Table.Round(at.Moment)
	parts := [][]said{{{kit.Dim, tk.Round + " "}, {kit.Title, strconv.Itoa(round)}}}
	switch {
	case tk.PerRound == 0:
		if c, ok := f.Table.Character(at.Turn); ok {
			parts = append(parts, []said{{kit.Dim, "  turn of "}, {pane.SideInk(c), kit.Clean(c.Name)}})
		}
	default:
		parts = append(parts, []said{{kit.Dim, "  " + tk.Unit + " "}, {kit.Accent, strconv.Itoa(unit)}})
	}
	if pay, ok := tk.NextPayment(at.Moment); ok {
		parts = append(parts, []said{{kit.Dim, "  " + pane.PaidIn(f.Table) + " due in "}, {kit.Text, strconv.Itoa(pay - at.Moment)}})
	}
	if date := f.Table.DateWords(); date != "" {
		parts = append(parts, []said{{kit.Text, "  " + date}})
	}
	return parts
}

// seatWords say who sits here, with a player's name or without, and whether all is
// saved.
func seatWords(m *Model, named bool) []said {
	who := map[model.Role]string{model.GM: "GM", model.Watcher: "watching"}[m.seat.Role]
	if m.seat.Role == model.Player {
		who = kit.Clean(m.table.SeatName(m.seat))
	}
	if word := m.attendance.awaited[m.seat]; word != "" {
		who = m.look.Cursor + who + " " + word
	} else if !named {
		who = ""
	}
	saved := said{kit.Dim, "saved"}
	if k, ok := m.game.(keeper); m.game.Why() != nil {
		saved = said{kit.Warn, "read only"}
	} else if ok && k.Saved() != nil {
		saved = said{kit.Bad, "NOT SAVED"}
	}
	if who == "" {
		return []said{saved}
	}
	return []said{{kit.Dim, who + "   "}, saved}
}

// presence is who is here, for the header, whoever the table waits for first: each
// with the sign before it, the name, whether they are here, and what is waited for.
func presence(m *Model) [][4]string {
	var out [][4]string
	if n := len(m.attendance.waiting); n > 0 {
		out = append(out, [4]string{"", "door", strconv.Itoa(n)})
	}
	if n := len(m.table.Requests); n > 0 && m.seat.Role == model.GM { // what is said of it goes with the next key
		out = append(out, [4]string{"", m.frame().KeyOf("take-up") + " asks", strconv.Itoa(n)})
	}
	for _, first := range []bool{true, false} {
		for _, s := range m.attendance.here {
			if word := m.attendance.awaited[s.Seat]; s.Seat != m.seat && (word != "") == first {
				out = append(out, [4]string{awaitedSign(m, word), kit.Clip(seatName(m.table, s.Seat), 12), m.look.Gem(s.Screens > 0), word})
			}
		}
	}
	return out
}

// presenceWidth is how many cells somebody takes in the header.
func presenceWidth(who [4]string) int {
	n := 3
	for _, s := range who {
		n += kit.Width(s)
	}
	if who[3] != "" {
		n++
	}
	return n
}

// awaitedSign stands before whoever the table waits for.
func awaitedSign(m *Model, word string) string {
	if word == "" {
		return ""
	}
	return m.look.Cursor
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
