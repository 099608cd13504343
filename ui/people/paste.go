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

// pasting reads a character from the clipboard and shows it before it is added to the
// table.
type pasting struct {
	files Files
	typed []rune     // text so far, from terminals that type a paste key by key
	got   *ShelfFile // what was read; nil until a text could be read
	wrong string     // why the last text could not be read
	top   int
}

// maxPaste is the longest text that is accepted, in characters: terminals cut a paste off
// there.
const maxPaste = 1<<16 - 4

func needsText(files func() Files) func(pane.Frame) string {
	return func(pane.Frame) string {
		if x := files(); x.Parse == nil || x.Text == nil {
			return "you cannot paste characters on this screen"
		}
		return ""
	}
}

func (o *pasting) About(f pane.Frame) pane.About { return pane.About{Title: o.title(f), Whole: true} }

func (o *pasting) title(f pane.Frame) string {
	if o.got != nil {
		return "Pasted " + f.Look.Separate + " " + o.got.Item.Name
	}
	return "Paste a character"
}

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
	out = append(out, o.drawPasted(f)...)
	o.top = max(0, min(o.top, len(out)-f.H))
	return f.Look.Scrolled(out, o.top+f.H/2, f.W, min(len(out), f.H))
}

// drawPasted draws the pasted characters, and what was not imported.
func (o *pasting) drawPasted(f pane.Frame) []string {
	r := o.got.Item
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
	if len(o.got.NotImported) > 0 {
		out = append(out, f.Look.Blank(f.W))
		out = append(out, f.Paragraphs(kit.Dim, "Not imported: "+strings.Join(o.got.NotImported, "; "))...)
	}
	return out
}

var pastingKeys = slices.Concat([]pane.Binding{pane.Typing("paste")}, pane.In("paste", "Pasting",
	pane.Enter("take", "add it to the table, or send a request", "add it"),
	pane.Binding{ID: "clear", Keys: []string{"delete"}, Label: "discard it and paste another", Foot: "another"},
	pane.Binding{ID: "up", Keys: []string{"up"}, Label: "up", Foot: "scroll"},
	pane.Binding{ID: "down", Keys: []string{"down"}, Label: "down", Foot: "scroll"},
), []pane.Binding{pane.Back})

func (o *pasting) Keys(pane.Frame) []pane.Binding {
	if o.got == nil {
		return pane.Footer(pastingKeys, "type", "the character", "back", "back")
	}
	return pane.Footer(pastingKeys, "take", "add it", "clear", "another", "up", "scroll", "down", "scroll", "back", "back")
}

func (o *pasting) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(pastingKeys, msg) {
	case "back":
		return o, pane.Close{}
	case "take":
		if o.got == nil {
			return o, o.add(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'\n'}})
		}
		return o, o.join(f)
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

// add appends input. A paste is read at once, typed text when its braces are balanced.
func (o *pasting) add(k tea.KeyMsg) pane.Intent {
	if k.Paste {
		o.typed = nil
	}
	o.typed, o.got, o.wrong, o.top = append(o.typed, k.Runes...), nil, "", 0
	text := strings.TrimSpace(string(o.typed))
	switch open := strings.Count(text, "{") - strings.Count(text, "}"); {
	case len(text) >= maxPaste:
		o.typed, o.wrong = nil, fmt.Sprintf("That is too long to paste: the limit is %d KB. The gamemaster can read it from a file.", maxPaste>>10+1)
		return nil
	case text == "" || !k.Paste && (open > 0 || !strings.Contains(text, "{")):
		return nil
	}
	o.typed = nil
	return pane.Fetch{Run: func() any {
		r, left, err := o.files.Parse(text)
		return ShelfFile{Item: r, NotImported: left, Problem: wrong(err)}
	}, Then: func(_ pane.Frame, got any) pane.Intent {
		if x := got.(ShelfFile); x.Problem != "" {
			o.wrong = x.Problem
		} else {
			o.got = &x
		}
		return nil
	}}
}

// join adds the pasted character to the table, for a player by a request. The overlay stays
// open until that has succeeded.
func (o *pasting) join(f pane.Frame) pane.Intent {
	r := o.got.Item
	if f.Seat.Role == model.Player && len(r.Characters) > 1 {
		return pane.Fail{Words: "players add one character at a time, and this has " + fmt.Sprint(len(r.Characters))}
	}
	return addItem(f, r, 0, func(pane.Frame) pane.Intent { return pane.Close{} })
}

// copyCharacter copies the selected character to the clipboard as text that fray can read
// again.
func copyCharacter(f pane.Frame, files Files) pane.Intent {
	c := f.Table.CopyOf(f.Here())
	text, err := files.Text(&decide.ShelfItem{Name: c.Name, Characters: []model.Character{c}})
	if err != nil {
		return pane.Fail{Words: err.Error()}
	}
	return pane.Copy{What: c.Name, Text: text}
}
