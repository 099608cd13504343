package pane

import (
	"iter"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// Stack is the overlays that lie on top of the panes. The last one has the keys. Each
// has a number, from 1, by which it is told from the others: it is another value after
// each message. The zero Stack is empty.
type Stack struct {
	layers []layer
	newest int // the number of the overlay that was pushed last
}

type layer struct {
	id int
	Overlay
}

// Top is the overlay that has the keys, nil for none.
func (s *Stack) Top() Overlay {
	if len(s.layers) == 0 {
		return nil
	}
	return s.layers[len(s.layers)-1].Overlay
}

// TopID is the number of the overlay that has the keys, 0 for none.
func (s *Stack) TopID() int {
	if len(s.layers) == 0 {
		return 0
	}
	return s.layers[len(s.layers)-1].id
}

// IDOf is the number of an overlay, 0 where it does not lie here.
func (s *Stack) IDOf(o Overlay) int {
	for id, there := range s.All() {
		if there == o {
			return id
		}
	}
	return 0
}

// At is the overlay with a number, nil where it has gone.
func (s *Stack) At(id int) Overlay {
	if i := s.find(id); i >= 0 {
		return s.layers[i].Overlay
	}
	return nil
}

// All are the overlays that lie here now with their numbers, from the top.
func (s *Stack) All() iter.Seq2[int, Overlay] {
	return func(yield func(int, Overlay) bool) {
		for _, l := range slices.Backward(slices.Clone(s.layers)) {
			if !yield(l.id, l.Overlay) {
				return
			}
		}
	}
}

// Push lays an overlay on top.
func (s *Stack) Push(o Overlay) {
	s.newest++
	s.layers = append(s.layers, layer{s.newest, o})
}

// Drop takes the overlay with a number away.
func (s *Stack) Drop(id int) {
	s.layers = slices.DeleteFunc(s.layers, func(l layer) bool { return l.id == id })
}

// Clear takes all overlays away.
func (s *Stack) Clear() { s.layers = nil }

// Update gives the overlay with a number a message, and returns what it asks for; nil
// where it has gone.
func (s *Stack) Update(id int, f Frame, msg tea.Msg) Intent {
	i := s.find(id)
	if i < 0 {
		return nil
	}
	var intent Intent
	s.layers[i].Overlay, intent = s.layers[i].Overlay.Update(f, msg)
	return intent
}

func (s *Stack) find(id int) int {
	return slices.IndexFunc(s.layers, func(l layer) bool { return l.id == id })
}
