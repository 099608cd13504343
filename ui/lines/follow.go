package lines

import (
	"slices"
	"strings"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/view"
	play "example.org/fray/ui/act"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
)

// typed is a line of the input, which is read only when it is asked for.
type typed struct {
	want chan struct{}
	line chan string // closed at the end of the input
	ends <-chan struct{}
	cut  bool // the program was told to end while a line was waited for
}

// listen reads the input behind what is said.
func (p *plain) listen(ends <-chan struct{}) {
	p.typed = typed{want: make(chan struct{}), line: make(chan string, 1), ends: ends} // nobody may be there for the last line
	go func(x typed) {
		defer close(x.line)
		for range x.want {
			if !p.in.Scan() {
				return
			}
			x.line <- p.in.Text()
		}
	}(p.typed)
}

// hear waits for a line, and says meanwhile what others do, and who comes and
// goes; false at the end of the input, or of the program.
func (p *plain) hear(prompt string) (text string, ok bool) {
	p.typed.want <- struct{}{}
	for {
		select {
		case text, ok = <-p.typed.line:
			return text, ok
		case <-p.typed.ends:
			p.typed.cut = true
			return "", false
		case <-p.changed:
			if !p.happened() {
				continue
			}
		case words, more := <-p.faults:
			if !more {
				p.faults = nil
				continue
			}
			p.line("")
			p.line("%s", words)
		case <-p.came:
			if !p.tellPresent() {
				continue
			}
		}
		p.prompt(prompt)
	}
}

// happened says what others have done; false where nothing is to be said.
func (p *plain) happened() bool {
	before, ended := p.table.Seq(), p.table.Ended.Number
	p.see()
	asked := play.Asked(p.frame()) // perhaps behind what is not told here
	fresh := len(asked) > 0 && p.asked != asked[0].At() && p.roll != asked[0].Roll.ID
	attacked := p.newAttack()
	found := p.tellFound()
	if p.table.Seq() == before && !fresh && attacked == "" {
		return p.tellPresent() || found
	}
	p.line("")
	p.news(before)
	if p.table.Ended.Number > ended {
		for _, l := range play.SeedAndHash(p.table, p.ending) {
			p.line("%s", l)
		}
	}
	p.tellPresent()
	call(p)
	if fresh {
		p.asked = asked[0].At()
		p.line("A question for you: %s. Type open to answer.", asked[0].Question.Words)
	}
	if attacked != "" {
		p.line("%s Type follow to choose a defence.", attacked)
	}
	return true
}

func (p *plain) frame() pane.Frame {
	f := pane.Frame{Table: p.table, Seat: p.seat}
	if p.here != nil {
		f.Present = p.sits
	}
	return f
}

// sits reports whether somebody sits at a seat now, at a table that is served.
func (p *plain) sits(s model.Seat) bool {
	return slices.ContainsFunc(p.here.Here(), func(x people.Seated) bool { return x.Seat == s && x.Screens > 0 })
}

// tellPresent says who is here and whom the table waits for, where that has changed;
// false where it hasn't.
func (p *plain) tellPresent() bool {
	if p.here == nil {
		return false
	}
	words, news := p.present(), p.waiting.newest()
	if words == p.told && news == "" {
		return false
	}
	if news != "" {
		p.line("%s.", news)
	}
	if words == p.told {
		return true
	}
	p.told = words
	p.line("%s", words)
	return true
}

// present is who is here and whom the table waits for.
func (p *plain) present() string {
	if p.here == nil {
		return "Nobody else can join this table."
	}
	waits := play.WaitedFor(p.table, p.frame().Present, nil)
	var here, away []string
	for _, s := range append([]model.Seat{{Role: model.GM}}, p.table.Seats()...) {
		name := p.table.SeatName(s)
		if s.Role == model.GM {
			name = "the gamemaster"
		}
		if word := waits[s]; word != "" {
			name += " (the table waits for: " + word + ")"
		}
		if s == p.seat || p.sits(s) {
			here = append(here, name)
		} else {
			away = append(away, name)
		}
	}
	words := "Here: " + strings.Join(here, ", ") + "."
	if len(away) > 0 {
		words += " Away: " + strings.Join(away, ", ") + "."
	}
	if waits := p.waiting.words(p.table); waits != "" {
		words += "\n" + waits
	}
	return words
}

// onTo lets time go on to a moment, once it was said what would be lost.
func (p *plain) onTo(m int, c model.Command) {
	if m > p.table.Clock.Moment && len(play.Lost(p.table)) > 0 {
		p.line("%s", play.Losing(p.table))
		p.line("Type yes to lose it, follow to resolve it, or enter to stay.")
		switch strings.ToLower(p.read("go on")) {
		case "yes", "y":
		case "follow":
			p.follow()
			return
		default:
			p.line("The clock stays where it is.")
			return
		}
	}
	if p.do(c) {
		p.openRolls()
	}
}

// follow takes up the first of what follows for whom the seat plays: where it is a
// choice, what is chosen.
func (p *plain) follow() {
	all := slices.DeleteFunc(p.table.FollowUps(), func(u model.FollowUp) bool {
		c, here := p.table.Character(u.Who)
		return !here || !p.seat.Owns(c)
	})
	if len(all) == 0 {
		p.line("There are no follow-ups.")
		return
	}
	of := view.Choices(all)[0]
	s, known := p.table.Rulebook(of[0].System)
	if !known {
		p.line("This version does not have the rulebook that %s needs.", p.table.NameOf(of[0].Who))
		return
	}
	p.line("%s", view.ChoiceWords(p.table, of))
	attack, gives := p.mayGiveUp(of[0])
	var can []offer
	for _, u := range of {
		a, ok := s.Action(u.Action)
		if !ok {
			return // the rulebook has no such action any more
		}
		o := offer{phrase.Offer{Rule: a, Searchable: phrase.Searchable{Name: a.Label, Also: a.Also},
			Begin: model.Begin{Who: u.Who, System: u.System, Action: u.Action, Params: u.Params, Against: u.Against, Abort: decide.GivesUp(p.table, u)}}, a.Label}
		if with := view.CarriedWords(p.table, u); with != "" {
			o.words += ": " + strings.ToLower(with)
		}
		can = append(can, o)
	}
	at := 0
	if len(can) > 1 || gives {
		for i, o := range can {
			p.line("%d. %s", i+1, o.words)
		}
		if gives {
			words, _ := play.NoDefenceWords(of)
			p.line("no: %s", words)
		}
		for at = -1; at < 0 && !p.over; {
			text := p.read("which")
			if text == "" || text == "back" {
				return
			}
			if gives && strings.EqualFold(text, "no") {
				p.do(play.NoDefence(attack))
				return
			}
			if o, ok := p.offered(can, text); ok {
				at = slices.IndexFunc(can, func(x offer) bool { return x.Rule == o.Rule })
			}
		}
	}
	if at >= 0 {
		p.form(can[at].Rule, play.DraftOf(can[at].Offer))
	}
}
