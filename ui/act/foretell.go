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
	"example.org/fray/model/scene"
	"example.org/fray/model/simulate"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/replay"
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

	surprised engine.Side
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
	if n := a.forecast.Fights; n < replay.ForecastFights {
		a.fights.Play(ctx, next.forecast, n, min(n+replay.ForecastBatch, replay.ForecastFights))
		return next
	}
	next.forecast.Count(a.fights.Exact(ctx, next.forecast.Steps))
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
	t, err := simulate.Known(t)
	if err != nil {
		return &answer{whyNot: err.Error()}
	}
	for _, command := range c.commands {
		facts, err := decide.Decide(t, by, command, nil)
		if err != nil {
			return &answer{whyNot: err.Error()}
		}
		t = t.Apply(model.Event{Seq: t.Seq() + 1, By: by, Facts: facts})
	}
	p.With, p.Surprised = c.with, c.surprised
	return newAnswer(t, p)
}

// About implements pane.Overlay.
func (o *forecastPage) About(pane.Frame) pane.About {
	aside := "counting"
	if o.now != nil && o.now.forecast != nil {
		aside = engine.Counted(o.now.forecast.Fights, "fight")
		switch {
		case o.running && o.now.forecast.Fights < replay.ForecastFights:
			aside = scene.PlayedOf(o.now.forecast, replay.ForecastFights)
		case o.running && !o.now.counted:
			aside += ", counting all that can happen"
		}
	}
	return pane.About{Title: scene.ForecastHead, Aside: aside}
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
	return pane.Push{Overlay: writeShown(scene.ForecastHead+"\n"+scene.ForecastForAll(o.table, o.now.forecast), "They will see what you leave here, and nothing else.", nil)}
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

// changes lists the possible changes: a side that is surprised, one character fewer or more,
// full pools, an effect off, another weapon.
func changes(t model.Table) (out []*change) {
	s, ok := t.Rulebook(t.System)
	if !ok {
		return nil
	}
	var sides []engine.Side
	for c := range t.Here() {
		if c.Plays(s.ID) && !slices.Contains(sides, c.Side) {
			sides = append(sides, c.Side)
			out = append(out, &change{words: fmt.Sprintf("%s were surprised: %s", c.Side, simulate.SurpriseWords(s)), surprised: c.Side})
		}
	}
	for c := range t.Here() {
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
		full := func(words string, set []model.Change) {
			out = append(out, &change{words: c.Name + words, commands: []model.Command{model.Write{Who: c.ID, System: s.ID, Set: set}}})
		}
		var all []model.Change
		var lacking []engine.Pool
		for _, p := range s.Pools {
			if set := rested(s, c, p); len(set) > 0 {
				all, lacking = append(all, set...), append(lacking, p)
			}
		}
		if len(all) > 0 {
			full(" had lost nothing", all)
		}
		for _, p := range lacking {
			if len(lacking) > 1 {
				full(" had full "+p.Label, rested(s, c, p))
			}
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

// rested returns the changes that fill a pool of a character.
func rested(s *engine.System, c *model.Character, p engine.Pool) (set []model.Change) {
	for _, l := range p.Losses {
		if v, written := c.Pages[s.ID].Get(l.ID); written && v.Int() != 0 {
			set = append(set, model.Change{Field: l.ID})
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

// lines draws the forecast or, with a change, both forecasts in columns beside one another.
func (o *forecastPage) lines(f pane.Frame) []string {
	switch {
	case o.now == nil:
		return f.Paragraphs(kit.Dim, fightingOn)
	case o.now.whyNot != "":
		return f.Paragraphs(kit.Text, o.now.whyNot)
	}
	both := forecastColumns{f: f, now: o.now.forecast}
	var out []string
	if o.whatIf != nil {
		both.apart = true
		if o.then != nil {
			both.then, both.whyNot = o.then.forecast, o.then.whyNot
		}
		out = both.heads("As it is", "If "+kit.Clean(o.whatIf.words))
	}
	all := both.both()
	for _, draw := range []func(pane.Frame, *simulate.Forecast) []string{
		func(f pane.Frame, x *simulate.Forecast) []string { return chanceRows(f, x, all, o.plan) },
		func(f pane.Frame, x *simulate.Forecast) []string { return roundRows(f, x, all) },
		func(f pane.Frame, x *simulate.Forecast) []string { return peopleRows(f, x, all) },
		func(f pane.Frame, x *simulate.Forecast) []string { return turningRows(f, x, all) },
	} {
		if rows := both.rows(draw); len(rows) > 0 {
			if len(out) > 0 {
				out = append(out, f.Look.Blank(f.W))
			}
			out = append(out, rows...)
		}
	}
	return out
}

const fightingOn = "The sides are fighting on by themselves …"

// forecastColumns draws one forecast, or two beside one another.
type forecastColumns struct {
	f      pane.Frame
	now    *simulate.Forecast
	apart  bool               // there are two columns
	then   *simulate.Forecast // of the second column; nil if it is not known yet
	whyNot string             // why there is none
}

// columnGap is the number of cells between the two columns.
const columnGap = 2

// column returns the frame of one column.
func (c forecastColumns) column() pane.Frame {
	if !c.apart {
		return c.f
	}
	return c.f.Sized((c.f.W-columnGap)/2, c.f.H, true)
}

// heads draws the headings of the two columns.
func (c forecastColumns) heads(now, then string) []string {
	at := c.column()
	right := at.Paragraphs(kit.Accent, then)
	switch {
	case c.whyNot != "":
		right = append(right, at.Paragraphs(kit.Text, c.whyNot)...)
	case c.then == nil || c.then.Fights == 0:
		right = append(right, at.Paragraphs(kit.Dim, fightingOn)...)
	case c.then.Fights < c.now.Fights || c.then.Fights < replay.ForecastFights:
		right = append(right, at.Paragraphs(kit.Dim, engine.Counted(c.then.Fights, "fight")+" so far")...)
	}
	return c.beside(at.Paragraphs(kit.Accent, now), right)
}

// rows draws the rows of both columns. Rows of the same number belong together.
func (c forecastColumns) rows(draw func(pane.Frame, *simulate.Forecast) []string) []string {
	left := draw(c.column(), c.now)
	if !c.apart {
		return left
	}
	var right []string
	if c.then != nil && c.then.Fights > 0 {
		right = draw(c.column(), c.then)
	}
	return c.beside(left, right)
}

func (c forecastColumns) beside(left, right []string) []string {
	w := c.column().W
	out := make([]string, max(len(left), len(right)))
	for i := range out {
		r := c.f.Look.Row(c.f.W)
		if i < len(left) {
			r.Drawn(left[i], w)
		}
		if r.To(w + columnGap); i < len(right) {
			r.Drawn(right[i], w)
		}
		out[i] = r.String()
	}
	return out
}

// forecastRows lists what the rows of the page stand for: what either column has.
type forecastRows struct {
	sides     []engine.Side
	undecided bool
	rounds    []int
	more      int // the largest number of rounds, if it has no row
	people    []simulate.PersonForecast
	killed    bool
	pools     []simulate.PoolForecast // the columns of a person
	turning   []simulate.TurningPoint
}

// both returns the rows of both forecasts.
func (c forecastColumns) both() (out forecastRows) {
	rounds := map[int]bool{}
	for _, x := range []*simulate.Forecast{c.now, c.then} {
		if x == nil {
			continue
		}
		out.undecided = out.undecided || x.Undecided > 0
		for _, s := range x.Sides {
			if !slices.Contains(out.sides, s.Side) {
				out.sides = append(out.sides, s.Side)
			}
		}
		for n := range x.Rounds {
			rounds[n] = true
		}
		for _, p := range x.People {
			out.killed = out.killed || p.Killed > 0
			if !slices.ContainsFunc(out.people, func(o simulate.PersonForecast) bool { return o.ID == p.ID }) {
				out.people = append(out.people, p)
			}
			for _, l := range p.Pools {
				if l.Shown && !slices.ContainsFunc(out.pools, func(o simulate.PoolForecast) bool { return o.ID == l.ID }) {
					out.pools = append(out.pools, l)
				}
			}
		}
		turning := x.TurningPoints()
		for _, p := range turning[:min(len(turning), scene.MostTurning)] {
			if !slices.ContainsFunc(out.turning, func(o simulate.TurningPoint) bool { return o.Try == p.Try }) {
				out.turning = append(out.turning, p)
			}
		}
	}
	out.rounds = slices.Sorted(maps.Keys(rounds))
	if len(out.rounds) > mostRoundRows {
		out.more, out.rounds = out.rounds[len(out.rounds)-1], out.rounds[:mostRoundRows]
	}
	return out
}

// narrowColumn is the width below which a column has no room for whole words.
const narrowColumn = 46

// chanceRows draws the chance of each side to win.
func chanceRows(f pane.Frame, x *simulate.Forecast, all forecastRows, p simulate.Plan) (out []string) {
	add := func(ink kit.Token, words string) {
		for _, l := range kit.Wrap(words, f.W-2) {
			out = append(out, f.Look.Row(f.W).Space(2).Put(ink, l).String())
		}
	}
	for _, side := range all.sides {
		r := f.Look.Row(f.W).Space(1).Fit(kit.Accent, kit.Clean(string(side)), 12)
		at := slices.IndexFunc(x.Sides, func(s simulate.SideForecast) bool { return s.Side == side })
		below := ""
		if at >= 0 {
			chance, _, _ := x.Chance(x.Sides[at])
			r.Right(kit.ChanceInk(chance), scene.WholePercent(chance), 6)
			words := scene.BoundWords(x, x.Sides[at])
			if f.W < narrowColumn {
				words, below = "", strings.TrimPrefix(words, ", ")
			}
			if r.Put(kit.Dim, words).Space(2); r.Left() > 5 {
				r.OddsBar(chance, min(r.Left()-1, 30))
			}
		} else {
			r.Put(kit.Dim, "  does not fight")
		}
		if out = append(out, r.String()); f.W < narrowColumn {
			add(kit.Dim, below)
		}
		add(kit.Faint, cmp.Or(p.Sides[side], simulate.AsSoFar).Words())
		for _, c := range all.people {
			if policy, own := p.People[c.ID]; own && c.Side == side {
				add(kit.Faint, kit.Clean(c.Name)+": "+policy.Words())
			}
		}
	}
	if all.undecided {
		out = append(out, f.Look.Row(f.W).Space(1).Fit(kit.Dim, "not decided", 12).Right(kit.Dim, scene.PercentOf(x.Undecided, x.Fights), 6).String())
	}
	return out
}

// roundRows draws a histogram of the number of rounds.
func roundRows(f pane.Frame, x *simulate.Forecast, all forecastRows) []string {
	half, most := simulate.Quantile(x.Rounds, 0.5), simulate.Quantile(x.Rounds, 0.9)
	words, below := fmt.Sprintf("  half of the fights take %d or fewer, nine of ten %d", half, most), ""
	if kit.Width(words) > f.W-len(" Rounds") {
		words, below = "", fmt.Sprintf("half in %d, nine of ten in %d", half, most)
	}
	out := []string{f.Look.Row(f.W).Space(1).Put(kit.Accent, "Rounds").Put(kit.Dim, words).String()}
	if below != "" {
		out = append(out, f.Look.Row(f.W).Space(2).Put(kit.Dim, below).String())
	}
	largest := 1
	for _, n := range x.Rounds {
		largest = max(largest, n)
	}
	for _, n := range all.rounds {
		r := f.Look.Row(f.W).Space(1).Number(kit.Text, n, 4).Right(kit.Dim, scene.PercentOf(x.Rounds[n], x.Fights), 6).Space(2)
		out = append(out, r.OddsBar(float64(x.Rounds[n])/float64(largest), min(max(r.Left()-1, 1), 30)).String())
	}
	if all.more > 0 {
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, "   and up to "+strconv.Itoa(all.more)).String())
	}
	return out
}

const mostRoundRows = 8

// peopleRows draws the state of each character after the fights: how often they are down or
// killed, and what is left of pools and points.
func peopleRows(f pane.Frame, x *simulate.Forecast, all forecastRows) []string {
	name, number, left, space := 14, 8, " left", 3
	if f.W < narrowColumn {
		name, number, left, space = 10, 6, "", 2
	}
	head := f.Look.Row(f.W).Space(1).Fit(kit.Accent, "Who", name).Right(kit.Dim, "down", number)
	if all.killed {
		head.Right(kit.Dim, "killed", max(number, 7))
	}
	wide := func(l simulate.PoolForecast) int { return max(kit.Width(l.Label+left), len("10 (10)")) + space }
	var beside, below []simulate.PoolForecast // in columns, and those for which there is no room
	for _, l := range all.pools {
		if len(below) > 0 || wide(l) > head.Left() {
			below = append(below, l)
			continue
		}
		head.Right(kit.Dim, l.Label+left, wide(l))
		beside = append(beside, l)
	}
	out := []string{head.String()}
	for _, who := range all.people {
		r := f.Look.Row(f.W).Space(1).Fit(kit.Text, kit.Clean(who.Name), name)
		p := simulate.PersonForecast{}
		if at := slices.IndexFunc(x.People, func(p simulate.PersonForecast) bool { return p.ID == who.ID }); at < 0 {
			r.Right(kit.Faint, noFigure, number)
		} else {
			p = x.People[at]
			r.Right(kit.Bad, scene.PercentOf(p.Down, x.Fights), number)
			if all.killed {
				r.Right(kit.Bad, scene.PercentOf(p.Killed, x.Fights), max(number, 7))
			}
			for _, l := range beside {
				r.Right(kit.Text, leftWords(p, l), wide(l))
			}
		}
		out = append(out, r.String())
		for _, l := range below {
			if leftWords(who, l) != noFigure { // whoever has none needs no row
				out = append(out, f.Look.Row(f.W).Space(3).Put(kit.Dim, l.Label+" ").Put(kit.Text, leftWords(p, l)).String())
			}
		}
	}
	if len(all.pools) > 0 {
		out = append(out, f.Paragraphs(kit.Faint, "left at the end in half of the fights (in the worst tenth)")...)
	}
	return out
}

// noFigure stands where a character has no such figure.
const noFigure = "-"

// leftWords says how much of a pool, or of points, is left to a character: the median, and
// the worst tenth.
func leftWords(p simulate.PersonForecast, of simulate.PoolForecast) string {
	at := slices.IndexFunc(p.Pools, func(l simulate.PoolForecast) bool { return l.ID == of.ID && l.Shown })
	if at < 0 {
		return noFigure
	}
	return fmt.Sprintf("%d (%d)", simulate.Quantile(p.Pools[at].Left, 0.5), simulate.Quantile(p.Pools[at].Left, 0.1))
}

// turningRows draws the turning points.
func turningRows(f pane.Frame, x *simulate.Forecast, all forecastRows) (out []string) {
	if len(all.turning) == 0 {
		return nil
	}
	head := f.Look.Row(f.W).Space(1).Put(kit.Accent, "What turns it")
	if words := "  if the first try succeeds, and if not"; kit.Width(words) < head.Left() {
		head.Put(kit.Dim, words)
	}
	out = append(out, head.String())
	number := 8
	if f.W < narrowColumn {
		number = 6
	}
	for _, p := range all.turning {
		r := f.Look.Row(f.W).Space(1).Fit(kit.Text, scene.TurningWords(f.Table, p), max(f.W-2-2*number, 8))
		if at := slices.IndexFunc(x.Turning, func(o simulate.TurningPoint) bool { return o.Try == p.Try }); at >= 0 {
			r.Right(kit.Good, scene.PercentOf(x.Turning[at].Won, x.Turning[at].Succeeded), number).Right(kit.Bad, scene.PercentOf(x.Turning[at].WonNevertheless, x.Turning[at].Failed), number)
		}
		out = append(out, r.String())
	}
	return out
}
