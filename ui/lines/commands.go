package lines

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/simulate"
	"example.org/fray/model/view"
	play "example.org/fray/ui/act"
)

// said is where a line is typed here. Where nobody is named who acted last here is
// meant or, of a player, the first of their own.
func (p *plain) said() *phrase.Context {
	c := p.memory.Said(p.frame())
	c.Texts = p.texts
	if p.shelf != nil && p.seat.IsGamemaster() {
		c.Shelf = p.shelf()
	}
	if who, ok := p.table.Character(p.acted); ok && !who.Left {
		c.Who = p.acted
	} else if all := c.Roster(); len(all) > 0 && p.seat.Role == model.Player && p.seat.Owns(all[0]) {
		c.Who = all[0].ID
	}
	return c
}

// command does what was typed at the table.
func (p *plain) command(text string) {
	if text == "" || p.door(text) {
		return
	}
	said := p.said()
	if c, rest, err := said.Named(text); err == nil && rest == "" && (!phrase.IsCommand(text) || strings.EqualFold(c.Name, text)) {
		p.act(c)
		return
	} else if _, number := strconv.Atoi(text); number == nil {
		p.line("%s", sentence(err))
		return
	}
	found := said.Read(text)
	if len(found) == 0 {
		p.line("%s. help lists the commands, show lists everyone.", said.Unknown(text))
		return
	}
	p.mean(found[0])
}

// sentence is what is wrong, as a sentence.
func sentence(err error) string {
	words := model.Capitalize(err.Error())
	if !strings.HasSuffix(words, "?") && !strings.HasSuffix(words, ".") {
		words += "."
	}
	return words
}

// mean does what a line means.
func (p *plain) mean(m phrase.Meaning) {
	switch {
	case m.WhyNot != "":
		p.line("Not now: %s: %s", m.Does, m.WhyNot)
	case m.Command != nil:
		p.give(m.Command, max(m.Times, 1))
	case m.Offer != nil && m.Whole:
		p.line("%s", strings.Join(slices.DeleteFunc([]string{m.Does, p.brief(m.Offer.Begin)}, func(s string) bool { return s == "" }), ", "))
		p.begin(play.DraftOf(*m.Offer))
	case m.Offer != nil:
		p.form(m.Offer.Rule, play.DraftOf(*m.Offer))
	case m.Before != 0:
		p.takeBack(m.Before, m.Times-1)
	case keys[m.Key] != nil:
		keys[m.Key](p, m)
	case m.Key != "":
		p.line("%s: only the full screen does that.", m.Does)
	case m.Select != "":
		if c, ok := p.table.Character(m.Select); ok {
			p.act(c)
		}
	default:
		p.line("%s.", model.Capitalize(m.Does))
	}
}

// brief says what an action costs and how likely it is; "" where nothing is known of it.
func (p *plain) brief(c model.Begin) string {
	in, err := decide.InputsToBegin(p.table, p.seat, c)
	if err != nil {
		return ""
	}
	return play.Brief(in)
}

// keys are what keys of the screen do here.
var keys map[string]func(*plain, phrase.Meaning)

func init() { // what they do leads back to them
	keys = map[string]func(*plain, phrase.Meaning){
		"take-up":       func(p *plain, _ phrase.Meaning) { p.requests() },
		"again":         func(p *plain, _ phrase.Meaning) { p.again() },
		"resume":        func(p *plain, _ phrase.Meaning) { p.open() },
		"follow":        func(p *plain, _ phrase.Meaning) { p.follow() },
		"pane-roster":   func(p *plain, _ phrase.Meaning) { p.everyone() },
		"pane-sheet":    func(p *plain, m phrase.Meaning) { p.show(m.Select) },
		"pane-costs":    func(p *plain, m phrase.Meaning) { p.costs(m.Select) },
		"pane-log":      func(p *plain, m phrase.Meaning) { p.log(m.Text) },
		"journal":       func(p *plain, _ phrase.Meaning) { p.journal() },
		"filter":        func(p *plain, m phrase.Meaning) { p.find(m.Text) },
		"foretell":      func(p *plain, _ phrase.Meaning) { p.foretell() },
		"recap":         func(p *plain, m phrase.Meaning) { p.recap(m.Text) },
		"sessions":      func(p *plain, _ phrase.Meaning) { p.sessions() },
		"guests":        func(p *plain, _ phrase.Meaning) { p.line("%s", p.present()) },
		"host":          func(p *plain, m phrase.Meaning) { p.host(m.Text) },
		"stop-hosting":  func(p *plain, _ phrase.Meaning) { p.stopHosting() },
		"invite":        func(p *plain, m phrase.Meaning) { p.invite(m.Text) },
		"dice":          func(p *plain, _ phrase.Meaning) { p.dice() },
		"take-home":     func(p *plain, _ phrase.Meaning) { p.takeHome() },
		"evening":       func(p *plain, _ phrase.Meaning) { p.endSession() },
		"free":          func(p *plain, _ phrase.Meaning) { p.free() },
		"odds":          func(p *plain, _ phrase.Meaning) { p.oddsOfLast() },
		"house":         func(p *plain, _ phrase.Meaning) { p.house() },
		"look-as":       func(p *plain, m phrase.Meaning) { p.lookAs(m.Text) },
		"sheet-open":    func(p *plain, m phrase.Meaning) { p.explain(m.Select, m.Text) },
		"show":          func(p *plain, m phrase.Meaning) { p.handout(m.Text) },
		"pane-timeline": func(p *plain, _ phrase.Meaning) { p.timeline() },
		"help":          func(p *plain, _ phrase.Meaning) { p.help() },
	}
}

// give gives a command so often. Where time goes on it says first what would be lost.
func (p *plain) give(c model.Command, times int) {
	for range times {
		switch c := c.(type) {
		case model.Next:
			p.onTo(decide.NextDue(p.table).Moment, c)
		case model.Go:
			p.onTo(c.Moment, c)
		default:
			if !p.do(c) {
				return
			}
			p.openRolls()
		}
	}
}

// takeBack undoes acts until an event holds no more.
func (p *plain) takeBack(seq uint64, more int) {
	for ; ; more-- {
		all := p.table.ActBy(p.seat)
		if all == nil || !p.do(model.Undo{Act: true}) {
			return
		}
		gone := slices.ContainsFunc(all, func(e model.Event) bool { return e.Seq == seq })
		if gone || more <= 0 && all[0].Seq < seq || p.seat.Role == model.Player {
			return
		}
	}
}

// journal says what stands in the journal of the seat, the oldest first.
func (p *plain) journal() {
	var all []view.Entry
	for e := range view.Entries(p.table, view.Filter{Journal: true}, 0, 0) {
		if !e.Undone {
			all = append(all, e)
		}
	}
	for _, e := range slices.Backward(all) {
		for _, a := range e.Tell(p.table, true) {
			for i, l := range a.Lines {
				if i == 0 {
					p.line("%s. %s", called(e.Event), l.Text)
				} else if !l.Aside {
					p.line("  %s", l.Text)
				}
			}
		}
	}
	if len(all) == 0 {
		p.line("Your journal is empty: journal and a text writes into it.")
	}
}

// requests lists what players ask for, by the numbers that grant and refuse take.
func (p *plain) requests() {
	all := p.table.Requests
	for i, a := range all {
		p.line("%d. %s", i+1, play.AskWords(p.table, a))
	}
	switch {
	case len(all) == 0:
		p.line("There are no requests.")
	case p.seat.Role == model.GM:
		p.line("To answer, type grant or refuse and a number.")
	}
}

// costs says what things cost a character now.
func (p *plain) costs(who string) {
	c, ok := p.table.Character(who)
	if !ok {
		p.line("Say whose, as in: costs NAME.")
		return
	}
	told := false
	for _, id := range c.Systems() {
		for _, b := range view.ExplainedSheet(p.table, c, id) {
			if costs, is := b.(engine.Costs); is {
				for _, words := range blockWords(costs) {
					p.line("%s", words)
				}
				told = true
			}
		}
	}
	if !told {
		p.line("%s has nothing that costs anything.", c.Name)
	}
}

// find says the newest entries that hold all words.
func (p *plain) find(text string) {
	seqs, all := view.SearchLog(p.table, text, found)
	for _, seq := range slices.Backward(seqs) {
		for l := range p.table.LogFrom(seq) {
			p.line("%s. %s", called(l.Event), view.Headline(p.table, l.Event))
			break
		}
	}
	p.line("%d found.", all)
}

// found is how many entries a search shows.
const found = 10

// recap says what happened so far or, before a session, in the last one; with a number,
// in that session.
func (p *plain) recap(session string) {
	t := p.game.Now()
	n, _ := strconv.Atoi(session)
	r, ok := view.RecapOf(t, p.seat, cmp.Or(n, t.CurrentSession()))
	if !ok && n == 0 {
		r, ok = view.RecapOf(t, p.seat, t.CurrentSession()-1)
	}
	if !ok {
		p.line("%s", map[bool]string{true: "Nothing has happened yet.", false: "There is no such session."}[n == 0])
		return
	}
	p.paragraphs(r.Lines(t))
}

// foretell says how the fight at the table would end.
func (p *plain) foretell() {
	x, err := simulate.New(p.table, simulate.Plan{})
	if err != nil {
		p.line("%s", err)
		return
	}
	f := x.None()
	x.Play(context.Background(), f, 0, foretold)
	for _, l := range play.ForecastLines(p.table, f) {
		p.line("%s", l)
	}
}

// foretold is how many fights are played for a forecast in lines.
const foretold = 200

// paragraphs says lines, and what stands under them.
func (p *plain) paragraphs(all []view.Line) {
	for _, l := range all {
		if l.Aside {
			p.line("  %s", l.Text)
		} else {
			p.line("%s", l.Text)
		}
	}
}

// sessions lists the sessions, the newest first.
func (p *plain) sessions() {
	t := p.game.Now()
	all := view.Sessions(t, p.seat)
	for _, r := range all {
		p.line("%s: %s", r.Head(), r.Brief(t))
	}
	if len(all) == 0 {
		p.line("Nothing has happened yet.")
	}
}

// endSession ends the session, once it was said who has awards to come, and says what is
// to be known of it.
func (p *plain) endSession() {
	if p.seat.Role != model.GM {
		p.line("Only the gamemaster ends the session.")
		return
	}
	if !p.table.Open {
		p.line("No session has started yet: the first roll starts one.")
		return
	}
	if all := play.Awards(p.table); len(all) > 0 && cmp.Or(p.asks("Awards are still to be given: %s. Type yes to end without them.", strings.Join(all, ", ")), "no") != "yes" {
		p.line("The session goes on. An award is an action: type a name to give one, or give all heroes something with award, as in: award 3 experience.")
		return
	}
	print := p.table.Fingerprint
	if p.do(model.EndSession{}) {
		p.paragraphs(play.SessionOver(p.game.Now(), p.seat, print, p.ending))
	}
}

// asks asks something, and gives the answer in small letters.
func (p *plain) asks(format string, args ...any) string {
	p.line(format, args...)
	return strings.ToLower(p.read("yes or no"))
}

// dice tells how the dice of the session come about, and what they were drawn from once
// it is over.
func (p *plain) dice() {
	for _, l := range play.FairText(p.table, p.ending) {
		p.line("%s", l)
	}
	if p.ending.Seal != nil && p.table.Open {
		if _, hash := p.ending.Seal(); hash != "" { // its number would tell how much is hidden
			p.line("The hash of the log so far, with which fray check shows later that nobody changed it: %s", hash)
		}
	}
}

// takeHome prints the seat's own export of the table.
func (p *plain) takeHome() {
	if p.ending.Own == nil {
		p.line("%s", sentence(errors.New(play.NoTakeHome)))
		return
	}
	text, err := p.ending.Own()
	if err != nil {
		p.line("%v", err)
		return
	}
	p.line("%s", strings.TrimSuffix(text, "\n"))
}
