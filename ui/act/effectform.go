package act

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// effectForm is an effect that is being set up for a character.
type effectForm struct {
	model.AddEffect
	system string
	open   []engine.Modifier // modifiers for which the gamemaster still has to give a figure
	help   string
}

// askHolds lists the conditions of the rulebook. Other text makes an effect of that name.
func (m *Memory) askHolds(f pane.Frame) pane.Intent {
	c, s := f.Here(), f.Rulebook()
	if c == nil || s == nil {
		return pane.Fail{Words: "this version has no rulebook for this sheet"}
	}
	whose, more := c.Name, f.MarkedHere()
	if len(more) > 1 { // for the marked characters, whoever is selected
		c, _ = f.Table.Character(more[0])
		whose = view.GroupName(f.Table, more)
	}
	list := pane.Choice{Head: "Condition or effect on " + whose + "?", Typed: true}
	for _, x := range s.Conditions {
		list.AddEntry(picker.Entry{Name: x.Label, Also: x.Also, Aside: figures(f, c.ID, s.ID, x), Help: x.Help}, func(f pane.Frame) pane.Intent {
			return m.befalls(f, c.ID, s.ID, x)
		})
	}
	list.Own = func(_ pane.Frame, typed string) (string, pane.Then) {
		words := strings.TrimSpace(typed)
		if words == "" {
			return "something else: type its name", func(f pane.Frame) pane.Intent { return m.askHolds(f) }
		}
		h := effectForm{AddEffect: model.AddEffect{Who: c.ID, Words: words}, system: s.ID}
		return words + ", your own", h.askWhat
	}
	return list.Open()
}

// onAll lists the marked characters besides who.
func onAll(f pane.Frame, who string) []string {
	all := f.MarkedHere()
	if len(all) < 2 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(all), func(id string) bool { return id == who })
}

// figures describes the modifiers of a condition.
func figures(f pane.Frame, who, system string, x engine.Condition) string {
	var parts []string
	for _, a := range x.Adds {
		if a.N == 0 {
			parts = append(parts, f.Table.FieldName(who, system, a.Field)+" …")
			continue
		}
		parts = append(parts, adds(f, who, model.Add{System: system, Field: a.Field, N: a.N}))
	}
	return strings.Join(parts, ", ")
}

func adds(f pane.Frame, who string, all ...model.Add) string {
	return f.Table.AddsWords(model.ActiveEffect{Who: who, Does: all})
}

// befalls puts a condition on a character: by the action that causes it, or as an effect.
func (m *Memory) befalls(f pane.Frame, who, system string, x engine.Condition) pane.Intent {
	if x.Action != "" {
		d := scene.Draft{Who: who, System: system, Action: x.Action, Params: x.Params}
		if x.Params.IsZero() {
			return m.begins(f, append([]string{who}, onAll(f, who)...), d)
		}
		if more := onAll(f, who); len(more) > 0 {
			all := model.Together{Each: []model.Begin{d.Command()}}
			for _, id := range more {
				d.Who = id
				all.Each = append(all.Each, d.Command())
			}
			return steps(all, view.GroupName(f.Table, append([]string{who}, more...))+": "+strings.ToLower(x.Label))
		}
		return steps(d.Command(), f.Table.NameOf(who)+": "+strings.ToLower(x.Label))
	}
	h := effectForm{AddEffect: model.AddEffect{Who: who, Words: x.Label}, system: system, help: x.Help}
	for _, a := range x.Adds {
		if a.N == 0 {
			h.open = append(h.open, a)
			continue
		}
		h.Adds = append(h.Adds, model.Add{System: system, Field: a.Field, N: a.N})
	}
	return h.next(f)
}

// next asks for the next missing value: a figure, or the end.
func (h effectForm) next(f pane.Frame) pane.Intent {
	if len(h.open) > 0 {
		return h.askFigure(f)
	}
	return h.askEnd(f)
}

// askFigure asks for the figure of the first modifier that has none.
func (h effectForm) askFigure(f pane.Frame) pane.Intent {
	field := h.open[0].Field
	name := f.Table.FieldName(h.Who, h.system, field)
	read := func(text string) (model.Add, bool) {
		n, err := strconv.Atoi(strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(text)), "D"))
		return model.Add{System: h.system, Field: field, N: n}, err == nil && n != 0
	}
	p := form.Ask(h.Words+": how much?", name, "", func(f pane.Frame, p *form.Prompt, text string) pane.Intent {
		a, ok := read(text)
		if !ok {
			return p.Wrong(0, fmt.Sprintf("%q is not a number: type -2 to subtract 2, 2 to add 2", text))
		}
		h.Adds, h.open = append(slices.Clip(h.Adds), a), h.open[1:]
		return pane.All{pane.Close{}, pane.Then(h.next)}
	})
	p.Help = func(f pane.Frame, p *form.Prompt) string {
		if a, ok := read(p.Nth(0)); ok {
			return adds(f, h.Who, a)
		}
		return cmp.Or(h.help, "-2 subtracts 2, 2 adds 2")
	}
	return pane.Push{Overlay: p}
}

// askWhat lists the numbers that the effect can change, and none.
func (h effectForm) askWhat(f pane.Frame) pane.Intent {
	list := pane.Choice{Head: h.Words + " adds to …", Typed: true}
	if len(h.Adds) == 0 {
		list.AddEntry(picker.Entry{Name: "nothing: just show it", Also: "none reminder"}, h.askEnd)
	}
	s, _ := f.Table.Rulebook(h.system)
	for _, sp := range addable(f, h.Who, s) {
		add := h
		add.open = []engine.Modifier{{Field: sp.path}}
		list.AddEntry(picker.Entry{Name: f.Table.FieldName(h.Who, h.system, sp.path), More: sp.Group, Aside: sp.Group, Help: sp.Help}, add.askFigure)
	}
	return list.Open()
}

// sheetNumber is a number on a sheet.
type sheetNumber struct {
	*engine.Spec
	path string
}

// addable lists the numbers that an effect can change: first those that exist only for that,
// then those of the sheet.
func addable(f pane.Frame, who string, s *engine.System) []sheetNumber {
	var out []sheetNumber
	put := func(sp *engine.Spec, path string) {
		if _, may := s.Modifiable(path); may {
			out = append(out, sheetNumber{sp, path})
		}
	}
	for _, sp := range s.Sheet.Fields() {
		put(sp, sp.ID)
	}
	c, _ := f.Table.Character(who)
	for _, l := range s.Sheet.Lists() {
		for _, row := range c.Pages[s.ID].RowIDs(l.ID) {
			for _, sp := range l.Columns {
				put(sp, l.ID+"/"+row+"/"+sp.ID)
			}
		}
	}
	first := map[string]bool{}
	for _, x := range s.Conditions {
		for _, a := range x.Adds {
			if sp, ok := s.Sheet.Field(a.Field); ok {
				first[sp.Group] = true
			}
		}
	}
	rank := func(p sheetNumber) int {
		if first[p.Group] && p.In == "" {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b sheetNumber) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

// askEnd lists the ways in which the effect can end.
func (h effectForm) askEnd(f pane.Frame) pane.Intent {
	t := f.Table
	what := h.Words
	if len(h.Adds) > 0 {
		what += ", " + adds(f, h.Who, h.Adds...)
	}
	list := pane.Choice{Head: what + ": until when?", Typed: true}
	add := func(name, also, aside string, until model.Until, of string, rounds int) {
		end := h
		end.Until, end.Of, end.Rounds = until, of, rounds
		list.AddEntry(picker.Entry{Name: name, Also: also, Aside: aside}, end.do)
	}
	add("at the end of the scene", "fight encounter end over", "", model.ByScene, "", 0)
	for _, n := range []int{1, 2, 3} {
		add(rounds(n), "", untilRound(t, n), model.ByMoment, "", n)
	}
	people := t.Characters()
	own := func(c *model.Character) int {
		if c.ID == h.Who {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(people, func(a, b *model.Character) int { return cmp.Compare(own(a), own(b)) })
	for _, c := range people {
		add("on the next turn of "+c.Name, "action "+c.Name, "", model.ByTurn, c.ID, 0)
	}
	add("when treated", "cured healed removed hand permanent", "", model.ByTreated, "", 0)
	add("after the next action of "+t.NameOf(h.Who), "once", "", model.ByNext, "", 0)
	if slices.ContainsFunc(t.Pending(), func(p model.Pending) bool { return p.Who == h.Who && !p.Passive }) {
		add("at the end of the current action", "", "", model.ByAction, "", 0)
	}
	if len(h.Adds) > 0 {
		list.AddEntry(picker.Entry{Name: "it also changes something else", Also: "more another"}, h.askWhat)
	}
	list.Own = func(f pane.Frame, typed string) (string, pane.Then) {
		n, err := strconv.Atoi(strings.TrimSpace(typed))
		if err != nil || n < 1 {
			return "", nil
		}
		end := h
		end.Until, end.Rounds = model.ByMoment, n
		return rounds(n) + ", " + untilRound(f.Table, n), end.do
	}
	return list.Open()
}

func rounds(n int) string {
	if n == 1 {
		return "1 round"
	}
	return fmt.Sprintf("%d rounds", n)
}

// untilRound says in which round n rounds will have passed.
func untilRound(t model.Table, n int) string {
	return "until " + t.When(t.Clock.Moment+n*t.Time().Moments())
}

func (h effectForm) do(f pane.Frame) pane.Intent {
	h.More = onAll(f, h.Who)
	return pane.Do{Command: h.AddEffect, Then: saying(view.GroupName(f.Table, append([]string{h.Who}, h.More...)) + ": " + h.Words)}
}

// endable lists the effects on the selected character that can be ended by hand.
func endable(f pane.Frame) []model.ActiveEffect {
	return f.Table.EffectsOn(f.Selected)
}

func noEffect(f pane.Frame) string {
	if len(endable(f)) == 0 {
		return "this character has no condition or effect that you can end"
	}
	return ""
}

// endEffect ends the only effect, or one chosen from a list.
func endEffect(f pane.Frame) pane.Intent {
	all := endable(f)
	end := func(r model.ActiveEffect) pane.Then {
		return func(f pane.Frame) pane.Intent {
			return pane.Do{Command: model.EndEffect{Effect: r.Effect}, Then: saying(f.Table.NameOf(r.Who) + ": " + r.Words + " is over")}
		}
	}
	if len(all) == 1 {
		return end(all[0])(f)
	}
	list := pane.Choice{Head: "End what on " + f.Table.NameOf(f.Selected) + "?", Typed: true}
	for _, r := range all {
		list.AddEntry(picker.Entry{Name: r.Words, Aside: f.Table.UntilWords(r), Help: f.Table.AddsWords(r)}, end(r))
	}
	return list.Open()
}
