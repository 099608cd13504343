package uitest

import (
	"io"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Room is the overlays of one package, such as people or sheet, at a table, without the
// rest of the screen. It carries out commands and fetches at once, and keeps what only
// the whole screen could do.
type Room struct {
	testing.TB
	Game  *Memory
	Frame pane.Frame     // what overlays are drawn from, of 98 by 28 cells
	Keys  []pane.Binding // the keys of the table that work where no overlay lies
	Words string         // what was said last
	Left  []pane.Intent  // what only the whole screen could do, in order
	stack pane.Stack
}

// NewRoom is a room at a table, with the first character selected.
func NewRoom(tb testing.TB, g *Memory, seat model.Seat, keys ...pane.Binding) *Room {
	r := &Room{TB: tb, Game: g, Keys: keys}
	r.Frame = pane.Frame{Seat: seat, Look: Look(kit.Mono), W: 98, H: 28, Focused: true}
	r.See()
	if all := r.Frame.Table.Characters(); len(all) > 0 {
		r.Frame.Selected = all[0].ID
		r.Frame.System = r.Frame.Table.System
	}
	return r
}

// Look is a theme in true colour, whatever terminal the test runs in.
func Look(theme kit.Theme) *kit.Look {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.TrueColor)
	return kit.NewLook(r, theme, kit.Unicode)
}

// See takes in the table as it stands, and tells the overlay on top.
func (r *Room) See() {
	r.Frame.Table = view.SeenBy(r.Game.Now(), r.Frame.Seat)
	r.Frame.Known = pane.UpcomingOf(r.Frame.Table)
	r.change()
}

// Type presses keys by their names; what begins with ' is typed letter by letter.
func (r *Room) Type(keys ...string) {
	r.Helper()
	for _, k := range keys {
		text, is := strings.CutPrefix(k, "'")
		if !is {
			r.press(Key(k))
			continue
		}
		for _, letter := range text {
			r.press(Key(string(letter)))
		}
	}
}

// Paste pastes a text.
func (r *Room) Paste(text string) {
	r.Helper()
	r.press(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

// press gives a key to the overlay on top, or to the keys of the table. It fails where
// what lies on top then does not fit its place.
func (r *Room) press(k tea.KeyMsg) {
	r.Helper()
	defer r.fits()
	if id := r.stack.TopID(); id != 0 {
		r.obey(id, r.stack.Update(id, r.Frame, k))
		return
	}
	b, nth := r.Frame.PressedOf(r.Keys, k)
	if nth < 0 {
		r.Fatalf("nothing takes the key %.20s", k)
	}
	r.run(b)
}

// run does what a key of the table does, or says why not.
func (r *Room) run(b pane.Binding) {
	r.Helper()
	if r.Words = b.WhyNot(r.Frame); r.Words == "" {
		r.Obey(b.Run(r.Frame))
	}
}

// fits fails unless the overlay on top has at most H lines of exactly W cells.
func (r *Room) fits() {
	r.Helper()
	o := r.stack.Top()
	if o == nil {
		return
	}
	lines := o.Draw(r.Frame)
	for _, l := range lines {
		if n := kit.Width(l); n != r.Frame.W || len(lines) > r.Frame.H {
			r.Fatalf("%d lines, one of %d cells, in a place of %d by %d:\n%s", len(lines), n, r.Frame.W, r.Frame.H, Plain(lines))
		}
	}
}

// Obey does what something asks for.
func (r *Room) Obey(w pane.Intent) { r.Helper(); r.obey(0, w) }

// obey does what an overlay asks for: its number, 0 for none.
func (r *Room) obey(by int, w pane.Intent) {
	r.Helper()
	switch w := w.(type) {
	case nil, pane.Moved:
	case pane.All:
		for _, one := range w {
			r.obey(by, one)
		}
	case pane.Then:
		if w != nil {
			r.obey(by, w(r.Frame))
		}
	case pane.Do:
		if _, err := r.Game.Do(r.Frame.Seat, w.Command); err != nil {
			r.Words = err.Error()
			return
		}
		r.See()
		r.obey(by, w.Then)
	case pane.Fetch:
		if got := w.Run(); w.Then != nil {
			r.obey(by, w.Then(r.Frame, got))
		} else {
			r.obey(by, r.stack.Update(by, r.Frame, got))
		}
	case pane.Say:
		r.Words = w.Words
	case pane.Tell:
		r.Words = w.Words
	case pane.Fail:
		r.Words = w.Words
	case pane.Select:
		r.Frame.Selected = w.Who
	case pane.Mark:
		r.Frame.Marked = w.Who
	case pane.Turn:
		r.Frame.System = w.System
	case pane.Push:
		r.stack.Push(w.Overlay)
		r.change()
	case pane.Close:
		if w.Overlay != nil {
			by = r.stack.IDOf(w.Overlay)
		}
		r.stack.Drop(by)
		r.change()
	case pane.Clear:
		r.stack.Clear()
	case pane.Show:
		for _, b := range r.Keys {
			if b.Name() == w.What {
				r.run(b)
				return
			}
		}
		r.Left = append(r.Left, w)
	default:
		r.Left = append(r.Left, w)
	}
}

// change tells the overlay on top that what it shows may have changed.
func (r *Room) change() {
	id := r.stack.TopID()
	r.obey(id, r.stack.Update(id, r.Frame, pane.Changed{}))
}

// Lines are the title and the lines of the overlay on top, none where nothing lies there.
func (r *Room) Lines() []string {
	o := r.stack.Top()
	if o == nil {
		return nil
	}
	return append([]string{o.About(r.Frame).Title}, o.Draw(r.Frame)...)
}

// Top is the overlay on top, nil for none.
func (r *Room) Top() pane.Overlay { return r.stack.Top() }

// Closed reports whether no overlay lies there.
func (r *Room) Closed() bool { return r.stack.Top() == nil }

// Text is the overlay on top as plain text, and what was said last.
func (r *Room) Text() string { return Plain(r.Lines()) + r.Words }

// Named is the character of a name.
func (r *Room) Named(name string) *model.Character {
	r.Helper()
	for _, c := range r.Frame.Table.Characters() {
		if c.Name == name {
			return c
		}
	}
	r.Fatalf("nobody is called %q:\n%s", name, r.Text())
	return nil
}

// Undo takes back the newest act.
func (r *Room) Undo() {
	r.Helper()
	r.Obey(pane.Do{Command: model.Undo{}})
}

// Shows fails where words stand neither in the overlay on top nor in what was said last.
func (r *Room) Shows(words ...string) {
	r.Helper()
	text := r.Text()
	for _, w := range words {
		if !strings.Contains(text, w) {
			r.Fatalf("%q is not shown:\n%s", w, text)
		}
	}
}
