package ui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// keyChange is the overlay that asks for another key of a binding.
type keyChange struct {
	of    pane.Binding
	wrong string
}

var keyChangeKeys = append(pane.In("rekey", "Help",
	pane.Typing("the new key"),
	pane.Binding{ID: "usual", Keys: []string{"backspace"}, Label: "the usual keys again", Foot: "usual key"},
), pane.Back)

func (o *keyChange) About(pane.Frame) pane.About {
	return pane.About{Title: "Another key for: " + o.of.Label}
}

func (o *keyChange) Keys(pane.Frame) []pane.Binding { return keyChangeKeys }

func (o *keyChange) Draw(f pane.Frame) []string {
	now := "It has no key now. "
	if keys := f.Keys.Keys(o.of); len(keys) > 0 {
		now = "It has " + inKeyWords(keys) + " now. "
	}
	out := f.Paragraphs(kit.Text, now+"Press the key that it is to have.")
	if o.wrong != "" {
		out = append(append(out, f.Look.Blank(f.W)), f.Paragraphs(kit.Bad, o.wrong)...)
	}
	return out
}

// inKeyWords names keys as people do.
func inKeyWords(keys []string) string {
	words := make([]string, len(keys))
	for i, k := range keys {
		words[i] = pane.KeyWord(k)
	}
	return strings.Join(words, " and ")
}

// Update implements pane.Overlay.
func (o *keyChange) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	k, is := msg.(tea.KeyMsg)
	if !is || k.Paste {
		return o, nil
	}
	switch f.Pressed(keyChangeKeys, k) {
	case "back":
		return o, pane.Close{}
	case "usual":
		return o, o.keep(nil)
	}
	key := k.String()
	if i := slices.IndexFunc(o.of.Keys, pane.IsInMenu); i >= 0 {
		key = strings.TrimSuffix(o.of.Keys[i], pane.InMenu(o.of.Keys[i])) + key
	}
	if o.wrong = whyNotKey(f, o.of.Name(), key); o.wrong != "" {
		return o, nil
	}
	return o, o.keep([]string{key})
}

// keep gives the binding its keys, the usual ones for nil, and saves that.
func (o *keyChange) keep(keys []string) pane.Intent {
	name, label := o.of.Name(), o.of.Label
	return pane.All{pane.Close{}, pane.Own{Intent: func(m *Model) tea.Cmd {
		own := maps.Clone(m.preferences.Keys)
		if own == nil {
			own = map[string][]string{}
		}
		words := label + " has its usual keys again"
		if delete(own, name); keys != nil {
			own[name] = keys
			words = label + " is " + inKeyWords(keys) + " now"
		}
		m.preferences.Keys, m.cfg.Settings.Keys = own, own
		m.keys = newKeyring(m, own)
		keepPreferences(m)
		return m.say(words)
	}}}
}

// whyNotKey is the reason why a binding cannot have a key, "" where it can.
func whyNotKey(f pane.Frame, name, key string) string {
	if always, fixed := pane.Fixed[pane.InMenu(key)]; fixed {
		return pane.KeyWord(key) + " always " + always
	}
	if _, err := pane.ParseKey(pane.KeyWord(key)); err != nil {
		return err.Error()
	}
	for i, place := range append([][]pane.Binding{tableKeys(nil)}, elsewhere()...) {
		if !slices.ContainsFunc(place, func(b pane.Binding) bool { return b.Name() == name }) {
			continue
		}
		for _, b := range place {
			if b.Name() != name && slices.Contains(f.Keys.Keys(b), key) {
				return fmt.Sprintf("%s is the key for: %s. Give that another key first", pane.KeyWord(key), b.Label)
			}
		}
		if i > 0 {
			continue
		}
		for _, s := range f.Table.Rulebooks {
			for _, a := range s.Actions {
				if a.Key == key {
					return fmt.Sprintf("%s is the key for %s in %s", pane.KeyWord(key), a.Label, s.Name)
				}
			}
		}
	}
	return ""
}
