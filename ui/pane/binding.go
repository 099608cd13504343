package pane

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model/phrase"
	"example.org/fray/ui/kit"
)

// Binding is one thing that a key does in one place of the screen. Every key is in a list of
// bindings, which the footer, the help, the palette and config.toml are made from, so they
// always agree with what the keys do.
type Binding struct {
	ID    string   // never changes once released, and unique in its place
	In    string   // the place: "form", "log"; "" for the table as a whole
	Keys  []string // as Bubble Tea names them; "P x" is x in the menu that P opens
	Typed string   // stands for keys in the footer where text is typed: "type", "digits"
	Label string   // what it does
	Also  string   // words that people look for it by, the most usual first
	Deed  bool     // a character does it: everyday words for what it serves find it as well
	Group string   // the heading it stands under
	Foot  string   // what the footer says of it, "" for nothing
	Verb  string   // the verb that it does, from the table of verbs; "" for what only a screen has

	Why   func(Frame) string // why it does nothing now; nil: it always does something
	Words func(Frame) string // what it would do now; nil: Label
	Now   func(Frame) string // that in the footer, where it tells the binding, "" for nothing; nil: Foot
	Run   func(Frame) Intent // nil: its place does it
}

// Name is the binding's name in config.toml: its place and its ID.
func (b Binding) Name() string {
	if b.In == "" {
		return b.ID
	}
	return b.In + "-" + b.ID
}

// Text is what the binding would do now.
func (b Binding) Text(f Frame) string {
	if b.Words != nil {
		return b.Words(f)
	}
	return b.Label
}

// WhyNot says why the binding does nothing now; "" when it does something.
func (b Binding) WhyNot(f Frame) string {
	if b.Why == nil {
		return ""
	}
	return b.Why(f)
}

// Of is the binding of a verb of the table of verbs, which says what it does, who may, how people
// look for it and where it stands. Its ID is the verb's unless it has another.
func Of(verb string, b Binding) Binding {
	v := phrase.VerbCalled(verb)
	b.Verb, b.ID, b.Label, b.Group = verb, cmp.Or(b.ID, verb), cmp.Or(b.Label, v.Help), cmp.Or(b.Group, v.Group)
	b.Also = cmp.Or(b.Also, v.Named())
	if v.Sends == nil {
		return b
	}
	may := func(f Frame) string { return whyNot(f, v.Sends) }
	if b.Why == nil {
		b.Why = may
	} else {
		b.Why = Both(may, b.Why)
	}
	return b
}

// In gives bindings their place and, unless they have one, their heading in the help.
func In(place, group string, list ...Binding) []Binding {
	for i := range list {
		list[i].In, list[i].Group = place, cmp.Or(list[i].Group, group)
	}
	return list
}

// Footed is a copy of b that the footer calls does.
func (b Binding) Footed(does string) Binding {
	b.Foot = does
	return b
}

// Feet are the bindings of a list that the footer shows, given by ID and words in turn, in
// that order.
func Feet(list []Binding, feet ...string) []Binding {
	out := make([]Binding, 0, len(feet)/2)
	for i := 0; i+1 < len(feet); i += 2 {
		for _, b := range list {
			if b.ID == feet[i] {
				out = append(out, b.Footed(feet[i+1]))
			}
		}
	}
	return out
}

// Footer is a list of which the footer shows some, given by ID and words in turn: those come
// first, in that order, and the footer leaves out the others.
func Footer(list []Binding, feet ...string) []Binding {
	out := Feet(list, feet...)
	for _, b := range list {
		if !slices.ContainsFunc(out, func(o Binding) bool { return o.ID == b.ID }) {
			out = append(out, b.Footed(""))
		}
	}
	return out
}

// Keymap says which keys the bindings have on this screen. With a nil Keymap each has its
// usual keys.
type Keymap struct {
	own   map[string][]string
	first map[string]string // the first key of every binding there is, by name
}

// NewKeymap is a keymap in which the bindings named in own have other keys than usual.
func NewKeymap(all []Binding, own map[string][]string) *Keymap {
	m := &Keymap{own: own, first: map[string]string{}}
	for _, b := range all {
		if keys := m.Keys(b); len(keys) > 0 {
			m.first[b.Name()] = keys[0]
		}
	}
	return m
}

// Keys are the keys of a binding: those of this screen, and behind them the fixed ones (see
// [Fixed]), which cannot be taken away.
func (m *Keymap) Keys(b Binding) []string {
	if m == nil {
		return b.Keys
	}
	own, changed := m.own[b.Name()]
	if !changed {
		return b.Keys
	}
	for key := range Fixed {
		if slices.Contains(b.Keys, key) && !slices.Contains(own, key) {
			own = append(slices.Clip(own), key)
		}
	}
	return own
}

// Of is the name of a binding's first key; for a binding without one, how to find it.
func (m *Keymap) Of(name string) string {
	if m != nil {
		if key, ok := m.first[name]; ok {
			return KeyWord(key)
		}
	}
	return "(: " + name + ")"
}

// KeyOf is the name of a binding's first key.
func (f Frame) KeyOf(name string) string { return f.Keys.Of(name) }

// KeysOf names the first keys of two bindings that belong together: "shift+up and down".
func (f Frame) KeysOf(one, other string) string {
	return strings.Replace(together(f.KeyOf(one), f.KeyOf(other)), "/", " and ", 1)
}

// Pressed is the ID of the binding that a message presses, "" for none and for a message that
// is no key.
func (f Frame) Pressed(list []Binding, msg tea.Msg) string {
	b, _ := f.PressedOf(list, msg)
	return b.ID
}

// PressedOf is the binding that a message presses, and which of its keys that is, counted
// from 0.
func (f Frame) PressedOf(list []Binding, msg tea.Msg) (Binding, int) {
	k, is := msg.(tea.KeyMsg)
	if !is || k.Paste {
		return Binding{}, -1
	}
	name := k.String()
	for _, b := range list {
		if i := slices.Index(f.Keys.Keys(b), name); i >= 0 {
			return b, i
		}
	}
	return Binding{}, -1
}

// menuKey stands before the keys of the menu of people.
const menuKey = "P "

// InMenu is a key without the one that opens the menu of people, if it belongs to that menu.
func InMenu(key string) string { return strings.TrimPrefix(key, menuKey) }

// KeyWord is the name of a key for people.
func KeyWord(key string) string {
	switch key {
	case " ":
		return "space"
	case "delete":
		return "del"
	}
	return key
}

// Hint is a key and what it does, in the words of the footer.
type Hint struct {
	Key, Does string
	keys      []string // the first key of each binding that is told, by name, as in the menu of people
}

// longestHint is how many cells the footer gives to what a key would do now.
const longestHint = 30

// aRow is from how many keys on a binding's keys are written as a range: 1-9.
const aRow = 6

// Hints are the footer's hints for a list. Neighbours that do the same are one hint.
func (f Frame) Hints(list []Binding) []Hint {
	out := make([]Hint, 0, len(list))
	for _, b := range list {
		if b.Foot == "" {
			continue
		}
		key := b.Typed
		var stroke []string
		if keys := f.Keys.Keys(b); len(keys) > 0 {
			stroke = keys[:1:1]
			if key = KeyWord(keys[0]); len(keys) >= aRow {
				key += "-" + KeyWord(keys[len(keys)-1])
			}
		}
		switch n := len(out); {
		case key == "":
		case n > 0 && out[n-1].Does == b.Foot:
			out[n-1].Key = together(out[n-1].Key, key)
			out[n-1].keys = append(out[n-1].keys, stroke...)
		case b.Now != nil:
			if now := kit.Clean(b.Now(f)); now != "" {
				if kit.Width(now) > longestHint {
					now = kit.Clip(now, longestHint-1) + f.Look.More
				}
				out = append(out, Hint{key, now, stroke})
			}
		default:
			out = append(out, Hint{key, b.Foot, stroke})
		}
	}
	return out
}

// together writes two keys as one: shift+up and shift+down as shift+up/down.
func together(a, b string) string {
	if at := strings.LastIndexByte(a, '+'); at > 0 && strings.HasPrefix(b, a[:at+1]) {
		return a + "/" + b[at+1:]
	}
	return a + "/" + b
}
