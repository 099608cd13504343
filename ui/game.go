package ui

import (
	"context"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
)

// Game is the table behind the screen: saves.Live, or a stand-in in tests.
type Game interface {
	// Now is the newest table.
	Now() model.Table
	// Do decides a command, commits what follows durably, and gives the table
	// after it. The errors are those of decide.Decide, or of the disk.
	Do(by model.Seat, c model.Command) (model.Table, error)
	// Watch gives a channel that is ready whenever the table has changed, and is
	// closed by stop.
	Watch() (changed <-chan struct{}, stop func())
	// Why says why nothing can be written; nil when it can.
	Why() error
}

// searcher is a Game with an index of what its log says.
type searcher interface {
	// Search finds the newest events that hold all words of a text, as far as a
	// seat may know them, and how many there are in all.
	Search(ctx context.Context, seat model.Seat, text string, before uint64, most int) (found []uint64, all int, err error)
	// Indexing reports whether the index is so far behind that a search takes a while.
	Indexing() bool
}

// damageTeller is a Game whose log may be found damaged.
type damageTeller interface {
	// Found is what was wrong with the table's files, a sentence each. It may
	// grow behind the screen: who watches is told.
	Found() []string
}

// sealer is a Game whose log can be vouched for later.
type sealer interface {
	// Seal is the number of the newest event and the hash of its line.
	Seal() (seq uint64, hash string)
}

// keeper is a Game on a disk, which may be somebody else's.
type keeper interface {
	// Saved is nil as long as all that is shown is on the disk.
	Saved() error
	// ReadOnly reports whether the table is only looked at.
	ReadOnly() bool
	// TakeOver makes it one's own, once whoever had it has gone.
	TakeOver() error
}

// tellFound lays on top what was found wrong with the files since it was last
// told.
func tellFound(m *Model) tea.Cmd {
	g, ok := m.game.(damageTeller)
	if !ok {
		return nil
	}
	all := g.Found()
	if len(all) <= m.pending.told {
		return nil
	}
	m.pending.told = len(all)
	return m.obey(pane.Push{Overlay: &pane.Notice{Head: "A problem with this table's files", Text: all}})
}

// takeOver makes the table one's own.
func takeOver(m *Model) tea.Cmd {
	k := m.game.(keeper)
	return m.obey(pane.Fetch{Run: func() any { return k.TakeOver() }, Then: func(pane.Frame, any) pane.Intent {
		if why := m.game.Why(); why != nil {
			return pane.Fail{Words: why.Error()}
		}
		return pane.Say{Words: "you have the table now: what you do is saved"}
	}})
}

func noTakeOver(m *Model) string {
	if k, ok := m.game.(keeper); !ok || !k.ReadOnly() {
		return "you have the table already"
	}
	return ""
}

// pending is what is on its way to the disk and back. Keys that only look at
// something else work meanwhile, where nothing lies on top; the first other key
// waits, with all behind it, for what comes of the act: they mean what the screen
// will show then, and are dropped where the act is refused.
type pending struct {
	n       int
	words   string // what is on its way
	keys    []tea.KeyMsg
	changes <-chan struct{} // ready when somebody changed the table
	stop    func()
	told    int // findings that were shown

	from   spot  // where the screen stood when it was sent
	turned bool  // to something else meanwhile
	aside  int   // the overlay that was opened meanwhile to look something up, 0 for none
	held   []did // acts that came back while that lay on top
}

// spot is what a screen is turned to.
type spot struct {
	selected, system string
	marked           []string
}

func standing(m *Model) spot { return spot{m.at.Selected, m.at.System, m.at.Marked} }

func stand(m *Model, at spot) {
	m.at.Selected, m.at.System, m.at.Marked = at.selected, at.system, at.marked
}

// did is a command that came back.
type did struct {
	game  Game
	by    int // the overlay that asked for it, 0 for none
	table model.Table
	err   error
	then  pane.Then // what the screen does when it went well
}

// fetched is something that was run off the drawing path.
type fetched struct {
	game Game
	by   int // the overlay that asked for it, 0 for none
	got  any
	then func(pane.Frame, any) pane.Intent // nil: it is a message for the overlay
}

// changed says that somebody changed the table.
type changed struct{}

// do sends a command for an overlay, 0 for none.
func (m *Model) do(by int, w pane.Do) tea.Cmd {
	if why := m.game.Why(); why != nil {
		return m.fail(why.Error())
	}
	game, seat := m.game, m.seat
	if m.pending.n == 0 {
		m.pending.from, m.pending.turned = standing(m), false
	}
	m.pending.n++
	m.pending.words = act.Sent(m.table, w.Command) + " " + m.look.More
	return func() tea.Msg {
		t, err := game.Do(seat, w.Command)
		return did{game, by, t, err, w.Then}
	}
}

// landed takes in what came of a command, then the keys that waited for it. What
// was to come of one that is refused they were not typed for.
func (m *Model) landed(d did) tea.Cmd {
	m.pending.n = max(0, m.pending.n-1)
	cmds := []tea.Cmd{m.done(d)}
	if d.err != nil {
		m.pending.keys = nil
	}
	for m.pending.n == 0 && len(m.pending.keys) > 0 {
		k := m.pending.keys[0]
		m.pending.keys = m.pending.keys[1:]
		cmds = append(cmds, m.key(k), showHeld(m))
	}
	return tea.Batch(cmds...)
}

// showHeld shows what came of acts while something was being looked up, once that
// is closed.
func showHeld(m *Model) tea.Cmd {
	if len(m.pending.held) == 0 || lookingUp(m) {
		return nil
	}
	var cmds []tea.Cmd
	all := m.pending.held
	m.pending.held = nil
	for _, d := range all {
		cmds = append(cmds, comes(m, d))
	}
	return tea.Batch(cmds...)
}

// comes does what was asked for when an act has come back, from where the screen
// stood when it was sent. It stays on what somebody has turned it to meanwhile.
func comes(m *Model, d did) tea.Cmd {
	if c, there := m.table.Character(m.pending.from.selected); !m.pending.turned || !there || c.Left {
		return m.obeyFor(d.by, d.then)
	}
	now := standing(m)
	stand(m, m.pending.from)
	cmd := m.obeyFor(d.by, d.then)
	stand(m, now)
	m.pending.turned = true // also for the act that may have followed
	return cmd
}

// done takes in what came of a command.
func (m *Model) done(d did) tea.Cmd {
	if d.game != m.game {
		return nil // it was sent to the table before this one
	}
	if d.err != nil {
		m.see(m.game.Now())
		return m.fail(d.err.Error())
	}
	if d.table.Complete() {
		m.see(d.table)
	} else { // the rest of the log may have come meanwhile
		m.see(m.game.Now())
	}
	switch {
	case d.then == nil:
		return nil
	case lookingUp(m):
		m.pending.held = append(m.pending.held, d)
		return m.say("done: you will see the result when you close this")
	}
	return comes(m, d)
}

// watch waits for the next change of the table or of who is here, and brings its
// message: nothing once nobody watches any more.
func (m *Model) watch() tea.Cmd {
	changes, comes := m.pending.changes, m.attendance.changes
	if changes == nil && comes == nil {
		return nil
	}
	return func() tea.Msg {
		for changes != nil || comes != nil {
			select {
			case _, more := <-changes:
				if more {
					return changed{}
				}
				changes = nil
			case _, more := <-comes:
				if more {
					return cameOrWent{}
				}
				comes = nil
			}
		}
		return nil
	}
}

// admissionsOf is who comes and goes, where this screen says who may; nil elsewhere.
func admissionsOf(m *Model) people.Admissions {
	if m == nil {
		return nil
	}
	h, _ := m.cfg.Admissions.(people.Admissions)
	return h
}

// cameOrWent says that somebody at a served table came, asked or went.
type cameOrWent struct{}

// attendance is who was here when it was looked at last.
type attendance struct {
	changes <-chan struct{}
	stop    func()
	here    []people.Seated
	waiting []people.Waiting
	news    int                   // what was told of them
	came    int                   // how often it was looked at
	awaited map[model.Seat]string // whom the table waits for, and for what
	seated  func(model.Seat) bool // sits, for all frames; nil: the table isn't served
}

// openDoor begins to look who comes.
func openDoor(m *Model) {
	if m.cfg.Admissions == nil {
		return
	}
	m.attendance.changes, m.attendance.stop = m.cfg.Admissions.Watch()
	m.attendance.look(m)
}

func (c *attendance) look(m *Model) {
	c.came, c.seated = c.came+1, c.sits
	c.here = m.cfg.Admissions.Here()
	if h := admissionsOf(m); h != nil {
		c.waiting = h.Waiting()
	}
}

// sits reports whether anybody sits at a seat now.
func (c *attendance) sits(s model.Seat) bool {
	return slices.ContainsFunc(c.here, func(o people.Seated) bool { return o.Seat == s && o.Screens > 0 })
}

// lookWhoCame takes in who came or went, and tells of whoever waits.
func lookWhoCame(m *Model) tea.Cmd {
	before := len(m.attendance.waiting)
	if h := admissionsOf(m); h != nil {
		if n, words := h.News(); n != m.attendance.news {
			m.attendance.news = n
			m.status = status{words: words, waits: true}
		}
	}
	m.attendance.look(m)
	if n := len(m.attendance.waiting); n > before {
		w := m.attendance.waiting[n-1]
		return tea.Batch(m.watch(), m.say(kit.Clean(w.Name)+" is waiting to be let in: "+m.frame().KeyOf("guests")+" opens the list"))
	}
	return m.watch()
}

// presence is who is here, for the header, whoever the table waits for first: each
// with the sign before it, the name, whether they are here, and what is waited for.
func presence(m *Model) [][4]string {
	var out [][4]string
	if n := len(m.attendance.waiting); n > 0 {
		out = append(out, [4]string{"", "door", strconv.Itoa(n)})
	}
	if n := len(decide.Requests(m.table)); n > 0 && m.seat.Role == model.GM { // what is said of it goes with the next key
		out = append(out, [4]string{"", m.frame().KeyOf("take-up") + " asks", strconv.Itoa(n)})
	}
	for _, first := range []bool{true, false} {
		for _, s := range m.attendance.here {
			if word := m.attendance.awaited[s.Seat]; s.Seat != m.seat && (word != "") == first {
				out = append(out, [4]string{awaitedSign(m, word), kit.Clip(seatName(m.table, s.Seat), 12), m.look.Gem(s.Screens > 0), word})
			}
		}
	}
	return out
}

// presenceWidth is how many cells somebody takes in the header.
func presenceWidth(who [4]string) int {
	n := 3
	for _, s := range who {
		n += kit.Width(s)
	}
	if who[3] != "" {
		n++
	}
	return n
}

// awaitedSign stands before whoever the table waits for.
func awaitedSign(m *Model, word string) string {
	if word == "" {
		return ""
	}
	return m.look.Cursor
}

func seatName(t model.Table, s model.Seat) string {
	switch name := t.SeatName(s); {
	case name != "":
		return kit.Clean(name)
	case s.Role == model.GM:
		return "GM"
	}
	return string(s.Role)
}

// hear says what others have said since it was looked at last, and keeps the
// pages that were shown to all meanwhile.
func hear(m *Model) tea.Cmd {
	d := &m.attention
	after := d.heard
	if d.heard = m.table.WholeSeq(); after == 0 || after >= d.heard {
		return nil
	}
	for _, e := range view.Messages(m.table, after) {
		if e.By != m.seat { // until a key: nobody looks all the time
			m.status = status{words: kit.Clean(view.Tell(m.table, e.Facts[0], false)[0].Text), waits: true, n: m.status.n + 1}
		}
	}
	if pages := m.table.Shows(after); m.seat.Role != model.GM && len(pages) > 0 {
		d.pages = append(d.pages, pages...)
		if m.over.top() != nil {
			m.status = status{words: "close this to see what the gamemaster shows: " + kit.Clean(pages[0].Head), waits: true, n: m.status.n + 1}
		}
	}
	return nil
}

// turnPage lays the next page that is shown to all on top, as soon as nothing
// else lies there.
func turnPage(m *Model) tea.Cmd {
	if m.over.top() != nil || len(m.attention.pages) == 0 {
		return nil
	}
	next := m.attention.pages[0]
	m.attention.pages = m.attention.pages[1:]
	return m.obey(pane.Push{Overlay: act.Shown(next)})
}

// showAll asks what is put before everybody; of a player, or of whoever
// watches, it opens again what was shown last.
func showAll(m *Model) tea.Cmd {
	if m.seat.Role != model.GM {
		return m.obey(act.ShownLast(m.frame()))
	}
	log := paneOf("log")
	entry, whole := m.panes[log].(pane.Log).Under(m.frameOf(log))
	return m.obey(m.acts.ShowAll(m.frame(), entry, whole, m.at.Focus == log))
}

func showWords(f pane.Frame) string {
	if f.Seat.Role != model.GM {
		return "see again what the gamemaster showed"
	}
	return "show something to everybody"
}

// tellAsks says what players want since it was looked at last, to the
// gamemaster, and to a player that it has been asked for.
func tellAsks(m *Model) tea.Cmd {
	all, seen := decide.Requests(m.table), m.attention.asks
	m.attention.asks = len(all)
	switch {
	case len(all) < seen && m.plays():
		return tellSettled(m)
	case len(all) <= seen:
		return nil
	}
	a := all[len(all)-1]
	if m.seat == a.By {
		return m.say("you asked the gamemaster: " + kit.Clean(view.RequestWords(a, m.table)))
	}
	return m.say(m.frame().KeyOf("take-up") + " grants the request: " + act.AskWords(m.table, a))
}

// tellSettled says what became of what a player has asked for, until a key.
func tellSettled(m *Model) tea.Cmd {
	for l := range m.table.Log() {
		for _, f := range l.Event.Facts {
			if f.Kind() == "ask-settled" {
				m.status = status{words: kit.Clean(view.Tell(m.table, f, false)[0].Text), waits: true, n: m.status.n + 1}
			}
		}
		break
	}
	return nil
}

// playersHere are the players who are at the table.
func playersHere(m *Model) []model.Seat {
	var out []model.Seat
	for _, s := range m.attendance.here {
		if s.Seat.Role == model.Player && s.Screens > 0 {
			out = append(out, s.Seat)
		}
	}
	return out
}

// takesLetters reports whether letters are typed into what lies on top.
func takesLetters(f pane.Frame, o pane.Overlay) bool {
	return o != nil && slices.ContainsFunc(o.Keys(f), func(b pane.Binding) bool { return b.ID == "type" })
}

// tellWords says when the dice wait no longer for words, and has a player's
// screen ask for one when it is their turn.
func tellWords(m *Model) tea.Cmd {
	f, d := m.frame(), &m.attention
	waited, asked := d.waited, d.wanted
	d.waited = f.Table.WaitsForWords() != ""
	switch {
	case act.AskedForWord(f) && !asked:
		d.wanted = true
		if d.held = takesLetters(f, m.over.top()); d.held { // what is typed there is not meant for all to see
			return tea.Batch(m.say("close this to type your word for the dice"), ring(m))
		}
		d.word = m.push(act.WordPrompt())
		return ring(m)
	case asked && d.held && act.AskedForWord(f) && !takesLetters(f, m.over.top()):
		d.held = false
		d.word = m.push(act.WordPrompt())
	case asked && !act.AskedForWord(f):
		prompt := d.word
		if d.wanted, d.word = false, 0; act.Wordless(f) { // what is being typed must not fall on the table
			return m.say("they went on without you; " + f.KeyOf("dice") + " adds your word for the next scene")
		}
		m.drop(prompt) // it was added on another screen
	case waited && !d.waited && f.Table.Open:
		return m.say("roll now: all words are in the dice")
	}
	return nil
}

// plays reports whether a player sits here: the screen is then a player's.
func (m *Model) plays() bool { return m.seat.Role == model.Player }

// attention is what the table waits for from whoever sits here.
type attention struct {
	seq     uint64          // of the whole log the event that was looked at last
	came    int             // and how often anybody had come or gone
	asked   map[string]bool // the questions that wait for an answer
	brought string          // the roll whose question came up by itself
	due     string          // the question that comes up as soon as nothing lies on top
	turn    bool
	quiet   bool         // without the bell
	asks    int          // that there were
	heard   uint64       // the event of the whole log up to which messages were told
	pages   []model.Show // shown to all, and not seen yet

	waited bool // the dice waited for words
	wanted bool // whoever sits here is asked for one
	word   int  // the overlay in which they are, 0 for none
	held   bool // until what lies on top takes no letters
}

// attend takes away a question that somebody else has answered, brings up what
// whoever sits here is asked, where others are at the table, and rings a
// player's bell when the table begins to wait for them.
func attend(m *Model) tea.Cmd {
	f := m.frame()
	d := &m.attention
	if m.pending.n > 0 {
		return nil // what is on its way says itself how it went
	}
	var cmd tea.Cmd
	if d.due != "" && m.over.top() == nil {
		for _, w := range act.Asked(f) {
			if w.At() == d.due {
				d.brought = w.Roll.ID
				cmd = tea.Batch(cmd, m.obey(w.Open(f)))
			}
		}
		d.due = ""
	}
	if d.seq == m.table.WholeSeq() && d.came == m.attendance.came {
		return cmd
	}
	for _, l := range slices.Backward(m.over) { // under something else, too
		if words, over := act.Settled(f, l.Overlay, d.brought); over {
			m.drop(l.id)
			cmd = tea.Batch(cmd, m.say(words))
		}
	}
	grown := d.seq != 0 && d.seq != m.table.WholeSeq()
	d.seq, d.came = m.table.WholeSeq(), m.attendance.came
	if m.cfg.Admissions != nil {
		var free []string
		if len(m.table.Pending()) > 0 { // it takes long to know
			free = m.upcoming.Free()
		}
		m.attendance.awaited = act.WaitedFor(m.table, f.Present, free)
	}
	if m.cfg.Admissions == nil && !m.plays() {
		return cmd
	}
	if cmd = tea.Batch(cmd, bring(m)); grown && m.over.top() == nil {
		cmd = tea.Batch(cmd, m.obey(act.Ended(m.frame())))
	}
	return cmd
}

// bring brings up the first question that is new to whoever sits here.
func bring(m *Model) tea.Cmd {
	f, d := m.frame(), &m.attention
	was, turn := d.asked, d.turn
	d.asked = map[string]bool{}
	var fresh *act.Waiting
	for _, w := range act.Asked(f) {
		d.asked[w.At()] = true
		open := f.Rolling != nil && f.Rolling.Roll.ID == w.Roll.ID
		if fresh == nil && !was[w.At()] && !open {
			fresh = &w
		}
	}
	c, there := m.table.Character(m.table.Clock.Turn)
	d.turn = m.plays() && there && m.seat.Owns(c)
	switch {
	case fresh != nil && m.over.top() == nil:
		d.brought = fresh.Roll.ID
		return tea.Batch(m.obey(fresh.Open(f)), ring(m))
	case fresh != nil:
		d.due = fresh.At()
		return tea.Batch(m.say("close this: a question is waiting for you"), ring(m))
	case d.turn && !turn:
		return ring(m)
	}
	return nil
}
