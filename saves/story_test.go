package saves_test

import (
	"iter"

	"example.org/fray/model"
	"example.org/fray/model/view"
)

// storyOf tells every event of a log by the words of its facts.
func storyOf(words func(model.Table, model.Fact) []string) func(model.Table) iter.Seq2[model.Line, []view.Line] {
	return func(t model.Table) iter.Seq2[model.Line, []view.Line] {
		return func(yield func(model.Line, []view.Line) bool) {
			for l := range t.Log() {
				var out []view.Line
				for _, f := range l.Event.Facts {
					for i, w := range words(t, f) {
						out = append(out, view.Line{Text: w, Head: i == 0})
					}
				}
				if !yield(l, out) {
					return
				}
			}
		}
	}
}
