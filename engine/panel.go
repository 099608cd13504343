package engine

import (
	"fmt"
	"slices"
	"strconv"
)

// Panel is the whole sheet as the rulebook shows it. A rulebook that declares no
// panel gets one from its schema: each group under its heading, pools as meters,
// lists as tables.
func (s *System) Panel(v View) []Block { return s.withDown(v, s.panel(v)) }

func (s *System) panel(v View) []Block {
	if s.Views.Panel != nil {
		return s.Views.Panel(v)
	}
	var out []Block
	for _, p := range s.Pools {
		out = append(out, p.Block(v.Sheet))
	}
	group := ""
	for _, sp := range s.Sheet.Fields() {
		_, loss := s.Pool(sp.ID)
		text := sp.Words(v.Sheet.Value(sp.ID))
		if sp.Bookkeeping || loss || text == "" || sp.Quiet && text == sp.Words(sp.Default(v.Sheet)) {
			continue
		}
		if sp.Group != group {
			group = sp.Group
			out = append(out, Heading{Text: group})
		}
		out = append(out, sp.Block(v.Sheet))
	}
	for _, l := range s.Sheet.Lists() {
		if g := l.Grid(v.Sheet); len(g.Rows) > 0 {
			out = append(out, g)
		}
	}
	return out
}

// Block shows a field of a sheet by its value in words.
func (sp *Spec) Block(s Sheet) Block {
	text := sp.Words(s.Value(sp.ID))
	if sp.Kind == Text && sp.Options == nil {
		return Words{Label: sp.Label, Text: text}
	}
	return Stat{Label: sp.Label, Value: text, Unit: sp.Unit, Field: sp.ID}
}

// Grid shows the rows of a list on a sheet.
func (l *List) Grid(s Sheet) Grid {
	g := Grid{Title: l.Label}
	columns := slices.DeleteFunc(slices.Clone(l.Columns), func(sp *Spec) bool { return sp.Bookkeeping })
	for _, sp := range columns {
		g.Head = append(g.Head, sp.Label)
	}
	for _, row := range s.data().rows(l.ID) {
		var words []string
		for _, sp := range columns {
			words = append(words, sp.Words(row.value(sp)))
		}
		g.Rows, g.Paths = append(g.Rows, words), append(g.Paths, l.ID+"/"+row.ID)
	}
	return g
}

// mostBrief is how many meters the roster shows if the rulebook does not declare a line for it.
const mostBrief = 3

// Brief gives the line of the roster for a sheet: two or three meters. If the rulebook does
// not declare it, it shows the first pools that the character has. Every name has at most
// [MostName] letters, and no meter is one of 1.
func (s *System) Brief(v View) []Block { return s.withDown(v, s.brief(v)) }

// withDown returns the blocks with the word for a character who cannot act in each meter.
func (s *System) withDown(v View, all []Block) []Block {
	i := slices.IndexFunc(all, func(b Block) bool { _, is := b.(Meter); return is })
	if i < 0 {
		return all
	}
	marks := s.Marked(v)
	at := slices.IndexFunc(marks, func(m Mark) bool { return m.Grave })
	if at < 0 {
		return all
	}
	all = slices.Clone(all)
	for ; i < len(all); i++ {
		if m, is := all[i].(Meter); is {
			m.Down = marks[at].Word
			all[i] = m
		}
	}
	return all
}

func (s *System) brief(v View) []Block {
	if s.Views.Brief != nil {
		return s.Views.Brief(v)
	}
	return s.FirstPools(v)
}

// FirstPools are the first pools that the character of a sheet has, for a row of the roster.
func (s *System) FirstPools(v View) []Block {
	var out []Block
	for _, p := range s.Pools {
		m := p.Meter(v.Sheet)
		if len(out) < mostBrief && m.Full != 1 && (m.Full != 0 || m.Now != 0) { // spell slots of one who casts nothing
			out = append(out, m.As(ShortName(m.Label)))
		}
	}
	return out
}

// ExplainedPanel is the panel of a sheet on which every number says what is in force on
// it: the number without that, what is added, and how they make the one that counts.
func (s *System) ExplainedPanel(v View) []Block {
	out := s.Panel(v)
	force := v.Sheet.data().force
	if len(force) == 0 {
		return out
	}
	steps := []partialPanel{{blocks: s.bare(v, nil)}}
	for i, m := range force {
		if slices.ContainsFunc(force[:i], func(o Modifier) bool { return o.Why == m.Why }) {
			continue
		}
		last := steps[len(steps)-1]
		these := slices.DeleteFunc(slices.Clone(force), func(o Modifier) bool {
			return o.Why != m.Why && !slices.Contains(last.force, o)
		})
		steps = append(steps, partialPanel{why: m.Why, force: these, blocks: s.bare(v, these)})
	}
	for i, b := range out {
		switch b := b.(type) {
		case Stat:
			out[i] = explained(b, steps)
		case Grid:
			out[i] = marked(b, steps[0].blocks)
		}
	}
	return out
}

// partialPanel is a panel with some of the modifiers in force, the last of which is
// called why.
type partialPanel struct {
	why    string
	force  []Modifier
	blocks []Block
}

func (s *System) bare(v View, force []Modifier) []Block {
	v.Sheet = v.Sheet.WithModifiers(force)
	return s.Panel(v)
}

// stat finds the number of a panel that is the same as b.
func (p partialPanel) stat(b Stat) (Stat, bool) {
	for _, o := range p.blocks {
		if st, ok := o.(Stat); ok && st.Label == b.Label && st.Field == b.Field {
			return st, true
		}
	}
	return Stat{}, false
}

// explained adds to a number what each effect in force has changed.
func explained(b Stat, steps []partialPanel) Stat {
	was, there := steps[0].stat(b)
	if !there || was.Value == b.Value {
		return b
	}
	words, now := was.Value, was.Value
	for _, p := range steps[1:] {
		st, ok := p.stat(b)
		if !ok || st.Value == now {
			continue
		}
		words += ", " + p.why
		if more, ok := difference(now, st.Value); ok {
			words += " " + more
		}
		now = st.Value
	}
	b.Working = append(slices.Clip(b.Working), words+" = "+b.Value)
	if more, ok := difference(was.Value, b.Value); ok {
		b.Value, b.Force = was.Value, more
	}
	b.Changed = true
	return b
}

// difference gives the difference of two numbers in words: "+2".
func difference(from, to string) (string, bool) {
	a, err := strconv.Atoi(from)
	b, wrong := strconv.Atoi(to)
	return fmt.Sprintf("%+d", b-a), err == nil && wrong == nil
}

// marked adds what is in force to the numbers of a table.
func marked(b Grid, before []Block) Grid {
	i := slices.IndexFunc(before, func(o Block) bool {
		g, ok := o.(Grid)
		return ok && g.Title == b.Title && len(g.Rows) == len(b.Rows)
	})
	if i < 0 {
		return b
	}
	rows := make([][]string, len(b.Rows))
	for r, row := range b.Rows {
		rows[r] = slices.Clone(row)
		for c, now := range row {
			was := before[i].(Grid).Rows[r]
			if c < len(was) && was[c] != now {
				if more, ok := difference(was[c], now); ok {
					rows[r][c] = was[c] + " " + more
				}
			}
		}
	}
	b.Rows = rows
	return b
}
