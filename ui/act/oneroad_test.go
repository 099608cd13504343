package act

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/uitest"
)

// Wordings of harm and healing by a number N, of WHO, the second of whom is not selected.
var (
	wordingsOfHarm = []string{"WHO -N", "WHO takes N", "WHO takes N damage", "N damage to WHO", "N dmg WHO", "WHO N dmg", "hurt WHO N", "WHO is hurt for N", "N to WHO", "give WHO N damage", "WHO takes N points of damage", "damage WHO N", "WHO suffers N damage"}
	wordingsOfHeal = []string{"WHO +N", "heal WHO N", "WHO heals N", "WHO is healed by N", "N healing to WHO", "WHO gets N back", "WHO regains N", "give WHO N back", "WHO recovers N points", "restore N to WHO", "heal WHO for N", "WHO gets back N"}
)

// Harm and healing that are typed are the rulebook's own action with that number, in every
// wording. Where the rulebook has none, the number is set by hand, which the line and the log
// say, and stays within the pool; or it says what there is instead.
func TestHarmThatIsTypedIsTheRule(t *testing.T) {
	byRule, byHand, told := 0, 0, 0
	for _, s := range uitest.Books() {
		for _, up := range []bool{false, true} {
			g, read := cellar(t, s)
			act, wordings := s.Harm, wordingsOfHarm
			if up {
				act, wordings = s.Healing, wordingsOfHeal
				if found := read("quillon takes 5"); len(found) > 0 && found[0].Command != nil {
					g.Must(t, found[0].Command)
					g.ThrowAll(t)
				}
			}
			who := g.Table.Characters()[1]
			first := ""
			for _, wording := range wordings {
				line := strings.NewReplacer("WHO", "quillon", "N", "3").Replace(wording)
				found := read(line)
				if len(found) == 0 {
					t.Errorf("%s: %q means nothing", s.ID, line)
					continue
				}
				m := found[0]
				is := fmt.Sprintf("%T %+v %s", m.Command, m.Command, m.WhyNot)
				if first = cmp.Or(first, is); is != first {
					t.Errorf("%s: %q is\n%s, but %q is\n%s", s.ID, line, is, wordings[0], first)
				}
				switch c := m.Command.(type) {
				case model.Begin:
					byRule++
					if c.Who != who.ID || c.Action != act.Action || !reflect.DeepEqual(c.Params, act.Params(3, "")) {
						t.Errorf("%s: %q is %+v", s.ID, line, c)
					}
				case model.Write:
					byHand++
					if act.Action != "" || !strings.Contains(m.Does, "set by hand") {
						t.Errorf("%s: %q writes on the sheet: %s", s.ID, line, m.Does)
					}
				case nil:
					told++
					if m.WhyNot == "" || strings.Contains(m.WhyNot, "nobody") {
						t.Errorf("%s: %q says %q", s.ID, line, m.WhyNot)
					}
				}
			}
		}
	}
	if byRule < 100 || byHand < 12 || told < 12 {
		t.Errorf("%d lines were of the rules, %d by hand, and %d told what there is instead", byRule, byHand, told)
	}
}

// Points that are spent or come back without a rule are set by hand: the line and the log say
// so, and no pool falls below 0, however much is asked for and from wherever it comes.
func TestNoPoolFallsBelowZeroByHand(t *testing.T) {
	tried := 0
	for _, s := range uitest.Books() {
		for i, pool := range s.Pools {
			if pool.Kind == "life" && s.Harm.Action != "" {
				continue
			}
			g, read := cellar(t, s)
			who := g.Table.Characters()[1]
			left := func() int {
				now, _ := g.Table.Character(who.ID)
				return s.Pools[i].Now(s.Sheet.Read(now.Pages[s.ID]))
			}
			before := left()
			if before < 2 {
				continue
			}
			label := strings.ToLower(pool.Label)
			for line, want := range map[string]int{"quillon -1 " + label: before - 1, "quillon spends 1 " + label: before - 1, "quillon loses 900 " + label: 0} {
				found := read(line)
				if len(found) == 0 || found[0].WhyNot != "" || found[0].Command == nil {
					t.Errorf("%s: %q means %+v", s.ID, line, found)
					continue
				}
				tried++
				if !strings.Contains(found[0].Does, "set by hand") {
					t.Errorf("%s: %q does not say that it is set by hand: %s", s.ID, line, found[0].Does)
				}
				g.Must(t, found[0].Command)
				if got := left(); got != want {
					t.Errorf("%s: after %q there are %d, not %d", s.ID, line, got, want)
				}
				for l := range g.Table.Log() {
					if told := view.Headline(g.Table, l.Event); !strings.Contains(told, "set by hand") {
						t.Errorf("%s: %q is logged as %q", s.ID, line, told)
					}
					break
				}
				if got := read("quillon -1 " + label); want == 0 && (len(got) == 0 || got[0].WhyNot == "") {
					t.Errorf("%s: there is no %s left, but %q means %+v", s.ID, label, line, got)
				}
				g.Must(t, model.Undo{Act: true})
			}
			field := pool.Losses[0]
			facts, err := decide.Decide(g.Table, uitest.GM, model.Write{Who: who.ID, System: s.ID, Set: []model.Change{{Field: field.ID, From: engine.ValueOf(field.Least), To: engine.ValueOf(field.Most)}}}, nil)
			if err == nil {
				after := g.Table.Apply(model.Event{Seq: g.Table.Seq() + 1, By: uitest.GM, Facts: facts})
				now, _ := after.Character(who.ID)
				if left := s.Pools[i].Now(s.Sheet.Read(now.Pages[s.ID])); left < 0 {
					t.Errorf("%s: a request for all of %s leaves %d", s.ID, label, left)
				}
			}
		}
	}
	if tried < 10 {
		t.Errorf("only %d lines were tried", tried)
	}
}

// What is said for several is done for each who can; who cannot is named with the reason, and
// where nobody can, nothing is done.
func TestWhoCannotIsNamed(t *testing.T) {
	said := 0
	for _, s := range uitest.Books() {
		g, read := cellar(t, s)
		for _, line := range []string{"quillon takes 5", "quillon -5"} {
			if found := read(line); len(found) > 0 && found[0].Command != nil && found[0].WhyNot == "" {
				g.Must(t, found[0].Command)
				g.ThrowAll(t)
				break
			}
		}
		for _, line := range []string{"everyone heals 2", "brenna and quillon get back 2", "everyone attacks brenna", "all goblins attack goblin 1"} {
			found := read(line)
			if len(found) == 0 || found[0].Command == nil || found[0].WhyNot != "" {
				continue
			}
			done := map[string]bool{}
			switch c := found[0].Command.(type) {
			case model.Together:
				for _, b := range c.Each {
					done[b.Who] = true
				}
			case model.Write:
				for _, w := range append([]model.Write{c}, c.More...) {
					done[w.Who] = true
				}
			}
			_, without, _ := strings.Cut(found[0].Does, "; without ")
			for _, c := range g.Table.Characters() {
				meant := strings.HasPrefix(line, "everyone") || strings.HasPrefix(line, "all") && strings.HasPrefix(c.Name, "Goblin") || strings.Contains(line, strings.ToLower(c.Name))
				if meant && !done[c.ID] && !strings.Contains(without, c.Name) {
					t.Errorf("%s: %q leaves out %s, who is not named: %s", s.ID, line, c.Name, found[0].Does)
				}
			}
			if without != "" {
				said++
			}
		}
	}
	if said < 10 {
		t.Errorf("somebody was left out by %d lines", said)
	}
}
