package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// attention is what the table waits for from this seat, as far as it was told.
type attention struct {
	seq     uint64          // the newest event of the whole log that was looked at
	came    int             // how often anybody had come or gone by then
	asked   map[string]bool // the questions that wait for an answer
	brought string          // the roll whose question was opened by itself
	due     string          // the question that is opened as soon as no overlay lies on top
	turn    bool            // it was this player's turn
	quiet   bool            // the bell is off
	asks    int             // how many requests there were

	waited bool         // the dice waited for words
	wanted bool         // this player is asked for one
	word   pane.Overlay // the prompt in which they are asked, nil for none
	held   bool         // the prompt waits until no letters are typed elsewhere
}

// tellAsks tells the gamemaster of the newest request, and the player that it was made or
// what became of it.
func (d *attention) tellAsks(f pane.Frame) pane.Intent {
	all, seen := f.Table.Requests, d.asks
	d.asks = len(all)
	switch {
	case len(all) < seen && f.Seat.Role == model.Player:
		return requestSettled(f.Table)
	case len(all) <= seen:
		return nil
	}
	a := all[len(all)-1]
	if f.Seat == a.By {
		return pane.Say{Words: "you asked the gamemaster: " + kit.Clean(view.RequestWords(a, f.Table))}
	}
	return pane.Say{Words: f.KeyOf("take-up") + " grants the request: " + scene.RequestWords(f.Table, a)}
}

// requestSettled tells what became of a player's request; nil where the newest event does
// not say.
func requestSettled(t model.Table) pane.Intent {
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			if _, is := f.(model.RequestSettled); is {
				return pane.Tell{Words: kit.Clean(view.Tell(t, f, false)[0].Text)}
			}
		}
		break
	}
	return nil
}

// takesLetters reports whether letters are typed into an overlay.
func takesLetters(f pane.Frame, o pane.Overlay) bool {
	return o != nil && slices.ContainsFunc(o.Keys(f), func(b pane.Binding) bool { return b.ID == "type" })
}

// tellWords tells when the dice no longer wait for words, and asks a player for theirs.
func (d *attention) tellWords(f pane.Frame, top pane.Overlay, goesOn func() pane.Intent) pane.Intent {
	waited, asked := d.waited, d.wanted
	d.waited = f.Table.WaitsForWords() != ""
	switch {
	case scene.AskedForWord(f.Table, f.Seat) && !asked:
		d.wanted = true
		if d.held = takesLetters(f, top); d.held { // what is being typed is not meant for everybody
			return pane.All{pane.Say{Words: "close this to type your word for the dice"}, pane.Own{Intent: ring}}
		}
		return pane.All{d.askWord(), pane.Own{Intent: ring}}
	case asked && d.held && scene.AskedForWord(f.Table, f.Seat) && !takesLetters(f, top):
		d.held = false
		return d.askWord()
	case asked && !scene.AskedForWord(f.Table, f.Seat):
		prompt := d.word
		if d.wanted, d.word = false, nil; act.Wordless(f) { // what is being typed must not reach the table's keys
			return pane.Say{Words: "they went on without you; " + f.KeyOf("dice") + " adds your word for the next scene"}
		}
		if prompt != nil { // it was added on another screen
			return pane.Close{Overlay: prompt}
		}
	case waited && !d.waited && f.Table.Open:
		if again := goesOn(); again != nil {
			return again
		}
		return pane.Say{Words: "roll now: all words are in the dice"}
	}
	return nil
}

// askWord opens the prompt for a word.
func (d *attention) askWord() pane.Intent {
	d.word = act.WordPrompt()
	return pane.Push{Overlay: d.word}
}

// reactToQuestions closes a question that somebody else has answered. Where there are
// others at the table it opens what this seat is asked, and rings a player's bell when
// the table begins to wait for them.
func reactToQuestions(m *Model) tea.Cmd {
	f := m.frame()
	d := &m.attention
	if m.pending.n > 0 {
		return nil // the result will open what follows
	}
	var cmd tea.Cmd
	if d.due != "" && m.over.Top() == nil {
		for _, q := range m.acts.Questions(f) {
			if q.At == d.due {
				d.brought = q.Roll
				cmd = tea.Batch(cmd, m.obey(q.Open(f)))
			}
		}
		d.due = ""
	}
	if d.seq == m.table.WholeSeq() && d.came == m.attendance.came {
		return cmd
	}
	for id, o := range m.over.All() { // those under another overlay, too
		if words, over := act.Settled(f, o, d.brought); over {
			m.over.Drop(id)
			cmd = tea.Batch(cmd, m.say(words))
		}
	}
	grown := d.seq != 0 && d.seq != m.table.WholeSeq()
	d.seq, d.came = m.table.WholeSeq(), m.attendance.came
	if m.attendance.door != nil {
		var free []string
		if len(m.table.Pending()) > 0 { // otherwise it takes too long to find out
			free = m.upcoming.Free()
		}
		m.attendance.awaited = scene.WaitedFor(m.table, f.Present, free)
	}
	if m.attendance.door == nil && !m.plays() {
		return cmd
	}
	if cmd = tea.Batch(cmd, bringQuestion(m)); grown && m.over.Top() == nil {
		cmd = tea.Batch(cmd, m.obey(act.Ended(m.frame())))
	}
	return cmd
}

// bringQuestion opens the first question that is new to this seat.
func bringQuestion(m *Model) tea.Cmd {
	f, d := m.frame(), &m.attention
	was, turn := d.asked, d.turn
	d.asked = map[string]bool{}
	var fresh *act.Question
	for _, q := range m.acts.Questions(f) {
		open := f.Rolling != nil && f.Rolling.Roll.ID == q.Roll || act.AsksIn(m.over.Top(), q.Roll)
		isNew := !was[q.At] && !open
		if isNew && fresh != nil {
			continue // its turn comes when the first has been answered
		}
		if d.asked[q.At] = true; isNew {
			fresh = &q
		}
	}
	c, there := m.table.Character(m.table.Clock.Turn)
	d.turn = m.plays() && there && m.seat.Owns(c)
	switch {
	case fresh != nil && m.over.Top() == nil:
		d.brought = fresh.Roll
		return tea.Batch(m.obey(fresh.Open(f)), ring(m))
	case fresh != nil:
		d.due = fresh.At
		return tea.Batch(m.say("close this: a question is waiting for you"), ring(m))
	case d.turn && !turn:
		return ring(m)
	}
	return nil
}
