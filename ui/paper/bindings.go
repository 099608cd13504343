package paper

import (
	"slices"

	"example.org/fray/ui/pane"
)

// Writing are the keys of a page that is filled in.
func Writing() []pane.Binding { return slices.Concat(writing, saving) }

// Bindings lists the bindings of what is filled in, by the places in which they
// work together.
func Bindings() [][]pane.Binding {
	return [][]pane.Binding{formKeys, cardKeys[1:], cardEnter, slices.Concat(houseEnter, writing), noteKeys, noticeKeys[:1], promptKeys, leavingKeys, typingEnds, slices.Concat(pane.Finding, found)}
}
