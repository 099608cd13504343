package sheet

import "example.org/fray/ui/pane"

// Bindings returns the bindings of this package's overlays. Each inner slice is active at
// the same time.
func Bindings() [][]pane.Binding { return [][]pane.Binding{editorKeys, houseKeys} }
