package act

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// resultView is the result of a roll: the dice, what they were measured against, and its effect
// on the characters.
type resultView struct {
	action  *engine.Action
	margin  string // the rulebook's word for the margin
	throws  []engine.Thrown
	outcome *engine.Outcome // nil before the dice have fallen
	attack  string          // for an attack whose roll is not one by its action alone: HIT or MISS, "" while that is open
	lands   *engine.Outcome // the result of the blow that is under way; nil where the seat does not know it
	way     string          // how the blows under way stand, as [view.Standing] says it; "" for none
	tale    string          // the sentence in the log; "" before the roll has ended
	lines   []string        // what will happen later
	falls   []poolChange
}

// poolChange is a change of a pool.
type poolChange struct {
	who   string
	meter engine.Meter // after the change
	from  int
	when  string // "" for at once
	down  string // the state of a character whom the change puts out of action
}

// fallsOf lists the changes of pools, one per pool.
func fallsOf(t model.Table, changes []model.Change, when string) []poolChange {
	var out []poolChange
	for _, c := range changes {
		s, known := t.Rulebook(c.System)
		who, here := t.Character(c.Who)
		if c.PoolLeft == nil || !known || !here {
			continue
		}
		p, ok := s.Pool(c.Field)
		if !ok {
			continue
		}
		m := p.Meter(s.Sheet.Read(who.Pages[c.System]))
		m.Now = c.PoolLeft[1]
		i := slices.IndexFunc(out, func(x poolChange) bool { return x.who == who.Name && x.meter.ID == m.ID })
		if i >= 0 { // a second loss from the same pool
			out[i].meter.Now += c.PoolLeft[1] - c.PoolLeft[0]
			continue
		}
		x := poolChange{who: who.Name, meter: m, from: c.PoolLeft[0], when: when}
		if m.Kind == "life" {
			x.down = downBy(t, s, who, changes)
		}
		out = append(out, x)
	}
	return slices.DeleteFunc(out, func(x poolChange) bool { return x.from == x.meter.Now })
}

// downBy is the rulebook's word for the state in which changes leave a character who goes
// out of action; "" otherwise.
func downBy(t model.Table, s *engine.System, who *model.Character, changes []model.Change) string {
	then := *who
	then.Pages = maps.Clone(who.Pages)
	for _, c := range changes {
		if c.Who == who.ID && c.System == s.ID {
			then.Pages[s.ID] = then.Pages[s.ID].With(c.Field, c.To)
		}
	}
	for _, m := range s.Marked(t.View(&then, s.ID)) {
		if m.Grave {
			return m.Word
		}
	}
	return ""
}

// landing is the result of the roll with the current answer. It is kept until the answer or
// the table changes, since a frame needs it several times.
func (a *rollPage) landing(f pane.Frame) resultView {
	if a.came == nil || !f.Table.SameRevision(a.cameAt) {
		came := a.landingAt(f)
		a.came, a.cameAt = &came, f.Table
	}
	return *a.came
}

func (a *rollPage) landingAt(f pane.Frame) resultView {
	l := resultView{action: a.in.Action, margin: a.in.System.Margin, throws: throwsOf(f, a.roll, a.step.Fates), outcome: a.verdict}
	step := a.ahead
	if !step.Done() || a.verdict == nil && len(l.throws) == 0 {
		return l
	}
	l.tale = view.FillNames(f.Table, step.Story, a.roll.Who, a.roll.Against)
	l.attack = attackWord(a.in.System, a.in.Action, a.in.Params, a.in.Sheets[engine.Actor], step.Outcome, slices.ContainsFunc(step.Next, func(n engine.Next) bool { return n.Meets }))
	changes, later := decide.PreviewEffects(f.Table, a.roll, step)
	l.falls = fallsOf(f.Table, changes, "")
	l.will(f.Table, later)
	return l
}

// attackWord says whether an attack hits, where the row of the sheet with which it is made and
// not the action alone makes it one. "" while it is open: somebody resists it first.
func attackWord(s *engine.System, a *engine.Action, params, sheet engine.Page, o engine.Outcome, resisted bool) string {
	yes, byRow := s.IsAttack(a, params, sheet)
	switch {
	case !yes || !byRow || o.Grade == engine.Undecided || o.Grade == "":
		return ""
	case !o.Success:
		return "MISS"
	case resisted:
		return ""
	}
	return "HIT"
}

// throwsOf lists the dice of a roll as this seat sees them: to a player who is the target,
// the dice of the other side are their own.
func throwsOf(f pane.Frame, r model.Roll, fates []engine.DieFate) []engine.Thrown {
	out := engine.ThrownOf(r.Tape, fates)
	if f.Seat.Role != model.Player || len(r.Against) != 1 {
		return out
	}
	if c, ok := f.Table.Character(r.Against[0]); !ok || !f.Seat.Owns(c) {
		return out
	}
	for i := range out {
		if theirs, ok := strings.CutPrefix(out[i].Label, "their "); ok {
			out[i].Label = "your " + theirs
		}
	}
	return out
}

// will adds what happens later: when, and the expected loss.
func (l *resultView) will(t model.Table, later []model.Pending) {
	for _, p := range later {
		words := view.LaterWords(t, []model.Pending{p})
		end, changes, ok := decide.PreviewPending(t, p)
		if now := view.StandingOfBlows(t, []model.Pending{p}); now.Blows > 0 && l.way == "" && l.outcome != nil {
			if l.way = view.StandingOfBlows(t, later).Words(); now.Known {
				l.lands = &end
			}
		}
		if falls := fallsOf(t, changes, "as things stand now, at "+scene.ShortMoment(t, decide.DueTime(t, p))); ok && len(falls) > 0 {
			l.falls = append(l.falls, falls...)
		} else if words != "" {
			l.lines = append(l.lines, words)
		}
	}
}

// landed is the result of a finished roll.
func landed(f pane.Frame, x model.Finished) resultView {
	t := f.Table
	l := resultView{throws: throwsOf(f, x.Roll, x.Fates), falls: fallsOf(t, x.Changes, "")}
	if s, ok := t.Rulebook(x.Roll.System); ok {
		l.action, _ = s.Action(x.Roll.Action)
		l.margin = s.Margin
		if c, here := t.Character(x.Roll.Who); here && l.action != nil {
			l.attack = attackWord(s, l.action, x.Roll.Params, c.Pages[s.ID], x.Outcome, slices.ContainsFunc(x.Follow, func(u model.FollowUp) bool { return u.Meets }))
		}
	}
	if x.Outcome.Grade != "" || !x.Outcome.NoTarget {
		l.outcome = &x.Outcome
	}
	l.tale = view.FillNames(t, x.Story, x.Roll.Who, x.Roll.Against)
	if x.Outcome.Grade == "" && len(l.falls) == 0 && len(x.Changes) > 0 { // the seat does not know the sentence that names the changes
		did := x
		did.Later = nil // it is listed below
		for _, s := range view.Tell(t, did, false)[1:] {
			if s.Result == nil && s.Dice == nil && s.Text != "" {
				l.lines = append(l.lines, s.Text)
			}
		}
	}
	if marks := view.RollMarks(t, x.Roll); marks != "" {
		l.lines = append(l.lines, marks)
	}
	l.will(t, x.Later)
	follow := slices.DeleteFunc(slices.Clone(x.Follow), func(u model.FollowUp) bool { return u.Withdrawn })
	for _, of := range view.Choices(follow) {
		l.lines = append(l.lines, view.NeedWords(t, of))
	}
	return l
}

// strikes reports whether the roll is a blow that hits or misses, or takes health.
func (l resultView) strikes() bool {
	return l.action != nil && l.action.Attack() && l.outcome != nil && !l.outcome.NoTarget ||
		slices.ContainsFunc(l.falls, func(x poolChange) bool { return x.when == "" && x.meter.Kind == "life" })
}

// large is the minimum height in lines at which dice are drawn large.
const large = 12

// band draws the dice and the verdict across the whole width: large where there is room,
// else in one or two lines.
func (l resultView) band(f pane.Frame, w int) []string {
	v := l.verdict()
	if f.H >= large && !f.Quiet && (len(l.throws) > 0 || v.Word != "") {
		if out := f.Look.Verdict(v, l.throws, w); out != nil {
			return out
		}
	}
	k := f.Look
	if v.Ink == kit.Good {
		k = k.On(kit.OnHit)
	} else if v.Ink == kit.Bad {
		k = k.On(kit.OnMiss)
	}
	var out []string
	r := k.Row(w).Space(2)
	for i, n := range v.Notes {
		if rest, is := strings.CutPrefix(n.Text, v.Word); i == 0 && is && v.Word != "" {
			r.Put(kit.Filled(v.Ink), " "+v.Word+" ").Space(2)
			if n.Text = strings.TrimSpace(rest); n.Text == "" {
				continue
			}
		}
		if kit.Width(n.Text)+2 > r.Left() {
			out = append(out, r.String())
			r = k.Row(w).Space(2)
		}
		r.Put(n.Ink, n.Text).Space(2)
	}
	if n := kit.DiceWidth(l.throws); n+1 < r.Left() && len(l.throws) > 0 {
		if one := k.DiceRows(l.throws, 0, n); len(one) == 1 {
			r.Drawn(one[0], n)
			return append(out, r.String())
		}
	}
	if r.Used() > 2 {
		out = append(out, r.String())
	}
	return append(out, k.DiceRows(l.throws, 2, w)...)
}

// draw draws the result in w cells: the dice, the sentence, and the effect.
func (l resultView) draw(f pane.Frame, w int) []string {
	out := l.band(f, w)
	if l.tale != "" {
		if len(out) > 0 {
			out = append(out, f.Look.Blank(w))
		}
		for _, s := range kit.Wrap(l.tale, w-4) {
			out = append(out, f.Told(f.Look.Row(w).Space(2), kit.Title, s).String())
		}
	}
	return append(out, l.comes(f, w)...)
}

// comes draws the changed pools as meters that end at the new value, and what happens later.
func (l resultView) comes(f pane.Frame, w int) []string {
	var out []string
	if len(l.falls)+len(l.lines) > 0 {
		out = append(out, f.Look.Blank(w))
	}
	who, when := "", ""
	for _, x := range l.falls {
		if x.who != who || x.when != when {
			r := f.Told(f.Look.Row(w).Space(2), kit.Text, x.who)
			if x.when != "" && kit.Width(x.when)+3 < r.Left() {
				r.Space(2).Put(kit.Dim, x.when)
			} else if x.when != "" && x.when != when {
				for _, one := range kit.Wrap(x.when, w-4) {
					out = append(out, f.Look.Row(w).Space(2).Put(kit.Dim, one).String())
				}
			}
			out = append(out, r.String())
			who, when = x.who, x.when
		}
		word := cmp.Or(x.down, x.meter.HurtWord())
		n := min(w-4, widestFall)
		g := kit.Gauge{Ink: kit.MeterInk(x.meter), Now: min(x.meter.Now, x.from), Full: x.meter.Full, Lost: max(x.from, x.meter.Now) - min(x.meter.Now, x.from)}
		g.Text = fmt.Sprintf(" %s %d %s %d", kit.Clean(x.meter.Label), x.from, f.Look.Arrow, x.meter.Now)
		r := f.Look.Row(w).Space(2)
		if kit.Width(g.Text)+kit.Width(word)+4 <= n && word != "" {
			g.Text += "   " + word
			word = ""
		}
		r.Gauge(g, n)
		if word != "" {
			r.Space(1).Put(kit.MeterInk(x.meter), word)
		}
		out = append(out, r.String())
	}
	for _, s := range l.lines {
		for _, one := range kit.Wrap(s, w-4) {
			out = append(out, f.Look.Row(w).Space(2).Put(kit.Dim, one).String())
		}
	}
	return out
}

// comesInShort draws the same in words, in one or two lines.
func (l resultView) comesInShort(f pane.Frame, w int) []string {
	var out []string
	r, when := f.Look.Row(w).Space(1), ""
	for _, x := range l.falls {
		words := fmt.Sprintf(" %s %d%s%d", kit.Clean(x.meter.Label), x.from, f.Look.Arrow, x.meter.Now)
		if word := cmp.Or(x.down, x.meter.HurtWord()); word != "" {
			words += " " + word
		}
		if r.Used() > 1 {
			if r.Left() < 3+kit.Width(kit.Clean(x.who)+words)+1 {
				out = append(out, r.String())
				r = f.Look.Row(w)
			} else {
				r.Space(2)
			}
			r.Space(1)
		}
		f.Told(r, kit.Text, x.who).Put(kit.MeterInk(x.meter), words)
		when = cmp.Or(x.when, when)
	}
	if when != "" && kit.Width(when)+3 < r.Left() {
		r.Space(2).Put(kit.Dim, when)
	}
	if r.Used() <= 1 {
		return out
	}
	return append(out, r.String())
}

// airy reports whether lines are dice drawn large, which need an empty line above and below.
func (l resultView) airy(lines []string) bool { return len(lines) > 4 }

// headline is the title of the card: the sentence of the roll. For a blow on its way it says
// what the blow would take; beside it stand the weapon and the time.
func (l resultView) headline() (words, beside string) {
	for _, x := range l.falls {
		if x.when != "" && x.meter.Kind == "life" && x.from > x.meter.Now {
			words, beside, _ = strings.Cut(l.tale, "  ")
			return fmt.Sprintf("%s for %d", words, x.from-x.meter.Now), strings.TrimPrefix(beside+", "+x.when, ", ")
		}
	}
	return view.Sentence(l.tale), ""
}

// widestFall is the maximum width of a falling meter in cells.
const widestFall = 40

// verdict says what the dice were measured against, and whether that is enough.
func (l resultView) verdict() (v kit.Verdict) {
	of := scene.Result{Action: l.action, Margin: l.margin, Dice: len(l.throws) > 0, Outcome: l.outcome, Attack: l.attack, Lands: l.lands, Way: l.way}.Verdict()
	if v.Word = of.Word; v.Word != "" {
		v.Ink = map[string]kit.Token{engine.Success: kit.Good, engine.Undecided: kit.Warn, engine.Failure: kit.Bad}[of.Grade]
	}
	for _, n := range of.Notes {
		v.Notes = append(v.Notes, kit.Tag{Ink: map[scene.NoteKind]kit.Token{scene.NoteVerdict: kit.Title, scene.NoteNumbers: kit.Text, scene.NoteFlags: kit.Warn}[n.Kind], Text: n.Text})
	}
	return v
}
