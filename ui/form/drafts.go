package form

import (
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Drafts are forms that were left unsaved, by a key for each. They are kept until the program
// ends, so that esc loses nothing.
type Drafts map[string]Unsaved

// Unsaved is an overlay that can be left and come back to.
type Unsaved interface {
	pane.Overlay
	// Loses says what would be lost with it; "" for nothing.
	Loses(pane.Frame) string
}

// Losing is the key of the first form that would be lost, and what would be lost in all; ""
// for nothing.
func (d Drafts) Losing(f pane.Frame) (first, words string) {
	var all []string
	for _, key := range slices.Sorted(maps.Keys(d)) {
		if lost := d[key].Loses(f); lost != "" {
			if first == "" {
				first = key
			}
			all = append(all, lost)
		}
	}
	return first, strings.Join(all, "\n")
}

// Leaving gives away as the intent or, if something would be lost for good, asks first.
func (d Drafts) Leaving(f pane.Frame, away pane.Intent) pane.Intent {
	if first, _ := d.Losing(f); first != "" {
		return pane.Push{Overlay: &leaving{drafts: d, first: first, away: away}}
	}
	return away
}

// leaving asks whether to save or drop what isn't saved.
type leaving struct {
	drafts Drafts
	first  string // the form to go back to
	away   pane.Intent
}

func (o *leaving) About(pane.Frame) pane.About { return pane.About{Title: "Not saved yet"} }

func (o *leaving) Draw(f pane.Frame) []string {
	_, words := o.drafts.Losing(f)
	ways := title(f.KeyOf("leaving-return")) + " goes back to it. " + title(f.KeyOf("leaving-away")) + " leaves and loses it for good."
	out := f.Paragraphs(kit.Text, words+"\n\n"+ways)
	return out[:min(len(out), f.H)]
}

// title is a key's name with a capital letter.
func title(key string) string {
	if len(key) < 2 {
		return key
	}
	return strings.ToUpper(key[:1]) + key[1:]
}

var leavingKeys = slices.Concat(pane.In("leaving", "Unsaved changes",
	pane.Enter("return", "go back and save", "go back"),
	pane.Binding{ID: "away", Keys: []string{"D"}, Label: "leave without saving", Foot: "leave without saving"},
), []pane.Binding{pane.Back.Footed("stay")})

func (o *leaving) Keys(pane.Frame) []pane.Binding { return leavingKeys }

func (o *leaving) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(leavingKeys, msg) {
	case "back":
		return o, pane.Close{}
	case "return":
		return o, pane.All{pane.Close{}, pane.Push{Overlay: o.drafts[o.first]}}
	case "away":
		return o, pane.All{pane.Close{}, o.away}
	}
	return o, nil
}
