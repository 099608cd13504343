package engine

import (
	"strings"
)

// Field is a typed handle on a Spec: rules read and write through it.
type Field[T Type] struct{ *Spec }

// Further gives f, a parameter of the opponent, as that of the nth opponent, counted
// from 1: other.factor, other.2.factor. An action that may face many takes them all;
// see [Action.Param].
func (f Field[T]) Further(n int) Field[T] {
	if n > 1 {
		f.Spec = f.further(Opponent(n))
	}
	return f
}

func (sp *Spec) further(seat Seat) *Spec {
	own := *sp
	own.ID = string(seat) + "." + strings.TrimPrefix(sp.ID, string(Other)+".")
	own.Label = "Opponent " + strings.TrimPrefix(string(seat), string(Other)+".") + ": " + sp.Label
	return &own
}

// Unit sets the unit of f.
func (f Field[T]) Unit(unit string) Field[T] {
	f.Spec.Unit = unit
	return f
}

// Help sets the sentence that explains f.
func (f Field[T]) Help(help string) Field[T] {
	f.Spec.Help = help
	return f
}

// Checked restricts f to values for which is returns true, and says in words what they
// are. The empty text is always allowed.
func (f Field[T]) Checked(form string, is func(T) bool) Field[T] {
	f.form, f.check = form, func(v Value) bool { return v.kind == Text && v.s == "" || is(as[T](v)) }
	return f
}

// Bookkeeping makes f one of the program's own notes, such as until when somebody is busy.
// Rules use it, but its changes are not shown to people.
func (f Field[T]) Bookkeeping() Field[T] {
	f.Spec.Bookkeeping = true
	return f
}

// WhenEmpty says in words what holds if nothing is written in f, and that is not one of the
// values that f can have.
func (f Field[T]) WhenEmpty(words string) Field[T] {
	f.Spec.WhenEmpty = words
	return f
}

// ForOneRoll makes f a parameter that counts for one roll alone: a form that remembers
// the last roll leaves it out.
func (f Field[T]) ForOneRoll() Field[T] {
	f.Spec.OneRoll = true
	return f
}

// Letter names the key that switches f in the form of an action or, if f is a number, adds
// one to it, wherever in the form no text is typed.
func (f Field[T]) Letter(key string) Field[T] {
	f.Spec.Letter = key
	return f
}

// BeyondSheet makes f a parameter that no sheet justifies: a bonus for what the rules do not
// count, or a number in place of the sheet's. If a player sets one, the gamemaster has to
// grant it, or the log says who has set it.
func (f Field[T]) BeyondSheet() Field[T] {
	f.Spec.Beyond = true
	return f
}

// Shared makes f a parameter that counts once for several characters who act together: the
// defence of their opponent is rolled once and holds against all of them.
func (f Field[T]) Shared() Field[T] {
	f.Spec.Shared = true
	return f
}

// Defends makes f a choice of how the opponent meets an attack. It is made by whoever fills in
// the form, unless the roll asks the opponent. undefended is the option of opponents who do
// not defend.
func (f Field[T]) Defends(undefended T) Field[T] {
	f.Spec.Undefended = ValueOf(undefended)
	return f
}

// AttackWhen makes the use of a row an attack if v stands in its column f.
func (f Field[T]) AttackWhen(v T) Field[T] {
	f.Spec.AttackValue = ValueOf(v)
	return f
}

// Default sets what holds where nothing is written.
func (f Field[T]) Default(v T) Field[T] {
	f.fallback = ValueOf(v)
	return f
}

// Derived sets a function that works out what holds where nothing is written.
func (f Field[T]) Derived(from func(Sheet) T) Field[T] {
	f.derive = func(s Sheet) Value { return ValueOf(from(s)) }
	return f
}

func as[T Type](v Value) (out T) {
	switch p := any(&out).(type) {
	case *int:
		*p = v.Int()
	case *Milli:
		*p = v.Milli()
	case *bool:
		*p = v.Bool()
	case *string:
		*p = v.Text()
	}
	return out
}

// Of gives the value of f on s: what is written or else its default, and what is in
// force.
func (f Field[T]) Of(s Sheet) T { return as[T](s.data().value(f.Spec)) }

// At gives the value of f in a row.
func (f Field[T]) At(r Row) T { return as[T](r.value(f.Spec)) }

// Within gives the number nearest to v that f can hold. Rules use it to write sums that may
// go beyond the limits of the field.
func (f Field[T]) Within(v T) T {
	out := ValueOf(v)
	if out.kind == Int || out.kind == Decimal {
		out.n = min(max(out.n, int64(f.Least)), int64(f.Most))
	}
	return as[T](out)
}
