package ui

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// asking is a roll under way that waits for dice or for a decision.
type asking struct {
	quiet
	roll   model.Roll
	in     engine.Inputs
	step   engine.Step // up to the question
	q      engine.Question
	at     int           // option, sink
	give   engine.Shares // Sharing
	amount int           // Numbering
	faces  engine.Faces  // Throwing
	digits string        // of a face with more than one digit
	odds   []string      // beside each option
	ahead  engine.Step   // what would be with the answer as it stands, up to the next question
}

// after goes on with what an act has left open: its question, or that of
// whoever does the same with this one; or it says how it ended.
func (m *Model) after(who, action string) tea.Cmd {
	next := ""
	for _, r := range m.table.Rolls() {
		switch {
		case r.Parked != "":
		case r.Who == who:
			return m.resume(r.ID)
		case r.Action == action && next == "":
			if c, ok := m.table.Character(r.Who); ok && m.seat.Owns(c) {
				next = r.ID
			}
		}
	}
	if next != "" {
		return m.resume(next)
	}
	for l := range m.table.Log() {
		return m.say(headline(m.table, l.Event))
	}
	return nil
}

// resume opens the question of a roll under way.
func (m *Model) resume(id string) tea.Cmd {
	r, ok := m.table.Roll(id)
	if !ok {
		return m.say("that roll is over")
	}
	if r.Parked != "" {
		m.push(&parked{roll: r})
		return nil
	}
	in, err := m.table.InputsOf(r)
	if err != nil {
		return m.fail(err.Error())
	}
	step, err := engine.Run(in, r.Tape)
	if err != nil || step.Done() {
		r.Parked = "The rulebook of this version has no such question any more."
		if err != nil {
			r.Parked = "The rulebook of this version stops it: " + err.Error()
		}
		m.push(&parked{roll: r})
		return nil
	}
	a := &asking{roll: r, in: in, step: step, q: *step.Open, give: engine.Shares{}, amount: step.Open.Least}
	a.look()
	m.push(a)
	return nil
}

// resumeOpenRoll opens the roll that was open when the program ended.
func (m *Model) resumeOpenRoll() {
	for _, r := range m.table.Rolls() {
		if c, ok := m.table.Character(r.Who); ok && r.Parked == "" && m.seat.Owns(c) {
			m.choose(c)
			m.resume(r.ID)
			return
		}
	}
}

func (m *Model) resumeFirst() tea.Cmd {
	rolls := m.table.Rolls()
	for _, r := range rolls {
		if r.Who == m.at.Selected {
			return m.resume(r.ID)
		}
	}
	return m.resume(rolls[0].ID)
}

func noOpenRoll(m *Model) string {
	if len(m.table.Rolls()) == 0 {
		return "no roll is under way"
	}
	return ""
}

// answer is the answer as it stands; false while it is not one yet.
func (a *asking) answer() (engine.Answer, bool) {
	var out engine.Answer
	switch a.q.Wants {
	case engine.Throwing:
		out = a.q.Thrown(a.faces)
	case engine.Picking:
		out = a.q.Picked(a.q.Options[a.at].ID)
	case engine.Sharing:
		out = a.q.Given(a.give)
	case engine.Numbering:
		out = a.q.Numbered(a.amount)
	}
	return out, a.q.Check(out) == nil
}

// look works out what the answer would bring and, for options, their odds.
func (a *asking) look() {
	a.ahead = a.step
	if ans, ok := a.answer(); ok {
		if s, err := engine.Run(a.in, append(slices.Clip(a.roll.Tape), ans)); err == nil {
			a.ahead = s
		}
	}
	if a.odds != nil {
		return
	}
	switch a.q.Wants {
	case engine.Picking:
		for _, o := range a.q.Options {
			a.odds = append(a.odds, a.chance(a.q.Picked(o.ID)))
		}
	case engine.Numbering:
		for n := a.q.Least; n <= a.q.Most && n < a.q.Least+mostAmounts; n++ {
			a.odds = append(a.odds, a.chance(a.q.Numbered(n)))
		}
	}
}

// mostAmounts is for how many amounts the odds stand beside each other.
const mostAmounts = 6

// chance is how likely success is after an answer or, where that is not in
// question, what the total will be.
func (a *asking) chance(ans engine.Answer) string {
	if a.q.Check(ans) != nil {
		return ""
	}
	c, err := engine.Odds(a.in, append(slices.Clip(a.roll.Tape), ans), nil)
	if err != nil {
		return ""
	}
	if unsure := c.Success > 0 && c.Success+c.Unreached < 1-1e-9; a.step.Aimed || unsure || len(c.Totals) == 0 {
		return kit.Percent(c.Success)
	}
	if len(c.Totals) == 1 {
		return fmt.Sprintf("total %d", c.Totals[0].Total)
	}
	mean, all := 0.0, 0.0
	for _, x := range c.Totals {
		mean, all = mean+float64(x.Total)*x.P, all+x.P
	}
	return fmt.Sprintf("total ~%.1f", mean/all)
}

// rolling is what the panes show of the roll, with the answer as it stands.
func (a *asking) rolling() *pane.Rolling {
	return &pane.Rolling{Roll: a.roll, Step: a.ahead, Action: a.in.Action, System: a.in.System}
}

func (a *asking) title(m *Model) string {
	name := ""
	if c, ok := m.table.Character(a.roll.Who); ok {
		name = c.Name + ": "
	}
	return name + a.in.Action.Label
}

func (a *asking) draw(m *Model, w, h int) []string {
	var out []string
	for _, n := range a.step.Notes {
		for _, l := range kit.Wrap(n, w-2) {
			out = append(out, m.look.Row(w).Space(1).Put(kit.Dim, l).String())
		}
	}
	ask := a.question(m, w)
	dice := pane.Fallen(m.look, a.roll.Tape, a.step.Fates, w)
	room := max(2, h-len(ask)-len(dice)-2)
	if len(out) > room {
		out = out[len(out)-room:]
	}
	out = append(append(out, dice...), m.look.Blank(w))
	return append(out, ask...)
}

// question draws what is asked, and what the answer as it stands would bring.
func (a *asking) question(m *Model, w int) []string {
	out := []string{m.look.Row(w).Space(1).Put(kit.Title, a.q.Words).String()}
	switch a.q.Wants {
	case engine.Throwing:
		out = append(out, a.drawFaces(m, w)...)
	case engine.Picking:
		out = append(out, m.look.Options(a.q, a.at, a.odds, w)...)
	case engine.Sharing:
		out = append(out, m.look.ShareRows(a.q, a.give, a.at, w)...)
	case engine.Numbering:
		out = append(out, a.amounts(m, w)...)
	}
	if _, ok := a.answer(); ok && a.q.Wants != engine.Throwing {
		for _, n := range a.ahead.Notes[min(len(a.step.Notes), len(a.ahead.Notes)):] {
			for _, l := range kit.Wrap(n, w-2) {
				out = append(out, m.look.Row(w).Space(1).Put(kit.Text, l).String())
			}
		}
	}
	return out
}

// amounts draws the first amounts with the odds after each, and the one that
// is chosen.
func (a *asking) amounts(m *Model, w int) []string {
	items := make([]kit.Item, len(a.odds))
	for i, p := range a.odds {
		items[i] = kit.Item{Label: fmt.Sprint(a.q.Least + i), Aside: p}
	}
	out := m.look.List(items, a.amount-a.q.Least, w, len(items))
	if a.q.Most < a.q.Least+mostAmounts {
		return out
	}
	r := m.look.Row(w).Mark(a.amount >= a.q.Least+mostAmounts)
	r.Put(kit.Text, fmt.Sprint(a.amount)).Space(2).Put(kit.Dim, fmt.Sprintf("of %d to %d", a.q.Least, a.q.Most))
	return append(out, r.String())
}

func (a *asking) drawFaces(m *Model, w int) []string {
	r := m.look.Row(w).Space(1).Put(kit.Dim, "type the faces of "+a.q.Dice.String()+", one key each: ")
	for _, f := range a.faces {
		r.Put(kit.Dice, fmt.Sprint(f)).Space(1)
	}
	if a.digits != "" {
		r.Put(kit.Accent, a.digits)
	}
	if n := a.q.Dice.Missing(a.faces); n > 0 {
		r.Put(kit.Accent, "_").Space(1).Put(kit.Dim, fmt.Sprintf("%d more", n))
	}
	low, high := a.q.Dice.Low, a.q.Dice.High
	hint := fmt.Sprintf("faces %d to %d", low, high)
	if high == 10 {
		hint += "; 0 is the 10"
	} else if high > 9 {
		hint += "; a space ends a face"
	}
	return []string{r.String(), m.look.Row(w).Space(1).Put(kit.Dim, hint+"; t throws them here").String()}
}

func (a *asking) key(m *Model, k tea.KeyMsg) tea.Cmd {
	name := k.String()
	switch {
	case m.isKey("undo", name):
		return m.undo()
	case m.isKey("redo", name):
		return m.redo()
	}
	switch name {
	case "esc":
		m.pop()
		return m.say("the roll stays open: " + m.keyOf("resume") + " goes on with it")
	case "D":
		return m.do(model.Drop{Roll: a.roll.ID}, func(m *Model) tea.Cmd { m.pop(); return m.say("roll dropped") })
	case "enter":
		return a.send(m)
	}
	switch a.q.Wants {
	case engine.Throwing:
		return a.typeFace(m, name)
	case engine.Picking:
		a.pickKey(name)
	case engine.Sharing:
		a.shareKey(name)
	case engine.Numbering:
		a.amountKey(name)
	}
	a.look()
	return nil
}

// send answers with what stands; what is wrong with it is named.
func (a *asking) send(m *Model) tea.Cmd {
	if a.digits != "" {
		a.endFace(m)
	}
	ans, ok := a.answer()
	if !ok {
		return m.fail(a.q.Check(ans).Error())
	}
	return a.answerWith(m, ans)
}

func (a *asking) answerWith(m *Model, ans engine.Answer) tea.Cmd {
	who, action := a.roll.Who, a.roll.Action
	return m.do(model.Answer{Roll: a.roll.ID, At: len(a.roll.Tape), Answer: ans}, func(m *Model) tea.Cmd {
		m.over = nil
		return m.after(who, action)
	})
}

func (a *asking) pickKey(name string) {
	n := len(a.q.Options)
	switch name {
	case "up", "k":
		a.at = (a.at + n - 1) % n
	case "down", "j", "tab":
		a.at = (a.at + 1) % n
	}
}

func (a *asking) amountKey(name string) {
	switch name {
	case "left", "h", "up", "k", "-":
		a.amount = max(a.amount-1, a.q.Least)
	case "right", "l", "down", "j", "+", "tab":
		a.amount = min(a.amount+1, a.q.Most)
	case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9":
		n := a.amount*10 + int(name[0]-'0')
		if n > a.q.Most {
			n = int(name[0] - '0')
		}
		a.amount = min(max(n, a.q.Least), a.q.Most)
	}
}

func (a *asking) shareKey(name string) {
	n := len(a.q.Sinks)
	sink := a.q.Sinks[a.at]
	switch name {
	case "up", "k":
		a.at = (a.at + n - 1) % n
	case "down", "j", "tab":
		a.at = (a.at + 1) % n
	case "left", "h", "-":
		a.put(sink, a.give[sink.ID]-1)
	case "right", "l", "+":
		a.put(sink, a.give[sink.ID]+1)
	case "home":
		a.put(sink, 0)
	case "end", " ":
		a.put(sink, a.q.Total)
	case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9":
		typed := a.give[sink.ID]*10 + int(name[0]-'0')
		if typed > a.q.Total {
			typed = int(name[0] - '0')
		}
		a.put(sink, typed)
	}
}

// put gives a sink n points, or as many as it may have.
func (a *asking) put(s engine.Sink, n int) {
	left := a.q.Total
	for _, other := range a.q.Sinks {
		if other.ID != s.ID {
			left -= a.give[other.ID]
		}
	}
	if s.Most > 0 {
		left = min(left, s.Most)
	}
	n = min(max(n, 0), left)
	if s.WhyNot != "" {
		n = 0
	}
	give := engine.Shares{}
	for id, have := range a.give {
		if !a.q.One {
			give[id] = have
		}
	}
	give[s.ID] = n
	if n == 0 {
		delete(give, s.ID)
	}
	a.give = give
}

// typeFace takes one key of a face: a digit, 0 for the ten of a d10.
func (a *asking) typeFace(m *Model, name string) tea.Cmd {
	switch {
	case name == "t":
		return m.do(model.ThrowFor{Roll: a.roll.ID, At: len(a.roll.Tape)}, func(m *Model) tea.Cmd {
			m.over = nil
			return m.after(a.roll.Who, a.roll.Action)
		})
	case name == "backspace" && a.digits != "":
		a.digits = ""
	case name == "backspace" && len(a.faces) > 0:
		a.faces = a.faces[:len(a.faces)-1]
	case name == " " && a.digits != "":
		a.endFace(m)
	case len(name) == 1 && name[0] >= '0' && name[0] <= '9':
		return a.digit(m, name)
	}
	return a.whole(m)
}

func (a *asking) digit(m *Model, d string) tea.Cmd {
	high := a.q.Dice.High
	switch {
	case high <= 9:
		a.digits = d
		a.endFace(m)
	case high == 10 && d == "0":
		a.digits = "10"
		a.endFace(m)
	case high == 10:
		a.digits = d
		a.endFace(m)
	default:
		a.digits += d
		if len(a.digits) >= len(fmt.Sprint(high)) {
			a.endFace(m)
		}
	}
	return a.whole(m)
}

// endFace takes the digits as a face, or says what is wrong with them.
func (a *asking) endFace(m *Model) {
	var n int
	if _, err := fmt.Sscan(a.digits, &n); err != nil {
		n = -1
	}
	a.digits = ""
	if n < a.q.Dice.Low || n > a.q.Dice.High {
		m.fail(fmt.Sprintf("%s has no face %d: it has %d to %d", a.q.Dice, n, a.q.Dice.Low, a.q.Dice.High))
		return
	}
	a.faces = append(slices.Clip(a.faces), n)
}

// whole sends the faces once none is missing: the last key is the throw.
func (a *asking) whole(m *Model) tea.Cmd {
	if ans, ok := a.answer(); ok {
		return a.answerWith(m, ans)
	}
	return nil
}

func (a *asking) hints(m *Model) []hint {
	switch a.q.Wants {
	case engine.Throwing:
		return []hint{{"digits", "the faces"}, {"t", "throw here"}, {m.keyOf("undo"), "undo"}, {"D", "drop"}, {"esc", "later"}}
	case engine.Sharing:
		return []hint{{"left/right", "move points"}, {"space", "all of them"}, {"enter", "commit"}, {m.keyOf("undo"), "undo"}, {"esc", "later"}}
	}
	return []hint{{"up/down", "choose"}, {"enter", "commit"}, {m.keyOf("undo"), "undo"}, {"D", "drop"}, {"esc", "later"}}
}
