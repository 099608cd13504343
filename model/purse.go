package model

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// lately is how many events back a sheet tells at least what a pool has lost
// last.
const lately = 60

// mostPoints is how many numbers beside the pools are told of.
const mostPoints = 3

// Purse says of the pools of somebody, and of the points that acts take, what
// took or gave something last, and what the next payment takes, to whoever plays
// them: "Sphinx hit you for 10 at 50". What nothing has touched lately is not in it.
func (t Table) Purse(c *Character, system string) []engine.Words {
	s, ok := t.rules[system]
	if !ok {
		return nil
	}
	last := map[string]string{}
	var others []string // fields that are no pool, the newest first
	for l := range t.Log() {
		if l.Event.Seq/lately+1 < t.Seq()/lately {
			break
		}
		if l.Undone {
			continue
		}
		for _, f := range l.Event.Facts {
			for label, sum := range touched(s, c.ID, system, t.changesBy(f, c.ID)) {
				if _, told := last[label]; told || sum == 0 {
					continue
				}
				pool, is := poolCalled(s, label)
				last[label] = t.tookWords(c.ID, f, sum, pool.Kind == "life")
				if !is {
					others = append(others, label)
				}
			}
		}
	}
	pays := t.paysNext(c, s)
	var out []engine.Words
	for _, p := range s.Pools {
		var parts []string
		for _, words := range []string{last[p.Label], pays[p.Label]} {
			if words != "" {
				parts = append(parts, words)
			}
		}
		if parts != nil {
			out = append(out, engine.Words{Label: p.Label, Text: strings.Join(parts, "; ")})
		}
	}
	for _, label := range others[:min(len(others), mostPoints)] {
		out = append(out, engine.Words{Label: label, Text: last[label]})
	}
	return out
}

// poolCalled finds a pool by its label.
func poolCalled(s *engine.System, label string) (engine.Pool, bool) {
	for _, p := range s.Pools {
		if p.Label == label {
			return p, true
		}
	}
	return engine.Pool{}, false
}

// touched adds up by how much pools and points of a sheet have changed, by their
// labels: below 0 is less.
func touched(s *engine.System, who, system string, changes []Change) map[string]int {
	var out map[string]int
	for _, c := range changes {
		if c.Who != who || c.System != "" && c.System != system {
			continue
		}
		if out == nil {
			out = map[string]int{}
		}
		sp, known := s.Sheet.Field(c.Field)
		p, pool := s.Pool(c.Field)
		switch {
		case pool && c.Left != nil:
			out[p.Label] += c.Left[1] - c.Left[0]
		case !pool && known && isPoint(sp) && c.To.Kind() == engine.Int && c.From.Kind() == engine.Int:
			out[sp.Label] += c.To.Int() - c.From.Int()
		}
	}
	return out
}

// isPoint reports whether a field holds points, which one has from the beginning
// and which acts take: all else that rules write begins at nothing.
func isPoint(sp *engine.Spec) bool {
	return sp.In == "" && sp.Tracks && !sp.Books && !sp.Follows() && sp.Kind == engine.Int && sp.Least == 0 && sp.Default(engine.Sheet{}).Int() > 0
}

// changesBy are what a fact changed on sheets, somebody's among them.
func (t Table) changesBy(f Fact, who string) []Change {
	switch f := f.(type) {
	case Finished:
		return f.Changes
	case paid:
		return f.Changes
	case ran:
		return f.Changes
	case written:
		if f.Who == who {
			return inPools(t, f)
		}
	}
	return nil
}

// tookWords say by how much a fact changed something of somebody's, to whoever
// plays them: "Sphinx hit you for 10 at 50".
func (t Table) tookWords(who string, f Fact, sum int, life bool) string {
	n, what := strconv.Itoa(max(sum, -sum)), "the payment"
	when := func() string {
		if about := t.About(f); about.Timed {
			return " at " + t.shortly(about.Moment)
		}
		return ""
	}
	switch f := f.(type) {
	case Finished:
		name := t.ActionName(f.Roll.System, f.Roll.Action)
		switch {
		case f.Roll.Who == who || f.Roll.Who == "":
			what = name
		case sum > 0:
			return t.NameOf(f.Roll.Who) + " gave you " + n + when()
		case life && f.Outcome.Success:
			return t.NameOf(f.Roll.Who) + " hit you for " + n + when()
		default:
			return t.NameOf(f.Roll.Who) + " took " + n + " with " + name + when()
		}
	case ran:
		what = t.ActionName(f.System, f.Action)
	case written:
		return fmt.Sprintf("%+d by hand%s", sum, because(f.Why))
	}
	if sum > 0 {
		return what + " gave " + n + when()
	}
	return what + " took " + n + when()
}

// shortly is a moment as it stands in a list of them: 50 where units go on
// through the rounds.
func (t Table) shortly(m int) string {
	tk := t.Time()
	if tk.PerRound == 0 || tk.Down {
		return t.When(m)
	}
	_, unit := t.Round(m)
	return strconv.Itoa(unit)
}

// inPools are the changes of a sheet by hand with what they left in pools.
func inPools(t Table, f written) []Change {
	s, ok := t.rules[f.System]
	who, there := t.Character(f.Who)
	if !ok || !there {
		return nil
	}
	now := s.Sheet.Read(who.Pages[f.System])
	out := make([]Change, len(f.Changes))
	for i, c := range f.Changes {
		c.Who, c.System = f.Who, f.System
		if c.Left == nil {
			c.Left = leftIn(s, now, c)
		}
		out[i] = c
	}
	return out
}

// paysNext says by pool what the next payment takes, and what is left then.
func (t Table) paysNext(c *Character, s *engine.System) map[string]string {
	if s.Time.Payment == "" || s.Time.PayEvery <= 0 {
		return nil
	}
	at := t.momentOf(s.ID, (t.local(s.ID, t.Clock.Moment)/s.Time.PayEvery+1)*s.Time.PayEvery)
	step, _, ok := t.payment(c.ID, s.ID, at)
	if !ok {
		return nil
	}
	now := s.Sheet.Read(c.Pages[s.ID]).Under(t.InForce(c.ID, s.ID))
	out, what := map[string]string{}, paysFor(step.Notes)
	for _, p := range s.Pools {
		n := 0
		for _, x := range step.Changes {
			if p.Loses(x.Field) && x.To.Kind() == engine.Int {
				n += x.To.Int() - x.From.Int()
			}
		}
		if n > 0 {
			out[p.Label] = fmt.Sprintf("%s %d at %s, then %d are left", what, n, t.shortly(at), p.Now(now)-n)
		}
	}
	return out
}

// paysFor says what a payment is for, and that it takes: "movement takes". Its
// notes name that thing by thing, before a comma.
func paysFor(notes []string) string {
	var things []string
	for _, note := range notes {
		if thing, _, is := strings.Cut(note, ","); is {
			things = append(things, thing)
		}
	}
	switch last := len(things) - 1; last {
	case -1:
		return "the payment takes"
	case 0:
		return things[0] + " takes"
	default:
		return strings.Join(things[:last], ", ") + " and " + things[last] + " take"
	}
}
