package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// recentEvents is how many events back, at least, the last change of a pool is looked for.
const recentEvents = 60

// maxOtherFields is how many numbers besides the pools are explained at most.
const maxOtherFields = 3

// PoolHistory says for each pool of a character, and for the points that actions cost, what
// changed it last and what the next payment will take. The words are for whoever plays
// the character: "Sphinx hit you for 10 at 50". Pools without a recent change are left out.
func PoolHistory(t model.Table, c *model.Character, system string) []engine.Words {
	s, ok := t.Rulebooks[system]
	if !ok {
		return nil
	}
	last := map[string]string{}
	var others []string  // labels of other fields, the last change first
	var all []poolChange // scratch space
	for l := range t.Log() {
		if l.Event.Seq/recentEvents+1 < t.Seq()/recentEvents {
			break
		}
		if l.Undone {
			continue
		}
		now := map[string]blowSum{} // by label: what this event changed
		for _, f := range l.Event.Facts {
			all = poolChanges(all[:0], s, c.ID, f)
			for _, x := range all {
				if _, told := last[x.label]; told || x.sum == 0 {
					continue
				}
				if _, told := now[x.label]; !told && !x.pool {
					others = append(others, x.label)
				}
				now[x.label] = now[x.label].and(x.sum, isBlow(c.ID, f, x), lossWords(t, c.ID, f, x.sum, x.kind == "life"), atWords(t, f))
			}
		}
		for label, b := range now {
			last[label] = b.words
		}
	}
	pays := paysNext(t, c, s)
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
	for _, label := range others[:min(len(others), maxOtherFields)] {
		out = append(out, engine.Words{Label: label, Text: last[label]})
	}
	return out
}

// blowSum says in words what one event took from a pool: its last change or, if it was
// several blows, their sum.
type blowSum struct {
	n, sum int
	words  string
}

// and adds what one fact took, by a blow or otherwise.
func (b blowSum) and(sum int, blow bool, words, when string) blowSum {
	if !blow {
		return blowSum{words: words}
	}
	b.n, b.sum = b.n+1, b.sum-sum
	if b.words = words; b.n > 1 {
		b.words = fmt.Sprintf("%d blows took %d%s", b.n, b.sum, when)
	}
	return b
}

// isBlow reports whether a fact is another character's blow that took life.
func isBlow(who string, f model.Fact, x poolChange) bool {
	end, ok := f.(model.Finished)
	return ok && end.Roll.Who != who && end.Roll.Who != "" && x.sum < 0 && x.kind == "life" && end.Outcome.Success
}

// atWords returns the moment of a fact in words, such as " at 50", or "" if it has none.
func atWords(t model.Table, f model.Fact) string {
	if about := t.About(f); about.Timed {
		return " at " + shortWhen(t, about.Moment)
	}
	return ""
}

// poolChange is by how much a fact changed a pool or points; below 0, it took something.
type poolChange struct {
	label, kind string
	pool        bool
	sum         int
}

// poolChanges appends the changes that a fact made to the pools and points of a character's
// sheet, one for each label.
func poolChanges(all []poolChange, s *engine.System, who string, f model.Fact) []poolChange {
	changes, hand := changesBy(f, who, s.ID)
	for _, c := range changes {
		if !hand && c.Who != who || c.System != "" && c.System != s.ID {
			continue
		}
		ints := c.To.Kind() == engine.Int && c.From.Kind() == engine.Int
		p, pool := s.Pool(c.Field)
		x := poolChange{label: p.Label, kind: p.Kind, pool: pool}
		switch {
		case pool && c.PoolLeft != nil:
			x.sum = c.PoolLeft[1] - c.PoolLeft[0]
		case pool && hand && ints:
			x.sum = c.From.Int() - c.To.Int()
		case !pool && ints:
			sp, known := s.Sheet.Field(c.Field)
			if !known || !isPoint(sp) {
				continue
			}
			x.label, x.sum = sp.Label, c.To.Int()-c.From.Int()
		default:
			continue
		}
		if i := slices.IndexFunc(all, func(o poolChange) bool { return o.label == x.label }); i >= 0 {
			all[i].sum += x.sum
		} else {
			all = append(all, x)
		}
	}
	return all
}

// isPoint reports whether a field holds points that actions cost. They are what rules
// write and a character has from the beginning: everything else that rules write begins
// at 0.
func isPoint(sp *engine.Spec) bool {
	return sp.In == "" && sp.Unmodifiable && !sp.Bookkeeping && !sp.IsDerived() && sp.Kind == engine.Int && sp.Least == 0 && sp.Default(engine.Sheet{}).Int() > 0
}

// changesBy returns the changes of a fact that may concern a character's sheet. hand is
// true if they were made by hand, on that sheet alone.
func changesBy(f model.Fact, who, system string) (changes []model.Change, hand bool) {
	switch f := f.(type) {
	case model.Finished:
		return f.Changes, false
	case model.Paid:
		return f.Changes, false
	case model.ClockRan:
		return f.Changes, false
	case model.SheetWritten:
		if f.Who == who && f.System == system {
			return f.Changes, true
		}
	}
	return nil, false
}

// lossWords says by how much a fact changed a pool or points, for whoever plays the
// character: "Sphinx hit you for 10 at 50".
func lossWords(t model.Table, who string, f model.Fact, sum int, life bool) string {
	n, what := strconv.Itoa(max(sum, -sum)), "the payment"
	when := func() string { return atWords(t, f) }
	switch f := f.(type) {
	case model.Finished:
		name := t.ActionName(f.Roll.System, f.Roll.Action)
		switch {
		case f.Roll.Who == who || f.Roll.Who == "":
			what = name
		case sum > 0:
			return t.NameOf(f.Roll.Who) + " gave you " + n + when()
		case life && f.Outcome.Success:
			return t.NameOf(f.Roll.Who) + " hit you for " + n + when()
		default:
			what = name + " by " + t.NameOf(f.Roll.Who) // in which the character may have spent own points
		}
	case model.ClockRan:
		what = t.ActionName(f.System, f.Action)
	case model.SheetWritten:
		sign := "-"
		if sum > 0 {
			sign = "+"
		}
		return sign + n + " by hand" + model.Because(f.Why)
	}
	switch {
	case sum > 0:
		return what + " gave " + n + when()
	case life: // damage that is taken takes nothing
		return what + ": " + n + " off" + when()
	}
	return what + " took " + n + when()
}

// shortWhen returns a moment in a few words: "50" if units are counted on through the
// rounds, otherwise what [model.Table.When] returns.
func shortWhen(t model.Table, m int) string {
	tk := t.Time()
	if tk.PerRound == 0 || tk.Down {
		return t.When(m)
	}
	_, unit := t.Round(m)
	return strconv.Itoa(unit)
}

// paysNext says for each pool, by its label, what the next payment takes and leaves.
func paysNext(t model.Table, c *model.Character, s *engine.System) map[string]string {
	if s.Time.Payment == "" || s.Time.PayEvery <= 0 || !model.MayPay(c, s) {
		return nil
	}
	at := t.MomentIn(s.ID, (t.LocalMoment(s.ID, t.Clock.Moment)/s.Time.PayEvery+1)*s.Time.PayEvery)
	step, _, ok := t.Payment(c.ID, s.ID, at)
	if !ok {
		return nil
	}
	now := s.Sheet.Read(c.Pages[s.ID]).WithModifiers(t.InForce(c.ID, s.ID))
	out, what := map[string]string{}, paysFor(step.Notes)
	for _, p := range s.Pools {
		n := 0
		for _, x := range step.Changes {
			if p.HasLoss(x.Field) && x.To.Kind() == engine.Int {
				n += x.To.Int() - x.From.Int()
			}
		}
		if n > 0 {
			out[p.Label] = fmt.Sprintf("%s %d at %s, then %d are left", what, n, shortWhen(t, at), p.Now(now)-n)
		}
	}
	return out
}

// paysFor begins the sentence of a payment with what is paid for: "movement takes". Each
// note of the payment names one thing, up to a comma.
func paysFor(notes []string) string {
	var things []string
	for _, note := range notes {
		if thing, _, is := strings.Cut(note, ","); is {
			things = append(things, thing)
		}
	}
	switch len(things) {
	case 0:
		return "the payment takes"
	case 1:
		return things[0] + " takes"
	}
	return engine.AndList(things...) + " take"
}

// LastLosses returns what was taken last from the pools of life of each character who has
// not acted since, by the character's id and the pool's key. It looks only at recent
// events.
func LastLosses(t model.Table) map[string]map[string]int {
	out := map[string]map[string]int{}
	over := map[string]bool{} // who has acted, or whose loss is known
	n := 0
	for l := range t.Log() {
		if n++; n > recentEvents {
			break
		}
		if l.Undone {
			continue
		}
		var done []string
		for _, f := range l.Event.Facts {
			end, rolled := f.(model.Finished)
			if rolled && end.Roll.Who != "" {
				if a, ok := t.ActionOf(end.Roll.System, end.Roll.Action); ok && a.Mode != engine.ByClock {
					done = append(done, end.Roll.Who)
				}
			}
			changes, _ := changesBy(f, "", "")
			for _, c := range changes {
				s, known := t.Rulebooks[c.System]
				if c.PoolLeft == nil || !known || over[c.Who] {
					continue
				}
				p, ok := s.Pool(c.Field)
				if !ok || p.Kind != "life" {
					continue
				}
				if out[c.Who] == nil {
					out[c.Who] = map[string]int{}
				}
				out[c.Who][p.Key()] += c.PoolLeft[0] - c.PoolLeft[1]
				done = append(done, c.Who)
			}
		}
		for _, who := range done {
			over[who] = true
		}
	}
	return out
}
