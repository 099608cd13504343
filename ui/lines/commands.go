package lines

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/model/simulate"
	"example.org/fray/model/view"
	"example.org/fray/ui/replay"
)

// context returns the context in which a typed line is read. Without a name it means the
// character who acted here last or, for a player, their first character.
func (p *console) context() *phrase.Context {
	c := p.memory.Said(p.table, p.seat, "", time.Now)
	c.Demo = p.demo
	c.Texts = p.texts
	if p.shelf != nil && p.seat.IsGamemaster() {
		c.Shelf = p.shelf()
	}
	if who, ok := p.table.Character(p.lastActor); ok && !who.Left {
		c.Who = p.lastActor
	} else if all := c.Roster(); len(all) > 0 && p.seat.Role == model.Player && p.seat.Owns(all[0]) {
		c.Who = all[0].ID
	}
	return c
}

// command carries out a line that was typed at the table.
func (p *console) command(text string) {
	if text == "" || p.admissionCommand(text) {
		return
	}
	said := p.context()
	if c, rest, err := said.Named(text); err == nil && rest == "" && (!phrase.IsVerb(text) || strings.EqualFold(c.Name, text)) {
		p.chooseAction(c)
		return
	} else if _, number := strconv.Atoi(text); number == nil {
		p.line("%s", model.Sentence(err))
		return
	}
	found := said.Read(text)
	if len(found) == 0 {
		p.line("%s help lists the commands, show lists everyone.", model.Ended(said.Unknown(text)))
		return
	}
	p.carryOut(found[0])
}

// carryOut carries out a parsed line.
func (p *console) carryOut(m phrase.Meaning) {
	switch {
	case m.WhyNot != "":
		p.line("Not now: %s: %s", m.Does, m.WhyNot)
	case m.Command != nil:
		p.carryOutTimes(m.Command, max(m.Times, 1))
	case m.Offer != nil && m.Whole:
		p.line("%s", strings.Join(slices.DeleteFunc([]string{m.Does, p.priceAndChance(m.Offer.Begin)}, func(s string) bool { return s == "" }), ", "))
		p.begin(scene.DraftOf(*m.Offer))
	case m.Offer != nil:
		p.form(m.Offer.Rule, scene.DraftOf(*m.Offer))
	case m.Before != 0:
		_ = m.UndoBack(p.seat, func() model.Table { return p.table }, func(c model.Command) error {
			if !p.do(c) {
				return errPrinted
			}
			return nil
		})
	case verbs[m.Verb] != nil:
		verbs[m.Verb](p, m)
	case m.Verb != "":
		p.line("%s: only the full screen does that.", m.Does)
	case m.Select != "":
		if c, ok := p.table.Character(m.Select); ok {
			p.chooseAction(c)
		}
	default:
		p.line("%s.", model.Capitalize(m.Does))
	}
}

// priceAndChance says what an action costs and how likely it succeeds, or returns "" if that is
// unknown.
func (p *console) priceAndChance(c model.Begin) string {
	return p.memory.Listed(p.table, p.seat).Brief(c, p.toEnd).String()
}

// verbs are what lines do for the verbs that show something, by ID.
var verbs map[string]func(*console, phrase.Meaning)

func init() { // filled here, since its functions refer to it again
	verbs = map[string]func(*console, phrase.Meaning){
		"requests":     func(p *console, _ phrase.Meaning) { p.requests() },
		"again":        func(p *console, _ phrase.Meaning) { p.repeatLast() },
		"resume":       func(p *console, _ phrase.Meaning) { p.open() },
		"follow":       func(p *console, _ phrase.Meaning) { p.follow() },
		"roster":       func(p *console, _ phrase.Meaning) { p.roster() },
		"show":         func(p *console, m phrase.Meaning) { p.show(m.Select) },
		"costs":        func(p *console, m phrase.Meaning) { p.costs(m.Select) },
		"log":          func(p *console, m phrase.Meaning) { p.log(m.Text) },
		"journal":      func(p *console, _ phrase.Meaning) { p.journal() },
		"find":         func(p *console, m phrase.Meaning) { p.find(m.Text) },
		"foretell":     func(p *console, m phrase.Meaning) { p.forecast(m.Text) },
		"recap":        func(p *console, m phrase.Meaning) { p.recap(m.Text) },
		"sessions":     func(p *console, _ phrase.Meaning) { p.sessions() },
		"who":          func(p *console, _ phrase.Meaning) { p.line("%s", p.presenceWords()) },
		"host":         func(p *console, m phrase.Meaning) { p.host(m.Text) },
		"stop-hosting": func(p *console, _ phrase.Meaning) { p.stopHosting() },
		"invite":       func(p *console, m phrase.Meaning) { p.invite(m.Text) },
		"dice":         func(p *console, _ phrase.Meaning) { p.dice() },
		"tell-again":   func(p *console, _ phrase.Meaning) { p.tellAgain() },
		"take-home":    func(p *console, _ phrase.Meaning) { p.takeHome() },
		"end-session":  func(p *console, _ phrase.Meaning) { p.endSession() },
		"free":         func(p *console, _ phrase.Meaning) { p.free() },
		"odds":         func(p *console, _ phrase.Meaning) { p.oddsOfLast() },
		"house":        func(p *console, _ phrase.Meaning) { p.house() },
		"look-as":      func(p *console, m phrase.Meaning) { p.lookAs(m.Text) },
		"explain":      func(p *console, m phrase.Meaning) { p.explain(m.Select, m.Text) },
		"handout":      func(p *console, m phrase.Meaning) { p.handout(m.Text) },
		"timeline":     func(p *console, _ phrase.Meaning) { p.timeline() },
		"shelf":        func(p *console, _ phrase.Meaning) { p.listShelf() },
	}
}

// carryOutTimes carries out a command several times. If that moves the clock, it first says what
// would be lost.
func (p *console) carryOutTimes(c model.Command, times int) {
	for range times {
		switch c := c.(type) {
		case model.Next:
			p.moveClock(decide.NextDue(p.table).Moment, c)
		case model.Go:
			p.moveClock(c.Moment, c)
		default:
			if !p.do(c) {
				return
			}
			p.openRolls()
		}
	}
}

// errPrinted is the error of a command whose refusal has been printed.
var errPrinted = errors.New("it was refused")

// journal prints the seat's journal, oldest first.
func (p *console) journal() {
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
					p.line("%s. %s", eventLabel(e.Event), l.Text)
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

// requests lists the players' requests with the numbers that grant and refuse take.
func (p *console) requests() {
	all := p.table.Requests
	for i, a := range all {
		p.line("%d. %s", i+1, scene.RequestWords(p.table, a))
	}
	switch {
	case len(all) == 0:
		p.line("There are no requests.")
	case p.seat.Role == model.GM:
		p.line("To answer, type grant or refuse and a number.")
	}
}

// costs prints the prices of a character's rulebook, with the row in force, as the pane of
// costs shows them.
func (p *console) costs(who string) {
	c, ok := p.table.Character(who)
	if !ok {
		p.line("Say whose, as in: costs NAME.")
		return
	}
	told := false
	for _, id := range c.Systems() {
		s, ok := p.table.Rulebook(id)
		if !ok || s.Costs == nil {
			continue
		}
		for _, words := range blockWords(s.Costs(p.table.View(c, id))) {
			p.line("%s", words)
		}
		told = true
	}
	if !told {
		p.line("%s has nothing that costs anything.", c.Name)
	}
}

// find prints the newest log entries that contain all words of text.
func (p *console) find(text string) {
	seqs, all := view.SearchLog(p.table, text, maxFound)
	for _, seq := range slices.Backward(seqs) {
		for l := range p.table.LogFrom(seq) {
			p.line("%s. %s", eventLabel(l.Event), view.Headline(p.table, l.Event))
			break
		}
	}
	p.line("%d found.", all)
}

// maxFound is how many entries a search prints.
const maxFound = 10

// recap prints what happened so far in this session or, between sessions, in the last one.
// A number names another session.
func (p *console) recap(session string) {
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
	p.curve(t, r.Session)
}

// curve prints how the chance to win moved in the last fight of a session, as far as it is
// known or can be counted in a few seconds.
func (p *console) curve(t model.Table, session int) {
	c := replay.CurveOf(t, p.seat, session, p.game)
	if c.Of() < 2 {
		return
	}
	if !c.Done() {
		p.line("How the chance to win moved is being counted …")
	}
	until, end := p.untilEnd()
	defer end()
	ctx, stop := context.WithTimeout(until, mostCurveTime)
	defer stop()
	for !c.Done() && ctx.Err() == nil {
		c = c.Next(ctx)
	}
	if words := c.Words(); words != "" {
		p.line("%s", words)
	}
	if !c.Done() {
		p.line("%d of %d moments are counted so far; recap goes on.", len(c.Moments), c.Of())
	} else if turn := c.Turning(); turn != nil {
		p.line("What turned it: %s, from %.0f to %.0f %%.", strings.TrimSuffix(turn.Words, "."), 100*turn.Before, 100*turn.Chance)
	}
}

// mostCurveTime is how long a recap counts.
const mostCurveTime = 5 * time.Second

// forecast simulates how the fight at the table may end.
func (p *console) forecast(encounter string) {
	if encounter != "" {
		p.rate(encounter)
		return
	}
	if f := p.counted(); f != nil {
		for _, l := range scene.ForecastLines(p.table, f) {
			p.line("%s", l)
		}
	}
}

// counted simulates the fight. If there is none, or the seat knows too little of it, it
// says so and returns nil.
func (p *console) counted() *simulate.Forecast {
	x, err := simulate.New(p.table, simulate.Plan{})
	if err != nil {
		p.line("%s", err)
		return nil
	}
	ctx, stop := p.untilEnd()
	defer stop()
	return replay.Forecast(ctx, x, replay.ForecastFights, replay.ForecastTold, func(words string) { p.line("%s", words) })
}

// rate says how hard an encounter of the shelf is for the heroes here.
func (p *console) rate(encounter string) {
	all := p.shelf()
	at := slices.IndexFunc(all, func(x phrase.Prepared) bool { return x.Name == encounter })
	if at < 0 {
		return // somebody has removed it meanwhile
	}
	ctx, stop := p.untilEnd()
	defer stop()
	r, err := simulate.Rate(ctx, p.table, all[at])
	if err != nil {
		p.line("%s", err)
		return
	}
	p.line("%s: %s", encounter, r)
}

// listShelf names what the gamemaster keeps for any table.
func (p *console) listShelf() {
	all := p.context().Shelf
	for _, x := range all {
		p.line("%s: add %s brings it.", x.Name, x.Name)
	}
	if len(all) == 0 {
		p.line("There is nothing on a shelf here.")
	}
}

// paragraphs prints lines, and the working below them.
func (p *console) paragraphs(all []view.Line) {
	for _, l := range all {
		if l.Aside {
			p.line("  %s", l.Text)
		} else {
			p.line("%s", l.Text)
		}
	}
}

// sessions lists the sessions, newest first.
func (p *console) sessions() {
	t := p.game.Now()
	all := view.Sessions(t, p.seat)
	for _, r := range all {
		p.line("%s: %s", r.Head(), r.Brief(t))
	}
	if len(all) == 0 {
		p.line("Nothing has happened yet.")
	}
}

// endSession names who has awards to come, asks, ends the session, and prints its summary.
func (p *console) endSession() {
	if p.seat.Role != model.GM {
		p.line("Only the gamemaster ends the session.")
		return
	}
	if !p.table.Open {
		p.line("No session has started yet: the first roll starts one.")
		return
	}
	if all := scene.AwardsDueWords(p.table); len(all) > 0 && cmp.Or(p.readAnswer("Awards are still to be given: %s. Type yes to end without them.", strings.Join(all, ", ")), "no") != "yes" {
		p.line("The session goes on. An award is an action: type a name to give one, or give all heroes something with award, as in: award 3 experience.")
		return
	}
	print := p.table.Fingerprint
	if p.do(model.EndSession{}) {
		p.paragraphs(scene.SessionOver(p.game.Now(), p.seat, print, p.ending))
	}
}

// readAnswer prints a question and returns the answer in lower case.
func (p *console) readAnswer(format string, args ...any) string {
	p.line(format, args...)
	return strings.ToLower(p.read("yes or no"))
}

// dice prints how the dice of the session are drawn and, after it has ended, from which
// seed.
func (p *console) dice() {
	for _, l := range scene.FairText(p.table, p.ending) {
		p.line("%s", l)
	}
	if p.table.Open {
		if _, hash := p.game.Seal(); hash != "" { // a line number would show how many hidden lines there are
			p.line("The hash of the log so far, with which fray check shows later that nobody changed it: %s", hash)
		}
	}
}

// tellAgain writes the last fight as a page, and says where.
func (p *console) tellAgain() {
	if p.ending.Replay == nil {
		p.line("%s", model.Sentence(errors.New(scene.NoReplay)))
		return
	}
	path, err := p.ending.Replay()
	if err != nil {
		p.line("%s", model.Sentence(err))
		return
	}
	p.line("%s", model.Sentence(errors.New(scene.ReplayWords(path))))
}

// takeHome prints the seat's own export of the table.
func (p *console) takeHome() {
	if p.ending.Own == nil {
		p.line("%s", model.Sentence(errors.New(scene.NoTakeHome(p.demo))))
		return
	}
	text, err := p.ending.Own()
	if err != nil {
		p.line("%v", err)
		return
	}
	p.line("%s", strings.TrimSuffix(text, "\n"))
}
