package pane_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// Whoever falls is down in the same frame, in every rulebook and by whatever way: by a
// sentence, by a condition, by damage written on the sheet. The word of the rulebook stands
// first behind the name, meters are dark, nobody waits for them, and what they had begun is
// called off by the same event and told once.
func TestFalls(t *testing.T) {
	var all []*engine.System
	all = append(all, systems.All()...)
	for _, id := range books.IDs() {
		all = append(all, uitest.Book(t, id))
	}
	for _, s := range all {
		t.Run(s.ID, func(t *testing.T) {
			ways := []string{"X dies", "X is dead", "kill X"}
			for _, c := range s.Conditions {
				ways = append(ways, "X "+strings.ToLower(c.Label))
			}
			felled, acted := 0, 0
			for _, way := range ways {
				g := uitest.Seated(t, s)
				who := g.Table.Characters()[0]
				g.Must(t, model.Next{})
				busy := begins(g, s, who)
				line := strings.ReplaceAll(way, "X", who.Name)
				meanings := (&phrase.Context{Table: g.Table, Seat: uitest.GM, System: s.ID, Who: g.Table.Characters()[1].ID, Gate: phrase.Gate{Decide: decide.Decide}}).Read(line)
				if len(meanings) == 0 || meanings[0].Command == nil || meanings[0].WhyNot != "" {
					continue
				}
				if _, leaves := meanings[0].Command.(model.Leave); leaves { // a rulebook in which nobody can fall
					continue
				}
				g.Must(t, meanings[0].Command)
				who, _ = g.Table.Character(who.ID)
				if !g.Table.IsDownIn(who, s.ID) {
					continue
				}
				if felled++; busy {
					acted++
				}
				word := g.Table.DownWord(who, s.ID)
				if got := scene.DoingWords(g.Table, who); !strings.HasPrefix(got, word) {
					t.Errorf("%s: the roster says %q, not %q", line, got, word)
				}
				blocks, _ := g.Table.Brief(who, s.ID)
				for _, b := range append(blocks, s.Panel(g.Table.View(who, s.ID))...) {
					if m, is := b.(engine.Meter); is && (kit.MeterInk(m) != kit.Faint || kit.GaugeOf(m, 0, 20).Now != 0) {
						t.Errorf("%s: the meter %s is not dark", line, m.Label)
					}
				}
				if slices.Contains(decide.Free(g.Table), who.ID) {
					t.Errorf("%s: they are free to act", line)
				}
				said := strings.Join(view.Narration(g.Table, g.Table.Seq(), false), "\n")
				if n := strings.Count(said, "called off"); busy && n != 1 {
					t.Errorf("%s: that it is called off is told %d times:\n%s", line, n, said)
				}
				for _, p := range g.Table.Pending() {
					if busy && p.Who == who.ID && !p.Passive && len(p.Against) == 0 && !g.Table.IsTurn(p) {
						t.Errorf("%s: %s goes on", line, p.Action)
					}
				}
				if g.Must(t, model.Next{}); busy && strings.Contains(strings.Join(view.Narration(g.Table, g.Table.Seq(), false), "\n"), "called off") {
					t.Errorf("%s: it is called off once more when the clock moves on", line)
				}
			}
			t.Logf("%d of %d ways fell somebody, who was busy in %d", felled, len(ways), acted)
			if felled == 0 && s.ID != "contest" { // where somebody loses a contest, and otherwise leaves the table
				t.Errorf("nobody could be felled by any of %q", ways)
			}
		})
	}
}

// begins lets somebody begin an action that takes time, if there is one that they can begin.
// It reports whether something is under way now.
func begins(g *uitest.Memory, s *engine.System, who *model.Character) bool {
	against := g.Table.Characters()[1].ID
	for _, a := range s.Actions {
		if a.Mode != engine.Active {
			continue
		}
		was := g.Table
		c := model.Begin{Who: who.ID, System: s.ID, Action: a.ID}
		if a.Need != engine.Alone {
			c.Against = []string{against}
		}
		for _, sp := range a.Form.Fields() {
			if rows := who.Pages[s.ID].RowIDs(sp.RowsOf); sp.RowsOf != "" && len(rows) > 0 {
				c.Params = c.Params.With(sp.ID, engine.ValueOf(rows[0]))
			}
			if n, takes := map[string]int{"prepare": 1, "rounds": 3, "difficulty": 5}[sp.ID]; takes {
				c.Params = c.Params.With(sp.ID, engine.ValueOf(n))
			}
		}
		if _, err := g.Do(uitest.GM, c); err == nil {
			for range 20 {
				rolls := g.Table.Rolls()
				if len(rolls) == 0 {
					break
				}
				step, err := g.Table.Step(rolls[0])
				if err != nil || step.Open == nil {
					break
				}
				answer, ok := step.Open.Nothing()
				if !ok {
					answer = step.Open.Thrown(slices.Repeat(engine.Faces{4}, step.Open.Dice.Missing(nil)))
				}
				if _, err := g.Do(uitest.GM, model.Answer{Roll: rolls[0].ID, Question: rolls[0].Question, Answer: answer}); err != nil {
					break
				}
			}
			if _, acts := g.Table.State.UnderWay(who.ID); acts && len(g.Table.Rolls()) == 0 {
				return true
			}
		}
		g.Table = was
	}
	return false
}
