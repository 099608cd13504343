package lines

import (
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
)

// free prints who may act now.
func (p *console) free() {
	all := decide.Free(p.table)
	if len(all) == 0 {
		p.line("Nobody may act now: next goes to what comes next.")
		return
	}
	p.line("%s.", scene.FreeWords(p.table, all))
}

// timeline prints whose turn it is, who is next, what is pending, who is to arrive, and
// which effects last.
func (p *console) timeline() {
	t := p.table
	if who, ok := t.Character(t.Clock.Turn); ok {
		p.line("It is the turn of %s.", who.Name)
	}
	if order := decide.Turns(t); len(t.Clock.Order) > 0 || t.Time().PerRound == 0 {
		p.line("Order of turns: %s.", t.NamesOf(order))
	}
	if p.pending() == 0 {
		p.line("Nothing is pending.")
	}
	for _, x := range t.State.Arrivals {
		p.line("%s will arrive at %s", x.Name, t.When(x.Due))
	}
	for _, e := range t.ActiveEffects() {
		p.line("%s", joined(t.NameOf(e.Who)+":", e.Words, t.AddsWords(e), t.UntilWords(e)))
	}
	p.free()
}

// pending prints what is pending, and returns how many things that is.
func (p *console) pending() int {
	all := p.table.Pending()
	for _, d := range all {
		name := d.Who
		if c, ok := p.table.Character(d.Who); ok {
			name = c.Name
		}
		p.line("Pending: %s, %s, %s", p.table.When(d.Due), name, p.label(d.System, d.Of))
	}
	return len(all)
}

// oddsOfLast prints the odds of the last action.
func (p *console) oddsOfLast() {
	if d, ok := p.memory.Last(p.lastActor); ok {
		p.odds(d)
		return
	}
	p.line("Nothing has been done yet.")
}

// odds prints how likely each ending and each total of an action is.
func (p *console) odds(d scene.Draft) {
	preview := scene.PreviewOf(p.table, p.seat, d).Counted(p.toEnd)
	if preview.WhyNot != "" {
		p.line("Not now: %s", preview.WhyNot)
		return
	}
	if preview.NoOdds != nil {
		p.line("%s.", model.Capitalize(preview.NoOdds.Error()))
		return
	}
	for _, g := range preview.Odds.Grades {
		p.line("%s: %s", g.Words(), engine.Percent(g.P))
	}
	for _, x := range preview.Odds.Totals {
		p.line("total %d: %s", x.Total, engine.Percent(x.P))
	}
	if len(preview.Odds.Grades)+len(preview.Odds.Totals) == 0 {
		p.line("Nothing is rolled.")
	}
}

// house lists the house rules of the table and its rulebook, with the names that the
// command rule takes.
func (p *console) house() {
	for _, id := range []string{model.TableRulesID, p.table.System} {
		rules, _, err := p.table.HouseRules(id)
		if err != nil {
			continue
		}
		now := rules.Read(p.table.House[id])
		for _, sp := range rules.Fields() {
			p.line("%s.%s: %s, now %s. It can be %s", id, sp.ID, sp.Label, orNothing(now.Value(sp.ID).String()), sp.Range())
		}
	}
}

// lookAs prints the table as another seat sees it.
func (p *console) lookAs(name string) {
	seat, ok := p.table.SeatOf(name)
	if strings.EqualFold(name, "watcher") {
		seat, ok = model.Seat{Role: model.Watcher}, true
	}
	if !ok {
		names := []string{"watcher"}
		for _, s := range p.table.Seats() {
			names = append(names, p.table.SeatName(s))
		}
		p.line("Nobody here is called %q: there are %s.", name, strings.Join(names, ", "))
		return
	}
	theirs := *p
	theirs.seat, theirs.table = seat, view.SeenBy(p.table, seat)
	theirs.roster()
	theirs.log("")
}

// explain prints how a number of a sheet is worked out.
func (p *console) explain(who, what string) {
	for _, l := range scene.Explained(p.table, who, what) {
		p.line("%s", l)
	}
}

// handout shows everybody a log entry, the odds of the last action, or a forecast of the
// fight. Without an argument it prints again what was shown last.
func (p *console) handout(what string) {
	first, number, _ := strings.Cut(what, " ")
	var page model.Show
	switch first {
	case "":
		all := p.table.Shows(0)
		if len(all) == 0 {
			p.line("Nothing has been shown yet.")
			return
		}
		p.shown(all[len(all)-1])
		return
	case "odds":
		if d, ok := p.memory.Last(p.lastActor); ok {
			p.showOdds(d)
		} else {
			p.line("Nothing has been done yet.")
		}
		return
	case "forecast":
		if f := p.counted(); f != nil {
			p.do(model.Show{Head: scene.ForecastHead, Text: scene.ForecastForAll(p.table, f)})
		}
		return
	default:
		seq, err := strconv.ParseUint(number, 10, 64)
		told := view.Narration(p.table, seq, false)
		if err != nil || len(told) == 0 {
			p.line("Say which entry: log lists them with their numbers.")
			return
		}
		page = model.Show{Head: told[0], Text: strings.Join(told, "\n")}
	}
	p.do(page)
}

// showOdds shows everybody the odds of an action.
func (p *console) showOdds(d scene.Draft) {
	if page, _ := scene.OddsPage(p.table, p.seat, d); page.Odds != nil {
		p.do(page)
		return
	}
	p.line("There are no odds to show.")
}

// shown prints a page that was shown to everybody.
func (p *console) shown(page model.Show) {
	p.line("%s", page.Head)
	if page.Text != "" && page.Text != page.Head {
		p.line("%s", page.Text)
	}
	if page.Odds != nil {
		for _, g := range page.Odds.Grades {
			p.line("%s: %s", g.Words(), engine.Percent(g.P))
		}
	}
	if page.Character != nil {
		p.blocks(view.ExplainedSheet(p.table, page.Character, page.System))
	}
}
