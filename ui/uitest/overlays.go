package uitest

import (
	"io"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Overlays runs the overlays of one package, such as people or sheet, at a table, without
// the rest of the screen. It carries out commands and fetches at once, and records the
// intents that only the whole screen can carry out.
type Overlays struct {
	testing.TB
	Game  *Memory
	Frame pane.Frame     // what overlays are drawn from: 98 by 28 cells
	Keys  []pane.Binding // the bindings that work while no overlay is open
	Words string         // the newest message
	Left  []pane.Intent  // intents that only the whole screen can carry out, in order
	stack pane.Stack
}

// NewOverlays returns an empty overlay stack at the table g, with the first character
// selected.
func NewOverlays(tb testing.TB, g *Memory, seat model.Seat, keys ...pane.Binding) *Overlays {
	r := &Overlays{TB: tb, Game: g, Keys: keys}
	r.Frame = pane.Frame{Seat: seat, Look: Look(kit.Mono), W: 98, H: 28, Focused: true}
	r.See()
	if all := r.Frame.Table.Characters(); len(all) > 0 {
		r.Frame.Selected = all[0].ID
		r.Frame.System = r.Frame.Table.System
	}
	return r
}

// Look returns a theme in true colour, whatever terminal the test runs in.
func Look(theme kit.Theme) *kit.Look {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.TrueColor)
	return kit.NewLook(r, theme, kit.Unicode)
}

// See refreshes the frame from the table, and tells the top overlay.
func (r *Overlays) See() {
	r.Frame.Table = view.SeenBy(r.Game.Now(), r.Frame.Seat)
	r.Frame.Known = scene.UpcomingOf(r.Frame.Table)
	r.change()
}

// Type presses keys by name. A name that begins with ' is typed character by character.
func (r *Overlays) Type(keys ...string) {
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

// Paste pastes text.
func (r *Overlays) Paste(text string) {
	r.Helper()
	r.press(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

// press sends a key to the top overlay or, if there is none, to the table's bindings. It
// fails if the top overlay is then larger than its frame.
func (r *Overlays) press(k tea.KeyMsg) {
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

// run runs a binding, or shows why it cannot run now.
func (r *Overlays) run(b pane.Binding) {
	r.Helper()
	if r.Words = b.WhyNot(r.Frame); r.Words == "" {
		r.Obey(b.Run(r.Frame))
	}
}

// fits fails unless the top overlay has at most H lines of exactly W cells.
func (r *Overlays) fits() {
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

// Obey carries out an intent.
func (r *Overlays) Obey(w pane.Intent) { r.Helper(); r.obey(0, w) }

// obey carries out an intent of the overlay whose number is by, 0 for none.
func (r *Overlays) obey(by int, w pane.Intent) {
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
	case pane.Press:
		r.press(w.Key)
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

// change tells the top overlay that what it shows may have changed.
func (r *Overlays) change() {
	id := r.stack.TopID()
	r.obey(id, r.stack.Update(id, r.Frame, pane.Changed{}))
}

// Lines returns the title and the lines of the top overlay, or nil if there is none.
func (r *Overlays) Lines() []string {
	o := r.stack.Top()
	if o == nil {
		return nil
	}
	return append([]string{o.About(r.Frame).Title}, o.Draw(r.Frame)...)
}

// Top returns the top overlay, or nil if there is none.
func (r *Overlays) Top() pane.Overlay { return r.stack.Top() }

// Closed reports whether no overlay is open.
func (r *Overlays) Closed() bool { return r.stack.Top() == nil }

// Text returns the top overlay as plain text, followed by the newest message.
func (r *Overlays) Text() string { return Plain(r.Lines()) + r.Words }

// Named returns the character called name.
func (r *Overlays) Named(name string) *model.Character {
	r.Helper()
	for _, c := range r.Frame.Table.Characters() {
		if c.Name == name {
			return c
		}
	}
	r.Fatalf("nobody is called %q:\n%s", name, r.Text())
	return nil
}

// Undo undoes the newest act.
func (r *Overlays) Undo() {
	r.Helper()
	r.Obey(pane.Do{Command: model.Undo{}})
}

// Shows fails if any of words is neither in the top overlay nor in the newest message.
func (r *Overlays) Shows(words ...string) {
	r.Helper()
	text := r.Text()
	for _, w := range words {
		if !strings.Contains(text, w) {
			r.Fatalf("%q is not shown:\n%s", w, text)
		}
	}
}
