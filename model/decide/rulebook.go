package decide

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// setRulebook gives the table a rulebook as text, or a newer text of one, and records the
// differences in words.
func (d *decision) setRulebook(c model.SetRulebook) error {
	sys, f, err := d.readRulebook(c.Text)
	if err != nil {
		return err
	}
	if now, ok := d.t.RulebookText(sys.ID); ok {
		if now.Hash == f.Hash {
			return model.Refuse("the table already has this text of %s", sys.Name)
		}
		f.What = "it replaces a text that can no longer be read"
		if old, ok := d.t.Rulebooks[sys.ID]; ok {
			f.What = differences(old, sys)
		}
	}
	d.emit(f)
	return nil
}

// readRulebook makes a rulebook of a text, and returns the fact that gives it to the
// table.
func (d *decision) readRulebook(text string) (*engine.System, model.RulebookSet, error) {
	if len(text) > model.LongestRulebook {
		return nil, model.RulebookSet{}, model.Refuse("the text has %d bytes, and the most are %d", len(text), model.LongestRulebook)
	}
	sys, err := d.t.ReadRulebook(text)
	if err != nil {
		return nil, model.RulebookSet{}, model.Refuse("%v", err)
	}
	if sys.ID == model.TableRulesID {
		return nil, model.RulebookSet{}, model.Refuse("the id %q stands for the table's own rules: choose another id", sys.ID)
	}
	if _, own := d.t.Rulebooks[sys.ID]; own {
		if _, text := d.t.RulebookText(sys.ID); !text {
			return nil, model.RulebookSet{}, model.Refuse("the rulebook %q is built in: choose another id", sys.ID)
		}
	}
	return sys, model.RulebookSet{System: sys.ID, Name: model.Clean(sys.Name, model.LongestName), Hash: model.HashRulebook(text), Text: text}, nil
}

// differences returns in words what a newer text of a rulebook changes: "two rules
// changed, one field new, one field gone: its values are kept".
func differences(was, is *engine.System) string {
	var words []string
	tell := func(n int, one, what string) {
		if n > 0 {
			word := numberWord(n)
			if n != 1 {
				one += "s"
			}
			words = append(words, word+" "+one+" "+what)
		}
	}
	rules := func(s *engine.System) map[string]string {
		out := map[string]string{}
		for _, a := range s.Actions {
			out[a.ID] = a.Source
		}
		return out
	}
	changed, added, gone := countDifferences(rules(was), rules(is))
	tell(changed, "rule", "changed")
	tell(added, "rule", "new")
	tell(gone, "rule", "gone")
	fields := func(s *engine.System) map[string]string {
		out := map[string]string{}
		declared := func(sp *engine.Spec) string {
			words := sp.Label + "\n" + sp.Range()
			if !sp.IsDerived() {
				words += "\n" + sp.DefaultWords(engine.Sheet{})
			}
			return words
		}
		for _, sp := range s.Sheet.Fields() {
			if !sp.Bookkeeping {
				out[sp.ID] = declared(sp)
			}
		}
		for _, l := range s.Sheet.Lists() {
			for _, sp := range l.Columns {
				out[l.ID+"/"+sp.ID] = declared(sp)
			}
		}
		return out
	}
	changed, added, gone = countDifferences(fields(was), fields(is))
	tell(changed, "field", "changed")
	tell(added, "field", "new")
	if gone > 0 {
		tell(gone, "field", "gone")
		if gone == 1 {
			words[len(words)-1] += ": its values are kept"
		} else {
			words[len(words)-1] += ": their values are kept"
		}
	}
	if len(words) == 0 {
		return "no rule and no field has changed"
	}
	return strings.Join(words, ", ")
}

// IDsGone returns in words which ids of a rulebook a newer text of it no longer has. What is
// written under them stays, and nothing reads it. Where something new has the label of what
// is gone, its id has probably been changed.
func IDsGone(was, is *engine.System) []string {
	type declared struct{ id, label string }
	fields := func(s *engine.Schema) []declared {
		var out []declared
		for _, sp := range s.Fields() {
			if !sp.Bookkeeping {
				out = append(out, declared{sp.ID, sp.Label})
			}
		}
		return out
	}
	var words []string
	compare := func(what, kept string, was, is []declared) {
		has := func(of []declared, id string) bool {
			return slices.ContainsFunc(of, func(d declared) bool { return d.id == id })
		}
		for _, d := range was {
			if has(is, d.id) {
				continue
			}
			w := strings.Replace(what+" "+d.id, "/ ", "/", 1) + " is gone" + kept
			for _, n := range is {
				if n.label == d.label && !has(was, n.id) {
					w += fmt.Sprintf("; %s is new with its label: keep the id %s if it is the same", n.id, d.id)
					break
				}
			}
			words = append(words, w)
		}
	}
	compare("the field", ": its values are kept, and not read", fields(was.Sheet), fields(is.Sheet))
	var lists, still []declared
	for _, l := range was.Sheet.Lists() {
		lists = append(lists, declared{l.ID, l.Label})
	}
	for _, l := range is.Sheet.Lists() {
		still = append(still, declared{l.ID, l.Label})
		columns := func(l *engine.List) []declared {
			var out []declared
			for _, sp := range l.Columns {
				out = append(out, declared{sp.ID, sp.Label})
			}
			return out
		}
		if before, ok := was.Sheet.FindList(l.ID); ok {
			compare("the column "+l.ID+"/", ": its values are kept, and not read", columns(before), columns(l))
		}
	}
	compare("the table", ": its rows are kept, and not read", lists, still)
	compare("the house rule", ": what was set for it counts no more", fields(was.House), fields(is.House))
	actions := func(s *engine.System) []declared {
		var out []declared
		for _, a := range s.Actions {
			out = append(out, declared{a.ID, a.Label})
		}
		return out
	}
	compare("the action", ": what of it is under way ends by the earlier text", actions(was), actions(is))
	return words
}

func numberWord(n int) string {
	small := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n < len(small) {
		return small[n]
	}
	return fmt.Sprint(n)
}

// countDifferences counts the differences between two maps from ids to texts.
func countDifferences(was, is map[string]string) (changed, added, gone int) {
	for id, text := range is {
		switch before, there := was[id]; {
		case !there:
			added++
		case before != text:
			changed++
		}
	}
	for id := range was {
		if _, there := is[id]; !there {
			gone++
		}
	}
	return changed, added, gone
}
