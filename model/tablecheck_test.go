package model_test

import (
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// check looks at what must hold now.
func (d *drama) check(w []string, line string) {
	arg := func(i int) string {
		if i < len(w) {
			return w[i]
		}
		return ""
	}
	rest := func(i int) string { return strings.Join(w[min(i, len(w)):], " ") }
	switch w[0] {
	case "clock":
		if got := d.table.When(d.table.Clock.Moment); got != rest(1) {
			d.failf("it is %s, want %s", got, rest(1))
		}
	case "turn":
		if got := d.names(d.table.Clock.Turn); got != rest(1) {
			d.failf("it is the turn of %q, want %q", got, rest(1))
		}
	case "order":
		if got := d.names(decide.Turns(d.table)...); got != rest(1) {
			d.failf("the order is %s, want %s", got, rest(1))
		}
	case "will":
		if got := d.preview(); !strings.Contains(got, rest(1)) {
			d.failf("next will do %q, want %q", got, rest(1))
		}
	case "log":
		if got := d.lastNotes(); !strings.Contains(got, rest(1)) {
			d.failf("the last event says %q, want %q", got, rest(1))
		}
	case "pending":
		d.checkPending(w)
	case "open":
		var open []string
		for _, r := range d.table.Rolls() {
			open = append(open, r.Who)
		}
		if got := d.names(open...); got != strings.TrimPrefix(rest(1), "none") {
			d.failf("rolls are open for %q, want %s", got, rest(1))
		}
	case "free":
		if got := d.names(decide.Free(d.table)...); got != strings.TrimPrefix(rest(1), "none") {
			d.failf("free are %q, want %s", got, rest(1))
		}
	case "follows":
		d.checkFollows(arg(1), arg(2), w[3:])
	case "=":
		d.checkEnd(arg(1), w[2:])
	case "mark":
		if got := d.marks(arg(1)); !strings.Contains(got, rest(2)) {
			d.failf("%s is marked %q, want %q", arg(1), got, rest(2))
		}
	case "effect":
		if got := d.effects(arg(1)); !strings.Contains(got, rest(2)) {
			d.failf("%s has the effects %q, want %q", arg(1), got, rest(2))
		}
	case "no":
		d.checkNot(arg(1), arg(2), rest(2), rest(3))
	default:
		d.checkFields(line)
	}
}

// checkNot looks at what must not hold: "no KIND NAME WORDS" or "no log WORDS".
func (d *drama) checkNot(kind, name, all, words string) {
	var got string
	not := words
	switch kind {
	case "effect":
		if got := d.effects(name); got != "" {
			d.failf("%s has the effects %q, want none", name, got)
		}
		return
	case "follows":
		if f, found := d.calledFor(name, words); found {
			d.failf("%s is called for: %+v", words, f)
		}
		return
	case "log":
		got, not = d.lastNotes(), all
	case "mark":
		got = d.marks(name)
	default:
		d.failf("no %s: that is no check", kind)
		return
	}
	if strings.Contains(got, not) {
		d.failf("%s says %q, want no %q", kind, got, not)
	}
}

// checkFollows looks for what is called for, and for what is filled in there.
func (d *drama) checkFollows(name, action string, filled []string) {
	f, found := d.calledFor(name, action)
	if !found {
		d.failf("no %s is called for: %+v", action, d.table.FollowUps())
	}
	for _, x := range filled {
		key, want, _ := strings.Cut(x, "=")
		v, _ := f.Params.Get(key)
		if got := strings.ReplaceAll(v.String(), " ", "_"); got != want {
			d.failf("%s is called for with %s=%s, want %s", action, key, got, want)
		}
	}
}

// checkEnd looks at how the newest roll of the log ended.
func (d *drama) checkEnd(grade string, values []string) {
	o, found := d.lastOutcome()
	if !found || o.Grade != grade {
		d.failf("the last roll ended with %q, want %s", o.Grade, grade)
	}
	for _, x := range values {
		key, want, _ := strings.Cut(x, "=")
		got := strings.ReplaceAll(o.Value(key).String(), " ", "_")
		switch key {
		case "total":
			got = itoa(o.Total)
		case "target":
			got = itoa(o.Target)
		case "margin":
			got = itoa(o.Margin)
		case "flags":
			got = strings.Join(o.Flags, ",")
		}
		if got != want {
			d.failf("%s is %s, want %s", key, got, want)
		}
	}
}

func (d *drama) lastOutcome() (engine.Outcome, bool) {
	for _, e := range slices.Backward(d.log) {
		for _, f := range slices.Backward(e.Facts) {
			if f, ok := f.(model.Finished); ok {
				return f.Outcome, true
			}
		}
	}
	return engine.Outcome{}, false
}

func (d *drama) names(ids ...string) string {
	var out []string
	for _, id := range ids {
		if c, ok := d.table.Character(id); ok {
			out = append(out, c.Name)
		}
	}
	return strings.Join(out, " ")
}

// preview is what next will do: its moment, its turn, and each thing due.
func (d *drama) preview() string {
	p := decide.NextDue(d.table)
	out := []string{p.WhyNot, d.table.When(p.Moment)}
	if p.Turn != "" {
		out = append(out, "turn of "+d.names(p.Turn))
	}
	for _, c := range p.Coming {
		words := d.names(c.Who) + " " + c.Action + c.Words
		if c.Pays > 0 {
			words += " pays " + itoa(c.Pays)
		}
		if c.Asks {
			words += " asks"
		}
		out = append(out, words)
	}
	return strings.Join(out, ", ")
}

func (d *drama) lastNotes() string {
	var out []string
	for _, f := range d.log[len(d.log)-1].Facts {
		switch f := f.(type) {
		case model.Finished:
			out = append(out, f.Outcome.Grade)
			out = append(out, f.Notes...)
		case model.Paid:
			out = append(out, f.Notes...)
		case model.ClockRan:
			out = append(out, f.Why)
			out = append(out, f.Notes...)
		case model.Cancelled:
			out = append(out, f.Why)
		case model.Noted:
			out = append(out, f.Text)
		}
	}
	return strings.Join(out, "; ")
}

func (d *drama) checkPending(w []string) {
	var got []string
	for _, p := range d.table.Pending() {
		round, unit := d.table.Round(p.Due)
		if d.table.Time().PerRound == 0 {
			unit = round
		}
		got = append(got, d.names(p.Who)+" "+p.Action+" "+itoa(unit))
	}
	want := strings.Join(w[1:], " ")
	if want == "none" && len(got) > 0 || want != "none" && !slices.Contains(got, want) {
		d.failf("pending is %q, want %s", got, want)
	}
}

func (d *drama) marks(name string) string {
	c, _ := d.table.Character(d.id(name))
	var out []string
	for _, m := range d.table.Rules()[d.books[name]].Marked(d.table.View(c, d.books[name])) {
		out = append(out, m.Word)
	}
	return strings.Join(out, ", ")
}

func (d *drama) effects(name string) string {
	var out []string
	for _, e := range d.table.Effects() {
		if e.Who == d.id(name) {
			words := e.Words
			if e.At >= 0 && e.Until == model.ByMoment {
				words += " until " + d.table.When(e.At)
			}
			out = append(out, words)
		}
	}
	return strings.Join(out, ", ")
}

// checkFields looks at NAME.FIELD=VALUE …
func (d *drama) checkFields(line string) {
	for f := range strings.FieldsSeq(line) {
		path, want, ok := strings.Cut(f, "=")
		name, field, dotted := strings.Cut(path, ".")
		if !ok || !dotted {
			d.failf("%q is no check", line)
			continue
		}
		c, _ := d.table.Character(d.id(name))
		s := d.table.Rules()[d.books[name]]
		sheet := d.table.View(c, s.ID).Sheet
		got := strings.ReplaceAll(sheet.Value(field).String(), " ", "_")
		if p := slices.IndexFunc(s.Pools, func(p poolOf) bool { return p.ID == field }); p >= 0 {
			got = itoa(s.Pools[p].Now(sheet))
		}
		if got != want {
			d.failf("%s is %s, want %s", path, got, want)
		}
	}
}

type poolOf = engine.Pool

func itoa(n int) string { return strconv.Itoa(n) }
