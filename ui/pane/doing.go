package pane

import (
	"cmp"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
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
	first := slices.IndexFunc(d.parts, func(p string) bool { return strings.Contains(p, scene.Calling) })
	if first < 0 {
		first = max(slices.Index(d.parts, d.act), 0)
	}
	if d.down {
		first = 0
	}
	kept.parts = []string{d.parts[first]}
	out := false // the last one
	for i, part := range d.parts {
		if i == first || out && strings.HasPrefix(part, scene.OrElse) {
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

// doing is what a character is doing and how they are.
func (f Frame) doing(c *model.Character, brief []engine.Block, marks []engine.Mark) (d doing) {
	for i, x := range scene.DoingOf(f.Table, c, brief, marks) {
		words := x.Words
		switch x.Sign {
		case scene.UnderWay:
			words = f.Look.Half + " " + words
		case scene.Ready:
			words = f.Look.Cursor + " " + words
		}
		d.say(map[scene.Weight]kit.Token{scene.Slight: kit.Dim, scene.InForce: kit.Accent, scene.Waits: kit.Warn, scene.Hurt: kit.Hurt, scene.Grave: kit.Grave}[x.Weight], words)
		if x.Act {
			d.act = cmp.Or(d.act, words)
		}
		d.down = d.down || i == 0 && x.Out
	}
	return d
}
