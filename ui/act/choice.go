package act

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// choice is a decision that is being taken: a question that is not about dice, and the
// current answer.
type choice struct {
	q      engine.Question
	at     int           // option or sink under the cursor
	give   engine.Shares // for engine.Sharing
	preset bool          // for engine.Sharing: the shares are those that were offered
	amount int           // for engine.Numbering
	odds   []string      // beside each option, as counted last
	owes   bool          // the odds have to be counted
}

// choose starts a decision with the answer that the rulebook offers.
func choose(q engine.Question) choice {
	c := choice{q: q, give: q.Preset(), amount: q.Least}
	c.preset = len(c.give) > 0
	c.owes = len(c.answers()) > 0
	return c
}

// anew returns the decision for a changed question. The answer is kept as far as it is still
// valid.
func (c choice) anew(q engine.Question) choice {
	out := choose(q)
	if c.q.ID != q.ID {
		return out
	}
	if out.odds = c.odds; c.preset {
		return out
	}
	was := c
	was.q, was.owes = q, out.owes
	was.at = min(was.at, max(len(q.Options), len(q.Uses), 1)-1)
	was.amount = min(max(was.amount, q.Least), q.Most)
	if _, ok := was.answer(); ok {
		return was
	}
	return out
}

// answer returns the current answer; false if it is not valid.
func (c *choice) answer() (engine.Answer, bool) {
	var out engine.Answer
	switch c.q.Wants {
	case engine.Picking:
		out = c.q.Picked(c.q.Options[c.at].ID)
	case engine.Sharing:
		out = c.q.Given(c.give)
	case engine.Numbering:
		out = c.q.Numbered(c.amount)
	default:
		return out, false
	}
	return out, c.q.Check(out) == nil
}

// answers lists the answers whose odds are shown: all options, or the first amounts.
func (c *choice) answers() []engine.Answer {
	var out []engine.Answer
	for _, x := range scene.ChoicesOf(c.q) {
		out = append(out, x.Answer)
	}
	return out
}

// beside returns the odds beside each answer; they are empty before the first count.
func (c *choice) beside() []string {
	out := make([]string, len(c.answers()))
	for i := range out {
		if out[i] = "     "; i < len(c.odds) {
			out[i] = c.odds[i]
		}
	}
	return out
}

// rows is the number of cursor positions.
func (c *choice) rows() int {
	switch c.q.Wants {
	case engine.Picking:
		return len(c.q.Options)
	case engine.Sharing:
		return len(c.q.Uses)
	case engine.Numbering:
		return 1
	}
	return 0
}

// leastEffect is the minimum width in cells of the column that says what a point gives.
// Longer text is wrapped.
const leastEffect = 14

// width is the width of the decision in cells, with at most effect cells for what points
// give.
func (c *choice) width(effect int) int {
	n := kit.Width(kit.Clean(c.q.Words))
	label := 4
	for _, s := range c.q.Uses {
		label = max(label, kit.Width(kit.Clean(s.Label)))
	}
	for _, s := range c.q.Uses {
		words := s.WhyNot
		if words == "" && s.Effect != nil {
			words = s.Effect(c.give[s.ID])
		}
		n = max(n, label+8+len(fmt.Sprint(c.q.Total))+min(kit.Width(kit.Clean(words)), effect))
	}
	for _, o := range c.q.Options {
		n = max(n, kit.Width(kit.Clean(o.Label+o.Price+o.WhyNot))+16)
	}
	if c.q.One {
		n = max(n, label+10+2*len(fmt.Sprint(c.q.Total))+len(", to one use only"))
	}
	return n
}

// draw draws the answers; the cursor is shown only if on is true.
func (c *choice) draw(f pane.Frame, on bool, w int) []string {
	at := c.at
	if !on {
		at = -1
	}
	switch c.q.Wants {
	case engine.Picking:
		return c.options().Draw(f.Look, w, len(c.q.Options), nil)
	case engine.Sharing:
		return f.Look.ShareRows(c.q, c.give, at, w)
	case engine.Numbering:
		return c.amounts(f, w)
	}
	return nil
}

// options lists the options with their odds.
func (c *choice) options() picker.Picker {
	entries, odds := make([]picker.Entry, len(c.q.Options)), c.beside()
	for i, o := range c.q.Options {
		entries[i] = picker.Entry{Name: o.Label, Price: o.Price, WhyNot: o.WhyNot, Aside: odds[i], Old: c.owes}
	}
	return picker.New(entries).Stand(c.at)
}

// amounts draws the first amounts with their odds, and the chosen amount.
func (c *choice) amounts(f pane.Frame, w int) []string {
	odds := c.beside()
	items := make([]kit.Item, len(odds))
	for i, p := range odds {
		items[i] = kit.Item{Label: fmt.Sprint(c.q.Least + i), Aside: p, Old: c.owes}
	}
	out := f.Look.List(items, c.amount-c.q.Least, w, len(items))
	if c.q.Most < c.q.Least+len(odds) {
		return out
	}
	r := f.Look.Row(w).Mark(c.amount >= c.q.Least+len(odds))
	r.Put(kit.Text, fmt.Sprint(c.amount)).Space(2).Put(kit.Dim, fmt.Sprintf("of %d to %d", c.q.Least, c.q.Most))
	return append(out, r.String())
}

// words describes the current answer: "none", "Agility 3".
func (c *choice) words() string {
	switch c.q.Wants {
	case engine.Picking:
		return c.q.Options[c.at].Label
	case engine.Numbering:
		if c.amount == 0 {
			return "none"
		}
		return fmt.Sprint(c.amount)
	}
	words := ""
	for _, s := range c.q.Uses {
		if n := c.give[s.ID]; n > 0 {
			if words != "" {
				words += ", "
			}
			words += fmt.Sprintf("%s %d", s.Label, n)
		}
	}
	if words == "" {
		return "none"
	}
	return words
}

// key handles a key that changes the answer without sending it.
func (c *choice) key(f pane.Frame, msg tea.Msg, does string, nth int) {
	switch c.q.Wants {
	case engine.Picking:
		if l, ok := c.options().Move(f.Pressed(pane.Listing, msg), len(c.q.Options), true); ok {
			c.at = l.At()
		}
	case engine.Sharing:
		c.shareKey(does, nth)
	case engine.Numbering:
		c.amountKey(does, nth)
	}
}

func (c *choice) amountKey(does string, digit int) {
	switch does {
	case "less":
		c.amount = max(c.amount-1, c.q.Least)
	case "more":
		c.amount = min(c.amount+1, c.q.Most)
	case "digit":
		n := c.amount*10 + digit
		if n > c.q.Most {
			n = digit
		}
		c.amount = min(max(n, c.q.Least), c.q.Most)
	}
}

func (c *choice) shareKey(does string, digit int) {
	n := len(c.q.Uses)
	sink := c.q.Uses[c.at]
	if c.preset && does == "digit" && digit == 0 {
		c.give, c.preset = engine.Shares{}, false
		return
	}
	c.preset = c.preset && (does == "up" || does == "down" || does == "working" || does == "")
	switch does {
	case "up":
		c.at = (c.at + n - 1) % n
	case "down":
		c.at = (c.at + 1) % n
	case "take":
		c.put(sink, c.give[sink.ID]-1)
	case "give":
		c.put(sink, c.give[sink.ID]+1)
	case "none":
		c.put(sink, 0)
	case "all":
		c.put(sink, c.q.Total)
	case "digit":
		typed := c.give[sink.ID]*10 + digit
		if typed > c.q.Total {
			typed = digit
		}
		c.put(sink, typed)
	}
}

// put gives a sink n points, or as many as it can take.
func (c *choice) put(s engine.Use, n int) {
	left := c.q.Total
	for _, other := range c.q.Uses {
		if other.ID != s.ID {
			left -= c.give[other.ID]
		}
	}
	if c.q.One { // only one use is allowed: the points of another one are returned
		left = c.q.Total
	}
	if s.Most > 0 {
		left = min(left, s.Most)
	}
	n = min(max(n, 0), left)
	if s.WhyNot != "" {
		n = 0
	}
	give := engine.Shares{}
	for id, have := range c.give {
		if !c.q.One {
			give[id] = have
		}
	}
	give[s.ID] = n
	if n == 0 {
		delete(give, s.ID)
	}
	c.give = give
}

// spends reports whether a decision is optional: the answer offered first spends nothing,
// and others do.
func spends(q engine.Question) bool {
	switch q.Wants {
	case engine.Sharing:
		return q.One
	case engine.Numbering:
		return q.Least == 0
	case engine.Picking:
		return q.Options[0].Price == "" && slices.ContainsFunc(q.Options, func(o engine.Option) bool { return o.Price != "" })
	}
	return false
}
