package act

import (
	"encoding/json"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
)

// band is several who act together, as far as it is set up: what they do, each
// with whom it is aimed at.
type band struct {
	Draft // what all do; of the first of them. Where it is called for, each has its own
	all   []member
	aim   aim
	asks  bool // decisions are theirs to take
}

// member is one of a band.
type member struct {
	who     string
	out     bool // it is left out
	against []string
	chosen  bool        // whom it is aimed at was set for it alone
	own     engine.Page // what it goes on with
	whyNot  string
	early   string   // why it is not its turn, "" for who is not out of turn
	preview *Preview // those who are alike have one
	seen    *Preview // what was counted last
}

// aim says how the members of a band choose whom they face.
type aim int

const (
	allTheSame aim = iota
	eachNearest
	spreadOut
)

var aims = []string{"all the same target", "each the nearest", "spread out"}

// acting are those who do together what is begun now: who is marked, or nobody
// where only one acts. The frame is that of the first of them.
func acting(f pane.Frame) (pane.Frame, []string) {
	marked := f.MarkedHere()
	if len(marked) == 0 {
		return f, nil
	}
	if !slices.Contains(marked, f.Selected) {
		f.Selected = marked[0]
	}
	if c := f.Here(); c != nil {
		f.System = pane.ShownOf(f.Table, c, f.System)
	}
	if len(marked) == 1 {
		return f, nil
	}
	return f, marked
}

// band puts up several for an action.
func (m *Memory) band(f pane.Frame, who []string, d Draft) *band {
	b := &band{Draft: d}
	for _, id := range who {
		b.all = append(b.all, member{who: id})
	}
	b.asks = !extras(f.Table, who)
	if a := b.action(f.Table); a == nil || a.Need == engine.Alone {
		b.Against = nil
	} else if foes := b.foes(f.Table, d.Who); len(d.Against) == 0 || slices.Contains(who, d.Against[0]) {
		b.Against = nil
		if lead, ok := f.Table.Character(d.Who); ok && a.Attack() && len(foes) > 0 {
			b.Against = nearest(f.Table, lead, foes)
		}
	} else {
		b.Against = d.Against[:1]
	}
	b.turn(f.Table)
	return b
}

// extras reports whether nobody decides for each of them: they are the gamemaster's, and
// numbered copies or not on the side of the heroes.
func extras(t model.Table, who []string) bool {
	return !slices.ContainsFunc(who, func(id string) bool {
		c, ok := t.Character(id)
		return !ok || c.Owner != "" || c.Side == engine.Heroes && !view.IsCopy(c)
	})
}

func (b *band) action(t model.Table) *engine.Action {
	s, ok := t.Rulebook(b.System)
	if !ok {
		return nil
	}
	a, _ := s.Action(b.Action)
	return a
}

// others are those whom any of them can face.
func (b *band) others(t model.Table) []string {
	var out []string
	for _, c := range t.Characters() {
		in := slices.ContainsFunc(b.all, func(m member) bool { return m.who == c.ID && !m.out })
		if _, plays := c.Pages[b.System]; plays && !in {
			out = append(out, c.ID)
		}
	}
	return out
}

// foes are those of the others who are on another side than one of the band, those who are
// up where any are, and of them those who are no copies of that one where any are. Where
// nobody is on another side, they are chosen among all.
func (b *band) foes(t model.Table, who string) []string {
	c, ok := t.Character(who)
	others := b.others(t)
	if !ok {
		return others
	}
	kin := view.Copies(t, c)
	out := others
	for _, fits := range []func(id string) bool{
		func(id string) bool { o, _ := t.Character(id); return c.Opposes(o) },
		func(id string) bool { return !down(t, id, b.System) },
		func(id string) bool { return !slices.Contains(kin, id) },
	} {
		if some := slices.DeleteFunc(slices.Clone(out), func(id string) bool { return !fits(id) }); len(some) > 0 {
			out = some
		}
	}
	return out
}

// down reports whether somebody is marked gravely: nobody has to be aimed at
// who lies there already.
func down(t model.Table, who, system string) bool {
	c, ok := t.Character(who)
	return ok && t.IsDownIn(c, system)
}

// nearest is whom somebody fought last or, of those, who is next in the roster.
func nearest(t model.Table, c *model.Character, of []string) []string {
	if last := met(t, c); len(last) > 0 && slices.Contains(of, last[0]) {
		return last[:1]
	}
	at := t.IndexOf(c.ID)
	best := slices.MinFunc(of, func(x, y string) int { return apart(t.IndexOf(x), at) - apart(t.IndexOf(y), at) })
	return []string{best}
}

func apart(a, b int) int { return max(a-b, b-a) }

// turn turns each to whom it faces, by the aim of all.
func (b *band) turn(t model.Table) {
	if b.called != nil {
		return
	}
	bySide := map[engine.Side][]string{}
	n := 0
	for i := range b.all {
		m := &b.all[i]
		if m.out || m.chosen {
			continue
		}
		m.against = b.Against
		c, ok := t.Character(m.who)
		var foes []string
		if ok && b.aim != allTheSame {
			if foes = bySide[c.Side]; foes == nil {
				foes = b.foes(t, m.who)
				bySide[c.Side] = foes
			}
		}
		switch {
		case len(foes) == 0:
		case b.aim == eachNearest:
			m.against = nearest(t, c, foes)
		case b.aim == spreadOut:
			m.against = foes[n%len(foes) : n%len(foes)+1]
		}
		n++
	}
}

// draft is what one of them does.
func (b *band) draft(m member) Draft {
	d := b.Draft
	d.Who, d.Against = m.who, m.against
	for _, path := range m.own.Paths() {
		v, _ := m.own.Get(path)
		if was, _ := d.Params.Get(path); was.Text() == d.Row {
			d.Row = v.Text()
		}
		d.Params = d.Params.With(path, v)
	}
	return d
}

// begins is the roll of one of them.
func (b *band) begins(m member) model.Begin { return b.draft(m).begin() }

// look works out for each what lies ahead, but for the odds. Those who are alike,
// and face the same, are worked out once: it gives one of each.
func (b *band) look(f pane.Frame) (each []*Preview) {
	known := map[string]*Preview{}
	for i := range b.all {
		m := &b.all[i]
		m.whyNot, m.preview, m.early = "", nil, ""
		if m.out {
			continue
		}
		if a := b.action(f.Table); a != nil && a.Mode == engine.Active && b.called == nil {
			m.early = decide.OutOfTurn(f.Table, m.who)
		}
		in, err := decide.InputsToBegin(f.Table, f.Seat, b.begins(*m))
		if err != nil {
			m.whyNot = err.Error()
			continue
		}
		key, err := json.Marshal([]any{in.Sheets, in.Params, m.against})
		if err != nil {
			continue
		}
		if known[string(key)] == nil {
			a := previewOf(f.Table, in)
			known[string(key)] = &a
			each = append(each, &a)
		}
		m.preview = known[string(key)]
		m.whyNot = m.preview.WhyNot
	}
	return each
}

// counted takes in the odds of all.
func (b *band) counted() {
	for i := range b.all {
		if m := &b.all[i]; m.preview != nil {
			m.whyNot, m.seen = m.preview.WhyNot, m.preview
		}
	}
}

// ready are those who will act, and why not, where nobody does.
func (b *band) ready() (all []model.Begin, whyNot string) {
	whyNot = "nobody is included"
	for _, m := range b.all {
		switch {
		case m.out:
		case m.whyNot != "":
			whyNot = m.whyNot
		default:
			all = append(all, b.begins(m))
		}
	}
	return all, whyNot
}

// who are those who are not left out.
func (b *band) who() []string {
	var out []string
	for _, m := range b.all {
		if !m.out {
			out = append(out, m.who)
		}
	}
	return out
}

// early are those who would act out of turn.
func (b *band) early() []string {
	var out []string
	for _, m := range b.all {
		if !m.out && m.whyNot == "" && m.early != "" {
			out = append(out, m.who)
		}
	}
	return out
}

// expected is how many of them succeed on the average, and of how many that can
// be said.
func (b *band) expected() (mean float64, of int) {
	for _, m := range b.all {
		if !m.out && m.seen != nil && m.whyNot == "" && m.seen.unsure() {
			mean, of = mean+m.seen.Odds.Success, of+1
		}
	}
	return mean, of
}

// unsure reports whether there is anything to be succeeded at.
func (a *Preview) unsure() bool {
	c := a.Odds
	return a.Step.Aimed || len(c.Totals) > 1 && c.Success > 0 && c.Likely() < 1
}

// gangAgain opens the form of what several did last, for those who are here.
func (m *Memory) gangAgain(f pane.Frame, b band) pane.Intent {
	b.all = slices.DeleteFunc(slices.Clone(b.all), func(x member) bool {
		c, ok := f.Table.Character(x.who)
		return !ok || c.Left
	})
	gone := func(who []string) bool {
		c, ok := f.Table.Character(who[0])
		return !ok || c.Left || down(f.Table, who[0], b.System)
	}
	b.Who = f.Selected
	for i := range b.all {
		b.all[i].chosen = b.all[i].chosen && (len(b.all[i].against) == 0 || !gone(b.all[i].against))
	}
	if len(b.Against) > 0 && gone(b.Against) {
		if c, foes := f.Here(), b.foes(f.Table, b.Who); c != nil && len(foes) > 0 {
			b.Against = nearest(f.Table, c, foes)
		}
	}
	b.turn(f.Table)
	return m.gangOf(f, &b)
}

// several are those of whom more do what one does: who is marked, or the copies
// of the selected one, or else everybody who plays by the rulebook.
func several(f pane.Frame) []string {
	if all := f.MarkedHere(); len(all) > 1 {
		return all
	}
	if all := view.Copies(f.Table, f.Here()); len(all) > 1 {
		return all
	}
	var out []string
	for _, c := range f.Table.Characters() {
		if _, plays := c.Pages[f.System]; plays {
			out = append(out, c.ID)
		}
	}
	return out
}

// severalAct opens the palette for several.
func (m *Memory) severalAct(f pane.Frame) pane.Intent {
	who := several(f)
	if !slices.Contains(who, f.Selected) && len(who) > 0 {
		f.Selected = who[0]
	}
	return m.palette(f, false, who)
}

func severalWords(f pane.Frame) string {
	if f.Here() == nil {
		return "several characters act together"
	}
	return view.GroupName(f.Table, several(f)) + " act together"
}
