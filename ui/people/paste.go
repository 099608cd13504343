package people

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// pasting takes a character from the clipboard: whatever is pasted is read, and
// shown before it comes to the table.
type pasting struct {
	files Files
	typed []rune // where a terminal types what is pasted
	got   *Piece // nil until something could be read
	wrong string // why the last could not
	top   int
}

// mostTyped is how many letters are read: what terminals hand on of a paste.
const mostTyped = 1<<16 - 4

func needsText(files func() Files) func(pane.Frame) string {
	return func(pane.Frame) string {
		if x := files(); x.Parse == nil || x.Text == nil {
			return "you cannot paste characters on this screen"
		}
		return ""
	}
}

// About implements pane.Overlay.
func (o *pasting) About(f pane.Frame) pane.About { return pane.About{Title: o.title(f), Whole: true} }

func (o *pasting) title(f pane.Frame) string {
	if o.got != nil {
		return "Pasted " + f.Look.Separate + " " + o.got.Ready.Name
	}
	return "Paste a character"
}

// Draw implements pane.Overlay.
func (o *pasting) Draw(f pane.Frame) []string {
	var out []string
	if o.wrong != "" {
		out = append(f.Paragraphs(kit.Bad, o.wrong), f.Look.Blank(f.W))
	}
	if o.got == nil {
		words := "Paste it here with your terminal's paste key. It can be a character copied with " + f.KeyOf("copy-character") +
			", the JSON of one that fray exported, or a D6 character from Foundry VTT or OpenD6 Toolkit."
		out = append(out, f.Paragraphs(kit.Text, words)...)
		if n := len(o.typed); n > 0 {
			out = append(out, f.Paragraphs(kit.Dim, fmt.Sprintf("%d letters so far", n))...)
		}
		return out[:min(len(out), f.H)]
	}
	out = append(out, o.what(f)...)
	o.top = max(0, min(o.top, len(out)-f.H))
	return f.Look.Scrolled(out, o.top+f.H/2, f.W, min(len(out), f.H))
}

// what draws what was pasted, and what of it was not taken.
func (o *pasting) what(f pane.Frame) []string {
	r := o.got.Ready
	var out []string
	if len(r.Characters) == 0 {
		out = f.Paragraphs(kit.Text, r.Name+", a "+r.Word(f.Table.Rulebooks)+" for "+f.Table.NameOf(f.Selected))
	}
	for i, c := range r.Characters {
		if i > 0 {
			out = append(out, f.Look.Blank(f.W))
		}
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Title, c.Name).Space(2).Put(kit.Dim, strings.Join(rulebookNames(f.Table, &c), ", ")).String())
		for _, sys := range c.Systems() {
			if s, ok := f.Table.Rulebook(sys); ok {
				out = append(out, f.Look.Blocks(s.Panel(f.Table.View(&c, sys)), f.W)...)
			}
		}
	}
	if len(o.got.Left) > 0 {
		out = append(out, f.Look.Blank(f.W))
		out = append(out, f.Paragraphs(kit.Dim, "Not imported: "+strings.Join(o.got.Left, "; "))...)
	}
	return out
}

var pastingKeys = slices.Concat([]pane.Binding{pane.Typing("paste")}, pane.In("paste", "Pasting",
	pane.Enter("take", "add it to the table, or send a request", "add it"),
	pane.Binding{ID: "clear", Keys: []string{"delete"}, Label: "discard it and paste another", Foot: "another"},
	pane.Binding{ID: "up", Keys: []string{"up"}, Label: "up", Foot: "scroll"},
	pane.Binding{ID: "down", Keys: []string{"down"}, Label: "down", Foot: "scroll"},
), []pane.Binding{pane.Back})

// Keys implements pane.Overlay.
func (o *pasting) Keys(pane.Frame) []pane.Binding {
	if o.got == nil {
		return pane.Footer(pastingKeys, "type", "the character", "back", "back")
	}
	return pane.Footer(pastingKeys, "take", "add it", "clear", "another", "up", "scroll", "down", "scroll", "back", "back")
}

// Update implements pane.Overlay.
func (o *pasting) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(pastingKeys, msg) {
	case "back":
		return o, pane.Close{}
	case "take":
		if o.got == nil {
			return o, o.add(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'\n'}})
		}
		return o, o.take(f)
	case "clear":
		o.typed, o.got, o.wrong = nil, nil, ""
	case "up":
		o.top--
	case "down":
		o.top++
	default:
		if k, is := msg.(tea.KeyMsg); is && (k.Paste || o.got == nil && (k.Type == tea.KeyRunes || k.Type == tea.KeySpace)) {
			return o, o.add(k)
		}
	}
	return o, nil
}

// add takes in text, and reads it as soon as it is whole: a paste at once, what
// is typed when its braces close.
func (o *pasting) add(k tea.KeyMsg) pane.Intent {
	if k.Paste {
		o.typed = nil
	}
	o.typed, o.got, o.wrong, o.top = append(o.typed, k.Runes...), nil, "", 0
	text := strings.TrimSpace(string(o.typed))
	switch open := strings.Count(text, "{") - strings.Count(text, "}"); {
	case len(text) >= mostTyped:
		o.typed, o.wrong = nil, fmt.Sprintf("That is too long to paste: the limit is %d KB. The gamemaster can read it from a file.", mostTyped>>10+1)
		return nil
	case text == "" || !k.Paste && (open > 0 || !strings.Contains(text, "{")):
		return nil
	}
	o.typed = nil
	return pane.Fetch{Run: func() any {
		r, left, err := o.files.Parse(text)
		return Piece{Ready: r, Left: left, Wrong: wrong(err)}
	}, Then: func(_ pane.Frame, got any) pane.Intent {
		if x := got.(Piece); x.Wrong != "" {
			o.wrong = x.Wrong
		} else {
			o.got = &x
		}
		return nil
	}}
}

// take brings what was pasted to the table, of a player by asking. It stays here
// until that is done.
func (o *pasting) take(f pane.Frame) pane.Intent {
	r := o.got.Ready
	if f.Seat.Role == model.Player && len(r.Characters) > 1 {
		return pane.Fail{Words: "players add one character at a time, and this has " + fmt.Sprint(len(r.Characters))}
	}
	return brought(f, r, 0, func(pane.Frame) pane.Intent { return pane.Close{} })
}

// copyCharacter sends the selected character to the clipboard, as it can be
// pasted again anywhere.
func copyCharacter(f pane.Frame, files Files) pane.Intent {
	c := *f.Here()
	text, err := files.Text(&decide.ShelfItem{Name: c.Name, Characters: []model.Character{c}})
	if err != nil {
		return pane.Fail{Words: err.Error()}
	}
	return pane.Copy{What: c.Name, Text: text}
}
