package pane

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// Fixed are the keys that always do the same and cannot be given to anything else.
var Fixed = map[string]string{"esc": "goes back", "ctrl+c": "leaves"}

// Back is the key that steps back from whatever lies on top.
var Back = In("everywhere", "Everywhere",
	Binding{ID: "back", Keys: []string{"esc"}, Label: "go back", Foot: "back"})[0]

// Always are the keys that work wherever one is.
var Always = In("", "Screen",
	Binding{ID: "leave", Keys: []string{"ctrl+c"}, Label: "quit at once"},
	Binding{ID: "suspend", Keys: []string{"ctrl+z"}, Label: "suspend"},
	Binding{ID: "redraw", Keys: []string{"ctrl+l"}, Label: "redraw the screen"},
)

// Moving are the keys that move in a pane.
var Moving = In("move", "Moving",
	Binding{ID: "up", Keys: []string{"up", "k"}, Label: "up"},
	Binding{ID: "down", Keys: []string{"down", "j"}, Label: "down"},
	Binding{ID: "page-up", Keys: []string{"pgup", "ctrl+u"}, Label: "a page up"},
	Binding{ID: "page-down", Keys: []string{"pgdown", "ctrl+f", "ctrl+d"}, Label: "a page down"},
	Binding{ID: "first", Keys: []string{"home"}, Label: "first"},
	Binding{ID: "last", Keys: []string{"end", "G"}, Label: "last"},
)

// Listing are the keys that choose in a list.
var Listing = In("list", "Lists",
	Binding{ID: "up", Keys: []string{"up", "k", "shift+tab", "ctrl+p"}, Label: "previous", Foot: "choose"},
	Binding{ID: "down", Keys: []string{"down", "j", "tab", "ctrl+n"}, Label: "next", Foot: "choose"},
	Binding{ID: "first", Keys: []string{"home", "pgup"}, Label: "first"},
	Binding{ID: "last", Keys: []string{"end", "pgdown"}, Label: "last"},
)

// Finding are the keys that choose in a list while letters are typed into a
// search.
var Finding = In("find", "Searching",
	Binding{ID: "type", Typed: "type", Label: "the words to find", Foot: "to find"},
	Binding{ID: "up", Keys: []string{"up", "ctrl+p", "shift+tab"}, Label: "previous"},
	Binding{ID: "down", Keys: []string{"down", "ctrl+n", "tab"}, Label: "next"},
	Binding{ID: "first", Keys: []string{"pgup", "home"}, Label: "first"},
	Binding{ID: "last", Keys: []string{"pgdown", "end"}, Label: "last"},
)

// moved is the place in a list of n to which a key of Moving goes from at; false for other
// keys and empty lists. From -1, no place, it goes to the first.
func (f Frame) moved(k tea.Msg, at, n, page int) (int, bool) {
	return stepped(f.Pressed(Moving, k), at, n, page)
}

func stepped(does string, at, n, page int) (int, bool) {
	if n == 0 {
		return 0, false
	}
	to := at
	switch does {
	case "down":
		to++
	case "up":
		to--
	case "page-down":
		to += page
	case "page-up":
		to -= page
	case "first":
		to = 0
	case "last":
		to = n - 1
	default:
		return 0, false
	}
	return max(0, min(to, n-1)), true
}

// Bindings lists the bindings of the panes and those that all share. Bindings that work at
// the same time are in one list.
func Bindings() [][]Binding {
	return [][]Binding{{Back}, Moving, Listing, Finding, rosterKeys, sheetKeys, slices.Concat(Finding, choiceEnter), slices.Concat(Listing, seeking, choiceEnter), logKeys, searchKeys, costsKeys, timelineKeys, noticeKeys[:1]}
}

// Enter is a binding of the enter key.
func Enter(id, label, foot string) Binding {
	return Binding{ID: id, Keys: []string{"enter"}, Label: label, Foot: foot}
}

// Typing is the footer's hint that text is typed.
func Typing(foot string) Binding {
	return Binding{ID: "type", Typed: "type", Label: foot, Foot: foot}
}

// Is reports whether a key types text: a letter, a space, or a backspace that
// begins with what is there.
func Is(msg tea.Msg) bool {
	k, is := msg.(tea.KeyMsg)
	return is && !k.Alt && slices.Contains([]tea.KeyType{tea.KeyRunes, tea.KeySpace, tea.KeyBackspace}, k.Type)
}
