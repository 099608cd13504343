package sheet

import "example.org/fray/ui/pane"

// Bindings lists the bindings of what is written here, by the places in which
// they work together.
func Bindings() [][]pane.Binding { return [][]pane.Binding{editorKeys, houseKeys} }
