package model

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// Said is one line of what a fact says. Text is as people wrote it, not
// cleaned.
type Said struct {
	Text   string
	Head   bool             // the sentence of an act, in a story
	Aside  bool             // of less weight
	Warns  bool             // somebody should look
	Result *engine.Outcome  // the line says how this ended
	Dice   []engine.Answer  // shown behind the text
	Fates  []engine.DieFate // of the dice
}

// Tell says a fact: in one line and, behind it, what there is to know more, or
// whole with everything that is kept of it.
func (t Table) Tell(f Fact, whole bool) []Said {
	r, ok := rowOf(f)
	if !ok {
		out := line("Something this version does not know: " + f.Kind())
		if u, ok := f.(Unknown); ok && whole {
			out = append(out, Said{Aside: true, Text: string(u.Body)})
		}
		return out
	}
	return r.words(telling{t, whole, Table.Tell}, f)
}

// telling is a table that tells of its facts.
type telling struct {
	t     Table
	whole bool
	tell  func(Table, Fact, bool) []Said // Tell, which the table of facts must not name
}

func line(text string) []Said { return []Said{{Text: text}} }

func because(why string) string { return behind(": ", why) }

func behind(sign, words string) string {
	if words == "" {
		return ""
	}
	return sign + words
}

func (x telling) noted(f Noted) []Said {
	head := "Note: "
	if f.Private {
		head = "Private note: "
	}
	first, rest, more := strings.Cut(f.Text, "\n")
	out := line(head + first)
	if x.whole && more {
		for l := range strings.SplitSeq(rest, "\n") {
			out = append(out, Said{Text: l})
		}
	}
	return out
}

// hex says a number that only a check reads, where everything is told.
func (x telling) hex(head, s string) []Said {
	if !x.whole || s == "" {
		return nil
	}
	return []Said{{Aside: true, Text: head + s}}
}

// event says in short what an event was. Its number stands only where nothing else
// is known of it: seats that see less count otherwise.
func (x telling) event(seq uint64) string {
	for l := range x.t.LogFrom(seq) {
		if l.Event.Seq == seq && len(l.Event.Facts) > 0 {
			return x.inShort(l.Event.Facts)
		}
		break
	}
	return "#" + strconv.FormatUint(seq, 10)
}

// inShort says an event by the fact that matters most in it.
func (x telling) inShort(facts []Fact) string {
	for _, f := range facts {
		switch f := f.(type) {
		case Undone:
			return "(undoing #" + strconv.FormatUint(f.Seq, 10) + ")"
		case Redone:
			return "(bringing back #" + strconv.FormatUint(f.Seq, 10) + ")"
		case SetRight:
			return "(setting right #" + strconv.FormatUint(f.Event, 10) + ")"
		case Finished:
			return x.headline(f)
		}
	}
	if a, ok := facts[0].(Answered); ok {
		if r, ok := x.t.Roll(a.Roll); ok {
			return x.roll(r)
		}
	}
	return x.tell(x.t, facts[0], false)[0].Text
}

func (x telling) described(c Character) []Said {
	var parts []string
	if c.Name != "" {
		parts = append(parts, "called "+c.Name)
	}
	if c.Owner != "" {
		parts = append(parts, "played by "+x.t.PlayerOf(&c))
	}
	switch {
	case c.Hidden:
		parts = append(parts, "hidden")
	case c.Shown != "":
		parts = append(parts, c.Shown)
	}
	if c.Guard {
		parts = append(parts, "its defence open")
	}
	if c.Typed {
		parts = append(parts, "throws real dice")
	}
	if len(parts) == 0 {
		return nil
	}
	return []Said{{Aside: true, Text: strings.Join(parts, ", ")}}
}

func (x telling) paged(f paged) []Said {
	switch {
	case f.Page == nil:
		return line(x.t.NameOf(f.Who) + " is no longer written in " + x.t.SystemName(f.System))
	case f.Why != "":
		return line("The sheet of " + x.t.NameOf(f.Who) + " is written anew" + because(f.Why))
	}
	return line(x.t.NameOf(f.Who) + " is written in " + x.t.SystemName(f.System))
}

func (x telling) pending(p Pending) string {
	return x.t.ActionName(p.System, p.Of) + " of " + x.t.NameOf(p.Who)
}

func (x telling) paid(f paid) []Said {
	head := x.t.NameOf(f.Who) + " pays"
	if f.Story != "" {
		head = x.t.Tale(f.Story, f.Who, nil)
	}
	return slices.Concat(line(head), x.beside(f.Story, f.Who, f.System, f.Changes), x.notes(f.Notes))
}

func (x telling) ran(f ran) []Said {
	if f.Story != "" {
		return slices.Concat(line(x.t.Tale(f.Story, f.Who, f.Against)+behind(": ", f.Why)), x.beside(f.Story, f.Who, f.System, f.Changes), x.notes(f.Notes))
	}
	changed := x.changes(f.Who, f.System, x.told(f.System, f.Changes))
	if len(changed) == 0 {
		x.whole = true // what it says is all that it did
	}
	return slices.Concat(line(x.t.NameOf(f.Who)+": "+x.t.ActionName(f.System, f.Action)+behind(", ", f.Why)), changed, x.notes(f.Notes))
}

// beside gives what changed, as far as the sentence of the rulebook does not say
// it: in short, pools only.
func (x telling) beside(story, who, system string, changes []Change) []Said {
	changes = x.told(system, changes)
	if story != "" && !x.whole {
		changes = slices.DeleteFunc(changes, func(c Change) bool { return c.Left == nil })
	}
	return x.changes(who, system, changes)
}

func (x telling) clock(c Clock) string {
	if c.Moment == c.Began && c.Turn == "" && len(c.Order)+len(c.Declared)+len(c.Waiting) == 0 {
		return "Scene " + strconv.Itoa(c.Scene+1) + " begins" + because(c.Place)
	}
	words := "It is " + x.t.When(c.Moment)
	if c.Turn != "" {
		words += ", the turn of " + x.t.NameOf(c.Turn)
	}
	if len(c.Order) > 0 && c.Turn == "" {
		words += "; in order " + x.t.NamesOf(c.Order)
	}
	for _, d := range c.Declared {
		if d.Done > 0 {
			continue // that was said when it was declared, and has begun
		}
		words += "; " + x.t.NameOf(d.Who) + " declares " + strconv.Itoa(d.Actions)
	}
	for _, w := range c.Waiting {
		words += "; " + x.t.NameOf(w.Who) + " waits" + behind(" until ", w.Words)
	}
	return words
}

// told leaves out of what a rule changed what no player would call a change.
func (x telling) told(system string, changes []Change) []Change {
	s, ok := x.t.rules[system]
	if !ok {
		return changes
	}
	return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return !s.Sheet.Notable(c.Field, c.From, c.To) })
}

// changes says what changed: on one line, or with a line each.
func (x telling) changes(who, system string, changes []Change) []Said {
	return x.changing(nil, who, system, changes)
}

// changing is changes, behind other lines.
func (x telling) changing(out []Said, who, system string, changes []Change) []Said {
	short := ""
	for _, c := range changes {
		if c.From == c.To && !c.To.IsNone() { // a new row has what it begins with
			continue
		}
		if c.System == "" {
			c.System = system
		}
		of := ""
		if c.Who != "" && c.Who != who {
			of = x.t.NameOf(c.Who) + "'s "
		} else {
			c.Who = who
		}
		words, pool := "", false
		if !x.whole {
			words, pool = x.loss(c)
		}
		if !pool {
			words = x.change(c)
		}
		switch {
		case x.whole:
			out = append(out, Said{Text: of + words})
		case short != "":
			short += ", " + of + words
		default:
			short = of + words
		}
	}
	if short != "" {
		out = append(out, Said{Text: short})
	}
	return out
}

// loss says in short what a pool loses or gets back: "EP -4"; false where the
// change is none of a pool.
func (x telling) loss(c Change) (string, bool) {
	s, ok := x.t.rules[c.System]
	if !ok || c.From.Kind() != engine.Int || c.To.Kind() != engine.Int {
		return "", false
	}
	p, ok := s.Pool(c.Field)
	if !ok {
		return "", false
	}
	label := p.Label
	if who, here := x.t.Character(c.Who); here {
		label = p.LabelOn(s.Sheet.Read(who.Pages[s.ID]))
	}
	if c.Left != nil {
		return label + " " + strconv.Itoa(c.Left[0]) + "→" + strconv.Itoa(c.Left[1]), true
	}
	n, sign := c.To.Int()-c.From.Int(), "+"
	if n > 0 {
		sign = "-"
	}
	return label + " " + sign + strconv.Itoa(max(n, -n)), true
}

// change says one change: "EP lost 3 to 8".
func (x telling) change(c Change) string {
	if c.Field == "" {
		return x.t.SystemName(c.System) + " page"
	}
	words := x.t.FieldName(c.Who, c.System, c.Field)
	list, rest, listed := strings.Cut(c.Field, "/")
	_, column, inRow := strings.Cut(rest, "/")
	switch {
	case listed && !inRow && c.To.IsNone():
		return cmp.Or(c.From.Text(), "a row") + " taken off " + x.t.FieldName(c.Who, c.System, list)
	case column == "name" && c.From.Text() == "":
		return cmp.Or(c.To.Text(), "a row") + " added to " + x.t.FieldName(c.Who, c.System, list)
	case listed && c.To.IsNone():
		return words + " taken off"
	case c.To.IsNone():
		return words + " " + valueWords(c.From) + " cleared"
	case c.From.IsNone():
		return words + " " + valueWords(c.To)
	}
	return words + " " + valueWords(c.From) + "→" + valueWords(c.To)
}

func valueWords(v engine.Value) string {
	if v.IsNone() {
		return "none"
	}
	if v.Kind() == engine.Text && v.Text() == "" {
		return "nothing"
	}
	return v.String()
}

// notes are told where everything is.
func (x telling) notes(n []string) []Said {
	if !x.whole {
		return nil
	}
	out := make([]Said, 0, len(n))
	for _, s := range n {
		out = append(out, Said{Aside: true, Text: s})
	}
	return out
}

// roll says who does what to whom.
func (x telling) roll(r Roll) string {
	head := cmp.Or(x.t.ActionName(r.System, r.Action), "A roll")
	if r.Who != "" {
		head = x.t.NameOf(r.Who) + ": " + head
	}
	if len(r.Against) > 0 {
		head += " against " + x.t.NamesOf(r.Against)
	}
	return head
}

// broken says a roll of which only the action is kept; older logs don't keep
// the rulebook.
func (x telling) broken(roll, who, system, action string) string {
	if r, ok := x.t.Roll(roll); ok && system == "" {
		system = r.System
	}
	if c, ok := x.t.Character(who); ok && system == "" {
		for _, id := range append([]string{x.t.System}, c.Systems()...) {
			if _, known := x.t.ActionOf(id, action); known && has(c, id) {
				system = id
				break
			}
		}
	}
	return x.t.NameOf(who) + ": " + x.t.ActionName(system, action)
}

func (x telling) answered(f Answered) []Said {
	who := x.t.NameOf(f.whose())
	switch {
	case f.Who == "" && f.Answer.Faces == nil:
		return line(decisionWords(f.Answer))
	case f.Who == "":
		who = "Thrown"
	case f.Answer.Faces == nil:
		return line(who + ": " + decisionWords(f.Answer))
	case f.Thrown:
		who += " throws"
	default:
		who += " types"
	}
	if f.For != "" {
		who += ", answered for " + x.t.called(f.For) + " by the gamemaster"
	}
	return []Said{{Text: who, Dice: []engine.Answer{f.Answer}}}
}

// whose gives the one whose dice or points an answer is: a question that is asked for
// an opponent begins with that one's seat. What comes of a Critical Failure is nobody's
// of them.
func (f Answered) whose() string {
	if f.Answer.Faces == nil && f.Answer.Amount == nil {
		return f.Who
	}
	for n, id := range slices.Backward(f.Against) {
		if strings.HasPrefix(f.Answer.ID, string(engine.Opponent(n+1))+".") {
			return id
		}
	}
	return f.Who
}

// decided says the answer of a decision in the words of its question, "" for
// dice: "Share 16 Quality: Speed 10, EP 6".
func decided(q engine.Question, a engine.Answer) string {
	var said string
	switch q.Wants {
	case engine.Picking:
		for _, o := range q.Options {
			if o.ID == a.Pick {
				said = o.Label
			}
		}
	case engine.Numbering:
		said = strconv.Itoa(*a.Amount)
	case engine.Sharing:
		var given []string
		for _, s := range q.Uses {
			if n := a.Give[s.ID]; n > 0 {
				given = append(given, s.Label+" "+strconv.Itoa(n))
			}
		}
		said = cmp.Or(strings.Join(given, ", "), "nothing")
	default:
		return ""
	}
	if strings.HasSuffix(q.Words, "?") {
		return q.Words + " " + said
	}
	return q.Words + ": " + said
}

// decisionWords says an answer that is no dice. Older logs keep no words of it.
func decisionWords(a engine.Answer) string {
	if a.Said != "" {
		return a.Said
	}
	words := a.ID + ":"
	switch {
	case a.Amount != nil:
		return words + " " + strconv.Itoa(*a.Amount)
	case a.Give == nil:
		return words + " " + a.Pick
	case len(a.Give) == 0:
		return words + " nothing"
	}
	for _, id := range slices.Sorted(maps.Keys(a.Give)) {
		words += " " + id + " " + strconv.Itoa(a.Give[id])
	}
	return words
}

func (x telling) finished(f Finished) []Said {
	out := line(x.headline(f))
	changes := x.told(f.Roll.System, f.Changes)
	if !x.whole {
		return append(out, x.measured(f, changes)...)
	}
	out = append(out, x.result(f)...)
	if slices.ContainsFunc(f.Roll.Tape, func(a engine.Answer) bool { return a.Faces != nil }) {
		out = append(out, Said{Dice: f.Roll.Tape, Fates: f.Fates})
	}
	out = append(out, x.changes(f.Roll.Who, f.Roll.System, changes)...)
	return append(out, x.rest(f)...)
}

// headline is the sentence of the rulebook, with names, or who did what.
func (x telling) headline(f Finished) string {
	switch {
	case f.Story == "":
		return x.roll(f.Roll)
	case f.Roll.Who != "" && !strings.Contains(f.Story, "{"): // plain dice: whose they are
		return x.t.NameOf(f.Roll.Who) + ": " + f.Story
	}
	return x.t.Tale(f.Story, f.Roll.Who, f.Roll.Against)
}

// Tale puts names into a sentence of a rulebook: those of who did it and of
// those at the other side, in their order.
func (t Table) Tale(story, who string, against []string) string {
	actor := "Somebody"
	if who != "" {
		actor = t.NameOf(who)
	}
	names := []string{"{" + string(engine.Actor) + "}", actor}
	for n, id := range against {
		names = append(names, "{"+string(engine.Opponent(n+1))+"}", t.NameOf(id))
	}
	names = append(names, "{"+string(engine.Other)+"}", "somebody")
	return strings.NewReplacer(names...).Replace(story)
}

// measured is one line of how it came out: what pools have left, what the dice
// were measured against, what is to come.
func (x telling) measured(f Finished, changes []Change) []Said {
	var parts []string
	if a, known := x.t.ActionOf(f.Roll.System, f.Roll.Action); f.Story != "" && (f.Outcome.Grade != "" || !f.Outcome.NoTarget || known && a.OpenResult()) { // what else there is stands in it, unless it is cut
		changes = slices.DeleteFunc(changes, func(c Change) bool { return c.Left == nil })
	}
	for _, s := range x.changes(f.Roll.Who, f.Roll.System, changes) {
		parts = append(parts, s.Text)
	}
	var how *engine.Outcome
	for _, s := range x.result(f) {
		words := s.Text
		if how = s.Result; f.Story != "" {
			if _, numbers, graded := strings.Cut(words, ": "); graded {
				words = numbers
			}
			if total := strconv.Itoa(f.Outcome.Result()); saysSo(f.Story, total) { // what else it was is told
				words = strings.TrimPrefix(words, total+", ")
			}
			how = nil
		}
		if !saysSo(f.Story, words) {
			parts = slices.Insert(parts, 0, words)
		}
	}
	if later := x.t.LaterWords(f.Later); later != "" {
		parts = append(parts, later)
	}
	if parts == nil {
		return nil
	}
	return []Said{{Text: strings.Join(parts, "   "), Aside: true, Result: how}}
}

// saysSo reports whether a story ends with what a roll came to: a number alone, or
// what else it was, "Max Heroic".
func saysSo(story, total string) bool {
	_, end, _ := strings.Cut(story, "  ")
	return strings.HasSuffix(strings.ToLower(end), ", "+total) || slices.Contains(strings.FieldsFunc(end, func(r rune) bool { return strings.ContainsRune(" ,", r) }), total)
}

// rest is all that a finished roll keeps and the short form leaves out.
func (x telling) rest(f Finished) []Said {
	var out []Said
	aside := func(words ...string) {
		for _, s := range words {
			out = append(out, Said{Aside: true, Text: s})
		}
	}
	for _, p := range f.Later {
		out = append(out, Said{Text: x.t.LaterWords([]Pending{p})})
	}
	var parts []string
	for _, v := range f.Outcome.Values {
		parts = append(parts, v.Words())
	}
	if len(parts) > 0 {
		aside(strings.Join(parts, ", "))
	}
	for _, a := range f.Roll.Tape {
		if a.Faces == nil {
			aside(decisionWords(a))
		}
	}
	a, known := x.t.ActionOf(f.Roll.System, f.Roll.Action)
	if known && len(f.Roll.Params.Paths()) > 0 {
		aside("with " + formWords(a, f.Roll.Params))
	}
	aside(f.Notes...)
	if known && a.Chapter != "" {
		aside(x.t.SystemName(f.Roll.System) + ", " + a.Chapter)
	}
	return out
}

// formWords says the parameters that were set.
func formWords(a *engine.Action, form engine.Page) string {
	var parts []string
	for _, path := range form.Paths() {
		v, _ := form.Get(path)
		name, words := path, valueWords(v)
		if sp, ok := a.Param(path); ok {
			if name = sp.Label; sp.Options != nil {
				words = sp.Words(v)
			}
		}
		parts = append(parts, name+" "+words)
	}
	return strings.Join(parts, ", ")
}

// result says how a roll ended. A thing that the clock does without dice has no
// result to tell.
func (x telling) result(f Finished) []Said {
	o := f.Outcome
	if o.NoTarget && (o.Grade == "" || len(f.Roll.Tape) == 0) {
		return nil
	}
	words := o.Words()
	if a, known := x.t.ActionOf(f.Roll.System, f.Roll.Action); known {
		if !a.HasNumbers(o, slices.ContainsFunc(f.Roll.Tape, func(a engine.Answer) bool { return a.Faces != nil })) {
			return nil
		}
		words = a.OutcomeWords(o)
	}
	return []Said{{Text: words, Result: &o}}
}
