package form

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Prompt asks for one or a few lines of text.
type Prompt struct {
	Form
	Head string
	Help func(f pane.Frame, p *Prompt) string                             // what the text would do
	Done func(f pane.Frame, p *Prompt, texts []string) (done pane.Intent) // which closes it, if all is well
}

// Line is one line of a prompt, with a text that typing replaces.
type Line struct{ Label, Text string }

// Asking is a prompt for some lines.
func Asking(head string, lines ...Line) *Prompt {
	p := &Prompt{Head: head, Form: Form{Schema: &engine.Schema{}, Direct: true}}
	g := p.Schema.Group("")
	for i, l := range lines {
		g.Text(fmt.Sprint(i), l.Label, longestField).Default(l.Text)
	}
	p.Lay(Specs(p.Schema.Fields()))
	return p
}

// Ask is a prompt for one line.
func Ask(head, label, text string, done func(f pane.Frame, p *Prompt, text string) pane.Intent) *Prompt {
	p := Asking(head, Line{label, text})
	p.Done = func(f pane.Frame, p *Prompt, texts []string) pane.Intent { return done(f, p, texts[0]) }
	return p
}

// Saying sets words that stand below the lines.
func (p *Prompt) Saying(words string) *Prompt {
	p.Help = func(pane.Frame, *Prompt) string { return words }
	return p
}

// Shut closes the overlay that has given a command, with news unless words is "".
func Shut(words string) pane.Then {
	return func(pane.Frame) pane.Intent {
		if words == "" {
			return pane.Close{}
		}
		return pane.All{pane.Close{}, pane.Say{Words: words}}
	}
}

// Nth is the text of the nth line, from 0.
func (p *Prompt) Nth(line int) string { return p.Text(fmt.Sprint(line)) }

// Wrong says beside a line what is wrong with it.
func (p *Prompt) Wrong(line int, words string) pane.Intent { return p.Refuse(fmt.Sprint(line), words) }

// About implements pane.Overlay.
func (p *Prompt) About(pane.Frame) pane.About { return pane.About{Title: p.Head} }

// Draw implements pane.Overlay.
func (p *Prompt) Draw(f pane.Frame) []string {
	out := p.Form.Draw(f)
	if p.Help != nil {
		out = append(out, f.Paragraphs(kit.Dim, p.Help(f, p))...)
	}
	return out[:min(len(out), f.H)]
}

var promptKeys = slices.Concat(pane.In("prompt", "Prompts",
	pane.Typing("the text"),
	pane.Enter("done", "done", "done"),
), Editing, []pane.Binding{pane.Back})

// Keys implements pane.Overlay.
func (p *Prompt) Keys(pane.Frame) []pane.Binding {
	if len(p.fields) > 1 {
		return pane.Footer(promptKeys, "type", "the text", "next", "next line", "done", "done", "back", "back")
	}
	return pane.Footer(promptKeys, "type", "the text", "done", "done", "back", "back")
}

// Update implements pane.Overlay.
func (p *Prompt) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch id, _ := p.Pressed(f, promptKeys, msg); id {
	case "back":
		return p, pane.Close{}
	case "done":
		texts := make([]string, len(p.fields))
		for i := range texts {
			texts[i] = p.Nth(i)
		}
		return p, p.Done(f, p, texts)
	}
	p.Form.Key(f, msg)
	return p, p.Cut()
}
