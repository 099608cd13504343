package phrase

import (
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// checks are the checks that begin with a word of their own, and their forms.
var checks = map[string]string{
	"clock":   "clock WORDS …",
	"date":    "date …",
	"turn":    "turn …",
	"order":   "order …",
	"will":    "will WORDS …",
	"log":     "log WORDS …",
	"pending": "pending NAME …",
	"open":    "open NAME …",
	"free":    "free NAME …",
	"follows": "follows NAME ACTION …",
	"=":       "= GRADE …",
	"mark":    "mark NAME WORD …",
	"effect":  "effect NAME WORDS …",
	"no":      "no KIND NAME …",
}

// check compares the table with what a check says. The error is a *misplayed.
func (s *runner) check(w []string) error {
	rest := func(i int) string { return strings.Join(w[min(i, len(w)):], " ") }
	want := rest(0)
	is := func(got string) {
		if got != rest(1) {
			s.fail(want, w[0]+" "+got)
		}
	}
	holds := func(got, words string) {
		if !strings.Contains(got, words) {
			s.fail(want, w[0]+" "+got)
		}
	}
	switch w[0] {
	case "clock":
		is(s.table.When(s.table.Clock.Moment))
	case "date":
		is(orNone(s.table.DateWords()))
	case "turn":
		is(s.names(s.table.Clock.Turn))
	case "order":
		is(s.names(s.gate.Turns(s.table)...))
	case "open":
		var open []string
		for _, r := range s.table.Rolls() {
			open = append(open, r.Who)
		}
		is(orNone(s.names(open...)))
	case "free":
		is(orNone(s.names(s.gate.Free(s.table)...)))
	case "will":
		holds(s.upcoming(), rest(1))
	case "log":
		holds(s.lastNotes(), rest(1))
	case "mark":
		got, err := s.marks(w[1])
		if err != nil {
			return err
		}
		holds(got, rest(2))
	case "effect":
		got, err := s.effects(w[1])
		if err != nil {
			return err
		}
		holds(got, rest(2))
	case "pending":
		s.checkPending(w)
	case "follows":
		return s.checkFollows(w)
	case "=":
		s.checkEnd(w)
	case "no":
		return s.checkNot(w)
	default:
		return s.checkFields(w)
	}
	return nil
}

func orNone(names string) string {
	if names == "" {
		return "none"
	}
	return names
}

// checkNot looks for what must not be there: no KIND NAME WORDS, no log WORDS.
func (s *runner) checkNot(w []string) error {
	words := strings.Join(w[min(3, len(w)):], " ")
	var got string
	var err error
	switch w[1] {
	case "log":
		got, words = s.lastNotes(), strings.Join(w[2:], " ")
	case "mark":
		got, err = s.marks(w[2])
	case "effect":
		if got, err = s.effects(w[2]); got == "" {
			return err
		}
	case "follows":
		var found bool
		if _, found, err = s.calledFor(w[2], words); !found {
			return err
		}
		got = words
	default:
		return misplay("write no log, no mark, no effect or no follows")
	}
	if err == nil && strings.Contains(got, words) {
		s.fail(strings.Join(w, " "), w[1]+" "+got)
	}
	return err
}

// checkFollows looks for a follow-up and compares its parameters.
func (s *runner) checkFollows(w []string) error {
	f, found, err := s.calledFor(w[1], w[2])
	if err != nil {
		return err
	}
	if !found {
		var all []string
		for _, f := range s.table.FollowUps() {
			all = append(all, s.names(f.Who)+" "+f.Action)
		}
		s.fail(strings.Join(w, " "), "follows "+orNone(strings.Join(all, ", ")))
		return nil
	}
	for _, x := range w[3:] {
		key, _, _ := strings.Cut(x, "=")
		v, _ := f.Params.Get(key)
		if got := key + "=" + strings.ReplaceAll(v.String(), " ", "_"); got != x {
			s.fail(x, got)
		}
	}
	return nil
}

// checkEnd compares the outcome of the newest finished roll.
func (s *runner) checkEnd(w []string) {
	o, found := s.lastOutcome()
	if !found {
		s.fail(strings.Join(w, " "), "no roll has ended")
		return
	}
	if o.Grade != w[1] {
		s.fail("= "+w[1], "= "+o.Grade)
	}
	for _, x := range w[2:] {
		key, _, _ := strings.Cut(x, "=")
		got := strings.ReplaceAll(o.Value(key).String(), " ", "_")
		switch key {
		case "total":
			got = strconv.Itoa(o.Total)
		case "target":
			got = strconv.Itoa(o.Target)
		case "margin":
			got = strconv.Itoa(o.Margin)
		case "flags":
			got = strings.Join(o.Flags, ",")
		}
		if got = key + "=" + got; got != x {
			s.fail(x, got)
		}
	}
}

func (s *runner) lastOutcome() (engine.Outcome, bool) {
	for _, e := range slices.Backward(s.log) {
		for _, f := range slices.Backward(e.Facts) {
			if f, ok := f.(model.Finished); ok {
				return f.Outcome, true
			}
		}
	}
	return engine.Outcome{}, false
}

// names returns the names of characters, separated by spaces.
func (s *runner) names(ids ...string) string {
	var out []string
	for _, id := range ids {
		if c, ok := s.table.Character(id); ok {
			out = append(out, c.Name)
		}
	}
	return strings.Join(out, " ")
}

// upcoming describes what next will do: its moment, its turn, and each item that is due.
func (s *runner) upcoming() string {
	p := s.gate.NextDue(s.table)
	out := []string{p.WhyNot, s.table.When(p.Moment)}
	if p.Turn != "" {
		out = append(out, "turn of "+s.names(p.Turn))
	}
	for _, c := range p.Items {
		words := s.names(c.Who) + " " + c.Action + c.Words
		if c.Pays > 0 {
			words += " pays " + strconv.Itoa(c.Pays)
		}
		if c.Asks {
			words += " asks"
		}
		out = append(out, words)
	}
	return strings.Join(out, ", ")
}

// lastNotes returns the notes of the last event.
func (s *runner) lastNotes() string {
	if len(s.log) == 0 {
		return ""
	}
	return strings.Join(s.log[len(s.log)-1].Notes(), "; ")
}

func (s *runner) checkPending(w []string) {
	var got []string
	for _, p := range s.table.Pending() {
		round, unit := s.table.Round(p.Due)
		if s.table.Time().PerRound == 0 {
			unit = round
		}
		got = append(got, s.names(p.Who)+" "+p.Action+" "+strconv.Itoa(unit))
	}
	want := strings.Join(w[1:], " ")
	if want == "none" && len(got) > 0 || want != "none" && !slices.Contains(got, want) {
		s.fail("pending "+want, "pending "+orNone(strings.Join(got, ", ")))
	}
}

// marks returns the marked states of a character in the words of the rulebook.
func (s *runner) marks(name string) (string, error) {
	who, err := s.id(name)
	if err != nil {
		return "", err
	}
	c, _ := s.table.Character(who)
	system := s.systems[name]
	var out []string
	for _, m := range system.Marked(s.table.View(c, system.ID)) {
		out = append(out, m.Word)
	}
	return strings.Join(out, ", "), nil
}

// effects returns the words of the effects on a character.
func (s *runner) effects(name string) (string, error) {
	who, err := s.id(name)
	if err != nil {
		return "", err
	}
	var out []string
	for _, e := range s.table.ActiveEffects() {
		if e.Who == who {
			words := e.Words
			if e.At >= 0 && e.Until == model.ByMoment {
				words += " until " + s.table.When(e.At)
			}
			out = append(out, words)
		}
	}
	return strings.Join(out, ", "), nil
}

// checkFields compares NAME.FIELD=VALUE … If the field is a pool, the value is what is
// left in it.
func (s *runner) checkFields(w []string) error {
	for _, x := range w {
		path, _, _ := strings.Cut(x, "=")
		name, field, _ := strings.Cut(path, ".")
		who, err := s.id(name)
		if err != nil {
			return err
		}
		c, ok := s.table.Character(who)
		if !ok {
			return misplay("%s is not at the table", name)
		}
		system := s.systems[name]
		sheet := s.table.View(c, system.ID).Sheet
		got := strings.ReplaceAll(sheet.Value(field).String(), " ", "_")
		if p := slices.IndexFunc(system.Pools, func(p engine.Pool) bool { return p.ID == field }); p >= 0 {
			got = strconv.Itoa(system.Pools[p].Now(sheet))
		} else if _, known := system.Sheet.Field(field); !known {
			return misplay("%s has no field %s", system.ID, field)
		}
		if got = path + "=" + got; got != x {
			s.fail(x, got)
		}
	}
	return nil
}
