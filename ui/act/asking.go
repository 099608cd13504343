package act

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
	roll   model.Roll
	in     engine.Inputs
	step   engine.Step // up to the question
	q      engine.Question
	at     int           // option, sink
	give   engine.Shares // Sharing
	preset bool          // Sharing: it stands as it was offered
	amount int           // Numbering
	faces  engine.Faces  // Throwing
	digits string        // of a face with more than one digit
	odds   []string      // beside each option
	ahead  engine.Step   // what would be with the answer as it stands, up to the next question

	verdict *engine.Outcome // how it ends if nothing more is spent than it needs; nil while dice are to fall
}

// after goes on with what an act has left open: its question, or that of
// whoever does the same with this one; or it says how it ended.
func after(f pane.Frame, who, action string) pane.Wish {
	next := ""
	for _, r := range f.Table.Rolls() {
		switch {
		case r.Parked != "":
		case r.Who == who:
			return Resume(f, r.ID)
		case r.Action == action && next == "":
			if c, ok := f.Table.Character(r.Who); ok && f.Seat.Owns(c) {
				next = r.ID
			}
		}
	}
	if next != "" {
		return Resume(f, next)
	}
	for l := range f.Table.Log() {
		return pane.Say{Words: Headline(f.Table, l.Event)}
	}
	return nil
}

// Resume opens the question of a roll under way.
func Resume(f pane.Frame, id string) pane.Wish {
	r, ok := f.Table.Roll(id)
	if !ok {
		return pane.Say{Words: "that roll is over"}
	}
	if r.Parked != "" {
		return pane.Push{Overlay: &parked{roll: r}}
	}
	in, err := f.Table.InputsOf(r)
	if err != nil {
		return pane.Fail{Words: err.Error()}
	}
	step, err := engine.Run(in, r.Tape)
	if err != nil || step.Done() {
		r.Parked = "The rulebook of this version has no such question any more."
		if err != nil {
			r.Parked = "The rulebook of this version stops it: " + err.Error()
		}
		return pane.Push{Overlay: &parked{roll: r}}
	}
	a := &asking{roll: r, in: in, step: step, q: *step.Open, give: step.Open.Preset(), amount: step.Open.Least}
	a.preset = len(a.give) > 0
	a.verdict = ends(in, r.Tape)
	a.look()
	return pane.Push{Overlay: a}
}

// ResumeOwn opens the roll of this seat that was open when the program ended.
func ResumeOwn(f pane.Frame) pane.Wish {
	for _, r := range f.Table.Rolls() {
		if c, ok := f.Table.Character(r.Who); ok && r.Parked == "" && f.Seat.Owns(c) {
			return pane.All{pane.Select{Who: c.ID}, Resume(f, r.ID)}
		}
	}
	return nil
}

// resumeFirst opens the roll of the selected one, or else the first.
func resumeFirst(f pane.Frame) pane.Wish {
	rolls := f.Table.Rolls()
	for _, r := range rolls {
		if r.Who == f.Selected {
			return Resume(f, r.ID)
		}
	}
	return Resume(f, rolls[0].ID)
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

// Rolling is what the panes show of the roll, with the answer as it stands.
func (a *asking) Rolling() *pane.Rolling {
	return &pane.Rolling{Roll: a.roll, Step: a.ahead, Action: a.in.Action, System: a.in.System}
}

// Doing implements Doer.
func (a *asking) Doing() Doing {
	return Doing{Stage: Deciding, Who: a.roll.Who, Action: a.roll.Action, Question: a.q}
}

func (a *asking) Title(f pane.Frame) string {
	name := ""
	if c, ok := f.Table.Character(a.roll.Who); ok {
		name = c.Name + ": "
	}
	return name + a.in.Action.Label
}

func (a *asking) Draw(f pane.Frame) []string {
	w, h := f.W, f.H
	var out []string
	for _, n := range a.step.Notes {
		for _, l := range kit.Wrap(n, w-2) {
			out = append(out, f.Look.Row(w).Space(1).Put(kit.Dim, l).String())
		}
	}
	ask := a.question(f)
	dice := a.reveal(f)
	room := max(2, h-len(ask)-len(dice)-2)
	if len(out) > room {
		out = out[len(out)-room:]
	}
	out = append(append(out, dice...), f.Look.Blank(w))
	return append(out, ask...)
}

// question draws what is asked, and what the answer as it stands would bring.
func (a *asking) question(f pane.Frame) []string {
	w := f.W
	head := f.Look.Row(w).Space(1).Put(kit.Title, a.q.Words)
	if a.preset {
		head.Space(3).Put(kit.Dim, f.KeyOf("asking-digit")+" clears what is offered")
	}
	out := []string{head.String()}
	switch a.q.Wants {
	case engine.Throwing:
		out = append(out, a.drawFaces(f)...)
	case engine.Picking:
		out = append(out, f.Look.Options(a.q, a.at, a.odds, w)...)
	case engine.Sharing:
		out = append(out, f.Look.ShareRows(a.q, a.give, a.at, w)...)
	case engine.Numbering:
		out = append(out, a.amounts(f)...)
	}
	if _, ok := a.answer(); ok && a.q.Wants != engine.Throwing {
		for _, n := range a.ahead.Notes[min(len(a.step.Notes), len(a.ahead.Notes)):] {
			for _, l := range kit.Wrap(n, w-2) {
				out = append(out, f.Look.Row(w).Space(1).Put(kit.Text, l).String())
			}
		}
	}
	return out
}

// amounts draws the first amounts with the odds after each, and the one that
// is chosen.
func (a *asking) amounts(f pane.Frame) []string {
	w := f.W
	items := make([]kit.Item, len(a.odds))
	for i, p := range a.odds {
		items[i] = kit.Item{Label: fmt.Sprint(a.q.Least + i), Aside: p}
	}
	out := f.Look.List(items, a.amount-a.q.Least, w, len(items))
	if a.q.Most < a.q.Least+mostAmounts {
		return out
	}
	r := f.Look.Row(w).Mark(a.amount >= a.q.Least+mostAmounts)
	r.Put(kit.Text, fmt.Sprint(a.amount)).Space(2).Put(kit.Dim, fmt.Sprintf("of %d to %d", a.q.Least, a.q.Most))
	return append(out, r.String())
}

func (a *asking) drawFaces(f pane.Frame) []string {
	w := f.W
	r := f.Look.Row(w).Space(1).Put(kit.Dim, "type the faces of "+a.q.Dice.String()+", one key each: ")
	for _, face := range a.faces {
		r.Put(kit.Dice, fmt.Sprint(face)).Space(1)
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
		hint += "; a " + f.KeyOf("throwing-end") + " ends a face"
	}
	return []string{r.String(), f.Look.Row(w).Space(1).Put(kit.Dim, hint+"; "+f.KeyOf("throwing-throw")+" throws them here").String()}
}

// The keys of a question, by what it wants. All have those of a roll.
var (
	askingKeys = pane.In("asking", "Rolls",
		pane.Enter("commit", "take this answer", "commit"),
		pane.Binding{ID: "drop", Keys: []string{"D"}, Label: "drop the roll", Foot: "drop"},
	)
	digits   = pane.Binding{ID: "digit", In: "asking", Group: "Rolls", Keys: []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, Label: "type a number"}
	throwing = pane.In("throwing", "Real dice",
		pane.Binding{ID: "throw", Keys: []string{"t"}, Label: "have them thrown here", Foot: "throw here"},
		pane.Binding{ID: "erase", Keys: []string{"backspace"}, Label: "take a face back"},
		pane.Binding{ID: "end", Keys: []string{" "}, Label: "the face is whole"},
	)
	sharing = pane.In("sharing", "Shares",
		pane.Binding{ID: "up", Keys: []string{"up", "k"}, Label: "the use above"},
		pane.Binding{ID: "down", Keys: []string{"down", "j", "tab"}, Label: "the use below"},
		pane.Binding{ID: "take", Keys: []string{"left", "h", "-"}, Label: "take a point back", Foot: "move points"},
		pane.Binding{ID: "give", Keys: []string{"right", "l", "+"}, Label: "give a point", Foot: "move points"},
		pane.Binding{ID: "none", Keys: []string{"home"}, Label: "give it nothing"},
		pane.Binding{ID: "all", Keys: []string{" ", "end"}, Label: "give it all there are", Foot: "all of them"},
	)
	numbering = pane.In("numbering", "Amounts",
		pane.Binding{ID: "less", Keys: []string{"up", "left", "h", "k", "-"}, Label: "one less", Foot: "choose"},
		pane.Binding{ID: "more", Keys: []string{"down", "right", "l", "j", "+", "tab"}, Label: "one more", Foot: "choose"},
	)
	// undoing stands for the table's own undo, which a question obeys too.
	undoing = []pane.Binding{undo, redo}

	throwingKeys  = slices.Concat([]pane.Binding{{Typed: "digits", Foot: "the faces"}}, throwing, undoing, askingKeys, []pane.Binding{digits, pane.Back})
	pickingKeys   = slices.Concat(pane.Listing, askingKeys, undoing, []pane.Binding{pane.Back})
	sharingKeys   = slices.Concat(sharing, askingKeys, undoing, []pane.Binding{digits, pane.Back})
	numberingKeys = slices.Concat(numbering, askingKeys, undoing, []pane.Binding{digits, pane.Back})
)

func (a *asking) Keys() []pane.Binding {
	switch a.q.Wants {
	case engine.Throwing:
		return pane.Footer(throwingKeys, "", "the faces", "throw", "throw here", "undo", "undo", "drop", "drop", "back", "later")
	case engine.Sharing:
		return pane.Footer(sharingKeys, "commit", "commit", "take", "move points", "give", "move points", "all", "all of them", "undo", "undo", "back", "later")
	case engine.Numbering:
		return pane.Footer(numberingKeys, "less", "choose", "more", "choose", "commit", "commit", "undo", "undo", "drop", "drop", "back", "later")
	}
	return pane.Footer(pickingKeys, "up", "choose", "down", "choose", "commit", "commit", "undo", "undo", "drop", "drop", "back", "later")
}

func (a *asking) Key(f pane.Frame, k tea.KeyMsg) (pane.Overlay, pane.Wish) {
	b, nth := f.PressedOf(a.Keys(), k)
	switch b.ID {
	case "undo", "redo":
		return a, b.Run(f)
	case "back":
		return a, pane.All{pane.Pop{}, pane.Say{Words: "the roll stays open: " + f.KeyOf("resume") + " goes on with it"}}
	case "drop":
		return a, pane.Do{Command: model.Drop{Roll: a.roll.ID}, Then: func(pane.Frame) pane.Wish {
			return pane.All{pane.Close{Overlay: a}, pane.Say{Words: "roll dropped"}}
		}}
	case "commit":
		return a, a.send()
	}
	switch a.q.Wants {
	case engine.Throwing:
		return a, a.typeFace(b.ID, nth)
	case engine.Picking:
		if to, ok := f.Listed(k, a.at, len(a.q.Options)); ok {
			a.at = to
		}
	case engine.Sharing:
		a.shareKey(b.ID, nth)
	case engine.Numbering:
		a.amountKey(b.ID, nth)
	}
	a.look()
	return a, nil
}

// send answers with what stands; what is wrong with it is named.
func (a *asking) send() pane.Wish {
	if a.digits != "" {
		if wrong := a.endFace(); wrong != nil {
			return wrong
		}
	}
	ans, ok := a.answer()
	if !ok {
		return pane.Fail{Words: a.q.Check(ans).Error()}
	}
	return a.answerWith(ans)
}

func (a *asking) answerWith(ans engine.Answer) pane.Wish {
	return pane.Do{Command: model.Answer{Roll: a.roll.ID, At: len(a.roll.Tape), Answer: ans}, Then: a.goOn}
}

func (a *asking) goOn(f pane.Frame) pane.Wish {
	return pane.All{pane.Clear{}, after(f, a.roll.Who, a.roll.Action)}
}

func (a *asking) amountKey(does string, digit int) {
	switch does {
	case "less":
		a.amount = max(a.amount-1, a.q.Least)
	case "more":
		a.amount = min(a.amount+1, a.q.Most)
	case "digit":
		n := a.amount*10 + digit
		if n > a.q.Most {
			n = digit
		}
		a.amount = min(max(n, a.q.Least), a.q.Most)
	}
}

func (a *asking) shareKey(does string, digit int) {
	n := len(a.q.Sinks)
	sink := a.q.Sinks[a.at]
	if a.preset && does == "digit" && digit == 0 {
		a.give, a.preset = engine.Shares{}, false
		return
	}
	a.preset = a.preset && (does == "up" || does == "down" || does == "")
	switch does {
	case "up":
		a.at = (a.at + n - 1) % n
	case "down":
		a.at = (a.at + 1) % n
	case "take":
		a.put(sink, a.give[sink.ID]-1)
	case "give":
		a.put(sink, a.give[sink.ID]+1)
	case "none":
		a.put(sink, 0)
	case "all":
		a.put(sink, a.q.Total)
	case "digit":
		typed := a.give[sink.ID]*10 + digit
		if typed > a.q.Total {
			typed = digit
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
func (a *asking) typeFace(does string, digit int) pane.Wish {
	switch {
	case does == "throw":
		return pane.Do{Command: model.Answer{Roll: a.roll.ID, At: len(a.roll.Tape), Throw: true}, Then: a.goOn}
	case does == "erase" && a.digits != "":
		a.digits = ""
	case does == "erase" && len(a.faces) > 0:
		a.faces = a.faces[:len(a.faces)-1]
	case does == "end" && a.digits != "":
		if wrong := a.endFace(); wrong != nil {
			return wrong
		}
	case does == "digit":
		return a.digit(digit)
	}
	return a.whole()
}

func (a *asking) digit(d int) pane.Wish {
	high := a.q.Dice.High
	switch {
	case high == 10 && d == 0:
		a.digits = "10"
	case high <= 10:
		a.digits = fmt.Sprint(d)
	default:
		a.digits += fmt.Sprint(d)
	}
	if high <= 10 || len(a.digits) >= len(fmt.Sprint(high)) {
		if wrong := a.endFace(); wrong != nil {
			return wrong
		}
	}
	return a.whole()
}

// endFace takes the digits as a face, or says what is wrong with them.
func (a *asking) endFace() pane.Wish {
	var n int
	if _, err := fmt.Sscan(a.digits, &n); err != nil {
		n = -1
	}
	a.digits = ""
	if n < a.q.Dice.Low || n > a.q.Dice.High {
		return pane.Fail{Words: fmt.Sprintf("%s has no face %d: it has %d to %d", a.q.Dice, n, a.q.Dice.Low, a.q.Dice.High)}
	}
	a.faces = append(slices.Clip(a.faces), n)
	return nil
}

// whole sends the faces once none is missing: the last key is the throw.
func (a *asking) whole() pane.Wish {
	if ans, ok := a.answer(); ok {
		return a.answerWith(ans)
	}
	return nil
}
