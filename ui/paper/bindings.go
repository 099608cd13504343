package paper

import "example.org/fray/ui/pane"

// Bindings lists the bindings of lists, by the places in which they work
// together.
func Bindings() [][]pane.Binding { return [][]pane.Binding{pickKeys, searchKeys, choiceKeys} }
