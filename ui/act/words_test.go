package act

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"example.org/fray/engine"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// claims reports whether a word is one of an action's own: of its label, of the other words
// for it or of a row that it uses, or whether the rulebook means the action by it.
func claims(s *engine.System, o phrase.Offer, word string) bool {
	for _, own := range strings.FieldsFunc(strings.ToLower(o.Rule.Label+" "+o.Rule.Also+" "+o.Row+" "+o.Rule.ID), func(r rune) bool { return strings.ContainsRune(" :,()-/", r) }) {
		if phrase.IsTerm(own, word, true) {
			return true
		}
	}
	return slices.ContainsFunc(s.Terms, func(t engine.Term) bool {
		return (t.Action == o.Rule.ID || t.Else == o.Rule.ID) && phrase.IsTerm(t.Words, word, true)
	})
}

// harms are the actions that hurt whoever does them.
func harms(a *engine.Action) bool {
	for _, words := range []string{"take damage", "take harm", "take stress", "take a blow", "lose ", "be hurt", "suffer", "the air is gone"} {
		if strings.HasPrefix(strings.ToLower(a.Label), words) {
			return true
		}
	}
	return a.ID == "hurt" || a.ID == "damage" && !a.Attack() && a.Need == engine.Alone
}

// A word opens what it is a word for, in every state of availability: what is impossible now
// is found by its own name, and says why. No word of an attack or of healing opens what
// hurts whoever says it. In lists of lines, in the list of actions and in sentences.
func TestNoWordOpensItsOpposite(t *testing.T) {
	asked := 0
	for _, s := range uitest.Books() {
		step := 0
		uitest.Fight(t, s, 5, 24, func(g *uitest.Memory) {
			if step++; step%12 != 0 {
				return
			}
			m := NewMemory(nil)
			c := g.Table.Characters()[step/12%2]
			f := pane.Frame{Table: g.Table, Seat: uitest.GM, Look: uitest.Look(kit.Mono), System: s.ID, Selected: c.ID, W: 90, H: 30}
			var can, cannot []phrase.Offer
			for _, o := range m.Offered(g.Table, c, s) {
				if _, err := decide.InputsToBegin(g.Table, uitest.GM, o.Begin); err != nil {
					o.Later = true
					cannot = append(cannot, o)
					continue
				}
				can = append(can, o)
			}
			all := slices.Concat(can, cannot)
			var list palette
			listed := false
			if push, ok := m.Palette(f, false).(pane.Push); ok {
				list, listed = push.Overlay.(palette)
			}
			gentle := map[string]bool{"heal": true, "slash": true, "attack": true, "strike": true}
			opens := func(word string) {
				t.Helper()
				asked++
				i, _, ok := phrase.FindOffer(s, word, all)
				if !ok {
					t.Errorf("%s: %q finds nothing", s.ID, word)
					return
				}
				if !strings.Contains(word, " ") && !claims(s, all[i], word) {
					t.Errorf("%s: %q opens %s", s.ID, word, all[i].Name)
				}
				if gentle[word] {
					means := m.Said(f).Read(c.Name + " " + word)
					if len(means) > 0 && means[0].Offer != nil && means[0].Offer.System == s.ID && harms(means[0].Offer.Rule) && !strings.Contains(strings.ToLower(means[0].Offer.Rule.Label), word) {
						t.Errorf("%s: the sentence %q means %s", s.ID, c.Name+" "+word, means[0].Does)
					}
				}
				if !listed {
					return
				}
				p := list
				p.list.Picker = p.list.Find(word)
				p = p.found(f, word)
				if at := p.list.At(); at >= 0 && at < len(p.actions) && !p.isMeant && !strings.Contains(word, " ") {
					o := p.actions[at]
					if !claims(s, phrase.Offer{Rule: o.Rule, Row: o.Row + " " + o.Name}, word) {
						t.Errorf("%s: in the list %q is first %s", s.ID, word, o.Label())
					}
				}
			}
			for _, a := range s.Actions {
				if a.Attack() || a.Purpose == engine.ForHealing {
					for _, w := range strings.Fields(strings.ToLower(a.Also)) {
						gentle[w] = true
					}
				}
			}
			for _, a := range s.Actions {
				if a.Mode == engine.ByClock || !slices.ContainsFunc(all, func(o phrase.Offer) bool { return o.Rule == a }) {
					continue
				}
				i, _, ok := phrase.FindOffer(s, a.Label, all)
				if !ok || all[i].Rule != a {
					t.Errorf("%s: %q does not find its own action", s.ID, a.Label)
				}
				for _, w := range strings.Fields(strings.ToLower(a.Also)) {
					opens(w)
				}
			}
			// Two letters say no more than the beginning of a label, a whole word, or what the
			// rulebook says that they mean: go is nothing that is gone.
			for _, a := range s.Actions {
				for _, word := range strings.Fields(strings.ToLower(a.Label + " " + a.Also)) {
					if len(word) < 4 || word[0] > unicode.MaxASCII || word[1] > unicode.MaxASCII {
						continue
					}
					short := word[:2]
					i, says, ok := phrase.FindOffer(s, short, all)
					if !ok || says != "" || strings.HasPrefix(strings.ToLower(all[i].Name), short) || strings.HasPrefix(strings.ToLower(all[i].Rule.Label), short) || slices.ContainsFunc(s.Terms, func(t engine.Term) bool { return phrase.IsTerm(t.Words, short, true) }) {
						continue
					}
					if o := all[i]; !slices.Contains(strings.FieldsFunc(strings.ToLower(o.Name+" "+o.Also+" "+o.More+" "+o.Action+" "+o.Rule.Label), func(r rune) bool { return !unicode.IsLetter(r) }), short) {
						t.Errorf("%s: %q opens %s", s.ID, short, o.Name)
					}
				}
			}
			for w := range gentle {
				if i, _, ok := phrase.FindOffer(s, w, all); ok && harms(all[i].Rule) && !strings.Contains(strings.ToLower(all[i].Rule.Label), w) {
					t.Errorf("%s: %q opens %s", s.ID, w, all[i].Name)
				}
			}
		})
	}
	if asked < 1000 {
		t.Errorf("only %d words were asked for", asked)
	}
}

// A line in which every word is understood is read before one that is read more loosely:
// NAME FIELD NUMBER sets that field, of every sheet.
func TestAFieldIsReadBeforeLooserReadings(t *testing.T) {
	for _, s := range uitest.Books() {
		g := uitest.Seated(t, s)
		m := NewMemory(nil)
		c := g.Table.Characters()[0]
		f := pane.Frame{Table: g.Table, Seat: uitest.GM, System: s.ID, Selected: c.ID}
		for _, sp := range s.Sheet.Fields() {
			if sp.Kind != engine.Int || sp.Bookkeeping || sp.In != "" {
				continue
			}
			n := min(max(sp.Least, 3), sp.Most)
			line := c.Name + " " + sp.Label + " " + strconv.Itoa(n)
			found := m.Said(f).Read(line)
			if len(found) == 0 {
				t.Errorf("%s: %q is not understood", s.ID, line)
				continue
			}
			if found[0].Offer != nil {
				t.Errorf("%s: %q is read as %q", s.ID, line, found[0].Does)
			}
		}
	}
}
