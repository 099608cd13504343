package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Line is one line of text about a fact. The text is as people wrote it, not cleaned for a
// terminal.
type Line struct {
	Text     string
	Head     bool             // it is the first line of a paragraph, in LogText
	Aside    bool             // it is a detail
	Warns    bool             // somebody should look at it
	Result   *engine.Outcome  // the outcome that the line describes; nil: none
	UnderWay bool             // it is about a blow that has not landed when its roll ended
	More     string           // further words, for where there is room
	Dice     []engine.Answer  // shown behind the text
	Fates    []engine.DieFate // what became of each of the dice
}

// Tell describes a fact: in one line and a few details or, with whole, in full.
func Tell(t model.Table, f model.Fact, whole bool) []Line {
	r, ok := sentences[f.Kind()]
	if _, known := model.FactEntryOf(f); !ok || !known {
		out := line("Something this version does not know: " + f.Kind())
		if u, ok := f.(model.Unknown); ok && whole {
			out = append(out, Line{Aside: true, Text: string(u.Body)})
		}
		return out
	}
	return r.words(teller{t, whole, Tell}, f)
}

// teller puts facts of a table into lines.
type teller struct {
	t     model.Table
	whole bool
	tell  func(model.Table, model.Fact, bool) []Line // the function Tell; a field, because the table of sentences must not refer to it
}

func line(text string) []Line { return []Line{{Text: text}} }

func (x teller) noted(f model.Noted) []Line {
	head := "Note: "
	if f.Private {
		head = "Private note: "
	}
	first, rest, more := strings.Cut(f.Text, "\n")
	out := line(head + first)
	if x.whole && more {
		for l := range strings.SplitSeq(rest, "\n") {
			out = append(out, Line{Text: l})
		}
	}
	return out
}

// hex returns a line with a number that is needed only for checks, if the fact is
// described in full.
func (x teller) hex(head, s string) []Line {
	if !x.whole || s == "" {
		return nil
	}
	return []Line{{Aside: true, Text: head + s}}
}

// event describes an event in short, or returns its name if it is not known.
func (x teller) event(seq uint64) string {
	for l := range x.t.LogFrom(seq) {
		if l.Event.Seq == seq && len(l.Event.Facts) > 0 {
			return x.summary(l.Event.Facts)
		}
		break
	}
	return x.name(seq)
}

// name returns the name of an event of the table's log. If the log does not have the
// event, the gamemaster gets its number, and others a phrase that does not tell its place.
func (x teller) name(seq uint64) string {
	for l := range x.t.LogFrom(seq) {
		if l.Event.Seq == seq {
			return l.Event.Name()
		}
		break
	}
	if !IsWhole(x.t) {
		return "an earlier event"
	}
	return model.Event{Seq: seq}.Name()
}

// summary describes an event by its most important fact.
func (x teller) summary(facts []model.Fact) string {
	for _, f := range facts {
		switch f := f.(type) {
		case model.Undone:
			return "(undoing " + x.name(f.Seq) + ")"
		case model.Redone:
			return "(bringing back " + x.name(f.Seq) + ")"
		case model.Amended:
			return "(correcting " + x.name(f.Event) + ")"
		case model.Finished:
			return x.headline(f)
		}
	}
	if a, ok := facts[0].(model.Answered); ok {
		if r, ok := x.t.Roll(a.Roll); ok {
			return x.roll(r)
		}
	}
	return x.tell(x.t, facts[0], false)[0].Text
}

func (x teller) described(c model.Character) []Line {
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
	if c.DefenceOpen {
		parts = append(parts, "its defence shown")
	}
	if c.Typed {
		parts = append(parts, "rolls real dice")
	}
	if len(parts) == 0 {
		return nil
	}
	return []Line{{Aside: true, Text: strings.Join(parts, ", ")}}
}

// sheetWritten tells what somebody has written on a sheet by hand: "Seraph loses 5 VP, set by
// hand: fell", or that the sheet is, with the changes.
func (x teller) sheetWritten(f model.SheetWritten) []Line {
	name := x.t.NameOf(f.Who)
	if f.Why == model.WhyFalls {
		return append(line(name+" falls"), x.changes(f.Who, f.System, f.Changes)...)
	}
	var parts []string
	for _, c := range f.Changes {
		if c.Who == "" {
			c.Who = f.Who
		}
		c.System = cmp.Or(c.System, f.System)
		label, n, pool := x.poolChange(c)
		if !pool || c.Who != f.Who {
			return append(line("The sheet of "+name+" is set by hand"+model.Because(f.Why)), x.changes(f.Who, f.System, f.Changes)...)
		}
		switch {
		case n > 0:
			parts = append(parts, fmt.Sprintf("loses %d %s", n, label))
		case n < 0:
			parts = append(parts, fmt.Sprintf("gets back %d %s", -n, label))
		}
	}
	out := line(name + " " + engine.AndList(parts...) + ", set by hand" + model.Because(f.Why))
	if len(parts) == 0 {
		out = line("The sheet of " + name + " stays as it is" + model.Because(f.Why))
	}
	if x.whole {
		out = append(out, x.changes(f.Who, f.System, f.Changes)...)
	}
	return out
}

func (x teller) pagePut(f model.PagePut) []Line {
	switch {
	case f.Page == nil:
		return line(x.t.NameOf(f.Who) + " no longer has a sheet for " + x.t.SystemName(f.System))
	case f.Why != "":
		return line("The sheet of " + x.t.NameOf(f.Who) + " is rewritten" + model.Because(f.Why))
	}
	return line(x.t.NameOf(f.Who) + " now has a sheet for " + x.t.SystemName(f.System))
}

func (x teller) pending(p model.Pending) string {
	return x.t.ActionName(p.System, p.Of) + " of " + x.t.NameOf(p.Who)
}

// calledOffByFall tells what somebody had begun who can no longer act: "Footpad's Combat Roll
// and Move are called off: unconscious".
func (x teller) calledOffByFall(f model.Cancelled) []Line {
	var acts []string
	for _, p := range append([]model.Pending{f.Pending}, f.Also...) {
		if name := x.t.ActionName(p.System, p.Of); !slices.Contains(acts, name) {
			acts = append(acts, name)
		}
	}
	words := " is called off: "
	if len(acts) > 1 {
		words = " are called off: "
	}
	return line(x.t.NameOf(f.Pending.Who) + "'s " + engine.AndList(acts...) + words + f.Fell)
}

func (x teller) paid(f model.Paid) []Line {
	head := x.t.NameOf(f.Who) + " pays"
	if f.Story != "" {
		head = FillNames(x.t, f.Story, f.Who, nil)
	}
	return slices.Concat(line(head), x.changesBeyondStory(f.Story, f.Who, f.System, f.Changes), x.notes(f.Notes))
}

func (x teller) clockRan(f model.ClockRan) []Line {
	if f.Tidies && !x.whole {
		return nil
	}
	if f.Story != "" {
		return slices.Concat(line(FillNames(x.t, f.Story, f.Who, f.Against)+model.Prefixed(": ", f.Why)), x.changesBeyondStory(f.Story, f.Who, f.System, f.Changes), x.notes(f.Notes))
	}
	changed := x.changes(f.Who, f.System, x.notable(f.System, f.Changes))
	if len(changed) == 0 {
		x.whole = true // the notes are all there is to tell
	}
	return slices.Concat(line(x.t.NameOf(f.Who)+": "+x.t.ActionName(f.System, f.Action)+model.Prefixed(", ", f.Why)), changed, x.notes(f.Notes))
}

// changesBeyondStory lists the changes that the rulebook's sentence does not mention. In
// short these are only the changes of pools.
func (x teller) changesBeyondStory(story, who, system string, changes []model.Change) []Line {
	changes = x.notable(system, changes)
	if story != "" && !x.whole {
		changes = slices.DeleteFunc(changes, func(c model.Change) bool { return c.PoolLeft == nil })
	}
	return x.changes(who, system, changes)
}

// clock tells where the clock stands, with the order at the beginning of a round and where
// it has changed.
func (x teller) clock(c model.Clock, reordered bool) string {
	if c.Moment == c.Began && c.Turn == "" && len(c.Order)+len(c.Declared)+len(c.Waiting) == 0 {
		return "Scene " + strconv.Itoa(c.Scene+1) + " begins" + model.Because(c.Place)
	}
	words := "It is " + x.t.When(c.Moment)
	if c.Turn != "" {
		words += ", the turn of " + x.t.NameOf(c.Turn)
	}
	if len(c.Order) > 0 && (c.Turn == "" || reordered) {
		words += "; in order " + x.t.NamesOf(c.Order)
	}
	if at := slices.Index(c.Order, c.Turn); reordered && c.Acted != nil && at >= 0 {
		acted := func(id string) bool { return slices.Contains(c.Acted, id) }
		words += model.Prefixed("; already had a turn: ", x.t.NamesOf(slices.DeleteFunc(slices.Clone(c.Order[at+1:]), func(id string) bool { return !acted(id) })))
		words += model.Prefixed("; still to have a turn: ", x.t.NamesOf(slices.DeleteFunc(slices.Clone(c.Order[:at]), acted)))
	}
	for _, d := range c.Declared {
		if d.Done > 0 {
			continue // it was told when it was declared
		}
		words += "; " + x.t.NameOf(d.Who) + " declares " + strconv.Itoa(d.Actions)
	}
	for _, w := range c.Waiting {
		words += "; " + x.t.NameOf(w.Who) + " waits" + model.Prefixed(" until ", w.Words)
	}
	return words
}

// notable returns the changes that are worth telling a player.
func (x teller) notable(system string, changes []model.Change) []model.Change {
	s, ok := x.t.Rulebooks[system]
	if !ok {
		return changes
	}
	return slices.DeleteFunc(slices.Clone(changes), func(c model.Change) bool { return !s.Sheet.Notable(c.Field, c.From, c.To) })
}

// changes describes changes in one line or, in full, in a line each.
func (x teller) changes(who, system string, changes []model.Change) (out []Line) {
	short := ""
	for _, c := range changes {
		if c.From == c.To && !c.To.IsNone() { // a new row has the value that it begins with
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
			out = append(out, Line{Text: of + words})
		case short != "":
			short += ", " + of + words
		default:
			short = of + words
		}
	}
	if short != "" {
		out = append(out, Line{Text: short})
	}
	return out
}

// loss describes a change of a pool in short, "EP -4", and returns false for other
// changes.
func (x teller) loss(c model.Change) (string, bool) {
	label, n, ok := x.poolChange(c)
	if !ok {
		return "", false
	}
	if c.PoolLeft != nil {
		return label + " " + strconv.Itoa(c.PoolLeft[0]) + "→" + strconv.Itoa(c.PoolLeft[1]), true
	}
	sign := "+"
	if n > 0 {
		sign = "-"
	}
	return label + " " + sign + strconv.Itoa(max(n, -n)), true
}

// poolChange returns the label of a pool and how much of it a change takes, and false for
// other changes.
func (x teller) poolChange(c model.Change) (label string, lost int, ok bool) {
	s, ok := x.t.Rulebooks[c.System]
	if !ok || c.From.Kind() != engine.Int || c.To.Kind() != engine.Int {
		return "", 0, false
	}
	p, ok := s.Pool(c.Field)
	if !ok {
		return "", 0, false
	}
	label = p.Label
	if who, here := x.t.Character(c.Who); here {
		label = p.LabelOn(s.Sheet.Read(who.Pages[s.ID]))
	}
	return label, c.To.Int() - c.From.Int(), true
}

// change describes one change, "EP lost 3→8".
func (x teller) change(c model.Change) string {
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
		return words + " " + model.ValueWords(c.From) + " cleared"
	case c.From.IsNone():
		return words + " " + model.ValueWords(c.To)
	}
	return words + " " + model.ValueWords(c.From) + "→" + model.ValueWords(c.To)
}

// notes returns the notes of a rule, if the fact is described in full.
func (x teller) notes(n []string) []Line {
	if !x.whole {
		return nil
	}
	out := make([]Line, 0, len(n))
	for _, s := range n {
		out = append(out, Line{Aside: true, Text: s})
	}
	return out
}

// roll returns who does what to whom.
func (x teller) roll(r model.Roll) string {
	head := cmp.Or(x.t.ActionName(r.System, r.Action), "A roll")
	if r.Who != "" {
		head = x.t.NameOf(r.Who) + ": " + head
	}
	if len(r.Against) > 0 {
		head += " against " + x.t.NamesOf(r.Against)
	}
	return head
}

func (x teller) answered(f model.Answered) []Line {
	who := x.t.NameOf(answererOf(f))
	switch {
	case f.Who == "" && f.Answer.Faces == nil:
		return line(f.Answer.Words)
	case f.Who == "":
		who = "Thrown"
	case f.Answer.Faces == nil:
		return line(who + ": " + f.Answer.Words)
	case f.Thrown:
		who += " throws"
	default:
		who += " types"
	}
	if f.For != "" {
		who += ", answered for " + x.t.NameOfKey(f.For) + " by the gamemaster"
	}
	dice := f.Answer
	dice.Typed = false // the line already says so
	return []Line{{Text: who, Dice: []engine.Answer{dice}}}
}

// answererOf returns the character whose dice or points an answer is.
func answererOf(f model.Answered) string {
	if f.Answer.Faces == nil && f.Answer.Amount == nil {
		return f.Who
	}
	return f.Answerer()
}

func (x teller) finished(f model.Finished) []Line {
	out := line(x.headline(f))
	changes := x.notable(f.Roll.System, f.Changes)
	if s, ok := x.t.Rulebooks[f.Roll.System]; ok && s.HasNoSheet() && !x.whole {
		return append(out, plainDice(f)...)
	}
	if !x.whole {
		return append(out, x.outcomeLine(f, changes)...)
	}
	out = append(out, x.result(f)...)
	if slices.ContainsFunc(f.Roll.Tape, func(a engine.Answer) bool { return a.Faces != nil }) {
		out = append(out, Line{Dice: f.Roll.Tape, Fates: f.Fates})
	}
	out = append(out, x.changes(f.Roll.Who, f.Roll.System, changes)...)
	return append(out, x.details(f)...)
}

// maxFaces is up to how many dice the faces are listed one by one.
const maxFaces = 30

// plainDice tells in one line what was thrown, and the end of the working.
func plainDice(f model.Finished) []Line {
	var faces []string
	for _, a := range f.Roll.Tape {
		for _, n := range a.Faces {
			faces = append(faces, strconv.Itoa(n))
		}
	}
	var parts []string
	if len(faces) > 0 && len(faces) <= maxFaces {
		parts = append(parts, "thrown: "+strings.Join(faces, ", "))
	}
	if n := len(f.Notes); n > 0 {
		parts = append(parts, f.Notes[n-1])
	}
	if parts == nil {
		return nil
	}
	return []Line{{Text: strings.Join(parts, "; "), Aside: true}}
}

// headline returns the rulebook's sentence about a finished roll with names, or who
// did what.
func (x teller) headline(f model.Finished) string {
	switch {
	case f.Story == "":
		return x.roll(f.Roll) + x.marks(f.Roll)
	case f.Roll.Who != "" && !strings.Contains(f.Story, "{"): // plain dice do not say whose they are
		return x.t.NameOf(f.Roll.Who) + ": " + f.Story + x.marks(f.Roll)
	}
	return FillNames(x.t, f.Story, f.Roll.Who, f.Roll.Against) + x.marks(f.Roll)
}

// marks returns what in a roll, or in several that are told as one, came neither from a
// sheet nor from the program's dice: " (+2 situation, by Tom; typed)".
func (x teller) marks(all ...model.Roll) string {
	var parts []string
	add := func(part string) {
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	for _, r := range all {
		if why := x.whyNumber(r.System, r.Action, r.Params); why != "" {
			add(why)
		}
		words := x.beyondSheet(r.System, r.Action, r.Params, r.Set)
		if r.Unseen.Beyond { // the seat may not know what
			words = strings.Join(slices.DeleteFunc([]string{words, "more than the sheet says"}, func(s string) bool { return s == "" }), ", ")
		}
		if words != "" {
			add(words + ", by " + cmp.Or(r.SetBy, "a player"))
		}
	}
	if slices.ContainsFunc(all, func(r model.Roll) bool {
		return r.Unseen.Typed || slices.ContainsFunc(r.Tape, func(a engine.Answer) bool { return a.Typed })
	}) {
		add("typed")
	}
	if slices.ContainsFunc(all, func(r model.Roll) bool { return r.Unseen.Again }) {
		add("thrown again after an undo")
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

// whyNumber returns the reason that was given for harm or healing by a number, "" if there is
// none.
func (x teller) whyNumber(system, action string, params engine.Page) string {
	if s, ok := x.t.Rulebooks[system]; ok && s.TakesNumber(action) {
		why, _ := params.Get(engine.Every.Why.ID)
		return why.Text()
	}
	return ""
}

// RollMarks returns what a card that shows a finished roll must say beside its dice and
// numbers: "+2 situation, by Tom; typed". It is "" for most rolls.
func RollMarks(t model.Table, r model.Roll) string {
	return strings.TrimSuffix(strings.TrimPrefix(teller{t, false, Tell}.marks(r), " ("), ")")
}

// beyondSheet lists parameters that are beyond the sheet: "+2 situation: it is dark".
func (x teller) beyondSheet(system, action string, params engine.Page, set []string) string {
	a, ok := x.t.ActionOf(system, action)
	if !ok {
		return ""
	}
	var parts []string
	for _, path := range set {
		v, there := params.Get(path)
		sp, known := a.Param(path)
		if !there || !known {
			continue
		}
		label := strings.ToLower(sp.Label[:1]) + sp.Label[1:]
		switch {
		case sp.Added:
			parts = append(parts, fmt.Sprintf("%+d %s", v.Int(), label))
		case sp.Kind == engine.Bool:
			parts = append(parts, label)
		default:
			parts = append(parts, label+" "+sp.Words(v))
		}
		if why, ok := params.Get(engine.Every.Why.ID); ok && path == engine.Every.Situation.ID {
			parts[len(parts)-1] += model.Because(why.Text())
		}
	}
	return strings.Join(parts, ", ")
}

// FillNames fills names into a sentence of a rulebook: the actor's, and the opponents' in
// their order.
func FillNames(t model.Table, story, who string, against []string) string {
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

// outcomeLine returns one line with what pools have left, what the dice were measured
// against and what follows later.
func (x teller) outcomeLine(f model.Finished, changes []model.Change) []Line {
	var parts []string
	if a, known := x.t.ActionOf(f.Roll.System, f.Roll.Action); f.Story != "" && (f.Outcome.Grade != "" || !f.Outcome.NoTarget || known && a.OpenResult()) { // what else there is stands in it, unless it is cut
		changes = slices.DeleteFunc(changes, func(c model.Change) bool { return c.PoolLeft == nil })
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
			if total := strconv.Itoa(f.Outcome.Result()); storyTells(f.Story, total) { // what else it was is told
				words = strings.TrimPrefix(words, total+", ")
			}
			how = nil
		}
		if !storyTells(f.Story, words) {
			parts = slices.Insert(parts, 0, words)
		}
	}
	if later := LaterWords(x.t, f.Later); later != "" {
		parts = append(parts, later)
	}
	if parts == nil {
		return nil
	}
	return []Line{{Text: strings.Join(parts, "   "), Aside: true, Result: how}}
}

// storyTells reports whether a story ends with the result of a roll: a number, or a word
// such as "Max Heroic".
func storyTells(story, total string) bool {
	_, end, _ := strings.Cut(story, "  ")
	return strings.HasSuffix(strings.ToLower(end), ", "+total) || slices.Contains(strings.FieldsFunc(end, func(r rune) bool { return strings.ContainsRune(" ,", r) }), total)
}

// details returns what the short description of a finished roll leaves out.
func (x teller) details(f model.Finished) []Line {
	var out []Line
	aside := func(words ...string) {
		for _, s := range words {
			out = append(out, Line{Aside: true, Text: s})
		}
	}
	for _, p := range f.Later {
		out = append(out, Line{Text: LaterWords(x.t, []model.Pending{p})})
	}
	s, ok := x.t.Rulebooks[f.Roll.System]
	plainDice := ok && s.HasNoSheet() // they have already been told
	var parts []string
	for _, v := range f.Outcome.Values {
		if plainDice && v.Value == engine.ValueOf(f.Outcome.Result()) {
			continue
		}
		parts = append(parts, spellOut(v.Words()))
	}
	if len(parts) > 0 {
		aside(strings.Join(parts, ", "))
	}
	for _, a := range f.Roll.Tape {
		if a.Faces == nil {
			aside(a.Words)
		}
	}
	a, known := x.t.ActionOf(f.Roll.System, f.Roll.Action)
	if known && len(f.Roll.Params.Paths()) > 0 && !plainDice {
		aside("with " + formWords(a, f.Roll.Params))
	}
	aside(f.Notes...)
	if known && a.Chapter != "" {
		aside(x.t.SystemName(f.Roll.System) + ", " + a.Chapter)
	}
	return out
}

// spellOut replaces ids by the words that the books use.
func spellOut(words string) string {
	parts := strings.Fields(words)
	for i, p := range parts {
		switch p {
		case "q":
			parts[i] = "Quality"
		case "ep", "pt", "db":
			parts[i] = strings.ToUpper(p)
		}
	}
	return strings.Join(parts, " ")
}

// formWords lists the parameters that were set.
func formWords(a *engine.Action, form engine.Page) string {
	var parts []string
	for _, path := range form.Paths() {
		v, _ := form.Get(path)
		name, words := path, model.ValueWords(v)
		if sp, ok := a.Param(path); ok {
			if name = sp.Label; sp.Options != nil {
				words = sp.Words(v)
			}
		}
		parts = append(parts, name+" "+words)
	}
	return strings.Join(parts, ", ")
}

// result returns how a roll ended. An action of the clock without dice has no result.
func (x teller) result(f model.Finished) []Line {
	o := f.Outcome
	if o.NoTarget && (o.Grade == "" || len(f.Roll.Tape) == 0) {
		return nil
	}
	words := o.Words()
	if s, ok := x.t.Rulebooks[f.Roll.System]; ok && s.HasNoSheet() && o.NoTarget {
		return []Line{{Text: strconv.Itoa(o.Result()), Result: &o}} // nothing succeeds
	}
	if a, known := x.t.ActionOf(f.Roll.System, f.Roll.Action); known {
		if a.Result.NoTotal && o.FlagWords() != "" {
			return []Line{{Text: o.FlagWords(), Result: &o}}
		}
		if !a.HasNumbers(o, slices.ContainsFunc(f.Roll.Tape, func(a engine.Answer) bool { return a.Faces != nil })) {
			return nil
		}
		words = a.OutcomeWords(o)
	}
	return []Line{{Text: words, Result: &o}}
}

func (x teller) effectBegan(f model.EffectBegan) []Line {
	e := f.Effect
	words := x.t.NameOf(e.Who) + ": " + e.Words + ", " + x.t.UntilWords(e.Active())
	return slices.Concat(line(words+model.Prefixed("  ", x.t.AddsWords(e.Active()))), x.changes(e.Who, "", f.Changes))
}

func (x teller) effectEnded(f model.EffectEnded) []Line {
	return append(line(x.t.NameOf(f.Effect.Who)+": "+f.Effect.Words+" is over"+model.Prefixed(", ", f.Why)),
		x.changes(f.Effect.Who, "", f.Changes)...)
}

func (x teller) houseSet(f model.HouseSet) []Line {
	words := "as in the book"
	if !f.Value.IsNone() {
		words = f.Value.String()
	}
	switch f.Temporary {
	case model.TemporaryBegins:
		words += ", for this act only"
	case model.TemporaryEnds:
		return nil
	}
	out := line("House rule " + houseName(x.t, f.System, f.Rule) + ": " + words)
	if f.Since != nil {
		out = append(out, Line{Aside: true, Text: "from " + x.t.When(f.Since.At) + " on; for earlier acts it was: " + model.ValueWords(f.Since.Was)})
	}
	return out
}

func (x teller) pageShown(f model.PageShown) []Line {
	out := line("The gamemaster shows: " + f.Head)
	if f.Text != "" && f.Text != f.Head {
		for text := range strings.SplitSeq(f.Text, "\n") {
			if text = strings.TrimSpace(text); text != "" {
				out = append(out, Line{Aside: true, Text: text})
			}
		}
	}
	if f.Odds != nil {
		out = append(out, Line{Aside: true, Text: f.Odds.Words()})
	}
	if f.Sheet != nil {
		out = append(out, Line{Aside: true, Text: "the sheet of " + f.Sheet.Name + ", " + x.t.SystemName(f.System)})
	}
	return out
}

func (x teller) wordsAsked(f model.WordsAsked) []Line {
	var names []string
	for _, s := range f.Order {
		names = append(names, s.Name)
	}
	return line("Each player who is here adds a word to the dice, in this order: " + strings.Join(names, ", "))
}

func (x teller) wordAdded(f model.WordAdded) []Line {
	return line(f.From.Name + " adds to the dice: " + f.Text)
}

func (x teller) wordPassed(f model.WordPassed) []Line {
	return line(f.Of.Name + " adds nothing to the dice" + model.Because(f.Why))
}

func (x teller) diceMixed(f model.DiceMixed) []Line {
	return append(line("From now on the dice are drawn from the seed and these words"), x.hex("words of their stream before: ", fmt.Sprint(f.At))...)
}

// editWords returns what was edited of a character, to follow the name: " is now played by
// Mira".
func (x teller) editWords(f model.Edited) string {
	var all []string
	for _, what := range f.What {
		c := &f.Character
		words := ""
		switch {
		case what == model.EditedName:
			words = "has a new name"
		case what == model.EditedPlayer && c.Owner == "":
			words = "is the gamemaster's now"
		case what == model.EditedPlayer:
			words = "is played by " + x.t.PlayerOf(c) + " now"
		case what == model.EditedShown:
			words = map[string]string{model.ShownHidden: "is hidden now", model.ShownOpen: "is open to all now", model.ShownNameOnly: "shows only the name to others now"}[c.ShownAs()]
		case what == model.EditedDefence && c.DefenceOpen:
			words = "now shows the defence to others"
		case what == model.EditedDefence:
			words = "now hides the defence"
		case what == model.EditedDice && c.Typed:
			words = "rolls real dice now"
		case what == model.EditedDice:
			words = "rolls fray's dice now"
		case what == model.EditedSide:
			words = "is one of the " + string(c.Side) + " now"
		case what == model.EditedMinion && c.Minion:
			words = "is now a minion, felled by one hit"
		case what == model.EditedMinion:
			words = "is no longer a minion"
		case what == model.EditedNotes:
			words = "has new notes"
		case what == model.EditedGMNotes:
			words = "has new notes of the gamemaster's"
		}
		if words != "" {
			all = append(all, words)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return " " + engine.AndList(all...)
}

func (x teller) message(f model.MessageSent) []Line {
	from := x.t.SeatName(f.From)
	if from == "" {
		from = model.Capitalize(x.seatName(f.From))
	}
	if f.To != (model.Seat{}) {
		from += " to " + x.seatName(f.To)
	}
	return line(from + ": " + f.Text)
}

// Messages returns the messages after an event of the whole log that the table's seat
// may see, the oldest first.
func Messages(t model.Table, after uint64) []model.Event {
	var out []model.Event
	for l := range t.EventsAfter(after) {
		if len(l.Event.Facts) == 1 && l.Event.Facts[0].Kind() == (model.MessageSent{}).Kind() && !l.Undone {
			out = append([]model.Event{l.Event}, out...)
		}
	}
	return out
}

func (x teller) seatName(s model.Seat) string {
	name := x.t.SeatName(s)
	switch {
	case name != "":
		return name
	case s.IsGamemaster():
		return "the gamemaster"
	}
	return "somebody"
}

// LaterWords returns in words what pending actions will do, and when: "strikes at segment
// 18".
func LaterWords(t model.Table, later []model.Pending) string {
	parts := make([]string, 0, len(later))
	for _, p := range later {
		words := t.ActionName(p.System, p.Action) + " at"
		if a, ok := t.ActionOf(p.System, p.Action); ok && a.Over.OnlyEnds && a.Doing != "" { // what it ends: knocked out until
			words = a.Doing
		} else if a, ok := t.ActionOf(p.System, p.Of); ok && a.Doing != "" {
			words = a.Doing
		}
		if words += " " + t.When(p.Due); !slices.Contains(parts, words) { // at several at once
			parts = append(parts, words)
		}
	}
	return strings.Join(parts, ", ")
}

// CallsOffWords says which pending actions are given up for something: "calls off your Combat
// Roll at segment 20". It is "" for none.
func CallsOffWords(t model.Table, all []model.Pending) string {
	parts := make([]string, 0, len(all))
	for _, p := range all {
		whose := t.NameOf(p.Who) + "'s"
		if c, ok := t.Character(p.Who); ok && t.SeatView != nil && t.SeatView.Seat.Role == model.Player && t.SeatView.Seat.Owns(c) {
			whose = "your"
		}
		parts = append(parts, whose+" "+t.ActionName(p.System, p.Of)+" at "+t.When(p.Due))
	}
	if len(parts) == 0 {
		return ""
	}
	return "calls off " + strings.Join(parts, " and ")
}

// houseName returns the label of a house rule, or its id if this version does not know it.
func houseName(t model.Table, system, rule string) string {
	if all, _, err := t.HouseRules(system); err == nil {
		if sp, ok := all.Field(rule); ok {
			return sp.Label
		}
	}
	return rule
}
