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
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// landing is what a throw came to: the dice, what they were measured against,
// and what it does to whom.
type landing struct {
	action  *engine.Action
	margin  string // what the rulebook calls the margin
	throws  []kit.Thrown
	outcome *engine.Outcome // nil while dice are to fall
	lands   *engine.Outcome // how the blow that it sends out will land, nil where that is not told
	tale    string          // the sentence of it, "" before it has ended
	lines   []string        // what is to come
	falls   []fall
}

// fall is a pool that goes from one value to another.
type fall struct {
	who   string
	meter engine.Meter // as it is then
	from  int
	when  string // "" for at once
	down  string // the state in which that leaves who is down
}

// falls are the pools that changes take from or give to. Those of one pool are
// one fall.
func fallsOf(t model.Table, changes []model.Change, when string) []fall {
	var out []fall
	for _, c := range changes {
		s, known := t.Rulebook(c.System)
		who, here := t.Character(c.Who)
		if c.Left == nil || !known || !here {
			continue
		}
		p, ok := s.Pool(c.Field)
		if !ok {
			continue
		}
		m := p.Meter(s.Sheet.Read(who.Pages[c.System]))
		m.Now = c.Left[1]
		i := slices.IndexFunc(out, func(x fall) bool { return x.who == who.Name && x.meter.ID == m.ID })
		if i >= 0 { // one more kind of loss of the same pool
			out[i].meter.Now += c.Left[1] - c.Left[0]
			continue
		}
		x := fall{who: who.Name, meter: m, from: c.Left[0], when: when}
		if m.Kind == "life" {
			x.down = downBy(t, s, who, changes)
		}
		out = append(out, x)
	}
	return slices.DeleteFunc(out, func(x fall) bool { return x.from == x.meter.Now })
}

// downBy is what a rulebook calls the state that changes leave somebody in who is down
// then; "" for who is not.
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

// landing is what the roll comes to with the answer as it stands.
func (a *asking) landing(f pane.Frame) landing {
	l := landing{action: a.in.Action, margin: a.in.System.Margin, throws: throwsOf(f, a.roll, a.step.Fates), outcome: a.verdict}
	step := a.ahead
	if !step.Done() || a.verdict == nil && len(l.throws) == 0 {
		return l
	}
	changes, later := decide.PreviewEffects(f.Table, a.roll, step)
	l.falls = fallsOf(f.Table, changes, "")
	l.will(f.Table, later)
	return l
}

// throwsOf are the dice of a roll, as whoever sits here calls them: to a player who is
// faced those of the other side are the own.
func throwsOf(f pane.Frame, r model.Roll, fates []engine.DieFate) []kit.Thrown {
	out := kit.ThrownOf(r.Tape, fates)
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

// will adds what is to come: when, and what it takes as things stand.
func (l *landing) will(t model.Table, later []model.Pending) {
	for _, p := range later {
		words := t.LaterWords([]model.Pending{p})
		end, changes, ok := decide.PreviewPending(t, p)
		if l.lands == nil && ok && l.outcome != nil && l.outcome.Grade != "" && l.action != nil && l.action.Attack() && end.Grade != "" && !end.NoTarget {
			l.lands = &end
			if end.Success != l.outcome.Success {
				l.lines = append(l.lines, map[bool]string{true: "now it would miss", false: "now it would hit"}[end.Success])
			}
		}
		if falls := fallsOf(t, changes, words+", as things stand"); ok && len(falls) > 0 {
			l.falls = append(l.falls, falls...)
		} else if words != "" {
			l.lines = append(l.lines, words)
		}
	}
}

// landed is what a finished roll came to.
func landed(f pane.Frame, x model.Finished) landing {
	t := f.Table
	l := landing{throws: throwsOf(f, x.Roll, x.Fates), falls: fallsOf(t, x.Changes, "")}
	if s, ok := t.Rulebook(x.Roll.System); ok {
		l.action, _ = s.Action(x.Roll.Action)
		l.margin = s.Margin
	}
	if x.Outcome.Grade != "" || !x.Outcome.NoTarget {
		l.outcome = &x.Outcome
	}
	l.tale = view.FillNames(t, x.Story, x.Roll.Who, x.Roll.Against)
	if x.Outcome.Grade == "" && len(l.falls) == 0 && len(x.Changes) > 0 { // the sentence that said it is not known here
		did := x
		did.Later = nil // which is told below
		for _, s := range view.Tell(t, did, false)[1:] {
			if s.Result == nil && s.Dice == nil && s.Text != "" {
				l.lines = append(l.lines, s.Text)
			}
		}
	}
	l.will(t, x.Later)
	follow := slices.DeleteFunc(slices.Clone(x.Follow), func(u model.FollowUp) bool { return u.Off })
	for _, of := range view.Choices(follow) {
		l.lines = append(l.lines, view.CalledWords(t, of)+" is needed")
	}
	return l
}

// strikes reports whether it is a blow that lands or misses, or takes life.
func (l landing) strikes() bool {
	return l.action != nil && l.action.Attack() && l.outcome != nil && !l.outcome.NoTarget ||
		slices.ContainsFunc(l.falls, func(x fall) bool { return x.when == "" && x.meter.Kind == "life" })
}

// large is the least height at which dice are drawn large.
const large = 9

// draw draws it in w cells: the dice with the verdict beside them, or below.
func (l landing) draw(f pane.Frame, w int) []string {
	var dice []string
	wide := 0
	if f.H >= large && !f.Quiet {
		dice, wide = f.Look.DiceLarge(l.throws, w-2)
	}
	verdict := l.verdict()
	if dice == nil {
		if dice = f.Look.DiceRows(l.throws, 0, w-2); len(dice) == 1 {
			wide = kit.DiceWidth(l.throws)
		}
		if small := [][]worded{slices.Concat(verdict...)}; len(dice) == 1 && w-wide-5 >= widest(small) {
			dice, verdict = []string{f.Look.Cut(dice[0], wide)}, small
		} else {
			wide = w - 2
		}
	}
	var out []string
	if w-wide-5 >= widest(verdict) {
		for i := range max(len(dice), len(verdict)) {
			r := f.Look.Row(w).Space(2)
			if i < len(dice) {
				r.Drawn(dice[i], wide)
			}
			if r.To(wide + 5); i < len(verdict) {
				inked(r, verdict[i])
			}
			out = append(out, r.String())
		}
	} else {
		for _, b := range dice {
			out = append(out, f.Look.Row(w).Space(2).Drawn(b, wide).String())
		}
		for _, v := range verdict {
			out = append(out, inked(f.Look.Row(w).Space(2), v).String())
		}
	}
	if l.tale != "" {
		out = append(out, f.Look.Blank(w))
		for _, s := range kit.Wrap(l.tale, w-4) {
			out = append(out, f.Look.Row(w).Space(2).Put(kit.Title, s).String())
		}
	}
	return append(out, l.comes(f, w)...)
}

// comes draws the pools that fall, and what is to come.
func (l landing) comes(f pane.Frame, w int) []string {
	var out []string
	who, label, figures := 0, 0, 0
	for _, x := range l.falls {
		who = max(who, kit.Width(kit.Clean(x.who)))
		label = max(label, kit.Width(kit.Clean(x.meter.Label)))
		figures = max(figures, len(fmt.Sprint(x.from, x.meter.Now))+kit.Width(f.Look.Arrow)-1)
	}
	if len(l.falls)+len(l.lines) > 0 && l.outcome != nil {
		out = append(out, f.Look.Blank(w))
	}
	when := ""
	for _, x := range l.falls {
		if x.when != when {
			when = x.when
			for _, one := range kit.Wrap(when, w-2) {
				out = append(out, f.Look.Row(w).Space(2).Put(kit.Dim, one).String())
			}
		}
		r := f.Look.Row(w).Space(2).Fit(kit.Text, x.who, who).Space(1).Fit(kit.Dim, x.meter.Label, label)
		figure := fmt.Sprint(x.from) + f.Look.Arrow + fmt.Sprint(x.meter.Now)
		r.Space(1).Put(kit.MeterInk(x.meter), figure).Space(figures - kit.Width(figure) + 2)
		word := cmp.Or(x.down, kit.HurtWord(x.meter))
		r.Meter(kit.MeterInk(x.meter), x.meter.Now, x.from-x.meter.Now, x.meter.Full, min(r.Left()-kit.Width(word)-3, widestFall))
		r.Space(2).Put(kit.MeterInk(x.meter), word)
		out = append(out, r.String())
	}
	for _, s := range l.lines {
		for _, one := range kit.Wrap(s, w-4) {
			out = append(out, f.Look.Row(w).Space(2).Put(kit.Dim, one).String())
		}
	}
	return out
}

// widestFall is as long as a falling meter need be.
const widestFall = 24

// worded is a part of a line in one ink.
type worded struct {
	ink  kit.Token
	text string
}

func inked(r *kit.Row, parts []worded) *kit.Row {
	for i, p := range parts {
		if i > 0 {
			r.Space(2)
		}
		r.Put(p.ink, p.text)
	}
	return r
}

func widest(lines [][]worded) int {
	n := 0
	for _, l := range lines {
		w := 2 * (len(l) - 1)
		for _, p := range l {
			w += kit.Width(kit.Clean(p.text))
		}
		n = max(n, w)
	}
	return n
}

// verdict is what the dice were measured against, and whether that is enough.
func (l landing) verdict() [][]worded {
	o := l.outcome
	if o == nil || o.NoTarget && o.Grade != engine.Undecided && len(l.throws) == 0 {
		return nil
	}
	numbers := fmt.Sprint(o.Result())
	switch {
	case l.action != nil:
		numbers = l.action.Numbers(*o)
	case o.ShowsTarget():
		numbers += fmt.Sprintf(" against %d", o.Target)
	}
	var out [][]worded
	if l.action == nil || l.action.HasNumbers(*o, len(l.throws) > 0) {
		out = append(out, []worded{{kit.Title, numbers}})
	}
	ends := *cmp.Or(l.lands, o) // a blow hits or misses when it lands
	word, ink := verdictWord(l.action, ends)
	if o.NoTarget && o.Success || o.Grade == "" { // not measured, or not known against what
		word = ""
	}
	var said []worded
	if word != "" {
		said = append(said, worded{ink, word})
	}
	if o.ShowsTarget() {
		by := fmt.Sprintf("by %d", max(o.Margin, -o.Margin))
		switch {
		case l.margin != "" && (o.Grade == "" || ends.Success != (o.Margin >= 0)): // one's own part, which hits or not
			said = append(said, worded{kit.Text, fmt.Sprintf("%s %d", l.margin, o.Margin)})
		case o.Margin != 0:
			said = append(said, worded{kit.Text, by})
		case o.Success:
			said = append(said, worded{kit.Text, "exactly"})
		}
	}
	if flags := o.FlagWords(); flags != "" {
		said = append(said, worded{kit.Warn, flags})
	}
	if said != nil {
		out = append(out, said)
	}
	return out
}

// verdictWord says whether a roll is good enough, in a word and not in colour
// alone.
func verdictWord(a *engine.Action, o engine.Outcome) (string, kit.Token) {
	won, lost := "success", engine.Failure
	if a != nil {
		won, lost = a.Verdict()
	}
	switch {
	case o.Success:
		return strings.ToUpper(won), kit.Good
	case o.Grade == engine.Undecided:
		return "UNDECIDED", kit.Warn
	case o.Grade == engine.Failure:
		return strings.ToUpper(lost), kit.Bad
	}
	grade := engine.GradeChance{Grade: cmp.Or(o.Grade, engine.Failure)}
	return strings.ToUpper(grade.Words()), kit.Bad
}
