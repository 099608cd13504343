package act

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Draw draws the dice across the whole width, and below them the effect, with the question
// beside it if there is room.
func (a *rollPage) Draw(f pane.Frame) []string {
	land := a.landing(f)
	var out []string
	if len(land.throws) > 0 {
		out = land.band(f, f.W)
	}
	rest := f
	rest.H -= len(out)
	if right, most := a.width(f, leastEffect)+3, f.W-leastLeft; len(out) > 0 && f.W >= besideFrom && right <= most {
		right = min(max(a.width(f, f.W)+3, f.W*2/5), most)
		left := land.comes(rest, f.W-right-gap)
		asked := append([]string{f.Look.Blank(right)}, a.question(f, right)...)
		asked = append(asked, a.consequences(f, right, rest.H-len(asked)-1)...)
		h := max(len(left), len(asked))
		out = append(out, kit.Beside(f.Look.Lines(left, f.W-right-gap, h), f.Look.Lines(nil, gap, h), f.Look.Lines(asked, right, h))...)
	} else {
		asked := a.question(f, f.W)
		falls := land.comes(rest, f.W)
		if room := rest.H - len(asked) - 1; len(falls) > room {
			falls = land.comesInShort(f, f.W)
			if over := len(out) + len(falls) + len(asked) - f.H; over > 0 && land.airy(out) { // drop the empty lines around the dice first
				out = out[1 : len(out)-1]
			}
			falls = falls[:min(len(falls), max(f.H-len(out)-len(asked), 0))]
		}
		out = append(out, falls...)
		if len(out) > 0 && len(out)+len(asked) < f.H {
			out = append(out, f.Look.Blank(f.W))
		}
		if over := len(out) + len(asked) - f.H; over > 0 {
			out = out[:max(len(out)-over, min(len(out), 1))]
		}
		out = append(out, asked...)
		out = append(out, a.consequences(f, f.W, f.H-len(out))...)
	}
	if len(land.throws) == 0 && f.H > len(out)+1 {
		out = append([]string{f.Look.Blank(f.W)}, out...)
	}
	return a.explained(f, out)
}

// gap is the number of cells between effect and question.
const gap = 1

// besideFrom is the minimum width for effect and question side by side, and leastLeft the
// part of the effect.
const besideFrom, leastLeft = 70, 36

// explained adds the working of the numbers, if asked for, and before the dice have fallen.
func (a *rollPage) explained(f pane.Frame, out []string) []string {
	if !a.working && scene.Fallen(a.roll.Tape) {
		return out[:min(len(out), f.H)]
	}
	var notes []string
	for _, n := range a.step.Notes {
		for _, l := range kit.Wrap(n, f.W-4) {
			notes = append(notes, f.Look.Row(f.W).Space(2).Put(kit.Dim, l).String())
		}
	}
	if len(notes) == 0 {
		return out
	}
	room := max(min(len(notes), 3), f.H-len(out)-1)
	notes = notes[max(0, len(notes)-room):]
	out = out[:min(len(out), max(0, f.H-len(notes)-1))]
	return append(append(out, f.Look.Blank(f.W)), notes...)
}

// width is the width of the question beside the dice.
func (a *rollPage) width(f pane.Frame, effect int) int {
	w := a.choice.width(effect)
	if a.q.Wants == engine.Throwing {
		w = max(w, a.typingWidth(f))
	}
	if a.first != nil {
		w = max(w, a.first.width(min(effect, leastEffect)))
	}
	return w
}

// question draws the question, and the result of the current answer.
func (a *rollPage) question(f pane.Frame, w int) []string {
	var out []string
	if who := a.decider(f); who != "" {
		out = append(out, f.Look.Row(w).Space(1).Put(kit.Accent, who+" decides").String())
	}
	if a.q.Wants != 0 {
		head := f.Look.Row(w).Space(1).Put(kit.Title, a.q.Words)
		if hint := f.KeyOf("asking-digit") + " clears it"; a.preset && head.Left() > kit.Width(hint)+3 {
			head.Space(3).Put(kit.Dim, hint)
		}
		out = append(out, head.String())
	}
	if stakes := a.q.AtStake(); stakes != "" {
		out = append(out, f.Sized(w, f.H, f.Focused).Paragraphs(kit.Text, stakes)...)
	}
	if a.q.Wants == engine.Throwing {
		return append(out, a.drawFaces(f, w)...)
	}
	out = append(out, a.draw(f, !a.onFirst, w)...)
	return append(out, a.before(f, w)...)
}

// decider names the character whom the question concerns, if that is not the actor.
func (a *rollPage) decider(f pane.Frame) string {
	for n, id := range a.roll.Against {
		if a.q.Wants != 0 && a.q.Who == engine.Opponent(n+1) {
			return f.Table.NameOf(id)
		}
	}
	return ""
}

// consequences draws the working of the current answer in at most room lines.
func (a *rollPage) consequences(f pane.Frame, w, room int) []string {
	var out []string
	if _, ok := a.answer(); !ok || a.q.Wants == engine.Throwing {
		return nil
	}
	for _, n := range a.ahead.Notes[min(len(a.step.Notes), len(a.ahead.Notes)):] {
		for _, l := range kit.Wrap(n, w-2) {
			out = append(out, f.Look.Row(w).Space(1).Put(kit.Dim, l).String())
		}
	}
	if len(out) == 0 || len(out) >= room {
		return nil
	}
	return append([]string{f.Look.Blank(w)}, out...)
}

// before draws the optional decision: in one line, or whole if the cursor is in it.
func (a *rollPage) before(f pane.Frame, w int) []string {
	if a.first == nil {
		return nil
	}
	out := []string{f.Look.Blank(w)}
	if a.onFirst {
		out = append(out, f.Look.Row(w).Space(1).Put(kit.Title, a.first.q.Words).String())
		return append(out, a.first.draw(f, true, w)...)
	}
	head, _, _ := strings.Cut(a.first.q.Words, ":")
	r := f.Look.Row(w).Space(1).Put(kit.Dim, head).Space(2).Put(kit.Text, a.first.words())
	return append(out, r.String())
}

// rollResult is the card with the result of a finished roll.
type rollResult struct {
	head     string
	landings []resultView
	seq      uint64 // the event with the roll
	who      string // who rolled first
	next     upNext
}

// resultKeys are the keys of a result card: those keys of the table that are usually pressed
// next. No other key does anything.
func resultKeys(place string) []pane.Binding {
	return slices.Concat(pane.In(place, "Rolls", pane.Binding{ID: "on", Keys: []string{"enter"}, Label: "resolve the follow-up, or close", Foot: "continue", Now: followBrief}),
		[]pane.Binding{pane.Back, undo, redo, actKey("a"), takeUpKey, againKey, gangKey, freeKey, nextKey("next", nil)})
}

// resultFoot returns these keys with the footer's words for a seat.
func resultFoot(f pane.Frame, keys []pane.Binding, next *upNext) []pane.Binding {
	if next.known() {
		keys = slices.Clone(keys)
		keys[0].Now = nil // the card says what
		return pane.Footer(keys, "on", "roll it", takeUp, "set it up", "undo", "undo", "back", "close")
	}
	if f.Seat.Role == model.Player {
		return pane.Footer(keys, "on", "continue", "undo", "undo", "again", "again", "back", "close")
	}
	return pane.Footer(keys, "on", "continue", "undo", "undo", "next", "next", "again", "again", "back", "close")
}

// shownAct is the act whose result a card shows. The keys of the card are about it.
type shownAct struct {
	who string // who did it
	seq uint64 // the event with its end
}

// isNewest reports whether it is what an undo of this seat would take back.
func (a shownAct) isNewest(f pane.Frame) bool {
	return slices.ContainsFunc(f.Table.ActBy(f.Seat), func(e model.Event) bool { return e.Seq == a.seq })
}

// resultKey runs a key of resultKeys; nil for any other message.
func resultKey(f pane.Frame, keys []pane.Binding, msg tea.Msg, next *upNext, of shownAct) pane.Intent {
	if _, is := msg.(tea.KeyMsg); !is {
		return next.count()
	}
	switch b, _ := f.PressedOf(keys, msg); {
	case b.ID == "on" && next.known():
		return next.resolve(f)
	case b.ID == "on" && goesOn(f):
		return pane.All{pane.Close{}, pane.Show{What: followFirst}}
	case b.ID == "on" || b.ID == pane.Back.ID:
		return pane.Close{}
	case b.ID == againKey.ID: // of whom the card shows, and not of whoever is selected by now
		return pane.All{pane.Close{}, pane.Select{Who: of.who}, pane.Show{What: b.Name()}}
	case b.ID == undo.ID && !of.isNewest(f):
		return pane.Say{Words: "something else has happened since: " + f.KeyOf("back") + " closes this, and then " + f.KeyOf("undo") + " undoes that"}
	case b.ID != "" && b.In == "":
		return pane.All{pane.Close{}, pane.Show{What: b.Name()}}
	}
	return nil
}

// followBrief says in the footer which follow-up would start.
func followBrief(f pane.Frame) string {
	if !goesOn(f) {
		return "continue"
	}
	return view.ChoiceWords(f.Table, view.Choices(follows(f))[0])
}

// About shows the sentence of the result as the title.
func (o *rollResult) About(pane.Frame) pane.About {
	if len(o.landings) == 1 && o.landings[0].tale != "" {
		title, aside := o.landings[0].headline()
		return pane.About{Title: title, Aside: aside}
	}
	return pane.About{Title: o.head}
}

func (o *rollResult) Draw(f pane.Frame) []string {
	var out []string
	if len(o.landings) > 1 {
		out = append(out, f.Look.Blank(f.W))
	}
	for i, l := range o.landings {
		if len(o.landings) == 1 {
			l.tale = "" // the title says it
		}
		if len(o.landings) > mostWhole {
			out = append(out, l.brief(f)...)
			continue
		}
		if len(o.landings) > 1 {
			f.Quiet = true // several results are shown in short
		}
		if i > 0 {
			out = append(out, f.Look.Blank(f.W))
		}
		out = append(out, l.draw(f, f.W)...)
	}
	if next := o.next.look(f).draw(f, "told-on"); next != nil {
		out = append(out[:min(len(out), max(f.H-len(next), 1))], next...)
	}
	out = append(out, f.Look.Blank(f.W))
	return out[:min(len(out), f.H)]
}

// undone reports whether the roll has been undone.
func (o *rollResult) undone(t model.Table) bool {
	for l := range t.LogFrom(o.seq) {
		return l.Undone
	}
	return false
}

// mostWhole is the number of rolls that are shown whole; more rolls get one line each.
const mostWhole = 2

// brief draws a result in one line: the verdict, the sentence, and the pools.
func (l resultView) brief(f pane.Frame) []string {
	r := f.Look.Row(f.W).Space(1)
	if o := l.outcome; o != nil && !o.NoTarget {
		if o.Success {
			r.Sign(kit.Good, f.Look.Tick[0])
		} else {
			r.Sign(kit.Bad, f.Look.Tick[1])
		}
	}
	words := l.tale
	if words == "" && l.action != nil && l.outcome != nil {
		words = fmt.Sprintf("%s  %d", l.action.Label, l.outcome.Result())
	}
	var falls []string
	for _, x := range l.falls {
		falls = append(falls, fmt.Sprintf("%s %d%s%d", x.meter.Label, x.from, f.Look.Arrow, x.meter.Now))
	}
	aside := strings.Join(falls, " ")
	lines := kit.Wrap(words, f.W-4-kit.Width(aside)-2)
	var out []string
	for i, line := range lines {
		if i > 0 {
			r = f.Look.Row(f.W)
		}
		r.To(3).Put(kit.Title, line)
		if i == len(lines)-1 {
			r.Space(max(r.Left()-kit.Width(aside)-1, 1)).Put(kit.Text, aside)
		}
		out = append(out, r.String())
	}
	return out
}

var rollResultKeys = resultKeys("told")

func (o *rollResult) Keys(f pane.Frame) []pane.Binding {
	return resultFoot(f, rollResultKeys, o.next.look(f))
}

func (o *rollResult) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	return o, resultKey(f, rollResultKeys, msg, o.next.look(f), shownAct{o.who, o.seq})
}

// reveal opens the card of the dice in the newest event; false if it has none, or if the
// player has switched cards off.
func reveal(f pane.Frame) (pane.Intent, bool) {
	o := toldOf(f)
	return pane.Push{Overlay: o}, o != nil && !f.Quiet
}

// Ended opens the card of a roll that was started here and that somebody else's answer has
// just ended; nil if there is none.
func Ended(f pane.Frame) pane.Intent {
	for l := range f.Table.Log() {
		begun := func(x model.Fact) bool {
			end, ok := x.(model.Finished)
			if !ok || f.Seat.Role == model.GM {
				return ok && !end.Roll.ByPlayer
			}
			c, there := f.Table.Character(end.Roll.Who)
			return end.Roll.ByPlayer && there && f.Seat.Owns(c)
		}
		if l.Event.By != f.Seat && slices.ContainsFunc(l.Event.Facts, begun) {
			if large, ok := reveal(f); ok {
				return large
			}
		}
		return nil
	}
	return nil
}

// threw reports whether dice fell in the newest event.
func threw(t model.Table) bool {
	for l := range t.Log() {
		return slices.ContainsFunc(l.Event.Facts, func(f model.Fact) bool {
			a, ok := f.(model.Answered)
			return ok && a.Answer.Faces != nil
		})
	}
	return false
}

// toldOf is the card of the newest event; nil if no dice fell and nobody was hurt.
func toldOf(f pane.Frame) *rollResult {
	t := f.Table
	for l := range t.Log() {
		o := &rollResult{seq: l.Event.Seq}
		for _, x := range l.Event.Facts {
			end, ok := x.(model.Finished)
			if !ok {
				continue
			}
			one := landed(f, end)
			if !scene.Fallen(end.Roll.Tape) && !one.strikes() {
				continue
			}
			o.head = view.RollTitle(t, end.Roll) + view.AgainstWords(t, end.Roll)
			o.who = cmp.Or(o.who, end.Roll.Who)
			o.landings = append(o.landings, one)
		}
		if n := len(o.landings); n > 1 {
			o.head = fmt.Sprintf("%d at once", n)
		} else if n == 0 {
			return nil
		}
		return o
	}
	return nil
}
