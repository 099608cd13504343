package phrase_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
)

// What begins as a private message goes to the seat that is named and to nobody else, however
// it is written; where nobody is named it is refused, with those there are. It is never said
// to everybody.
func TestPrivateMessagesStayPrivate(t *testing.T) {
	gm := model.Seat{Role: model.GM}
	table := model.New(model.Rulebooks{"supermen": supermen.System})
	facts := []model.Fact{model.Made{Name: "Vault", System: "supermen"}, model.Joined{Character: model.Character{ID: "c1", Name: "Mirabel", Pages: map[string]engine.Page{"supermen": supermen.System.Templates[0].Page}}}}
	seats := map[string]model.Seat{"gm": gm, "gamemaster": gm}
	for _, name := range []string{"Mira", "Tom", "Tom B", "Ann-Sofie", "Jörg", "Toby", "Say", "All In"} {
		seat := model.Seat{Role: model.Player, ID: "s" + name}
		seats[name] = seat
		facts = append(facts, model.SeatNamed{SeatName: model.SeatName{Seat: seat, Name: name}})
	}
	for i, f := range facts {
		table = table.Apply(model.Event{Seq: uint64(i + 1), By: gm, Facts: []model.Fact{f}})
	}
	read := func(line string, seat model.Seat, screen bool) (first phrase.Meaning, said []model.Say) {
		c := &phrase.Context{Table: table, Seat: seat, System: "supermen", Who: "c1", Screen: screen}
		all := c.Read(line)
		for _, m := range append(all, c.Message(line)) {
			if s, is := m.Command.(model.Say); is {
				said = append(said, s)
			}
		}
		if len(all) > 0 {
			first = all[0]
		}
		return first, said
	}
	r := rand.New(rand.NewPCG(4, 3))
	words := []string{"message", "msg", "pm", "text", "dm", "tell", "whisper", "Message", "TELL", "@"}
	for _, word := range words {
		for _, between := range []string{" ", "  ", ": ", ", ", " @", " to ", " To @"} {
			if word == "@" {
				between = ""
			}
			for name, to := range seats {
				name = []string{name, strings.ToLower(name), strings.ToUpper(name)}[r.IntN(3)]
				line := word + between + name + []string{" ", ": ", ", ", "  ", ":", "\t"}[r.IntN(6)] + "run, to all of them"
				_, said := read(line, gm, r.IntN(2) == 0)
				if len(said) == 0 {
					t.Errorf("%q is not sent", line)
				}
				for _, s := range said {
					if s.To != to || s.Text != "run, to all of them" {
						t.Errorf("%q sends %q to %+v", line, s.Text, s.To)
					}
				}
				first, said := read(word+between+name, gm, false)
				if len(said) > 0 || first.WhyNot == "" {
					t.Errorf("%q says %+v (%+v)", word+between+name, said, first)
				}
			}
			for _, nobody := range []string{"everybody", "all", "everyone", "Mir", "Miraa", "Mirabel", "me", "Tomb", "ann", "the players", "mira's", "'Mira'", "mira-tom", "x", "c1", "sMira"} {
				line := word + between + nobody + " the duke is the thief"
				first, said := read(line, gm, false)
				if len(said) > 0 || !strings.Contains(first.WhyNot, "there are Mira, Tom, Tom B") {
					t.Errorf("%q sends %+v; it is told %q", line, said, first.WhyNot)
				}
			}
		}
	}
	for _, name := range []string{"Mira", "mira", "Tom B"} { // say to somebody
		_, said := read("say to "+name+": run", gm, true)
		if len(said) == 0 || said[0].To != seats[map[bool]string{true: "Tom B", false: "Mira"}[name == "Tom B"]] {
			t.Errorf("say to %s says %+v", name, said)
		}
	}
	for line, want := range map[string]string{"say tell me more": "tell me more", "say hello all": "hello all", "shout to arms": "to arms"} {
		c := &phrase.Context{Table: table, Seat: gm, System: "supermen"}
		if s, is := c.Read(line)[0].Command.(model.Say); !is || s.Text != want || s.To != (model.Seat{}) {
			t.Errorf("%q says %+v", line, s)
		}
	}
	// By chance, from any of these pieces.
	pieces := []string{"mira", "tom", "b", "all", "to", "say", "@", " ", ":", ",", "message", "tell", "\t", "the key", "gm", "everybody", "ö", "-", "'", "\u202e", "\n"}
	for range 1000 {
		line := words[r.IntN(len(words))]
		for range 1 + r.IntN(6) {
			line += []string{" ", "", " "}[r.IntN(3)] + pieces[r.IntN(len(pieces))]
		}
		if low := strings.ToLower(line); !strings.HasPrefix(low, "@") && strings.ContainsFunc(low[:min(len(low), 8)], func(r rune) bool { return r == '-' || r == '\'' || r == 'ö' }) {
			continue // the first word is another one
		}
		c := &phrase.Context{Table: table, Seat: seats["Mira"], System: "supermen", Who: "c1"}
		for _, m := range c.Read(line) {
			if s, is := m.Command.(model.Say); is && s.To == (model.Seat{}) && m.WhyNot == "" {
				t.Errorf("%q is said to everybody: %q", line, s.Text)
			}
		}
		if phrase.BeginsMessage(line) {
			if s, is := c.Message(line).Command.(model.Say); is && s.To == (model.Seat{}) {
				t.Errorf("%q is said to everybody: %q", line, s.Text)
			}
		}
	}
}
