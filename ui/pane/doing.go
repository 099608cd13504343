package pane

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

// doing is what a character is doing and how they are, in words: the gravest state first,
// then what they are in the middle of.
type doing struct {
	parts []string
	ink   kit.Token
	act   string // the part that says what is under way, "" for none
	down  bool   // the first part is why somebody cannot act
}

func (d *doing) say(ink kit.Token, words string) {
	if words == "" {
		return
	}
	if len(d.parts) == 0 || graver(ink, d.ink) {
		d.ink = ink
	}
	d.parts = append(d.parts, words)
}

// says reports whether a word is in it, alone or as the end of a part: hurt, in badly hurt.
func (d *doing) says(word string) bool {
	return slices.ContainsFunc(d.parts, func(p string) bool { return p == word || strings.HasSuffix(p, " "+word) })
}

// graver reports whether an ink is more important to show than another.
func graver(a, b kit.Token) bool { return gravity(a) > gravity(b) }

func gravity(t kit.Token) int {
	switch t {
	case kit.Grave:
		return 4
	case kit.Hurt:
		return 3
	case kit.Warn:
		return 2
	case kit.Accent:
		return 1
	}
	return 0
}

func (d doing) text() string { return strings.Join(d.parts, ", ") }

func (d doing) width() int { return kit.Width(kit.Clean(d.text())) }

// cut leaves out parts behind the first that don't fit into w cells. A shorter part behind
// them may stay, but not "or resist" without the part that it is an alternative to. What is
// called for and what is under way stay before states, which a meter shows too.
func (d *doing) cut(w int) {
	if len(d.parts) < 2 || d.width() <= w {
		return
	}
	kept := *d
	first := slices.IndexFunc(d.parts, func(p string) bool { return strings.Contains(p, calling) })
	if first < 0 {
		first = max(slices.Index(d.parts, d.act), 0)
	}
	if d.down {
		first = 0
	}
	kept.parts = []string{d.parts[first]}
	out := false // the last one
	for i, part := range d.parts {
		if i == first || out && strings.HasPrefix(part, orElse) {
			continue
		}
		kept.parts = append(kept.parts, part)
		if out = kept.width() > w; out {
			kept.parts = kept.parts[:len(kept.parts)-1]
		}
	}
	d.parts = kept.parts
}

// draw draws it at the right end of a row.
func (d doing) draw(r *kit.Row) {
	n := d.width()
	if n == 0 {
		return
	}
	r.Space(max(r.Left()-n-1, 1)).Put(d.ink, d.text())
}

// Doing says what a character is doing and how they are, in a few words.
func Doing(t model.Table, k *kit.Look, c *model.Character) string {
	f := Frame{Table: t, Look: k}
	_, marks := f.told(c)
	return f.doing(c, nil, marks, nil).text()
}

// doing gives the same in words that can stand behind a name.
func (f Frame) doing(c *model.Character, brief []engine.Block, marks []engine.Mark, words []string) doing {
	d := doing{parts: words}
	t := f.Table
	acts := false
	if word, met := c.State(); met {
		ink := kit.Text
		if isDown(t, c) {
			ink, acts = kit.Grave, true
		}
		d.say(ink, word)
	}
	mark := func(grave bool, ink kit.Token) {
		for _, m := range marks {
			if m.Grave == grave && !d.says(m.Word) {
				d.say(ink, m.Word)
				acts = acts || grave
			}
		}
	}
	mark(true, kit.Grave) // first: where room is short the rest is left out
	d.down = len(words) == 0 && len(d.parts) > 0 && acts
	hurt, worst := "", kit.Text
	for _, b := range brief { // of several meters the worst is told
		if m, ok := b.(engine.Meter); ok && m.HurtWord() != "" && graver(kit.MeterInk(m), worst) {
			hurt, worst = m.HurtWord(), kit.MeterInk(m)
		}
	}
	d.say(worst, hurt)
	mark(false, kit.Warn)
	for _, r := range t.Rolls() {
		if r.Who == c.ID {
			acts = true
			d.act = f.Look.Half + " " + t.ActionName(r.System, r.Action)
			d.say(kit.Warn, d.act)
		}
	}
	d.called(t, c)
	for _, e := range t.EffectsOn(c.ID) {
		d.say(kit.Accent, e.Words)
	}
	for _, p := range t.Pending() {
		if p.Who == c.ID && concerns(t, p) == c.ID && !goesOn(t, p) {
			words := scene.PendingWords(t, p)
			acts, d.act = true, cmp.Or(d.act, words)
			d.say(kit.Text, words)
		}
	}
	if words, waits := decide.WaitingFor(t, c.ID); waits {
		d.say(kit.Accent, strings.TrimSpace("waits: "+words))
		acts = true
	}
	switch {
	case t.Clock.Turn == c.ID:
		d.say(kit.Accent, f.Look.Cursor+" turn")
	case !acts && t.Clock.Turn == "":
		d.say(kit.Accent, f.Look.Cursor+" free")
	}
	if c.Hidden {
		d.say(kit.Dim, "hidden")
	}
	return d
}

// The words for what is called for, and for an alternative.
const calling, orElse = " needed", "or "

// called says what the table calls for from a character. Alternatives are one part, and so is
// what is called for several times: "Dodge called for twice, or resist".
func (d *doing) called(t model.Table, c *model.Character) {
	all := t.FollowUps()
	if !slices.ContainsFunc(all, func(u model.FollowUp) bool { return u.Who == c.ID }) {
		return
	}
	var calls [][]string
	var may []string
	times := map[string]int{}
	for _, of := range view.Choices(all) {
		if of[0].Who != c.ID {
			continue
		}
		if len(of) == 1 && view.IsOffered(t, of[0]) {
			may = append(may, "may "+strings.ToLower(calledBy(t, of[0])))
			continue
		}
		var names []string
		for _, u := range of {
			names = append(names, calledBy(t, u))
		}
		if key := strings.Join(names, "\n"); times[key] == 0 {
			calls, times[key] = append(calls, names), 1
		} else {
			times[key]++
		}
	}
	for _, names := range calls {
		said := names[0] + calling
		switch n := times[strings.Join(names, "\n")]; {
		case n == 2:
			said += " twice"
		case n > 2:
			said += " " + strconv.Itoa(n) + " times"
		}
		d.say(kit.Warn, said)
		for _, other := range names[1:] {
			d.say(kit.Warn, orElse+strings.ToLower(other))
		}
	}
	for _, words := range may {
		d.say(kit.Text, words)
	}
}

// calledBy is a short name for what is called for: the row of the sheet that it is done with,
// if that is known.
func calledBy(t model.Table, u model.FollowUp) string {
	if a, ok := t.ActionOf(u.System, u.Action); ok {
		return cmp.Or(view.RowsIn(a, u.Params), a.Label)
	}
	return t.ActionName(u.System, u.Action)
}

// goesOn reports whether a pending item is the end of a state, and not an action. A mark
// shows the state.
func goesOn(t model.Table, p model.Pending) bool {
	a, ok := t.ActionOf(p.System, p.Action)
	return ok && (a.Over.SurvivesScene || a.Over.OnlyEnds && a.Over.AtSceneEnd)
}
