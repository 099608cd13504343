package act

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/simulate"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// The number of fights in a forecast: the first answer is shown after the first batch.
const (
	forecastBatch = 100
	forecastAll   = 1000
)

// Foretell opens the page that forecasts the fight at the table.
func Foretell(f pane.Frame) pane.Intent {
	return pane.Push{Overlay: &forecastPage{plan: simulate.Plan{Sides: map[engine.Side]simulate.Policy{}, People: map[string]simulate.Policy{}}}}
}

// WhyNotForetold says why no fight can be forecast; "" if one can.
func WhyNotForetold(f pane.Frame) string {
	if f.Table.SeatView != nil && slices.ContainsFunc(f.Table.Characters(), func(c *model.Character) bool { return c.Public != nil && c.Plays(f.Table.System) }) {
		return "you know too little of the others to foretell a fight"
	}
	return ""
}

// forecastPage is the page of a forecast: the fight as it is and, beside it, with one change.
type forecastPage struct {
	table   model.Table // the table that is forecast
	plan    simulate.Plan
	now     *answer
	whatIf  *change // nil for no change
	then    *answer // the forecast with the change
	running bool    // fights are being played in the background
	stop    func()  // ends them; nil before the first question
	top     int
}

// change is one difference for a "what if".
type change struct {
	words    string
	commands []model.Command
	with     map[string]simulate.Weapon
}

// answer is one forecast while its fights are played. It is immutable.
type answer struct {
	fights   *simulate.Simulation
	forecast *simulate.Forecast
	whyNot   string
	counted  bool // an exact count was tried
}

func newAnswer(t model.Table, p simulate.Plan) *answer {
	x, err := simulate.New(t, p)
	if err != nil {
		return &answer{whyNot: err.Error()}
	}
	return &answer{fights: x, forecast: x.None()}
}

func (a *answer) done() bool { return a.whyNot != "" || a.counted }

// played returns the answer after another batch of fights or, once all are played, with the
// exact chances if they can be counted before ctx ends.
func (a *answer) played(ctx context.Context) *answer {
	if a.done() {
		return a
	}
	next := &answer{fights: a.fights, forecast: a.forecast.Clone()}
	if n := a.forecast.Fights; n < forecastAll {
		a.fights.Play(ctx, next.forecast, n, n+forecastBatch)
		return next
	}
	next.forecast.Count(a.fights.Exact(ctx))
	next.counted = next.forecast.Exact || ctx.Err() == nil
	return next
}

// playedFights is the result of fights that were played in the background.
type playedFights struct {
	table     model.Table
	plan      simulate.Plan
	whatIf    *change
	now, then *answer
}

// play starts the next fights in the background; it does nothing if all are played.
func (o *forecastPage) play() pane.Intent {
	if o.running || o.now != nil && o.now.done() && (o.whatIf == nil || o.then != nil && o.then.done()) {
		return nil
	}
	o.running = true
	ctx, stop := context.WithCancel(context.Background())
	o.stop = stop
	got := playedFights{o.table, o.plan, o.whatIf, o.now, o.then}
	return pane.Fetch{Run: func() any {
		if got.now == nil {
			got.now = newAnswer(got.table, got.plan)
		}
		if got.whatIf != nil && got.then == nil {
			got.then = got.whatIf.ask(got.table, got.plan)
		}
		defer stop()
		got.now = got.now.played(ctx)
		if got.then != nil {
			got.then = got.then.played(ctx)
		}
		return got
	}}
}

// interrupt ends the fights that are being played, because another question is asked or
// none any more.
func (o *forecastPage) interrupt() {
	if o.stop != nil {
		o.stop()
	}
}

// ask starts a forecast with the change.
func (c *change) ask(t model.Table, p simulate.Plan) *answer {
	by := model.Seat{Role: model.GM}
	for _, command := range c.commands {
		facts, err := decide.Decide(t, by, command, nil)
		if err != nil {
			return &answer{whyNot: err.Error()}
		}
		t = t.Apply(model.Event{Seq: t.Seq() + 1, By: by, Facts: facts})
	}
	p.With = c.with
	return newAnswer(t, p)
}

// About implements pane.Overlay.
func (o *forecastPage) About(pane.Frame) pane.About {
	aside := "counting"
	if o.now != nil && o.now.forecast != nil {
		aside = engine.Counted(o.now.forecast.Fights, "fight")
		if o.running {
			aside += " so far"
		}
	}
	return pane.About{Title: "How the fight would end", Aside: aside}
}

var forecastKeys = slices.Concat(
	pane.In("foretold", "Foretelling", pane.Enter("read", "play on", "play on"),
		pane.Binding{ID: "what-if", Keys: []string{"w"}, Label: "what if one thing were otherwise?", Foot: "what if"},
		pane.Binding{ID: "policy", Keys: []string{"p"}, Label: "how they fight", Foot: "how they fight"},
		pane.Binding{ID: "show-result", Keys: []string{"s"}, Label: "show the result to everybody", Foot: "show to all"}),
	pane.Footer(pane.Moving, "up", "scroll", "down", "scroll"), []pane.Binding{pane.Back})

// Keys implements pane.Overlay.
func (o *forecastPage) Keys(pane.Frame) []pane.Binding { return forecastKeys }

// Update implements pane.Overlay.
func (o *forecastPage) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch msg := msg.(type) {
	case pane.Changed:
		if !o.table.SameRevision(f.Table) {
			o.interrupt()
			o.table, o.now, o.then = f.Table, nil, nil
		}
		return o, o.play()
	case playedFights:
		o.running = false
		if msg.table.SameRevision(o.table) && maps.Equal(msg.plan.Sides, o.plan.Sides) && maps.Equal(msg.plan.People, o.plan.People) {
			o.now = msg.now
			if msg.whatIf == o.whatIf {
				o.then = msg.then
			}
		}
		return o, o.play()
	}
	switch does := f.Pressed(forecastKeys, msg); does {
	case "back", "read":
		o.interrupt()
		return o, pane.Close{}
	case "what-if":
		return o, o.chooseChange(f)
	case "policy":
		return o, o.choosePolicy()
	case "show-result":
		return o, o.show(f)
	default:
		o.top = f.Scrolled(o.top, does)
	}
	return o, nil
}

// show edits the result before the gamemaster shows it to everybody.
func (o *forecastPage) show(f pane.Frame) pane.Intent {
	switch {
	case !f.Seat.IsGamemaster():
		return pane.Fail{Words: "only the gamemaster shows this to everybody"}
	case o.now == nil || o.now.forecast == nil || o.now.forecast.Fights == 0:
		return nil
	}
	text := "How the fight would end\n" + strings.Join(ForecastLines(o.table, o.now.forecast), "\n")
	return pane.Push{Overlay: writeShown(text, "They will see what you leave here, and nothing else.", nil)}
}

// choosePolicy opens the list of policies for a side or a character.
func (o *forecastPage) choosePolicy() pane.Intent {
	if o.now == nil || o.now.forecast == nil {
		return nil
	}
	all := pane.Choice{Head: "How they fight", Typed: true}
	add := func(who string, now, p simulate.Policy, set func()) {
		aside := ""
		if now == p {
			aside = "now"
		}
		all.Add(who+": "+p.Words(), aside, func(pane.Frame) pane.Intent {
			o.plan.Sides, o.plan.People = maps.Clone(o.plan.Sides), maps.Clone(o.plan.People)
			set()
			o.interrupt()
			o.now, o.then = nil, nil
			return nil
		})
	}
	for _, s := range o.now.forecast.Sides {
		for _, p := range simulate.Policies() {
			add(string(s.Side), cmp.Or(o.plan.Sides[s.Side], simulate.AsSoFar), p, func() { o.plan.Sides[s.Side] = p })
		}
	}
	for _, c := range o.now.forecast.People {
		for _, p := range simulate.Policies() {
			add(kit.Clean(c.Name), o.plan.PolicyOf(c.ID, c.Side), p, func() { o.plan.People[c.ID] = p })
		}
	}
	return all.Open()
}

// chooseChange opens the list of changes.
func (o *forecastPage) chooseChange(f pane.Frame) pane.Intent {
	all := pane.Choice{Head: "What if", Typed: true}
	add := func(c *change) {
		all.Add(c.words, "", func(pane.Frame) pane.Intent {
			o.interrupt()
			o.whatIf, o.then = c, nil
			return nil
		})
	}
	if o.whatIf != nil {
		all.Add("nothing were otherwise", "", func(pane.Frame) pane.Intent {
			o.whatIf, o.then = nil, nil
			return nil
		})
	}
	for _, c := range changes(f.Table) {
		add(c)
	}
	return all.Open()
}

// changes lists the possible changes: one opponent fewer or more, a rested character, an
// effect off, another weapon.
func changes(t model.Table) (out []*change) {
	s, ok := t.Rulebook(t.System)
	if !ok {
		return nil
	}
	for _, c := range t.Characters() {
		if c.Plays(s.ID) {
			out = append(out, &change{words: c.Name + " were not there", commands: []model.Command{model.Leave{Who: c.ID}}})
		}
	}
	for _, c := range t.Characters() {
		if !c.Plays(s.ID) || c.Public != nil {
			continue
		}
		another := *c
		another.ID, another.Owner = "", ""
		out = append(out, &change{words: "there were another " + c.Name, commands: []model.Command{model.Join{Character: another}}})
		if set := rested(s, c); len(set) > 0 {
			out = append(out, &change{words: c.Name + " had lost nothing", commands: []model.Command{model.Write{Who: c.ID, System: s.ID, Set: set}}})
		}
		for _, w := range simulate.Weapons(t, c) {
			out = append(out, &change{words: c.Name + " fought with " + cmp.Or(w.Row, t.ActionName(s.ID, w.Action)), with: map[string]simulate.Weapon{c.ID: w}})
		}
	}
	for _, e := range t.ActiveEffects() {
		if e.Effect != "" {
			out = append(out, &change{words: t.NameOf(e.Who) + " were not " + e.Words, commands: []model.Command{model.EndEffect{Effect: e.Effect}}})
		}
	}
	return out
}

// rested returns the changes that fill the pools of a character.
func rested(s *engine.System, c *model.Character) (set []model.Change) {
	for _, p := range s.Pools {
		for _, l := range p.Losses {
			if v, written := c.Pages[s.ID].Get(l.ID); written && v.Int() != 0 {
				set = append(set, model.Change{Field: l.ID})
			}
		}
	}
	return set
}

// Draw implements pane.Overlay.
func (o *forecastPage) Draw(f pane.Frame) []string {
	lines := o.lines(f)
	o.top = max(0, min(o.top, len(lines)-f.H))
	return f.Look.Scrolled(lines, o.top+f.H/2, f.W, min(len(lines), f.H))
}

func (o *forecastPage) lines(f pane.Frame) []string {
	switch {
	case o.now == nil:
		return f.Paragraphs(kit.Dim, "The sides are fighting on by themselves …")
	case o.now.whyNot != "":
		return f.Paragraphs(kit.Text, o.now.whyNot)
	}
	x := o.now.forecast
	out := chanceRows(f, x, o.plan)
	if o.whatIf != nil {
		out = append(out, f.Look.Blank(f.W))
		out = append(out, f.Paragraphs(kit.Accent, "If "+kit.Clean(o.whatIf.words))...)
		switch {
		case o.then == nil:
			out = append(out, f.Paragraphs(kit.Dim, "The sides are fighting on by themselves …")...)
		case o.then.whyNot != "":
			out = append(out, f.Paragraphs(kit.Text, o.then.whyNot)...)
		default:
			out = append(out, chanceRows(f, o.then.forecast, o.plan)...)
		}
	}
	out = append(out, f.Look.Blank(f.W))
	out = append(out, roundRows(f, x)...)
	out = append(out, f.Look.Blank(f.W))
	out = append(out, peopleRows(f, x)...)
	if turning := x.TurningPoints(); len(turning) > 0 {
		out = append(out, f.Look.Blank(f.W), f.Look.Row(f.W).Space(1).Put(kit.Accent, "What turns it").Put(kit.Dim, "  if the first try succeeds, and if not").String())
		for _, p := range turning[:min(len(turning), mostTurning)] {
			out = append(out, f.Look.Row(f.W).Space(1).Fit(kit.Text, turningWords(f.Table, p), max(f.W-18, 8)).Right(kit.Good, share(p.Won, p.Succeeded), 8).Right(kit.Bad, share(p.WonNevertheless, p.Failed), 8).String())
		}
	}
	return out
}

// mostTurning is the number of turning points shown.
const mostTurning = 8

// chanceRows draws the chance of each side to win.
func chanceRows(f pane.Frame, x *simulate.Forecast, p simulate.Plan) (out []string) {
	for _, s := range x.Sides {
		chance, low, high := x.Chance(s)
		bounds := fmt.Sprintf("  %d to %d %%  ", int(100*low+0.5), int(100*high+0.5))
		if x.Exact {
			bounds = fmt.Sprintf("  exactly %.4f %%  ", 100*chance)
		}
		r := f.Look.Row(f.W).Space(1).Fit(kit.Accent, kit.Clean(string(s.Side)), 12).Right(kit.ChanceInk(chance), percent(chance), 6).
			Put(kit.Dim, bounds)
		if bar := min(r.Left()-1, 30); bar > 4 {
			r.OddsBar(chance, bar)
		}
		out = append(out, r.String())
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Faint, "  fights: "+cmp.Or(p.Sides[s.Side], simulate.AsSoFar).Words()).String())
		for _, c := range x.People {
			if policy, own := p.People[c.ID]; own && c.Side == s.Side {
				out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Faint, "  "+kit.Clean(c.Name)+": "+policy.Words()).String())
			}
		}
	}
	if x.Undecided > 0 {
		out = append(out, f.Look.Row(f.W).Space(1).Fit(kit.Dim, "not decided", 12).Right(kit.Dim, share(x.Undecided, x.Fights), 6).String())
	}
	return out
}

// roundRows draws a histogram of the number of rounds.
func roundRows(f pane.Frame, x *simulate.Forecast) []string {
	out := []string{f.Look.Row(f.W).Space(1).Put(kit.Accent, "Rounds").
		Put(kit.Dim, fmt.Sprintf("  half of the fights take %d or fewer, nine of ten %d", simulate.Quantile(x.Rounds, 0.5), simulate.Quantile(x.Rounds, 0.9))).String()}
	most := 0
	for _, n := range x.Rounds {
		most = max(most, n)
	}
	rounds := slices.Sorted(maps.Keys(x.Rounds))
	for _, n := range rounds[:min(len(rounds), mostRoundRows)] {
		r := f.Look.Row(f.W).Space(1).Number(kit.Text, n, 4).Right(kit.Dim, share(x.Rounds[n], x.Fights), 6).Space(2)
		out = append(out, r.OddsBar(float64(x.Rounds[n])/float64(most), min(max(r.Left()-1, 1), 30)).String())
	}
	if len(rounds) > mostRoundRows {
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, "   and up to "+strconv.Itoa(rounds[len(rounds)-1])).String())
	}
	return out
}

const mostRoundRows = 8

// peopleRows draws the state of each character after the fights.
func peopleRows(f pane.Frame, x *simulate.Forecast) []string {
	const name, number, pool = 14, 8, 14
	head := f.Look.Row(f.W).Space(1).Fit(kit.Accent, "Who", name).Right(kit.Dim, "down", number)
	killed := slices.ContainsFunc(x.People, func(p simulate.PersonForecast) bool { return p.Killed > 0 })
	if killed {
		head.Right(kit.Dim, "killed", number)
	}
	var out []string
	for i, p := range x.People {
		r := f.Look.Row(f.W).Space(1).Fit(kit.Text, kit.Clean(p.Name), name).Right(kit.Bad, share(p.Down, x.Fights), number)
		if killed {
			r.Right(kit.Bad, share(p.Killed, x.Fights), number)
		}
		for _, l := range p.Pools {
			if !l.Shown || r.Left() < pool {
				continue
			}
			if i == 0 {
				head.Right(kit.Dim, l.Label+" left", pool)
			}
			r.Right(kit.Text, fmt.Sprintf("%d (%d)", simulate.Quantile(l.Left, 0.5), simulate.Quantile(l.Left, 0.1)), pool)
		}
		out = append(out, r.String())
	}
	return append([]string{head.String()}, out...)
}

// share writes n of all as a whole percentage.
func share(n, all int) string { return percent(simulate.Share(n, all)) }

// percent writes a chance as a whole percentage.
func percent(p float64) string { return strconv.Itoa(int(100*p+0.5)) + " %" }

func turningWords(t model.Table, p simulate.TurningPoint) string {
	return kit.Clean(t.NameOf(p.Who) + ", " + cmp.Or(p.Row, t.ActionName(t.System, p.Action)))
}

// ForecastLines writes a forecast as lines of text.
func ForecastLines(t model.Table, x *simulate.Forecast) (out []string) {
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, s := range x.Sides {
		chance, low, high := x.Chance(s)
		if x.Exact {
			add("%s: win exactly %.4f %%", s.Side, 100*chance)
			continue
		}
		add("%s: win %s, %d to %d %%", s.Side, percent(chance), int(100*low+0.5), int(100*high+0.5))
	}
	if x.Undecided > 0 {
		add("not decided: %s", share(x.Undecided, x.Fights))
	}
	add("%s; half of them take %s or fewer", engine.Counted(x.Fights, "fight"), engine.Counted(simulate.Quantile(x.Rounds, 0.5), "round"))
	for _, p := range x.People {
		line := p.Name + ": down " + share(p.Down, x.Fights)
		if p.Killed > 0 {
			line += ", killed " + share(p.Killed, x.Fights)
		}
		if p.Fled > 0 {
			line += ", fled " + share(p.Fled, x.Fights)
		}
		for _, l := range p.Pools {
			if l.Shown {
				line += fmt.Sprintf(", %s left %d, in the worst tenth %d", l.Label, simulate.Quantile(l.Left, 0.5), simulate.Quantile(l.Left, 0.1))
			}
		}
		add("%s", line)
	}
	for _, p := range x.TurningPoints()[:min(len(x.TurningPoints()), mostTurning)] {
		add("%s: the side wins %s if the first try succeeds, and %s if not", turningWords(t, p), share(p.Won, p.Succeeded), share(p.WonNevertheless, p.Failed))
	}
	return out
}
