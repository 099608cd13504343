package act

import (
	"cmp"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// rollPage is the page of an open roll that needs dice or a decision.
type rollPage struct {
	roll model.Roll
	in   engine.Inputs
	step engine.Step // the roll up to the question
	choice
	first   *choice      // an optional decision before the question; nil for none
	onFirst bool         // the cursor is in first
	faces   engine.Faces // for engine.Throwing: the faces typed so far
	digits  string       // of a face with several digits, typed so far
	ahead   engine.Step  // the result of the current answer, up to the next question
	working bool         // the working of the numbers is shown

	counting pane.Counting

	verdict *engine.Outcome // the outcome if nothing more is spent than necessary; nil before the dice have fallen

	came   *resultView // the result drawn last; nil before the first drawing
	cameAt model.Table // the table for which came holds
}

// after continues what an act has left open: its own question, or that of the next in the
// same group. If nothing is open it says how the act ended, and selects the next character
// who may act.
func after(f pane.Frame, who, action string) pane.Intent {
	if own := goOnOf(f, func(r model.Roll) bool { return r.Who == who }); own != nil {
		return own
	}
	if next := goOnOf(f, func(r model.Roll) bool {
		c, ok := f.Table.Character(r.Who)
		return r.Action == action && ok && f.Seat.Owns(c)
	}); next != nil {
		return next
	}
	told := gangsEnd(f)
	switch large, ok := reveal(f); {
	case told != nil:
	case goesOn(f) && !threw(f.Table): // the card of the question has already shown these dice
		return pane.Show{What: followFirst}
	case ok:
		told = large
	default:
		for l := range f.Table.Log() {
			told = pane.Say{Words: view.Headline(f.Table, l.Event)}
			break
		}
	}
	if next := nextToAct(f); next != "" && !goesOn(f) {
		return pane.All{pane.Select{Who: next}, told}
	}
	return told
}

// nextToAct returns the next character at this screen who may act, once the selected one may
// not; "" if there is none, or if the selected one still may.
func nextToAct(f pane.Frame) string {
	free := f.Upcoming().Free()
	if len(f.MarkedHere()) > 0 || slices.Contains(free, f.Selected) {
		return ""
	}
	at := f.Table.IndexOf(f.Selected)
	next := ""
	for _, id := range free {
		c, ok := f.Table.Character(id)
		if !ok || !f.Seat.Owns(c) || f.Seat.Role == model.GM && f.Present != nil && playedElsewhere(f, c) {
			continue
		}
		if f.Table.IndexOf(id) > at {
			return id
		}
		next = cmp.Or(next, id)
	}
	return next
}

// Resume opens the question of an open roll. The gamemaster can answer for everybody, a
// player only for their own characters.
func Resume(f pane.Frame, id string) pane.Intent {
	if f.Seat.Role != model.GM {
		if words := waitsFor(f, id); words != "" {
			return pane.Say{Words: words}
		}
	}
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
	step, err := f.Table.Step(r)
	if err != nil || step.Done() {
		r.Parked = "This version of the rulebook no longer asks this question."
		if err != nil {
			r.Parked = "This version of the rulebook does not allow it: " + err.Error()
		}
		return pane.Push{Overlay: &parked{roll: r}}
	}
	return pane.Push{Overlay: ask(r, in, step)}
}

// ResumeOwn opens the roll of this seat that was open when the program ended, and returns
// its id.
func ResumeOwn(f pane.Frame) (id string, intent pane.Intent) {
	for _, r := range f.Table.Rolls() {
		if c, ok := f.Table.Character(r.Who); ok && r.Parked == "" && f.Seat.Owns(c) && waitsFor(f, r.ID) == "" {
			return r.ID, pane.All{pane.Select{Who: c.ID}, resumeAlike(f, r.ID)}
		}
	}
	return "", nil
}

// ask returns the page of a roll at a step. An optional decision after the dice have fallen
// becomes a line of the next question.
func ask(r model.Roll, in engine.Inputs, step engine.Step) *rollPage {
	a := &rollPage{roll: r, in: in, step: step, choice: choose(*step.Open)}
	if scene.Fallen(r.Tape) && spends(a.q) {
		first := a.choice
		if next, ok := a.past(&first); ok && next.Open != nil && next.Open.Wants != engine.Throwing && next.Open.Who == a.q.Who {
			a.first, a.step, a.choice = &first, next, choose(*next.Open)
		}
	}
	a.look()
	return a
}

// past returns the step that the roll reaches with the answer to the optional decision;
// false if there is no answer.
func (a *rollPage) past(first *choice) (engine.Step, bool) {
	ans, ok := first.answer()
	if !ok {
		return engine.Step{}, false
	}
	step, err := engine.Run(a.in, append(slices.Clip(a.roll.Tape), ans))
	return step, err == nil
}

// tape is the answers before the question, including the current answer to the optional
// decision.
func (a *rollPage) tape() []engine.Answer {
	tape := slices.Clip(a.roll.Tape)
	if a.first != nil {
		if ans, ok := a.first.answer(); ok {
			tape = append(tape, ans)
		}
	}
	return tape
}

// follow works out the question again after the optional decision has changed.
func (a *rollPage) follow() {
	next, ok := a.past(a.first)
	if !ok {
		return
	}
	a.step = next
	if next.Open == nil || next.Open.Wants == engine.Throwing { // Enter answers the decision alone
		a.choice = choice{}
	} else {
		a.choice = a.anew(*next.Open)
	}
	a.counting.Stop()
}

// answer returns the current answer; false while it is incomplete.
func (a *rollPage) answer() (engine.Answer, bool) {
	if a.q.Wants != engine.Throwing {
		return a.choice.answer()
	}
	out := a.q.Thrown(a.faces)
	return out, a.q.Check(out) == nil
}

// look works out the result of the current answer.
func (a *rollPage) look() {
	a.ahead, a.came = a.step, nil
	tape := a.tape()
	if ans, ok := a.answer(); ok {
		whole := append(slices.Clip(tape), ans)
		if s, err := engine.Run(a.in, whole); err == nil {
			a.ahead, tape = s, whole
		}
	}
	if a.verdict = scene.Ends(a.in, tape); a.verdict == nil && a.spares() {
		a.verdict = &a.step.Outcome
	}
}

// spares reports whether the current answer spends nothing, in a roll of which this seat may
// know only its own total.
func (a *rollPage) spares() bool {
	now, ok := a.answer()
	nothing, decides := a.q.Nothing()
	for _, n := range now.Give {
		if n > 0 {
			return false
		}
	}
	if now.Amount != nil && decides && *now.Amount != *nothing.Amount {
		return false
	}
	return ok && decides && a.step.Outcome.Total != 0 && now.Pick == nothing.Pick
}

// count starts counting the odds that are missing: of each option of the question and of the
// optional decision.
func (a *rollPage) count() pane.Intent {
	if a.counting.Busy() || !a.owes && (a.first == nil || !a.first.owes) {
		return nil
	}
	var todo [2][]engine.Answer
	tapes := [2][]engine.Answer{a.tape(), a.roll.Tape}
	if a.owes {
		todo[0] = a.answers()
	}
	if a.first != nil && a.first.owes {
		todo[1] = a.first.answers()
	}
	in, aimed, concerns := a.in, a.step.Aimed, a.q.Concerns()
	return pane.Begin(&a.counting, func(stop func() bool) (out [2][]string) {
		for i, answers := range todo {
			for _, ans := range answers {
				out[i] = append(out[i], scene.Chance(in.Until(stop), append(slices.Clip(tapes[i]), ans), aimed, concerns))
			}
		}
		return out
	}, func(got [2][]string) pane.Intent {
		if a.owes {
			a.odds, a.owes = scene.Telling(got[0]), false
		}
		if a.first != nil && a.first.owes {
			a.first.odds, a.first.owes = scene.Telling(got[1]), false
		}
		return nil
	})
}

// rolling is what the panes show of the roll, with the current answer.
func (a *rollPage) rolling() *pane.Rolling {
	return &pane.Rolling{Roll: a.roll, Step: a.ahead, Action: a.in.Action, System: a.in.System}
}

func (a *rollPage) progress() pane.Progress {
	return pane.Progress{Stage: pane.Deciding, Who: a.roll.Who, Action: a.roll.Action, Question: a.q}
}

func (a *rollPage) About(f pane.Frame) pane.About {
	out := pane.About{Title: a.title(f), Rolling: a.rolling(), Progress: a.progress()}
	if land := a.landing(f); land.tale != "" && len(land.throws) > 0 {
		out.Title, out.Aside = land.headline()
	}
	if a.q.Defends && f.Seat.Role == model.Player {
		out.Title = scene.AttackedTitle
	}
	return out
}

func (a *rollPage) title(f pane.Frame) string {
	return view.RollTitle(f.Table, a.roll) + view.AgainstWords(f.Table, a.roll)
}

// typing returns the line with the faces that are being typed, and the hint below it.
func (a *rollPage) typing(f pane.Frame) (prompt, hint string) {
	hint = fmt.Sprintf("faces %d to %d", a.q.Dice.Low, a.q.Dice.High)
	if high := a.q.Dice.High; high == 10 {
		hint += "; 0 means 10"
	} else if high > 9 {
		hint += "; a " + f.KeyOf("throwing-end") + " ends a number"
	}
	return "type the dice, " + a.q.Dice.String() + ", one key each: ", hint + "; " + f.KeyOf("throwing-throw") + " rolls them here"
}

// typingWidth is the width of that line in cells.
func (a *rollPage) typingWidth(f pane.Frame) int {
	prompt, hint := a.typing(f)
	faces := (len(a.faces) + a.q.Dice.Missing(a.faces)) * (len(fmt.Sprint(a.q.Dice.High)) + 1)
	return max(kit.Width(prompt)+faces+len("_ 10 more"), kit.Width(hint))
}

func (a *rollPage) drawFaces(f pane.Frame, w int) []string {
	prompt, hint := a.typing(f)
	r := f.Look.Row(w).Space(1).Put(kit.Dim, prompt)
	for _, face := range a.faces {
		r.Put(kit.Dice, fmt.Sprint(face)).Space(1)
	}
	if a.digits != "" {
		r.Put(kit.Accent, a.digits)
	}
	if n := a.q.Dice.Missing(a.faces); n > 0 {
		r.Put(kit.Accent, "_").Space(1).Put(kit.Dim, fmt.Sprintf("%d more", n))
	}
	return []string{r.String(), f.Look.Row(w).Space(1).Put(kit.Dim, hint).String()}
}

// The keys of a question, by what it wants. Every question also has the keys of a roll.
var (
	askingKeys = pane.In("asking", "Rolls",
		pane.Enter("commit", "accept this answer", "commit"),
		pane.Binding{ID: acceptGroup, Keys: []string{"A"}, Label: "accept this answer, and the offered answers in the following rolls of the group"},
		pane.Binding{ID: "drop", Keys: []string{"D"}, Label: "drop the roll", Foot: "drop"},
		pane.Binding{ID: "working", Keys: []string{"w"}, Label: "show how the numbers came about", Foot: "working"},
	)
	digits   = pane.Binding{ID: "digit", In: "asking", Group: "Rolls", Keys: []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, Label: "type a number"}
	throwing = pane.In("throwing", "Real dice",
		pane.Binding{ID: "throw", Keys: []string{"t"}, Label: "let fray roll them", Foot: "roll here"},
		pane.Binding{ID: "erase", Keys: []string{"backspace"}, Label: "delete a number"},
		pane.Binding{ID: "end", Keys: []string{" "}, Label: "end the number"},
	)
	sharing = pane.In("sharing", "Shares",
		pane.Binding{ID: "up", Keys: []string{"up", "k"}, Label: "previous line"},
		pane.Binding{ID: "down", Keys: []string{"down", "j", "tab"}, Label: "next line"},
		pane.Binding{ID: "take", Keys: []string{"left", "h", "-"}, Label: "remove a point", Foot: "move points"},
		pane.Binding{ID: "give", Keys: []string{"right", "l", "+"}, Label: "add a point", Foot: "move points"},
		pane.Binding{ID: "none", Keys: []string{"home"}, Label: "give it nothing"},
		pane.Binding{ID: "all", Keys: []string{" ", "end"}, Label: "give it all the points", Foot: "all of them"},
	)
	numbering = pane.In("numbering", "Amounts",
		pane.Binding{ID: "less", Keys: []string{"up", "left", "h", "k", "-"}, Label: "one less", Foot: "choose"},
		pane.Binding{ID: "more", Keys: []string{"down", "right", "l", "j", "+", "tab"}, Label: "one more", Foot: "choose"},
	)
	// undoing is the undo of the table, which works in a question too.
	undoing = []pane.Binding{undo, redo}

	throwingKeys  = slices.Concat([]pane.Binding{{Typed: "digits", Foot: "the numbers"}}, throwing, undoing, askingKeys, []pane.Binding{digits, pane.Back})
	pickingKeys   = slices.Concat(pane.Listing, askingKeys, undoing, []pane.Binding{pane.Back})
	sharingKeys   = slices.Concat(sharing, askingKeys, undoing, []pane.Binding{digits, pane.Back})
	numberingKeys = slices.Concat(numbering, askingKeys, undoing, []pane.Binding{digits, pane.Back})
)

func (a *rollPage) Keys(pane.Frame) []pane.Binding {
	keys := a.keys()
	at := slices.IndexFunc(keys, func(b pane.Binding) bool { return b.ID == acceptGroup })
	if at < 0 {
		return keys
	}
	all, n := keys[at], a.waiting()
	if keys = slices.Delete(keys, at, at+1); n == 0 || a.q.Wants == engine.Throwing {
		return keys
	}
	return slices.Insert(keys, 1, all.Footed(fmt.Sprintf("accept, and %d more", n)))
}

// acceptGroup accepts what is offered in all rolls of a group.
const acceptGroup = "group"

// waiting is how many of its group act after this roll.
func (a *rollPage) waiting() int {
	if a.roll.Series == nil {
		return 0
	}
	return len(a.roll.Series.Waiting)
}

// keys are those of the question, with the key that accepts for all of a group.
func (a *rollPage) keys() []pane.Binding {
	wants := a.q.Wants
	if a.onFirst {
		wants = a.first.q.Wants
	}
	switch wants {
	case engine.Throwing:
		return pane.Footer(throwingKeys, "", "the numbers", "throw", "roll here", "undo", "undo", "drop", "drop", "back", "later")
	case engine.Sharing:
		return pane.Footer(sharingKeys, "commit", "accept", "take", "move", "give", "move", "all", "all of them", "working", "working", "undo", "undo", "back", "later")
	case engine.Numbering:
		return pane.Footer(numberingKeys, "commit", "accept", "less", "choose", "more", "choose", "working", "working", "undo", "undo", "drop", "drop", "back", "later")
	}
	return pane.Footer(pickingKeys, "commit", "accept", "up", "choose", "down", "choose", "working", "working", "undo", "undo", "drop", "drop", "back", "later")
}

func (a *rollPage) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if _, is := msg.(tea.KeyMsg); !is {
		return a, a.count()
	}
	b, nth := f.PressedOf(a.Keys(f), msg)
	switch b.ID {
	case "undo", "redo":
		return a, b.Run(f)
	case "back":
		a.counting.Stop()
		return a, pane.All{pane.Close{}, pane.Say{Words: "the roll stays open: " + f.KeyOf("resume") + " continues it"}}
	case "drop":
		return a, pane.Do{Command: model.Drop{Roll: a.roll.ID}, Then: form.Shut("roll dropped")}
	case "commit":
		return a, a.send()
	case acceptGroup:
		return a, a.sendAll()
	case "working":
		a.working = !a.working
		return a, nil
	}
	switch {
	case a.q.Wants == engine.Throwing:
		return a, a.typeFace(b.ID, nth)
	case a.crosses(b.ID):
		a.onFirst = !a.onFirst
	case a.onFirst:
		a.first.key(f, msg, b.ID, nth)
		a.follow()
	default:
		a.key(f, msg, b.ID, nth)
	}
	a.look()
	return a, a.count()
}

// crosses moves the cursor between the question and the optional decision below it. It
// reports whether the key did that.
func (a *rollPage) crosses(does string) bool {
	if a.first == nil {
		return false
	}
	from, to := &a.choice, a.first
	if a.onFirst {
		from, to = to, from
	}
	if to.rows() == 0 {
		return false
	}
	down := does == "down" && from.at == from.rows()-1
	up := does == "up" && from.at == 0
	if from.q.Wants == engine.Numbering { // numbers use these keys themselves
		down, up = does == "more" && from.amount == from.q.Most, does == "less" && from.amount == from.q.Least
	}
	switch {
	case down:
		to.at = 0
	case up:
		to.at = to.rows() - 1
	}
	if to.q.Wants == engine.Numbering {
		to.at = 0
	}
	return down || up
}

// send sends the current answers, the optional decision first, or says what is wrong with
// them.
func (a *rollPage) send() pane.Intent {
	if a.digits != "" {
		if wrong := a.endFace(); wrong != nil {
			return wrong
		}
	}
	answers, wrong := a.stated()
	if wrong != nil {
		return wrong
	}
	return a.answerWith(answers...)
}

// sendAll sends the answer as it is now, and then for each following roll of the group the
// answer that is offered, up to a roll that asks something else.
func (a *rollPage) sendAll() pane.Intent {
	answers, wrong := a.stated()
	if wrong != nil {
		return wrong
	}
	return a.answered(answers, func(f pane.Frame) pane.Intent {
		for _, r := range f.Table.Rolls() {
			in, err := f.Table.InputsOf(r)
			if err != nil || r.Parked != "" || r.Series == nil || r.Action != a.roll.Action || r.System != a.roll.System || waitsFor(f, r.ID) != "" {
				continue
			}
			step, err := f.Table.Step(r)
			if err != nil || step.Open == nil || step.Open.Wants == engine.Throwing || step.Open.ID != a.q.ID && (a.first == nil || step.Open.ID != a.first.q.ID) {
				continue
			}
			a.counting.Stop()
			return ask(r, in, step).sendAll()
		}
		return a.goOn(f)
	})
}

// stated returns the answers as they are now, first that of the decision before the question;
// if one of them is not allowed, no says why.
func (a *rollPage) stated() (answers []engine.Answer, no pane.Intent) {
	if a.first != nil {
		ans, ok := a.first.answer()
		if !ok {
			return nil, wrong(a.first.q, ans)
		}
		answers = append(answers, ans)
	}
	if a.q.Wants != 0 {
		ans, ok := a.answer()
		if !ok {
			return nil, wrong(a.q, ans)
		}
		answers = append(answers, ans)
	}
	return answers, nil
}

// answerWith answers the next questions one after the other.
func (a *rollPage) answerWith(answers ...engine.Answer) pane.Intent {
	return a.answered(answers, a.goOn)
}

// answered answers the next questions one after the other, and then continues with then.
func (a *rollPage) answered(answers []engine.Answer, then pane.Then) pane.Intent {
	return answerInTurn(a.roll, answers, then)
}

// answerInTurn answers the open question of a roll and, if it goes on, the questions after
// that, of which each has a name only when the one before is answered.
func answerInTurn(r model.Roll, answers []engine.Answer, then pane.Then) pane.Intent {
	return pane.Do{Command: model.Answer{Roll: r.ID, Question: r.Question, Answer: answers[0]}, Then: func(f pane.Frame) pane.Intent {
		if next, open := f.Table.Roll(r.ID); open && len(answers) > 1 {
			return answerInTurn(next, answers[1:], then)
		}
		return then(f)
	}}
}

func (a *rollPage) goOn(f pane.Frame) pane.Intent {
	a.counting.Stop()
	return pane.All{pane.Clear{}, after(f, a.roll.Who, a.roll.Action)}
}

// typeFace takes one key of a face: a digit, or 0 for the ten of a d10.
func (a *rollPage) typeFace(does string, digit int) pane.Intent {
	switch {
	case does == "throw":
		return pane.Do{Command: model.Answer{Roll: a.roll.ID, Question: a.roll.Question, Throw: true}, Then: a.goOn}
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

func (a *rollPage) digit(d int) pane.Intent {
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

// endFace takes the typed digits as a face, or says what is wrong with them.
func (a *rollPage) endFace() pane.Intent {
	var n int
	if _, err := fmt.Sscan(a.digits, &n); err != nil {
		n = -1
	}
	a.digits = ""
	if n < a.q.Dice.Low || n > a.q.Dice.High {
		return pane.Fail{Words: fmt.Sprintf("%s has no %d: its numbers are %d to %d", a.q.Dice, n, a.q.Dice.Low, a.q.Dice.High)}
	}
	a.faces = append(slices.Clip(a.faces), n)
	return nil
}

// whole sends the faces once all are typed: the last key rolls.
func (a *rollPage) whole() pane.Intent {
	if ans, ok := a.answer(); ok {
		return a.answerWith(ans)
	}
	return nil
}
