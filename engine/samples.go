package engine

import "slices"

// Samples gives values of each kind that a field may take: every option, every row of the
// list on page that it may name, the other answer to a question of yes or no, the least, a
// small and the greatest number, and texts in the usual forms. What is impossible with
// all of them is most likely impossible with any.
func (sp *Spec) Samples(s Sheet, page Page) []Value {
	var out []Value
	switch {
	case sp.Kind == Bool:
		out = []Value{ValueOf(!sp.Default(s).Bool())}
	case sp.Kind == Int:
		out = []Value{ValueOf(1), ValueOf(sp.Least), ValueOf(sp.Most)}
	case sp.Kind == Decimal:
		out = []Value{ValueOf(Milli(1000)), ValueOf(Milli(sp.Least)), ValueOf(Milli(sp.Most))}
	case sp.Options != nil:
		for _, o := range sp.Options {
			out = append(out, ValueOf(o))
		}
	case sp.RowsOf != "":
		for _, id := range page.RowIDs(sp.RowsOf) {
			out = append(out, ValueOf(id))
		}
	default:
		for _, words := range []string{"1", "3D", "d6", "1d6", "x"} {
			out = append(out, ValueOf(words))
		}
	}
	return slices.DeleteFunc(out, func(v Value) bool { return sp.Check(v) != nil })
}
