package engine

import (
	"fmt"
	"slices"
	"strconv"
)

// Shown is the panel of a sheet on which every number says what is in force on
// it: the number as it is without, what is added, and how they make the one
// that counts.
func (s *System) Shown(v View) []Block {
	out := s.Panel(v)
	force := v.Sheet.data().force
	if len(force) == 0 {
		return out
	}
	steps := []forcedPanel{{blocks: s.bare(v, nil)}}
	for i, m := range force {
		if slices.ContainsFunc(force[:i], func(o Modifier) bool { return o.Why == m.Why }) {
			continue
		}
		last := steps[len(steps)-1]
		these := slices.DeleteFunc(slices.Clone(force), func(o Modifier) bool {
			return o.Why != m.Why && !slices.Contains(last.force, o)
		})
		steps = append(steps, forcedPanel{why: m.Why, force: these, blocks: s.bare(v, these)})
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

// forcedPanel is a panel with some of what is in force, why being the last of
// it.
type forcedPanel struct {
	why    string
	force  []Modifier
	blocks []Block
}

func (s *System) bare(v View, force []Modifier) []Block {
	v.Sheet = v.Sheet.Under(force)
	return s.Panel(v)
}

// stat finds the number of a panel that is the same as b.
func (p forcedPanel) stat(b Stat) (Stat, bool) {
	for _, o := range p.blocks {
		if st, ok := o.(Stat); ok && st.Label == b.Label && st.Field == b.Field {
			return st, true
		}
	}
	return Stat{}, false
}

// explained says of a number what each thing in force has made of it.
func explained(b Stat, steps []forcedPanel) Stat {
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

// difference is what leads from one number to another: "+2".
func difference(from, to string) (string, bool) {
	a, err := strconv.Atoi(from)
	b, wrong := strconv.Atoi(to)
	return fmt.Sprintf("%+d", b-a), err == nil && wrong == nil
}

// marked puts what is in force behind the numbers of a table.
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
