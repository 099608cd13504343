package act

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/replay"
)

// recapCard is the card of a session. The lines of below follow the recap. curve begins to
// count how the chance to win moved; it is called in the background.
func recapCard(head string, r view.Recap, below []view.Line, curve func() replay.Curve) *recapNotice {
	o := &recapNotice{begin: curve}
	o.Notice = &pane.Notice{Head: head, Lines: func(f pane.Frame) []string {
		out := drawRecap(f, r, o.curve)
		for _, p := range paragraphs(below) {
			out = append(append(out, f.Look.Blank(f.W)), f.Paragraphs(kit.Dim, p)...)
		}
		return out
	}}
	return o
}

// recapNotice is the card of a session, from which the last fight can be written. How the
// chance to win moved is counted in the background while the card is open.
type recapNotice struct {
	*pane.Notice
	begin   func() replay.Curve
	curve   *replay.Curve // nil before it is begun
	running bool
	stop    func() // ends the counting; nil if nothing is counted
}

// count counts the next moment of the curve in the background.
func (o *recapNotice) count() pane.Intent {
	if o.running || o.curve != nil && o.curve.Done() {
		return nil
	}
	ctx, stop := context.WithCancel(context.Background())
	o.running, o.stop = true, stop
	now := o.curve
	return pane.Fetch{Run: func() any {
		defer stop()
		if now == nil {
			return o.begin()
		}
		return now.Next(ctx)
	}}
}

var recapKeys = pane.In("recap", "Forms",
	pane.Of("tell-again", pane.Binding{ID: tellAgainID, Keys: []string{"w"}, Foot: "write the fight"}))

// Keys implements pane.Overlay.
func (o *recapNotice) Keys(f pane.Frame) []pane.Binding {
	return slices.Concat(o.Notice.Keys(f), recapKeys)
}

// Update implements pane.Overlay.
func (o *recapNotice) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch msg := msg.(type) {
	case pane.Changed:
		return o, o.count()
	case replay.Curve:
		o.running, o.curve = false, &msg
		return o, o.count()
	}
	if f.Pressed(recapKeys, msg) == tellAgainID {
		return o, pane.Show{What: tellAgainID}
	}
	_, does := o.Notice.Update(f, msg)
	if _, closes := does.(pane.Close); closes && o.stop != nil {
		o.stop()
	}
	return o, does
}

// drawCurve draws how the chance of the heroes to win moved, and the moment that turned it.
func drawCurve(f pane.Frame, c *replay.Curve) (out []string) {
	if c == nil || c.Of() < 2 {
		return nil
	}
	r := f.Look.Row(f.W).Space(1).Put(kit.Dim, "Heroes win").To(toldIndent)
	wide := 1
	if f.W-toldIndent-20 >= 2*c.Of() {
		wide = 2
	}
	for _, m := range c.Moments {
		r.Column(kit.ChanceInk(m.Chance), int(100*m.Chance+0.5), 100, wide)
	}
	if !c.Done() {
		r.Times(kit.Faint, f.Look.Glyphs.Meter.Columns[0], wide*(c.Of()-len(c.Moments)))
		return append(out, r.Space(2).Put(kit.Dim, fmt.Sprintf("counting, %d of %d", len(c.Moments), c.Of())).String())
	}
	last := len(c.Moments) - 1
	out = append(out, r.Space(2).Put(kit.Dim, scene.WholePercent(c.Moments[0].Chance)+" → "+scene.WholePercent(c.Moments[last].Chance)).String())
	if turn := c.Turning(); turn != nil {
		out = append(out, toldRows(f, kit.ChanceInk(turn.Chance), "Turned by", turn.Words, scene.WholePercent(turn.Before)+" → "+scene.WholePercent(turn.Chance))...)
	}
	return out
}

const tellAgainID = "tell-again"

// tellAgain writes the last fight as a page, and says where.
func tellAgain(_ pane.Frame, ending func() scene.Ending) pane.Intent {
	write := ending().Replay
	if write == nil {
		return pane.Fail{Words: scene.NoReplay}
	}
	return pane.Fetch{
		Run: func() any {
			path, err := write()
			if err != nil {
				return pane.Fail{Words: err.Error()}
			}
			return pane.Tell{Words: scene.ReplayWords(path)}
		},
		Then: func(_ pane.Frame, got any) pane.Intent { return got.(pane.Intent) },
	}
}

// recapRow is one line of the recap: a character, or several alike.
type recapRow struct {
	name         string
	ink          kit.Token
	dealt, taken int
	hits, blows  int
	unknown      view.Tally    // what of it the seat may not know
	more         []recapFigure // figures without a column of their own
}

// recapFigure is a number with the word for what it counts. If the number is 0 only the
// words are shown.
type recapFigure struct {
	n             int
	words, became string
}

// tells adds a figure without a column; the same figures of a group are summed.
func (x *recapRow) tells(m recapFigure) {
	for i := range x.more {
		if o := &x.more[i]; o.words == m.words && o.became == m.became {
			o.n += m.n
			return
		}
	}
	x.more = append(x.more, m)
}

// told writes the figures without a column.
func (x recapRow) told() string {
	var parts []string
	for _, m := range x.more {
		switch m.n {
		case 0:
			parts = append(parts, m.words)
		case 1:
			parts = append(parts, "1 "+strings.TrimSuffix(m.words, "s")+m.became)
		default:
			parts = append(parts, strconv.Itoa(m.n)+" "+m.words+m.became)
		}
	}
	return kit.Clean(strings.Join(parts, ", "))
}

// drawRecap draws the recap of a session: the places, who dealt and took how much harm,
// how the chance to win moved, notable rolls, and the last notes. The curve may be nil.
func drawRecap(f pane.Frame, r view.Recap, curve *replay.Curve) []string {
	blank := f.Look.Blank(f.W)
	row := f.Look.Row(f.W).Space(1).Put(kit.Title, r.Head())
	rolls := strconv.Itoa(r.Rolls) + " rolls"
	if r.Rolls == 1 {
		rolls = "1 roll"
	}
	if row.Left() > len(rolls)+3 {
		row.Space(3).Put(kit.Dim, rolls)
	}
	out := []string{row.String()}
	if len(r.Scenes) > 0 {
		out = append(out, f.Paragraphs(kit.Text, strings.Join(r.Scenes, ", then "))...)
	}
	if rows := recapRows(f.Table, r.People); len(rows) > 0 {
		out = append(append(out, blank), drawTallies(f, rows)...)
	}
	if rows := drawCurve(f, curve); len(rows) > 0 {
		out = append(append(out, blank), rows...)
	}
	told := func(ink kit.Token, head string, words string, figure string) {
		out = append(out, toldRows(f, ink, head, words, figure)...)
	}
	if r.Hardest.Words+r.Luckiest.Words+r.Unluckiest.Words != "" || len(r.Near) > 0 {
		out = append(out, blank)
	}
	hardest := strconv.Itoa(r.Hardest.N)
	if strings.Contains(r.Hardest.Words, hardest) {
		hardest = ""
	}
	told(kit.Bad, "Hardest", r.Hardest.Words, hardest)
	told(kit.Good, "Luckiest", r.Luckiest.Words, r.Luckiest.Odds())
	told(kit.Bad, "Unluckiest", r.Unluckiest.Words, r.Unluckiest.Odds())
	for i, n := range r.Near {
		head := ""
		if i == 0 {
			head = "So near"
		}
		told(kit.Bad, head, n.Words, fmt.Sprintf("by %d", n.N))
	}
	for i, n := range r.Notes {
		head := ""
		if i == 0 {
			head, out = "Notes", append(out, blank)
		}
		told(kit.Dim, head, n, "")
	}
	if r.Next != "" {
		out = append(out, blank)
		told(kit.Dim, "Next", r.Next, "")
	}
	return out
}

// toldIndent is the column at which the words of the recap begin, behind their heading.
const toldIndent = 12

// toldRows draws words behind a heading, with a figure at their end; no row without words.
func toldRows(f pane.Frame, ink kit.Token, head, words, figure string) (out []string) {
	if words == "" {
		return nil
	}
	lines := kit.Wrap(strings.TrimSuffix(view.Sentence(words), "."), f.W-toldIndent-2-kit.Width(figure)-2)
	for i, l := range lines {
		r := f.Look.Row(f.W).Space(1)
		if i == 0 {
			r.Put(kit.Dim, head)
		}
		f.Told(r.To(toldIndent), kit.Text, l)
		if i == len(lines)-1 && figure != "" {
			r.Space(2).Put(ink, figure)
		}
		out = append(out, r.String())
	}
	return out
}

// recapRows returns the lines of the recap, with several alike in one line.
func recapRows(t model.Table, people []view.Tally) []recapRow {
	var out []recapRow
	at := map[string]int{} // the row of a group, by its first member
	members := map[string][]string{}
	for _, p := range people {
		c, ok := t.Character(p.Who)
		if !ok {
			continue
		}
		row := recapRow{name: c.Name, ink: pane.SideInk(c), dealt: sumOf(p.Dealt), taken: sumOf(p.Taken), hits: p.Hits, blows: p.Blows, unknown: p}
		for _, x := range p.Hurt {
			row.tells(recapFigure{words: x.Words})
		}
		for _, part := range []struct {
			of     []view.Figure
			behind string
		}{{p.Spent, ""}, {p.Given, " awarded"}, {p.Left, " unspent"}} {
			for _, x := range part.of {
				row.tells(recapFigure{x.N, x.Words, part.behind})
			}
		}
		alike := view.Copies(t, c)
		if len(alike) < leastAlike {
			out = append(out, row)
			continue
		}
		first := alike[0]
		members[first] = append(members[first], p.Who)
		i, there := at[first]
		if !there {
			at[first] = len(out)
			out = append(out, row)
			continue
		}
		g := &out[i]
		g.name = view.GroupName(t, members[first])
		g.dealt, g.taken, g.hits, g.blows = g.dealt+row.dealt, g.taken+row.taken, g.hits+row.hits, g.blows+row.blows
		g.unknown.DealtUnknown = g.unknown.DealtUnknown || p.DealtUnknown
		g.unknown.TakenUnknown = g.unknown.TakenUnknown || p.TakenUnknown
		g.unknown.HitsUnknown = g.unknown.HitsUnknown || p.HitsUnknown
		for _, m := range row.more {
			g.tells(m)
		}
	}
	return out
}

// leastAlike is the number of equal characters from which they share one line.
const leastAlike = 3

func sumOf(all []view.Figure) (n int) {
	for _, x := range all {
		n += x.N
	}
	return n
}

// drawTallies draws a line per row: harm dealt and taken as bars on one scale, the hits, and
// the other figures, on a line below if there is no room.
func drawTallies(f pane.Frame, rows []recapRow) []string {
	const figure, hits, widestName, widestBar = 4, 9, 18, 26
	name, most, beside, blows, harm := 0, 1, 0, false, false
	for _, x := range rows {
		name = max(name, min(kit.Width(kit.Clean(x.name)), widestName))
		most, beside = max(most, x.dealt, x.taken), max(beside, kit.Width(x.told())+2)
		blows = blows || x.blows > 0 || x.unknown.HitsUnknown
		harm = harm || x.dealt+x.taken > 0 || x.unknown.DealtUnknown || x.unknown.TakenUnknown
	}
	if beside > f.W/4 { // on a line below
		beside = 0
	}
	bar := max(min((f.W-name-4-2*(figure+3)-hits-beside)/2, widestBar), 0)
	head := f.Look.Row(f.W).To(1 + name + 2)
	if harm {
		head.Put(kit.Dim, "dealt").To(1+name+2+bar+1+figure+2).Put(kit.Dim, "taken")
	}
	columns := 1 + name + 2
	if harm {
		columns += 2 * (bar + 1 + figure + 2)
	}
	if blows {
		head.To(columns).Put(kit.Dim, "hits")
	}
	var out []string
	if harm || blows {
		out = append(out, head.String())
	}
	for _, x := range rows {
		r := f.Look.Row(f.W).Space(1).Fit(x.ink, pane.Shortened(x.name, name), name).Space(2)
		if harm {
			for _, part := range []struct {
				ink     kit.Token
				n       int
				unknown bool
			}{{kit.Odds, x.dealt, x.unknown.DealtUnknown}, {kit.OddsBad, x.taken, x.unknown.TakenUnknown}} {
				long := 0
				if part.n > 0 {
					long = max(bar*part.n/most, 1)
				}
				at := r.Used()
				r.Meter(part.ink, 1, 0, 1, long)
				if long > 0 {
					r.Space(1)
				}
				r.Put(kit.Title, view.KnownWords(strconv.Itoa(part.n), part.n == 0, part.unknown)).To(at + bar + 1 + figure + 2)
			}
		}
		if r.To(columns); blows {
			if x.blows > 0 || x.unknown.HitsUnknown {
				r.Put(kit.Text, view.KnownWords(fmt.Sprintf("%d of %d", x.hits, x.blows), x.blows == 0, x.unknown.HitsUnknown))
			}
			r.To(columns + hits)
		}
		more := x.told()
		if kit.Width(more) < r.Left() {
			out = append(out, r.Put(kit.Energy, more).String())
			continue
		}
		out = append(out, r.String())
		for _, l := range kit.Wrap(more, f.W-name-4) {
			out = append(out, f.Look.Row(f.W).To(1+name+2).Put(kit.Energy, l).String())
		}
	}
	return out
}
