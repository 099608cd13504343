package paper

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Prompt asks for one or two lines of text.
type Prompt struct {
	Head   string
	Labels []string
	Lines  []pane.Line
	Help   func(f pane.Frame, p *Prompt) string                             // what the text would do
	Done   func(f pane.Frame, p *Prompt, texts []string) (done pane.Intent) // which closes it, if all is well
	at     int
}

// Ask is a prompt for one line, with a text that is typed over.
func Ask(head, label, text string, done func(f pane.Frame, p *Prompt, text string) pane.Intent) *Prompt {
	return &Prompt{Head: head, Labels: []string{label}, Lines: []pane.Line{pane.Suggested(text)},
		Done: func(f pane.Frame, p *Prompt, texts []string) pane.Intent { return done(f, p, texts[0]) }}
}

// Saying gives the prompt with words below it.
func (p *Prompt) Saying(words string) *Prompt {
	p.Help = func(pane.Frame, *Prompt) string { return words }
	return p
}

// Shut closes the prompt, and may say something.
func (p *Prompt) Shut(words string) pane.Then {
	return func(pane.Frame) pane.Intent {
		if words == "" {
			return pane.Close{Overlay: p}
		}
		return pane.All{pane.Close{Overlay: p}, pane.Say{Words: words}}
	}
}

// Wrong says what is wrong with a line, and puts the cursor there.
func (p *Prompt) Wrong(line int, words string) pane.Intent {
	p.at = line
	return pane.Fail{Words: words}
}

// Title implements pane.Overlay.
func (p *Prompt) Title(pane.Frame) string { return p.Head }

// Draw implements pane.Overlay.
func (p *Prompt) Draw(f pane.Frame) []string {
	var fields []kit.Field
	for i := range p.Lines {
		x := kit.Field{Label: p.Labels[i], Value: p.Lines[i].Text(), On: i == p.at, Caret: -1}
		if x.On {
			x.Caret = p.Lines[i].Caret()
		}
		fields = append(fields, x)
	}
	out, _ := f.Look.Fields(fields, f.W)
	if p.Help != nil {
		out = append(out, Paragraphs(f, kit.Dim, p.Help(f, p))...)
	}
	return out[:min(len(out), f.H)]
}

// Paragraphs draws text, broken where it must be.
func Paragraphs(f pane.Frame, ink kit.Token, text string) []string {
	var out []string
	for _, l := range kit.Wrap(text, f.W-2) {
		out = append(out, f.Look.Row(f.W).Space(1).Put(ink, l).String())
	}
	return out
}

var promptKeys = slices.Concat(pane.In("prompt", "Prompts",
	pane.Typing("the text"),
	pane.Enter("done", "done", "done"),
	pane.Binding{ID: "up", Keys: []string{"up", "shift+tab"}, Label: "previous line"},
	pane.Binding{ID: "down", Keys: []string{"tab", "down"}, Label: "next line"},
), []pane.Binding{pane.Back})

// Keys implements pane.Overlay.
func (p *Prompt) Keys() []pane.Binding {
	if len(p.Lines) > 1 {
		return pane.Footer(promptKeys, "type", "the text", "down", "next line", "done", "done", "back", "back")
	}
	return promptKeys
}

// Key implements pane.Overlay.
func (p *Prompt) Key(f pane.Frame, k tea.KeyMsg) (pane.Overlay, pane.Intent) {
	n := len(p.Lines)
	switch f.Pressed(promptKeys, k) {
	case "back":
		return p, pane.Pop{}
	case "down":
		p.at = (p.at + 1) % n
	case "up":
		p.at = (p.at + n - 1) % n
	case "done":
		texts := make([]string, n)
		for i := range p.Lines {
			texts[i] = p.Lines[i].Text()
		}
		return p, p.Done(f, p, texts)
	default:
		p.Lines[p.at].Key(k)
		return p, p.Lines[p.at].Cut()
	}
	return p, nil
}
