package model_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// filler sets everything that it reaches to a value of its own, none of them the zero value.
type filler struct {
	n       int
	left    []string // the fields that no JSON has
	nowhere []string // the fields that JSON forgets
}

// made are values of types whose JSON is not that of their fields.
var made = map[reflect.Type]func(n int) any{
	reflect.TypeFor[engine.Page]():  func(n int) any { return page(n) },
	reflect.TypeFor[engine.Value](): func(n int) any { v, _ := engine.PageOf("might", n).Get("might"); return v },
	reflect.TypeFor[time.Time]():    func(n int) any { return time.Unix(int64(n), 0).UTC() },
	reflect.TypeFor[model.Event]():  func(n int) any { return event(n) },
}

func page(n int) (p engine.Page) {
	b, err := engine.PageOf("might", n, "powers/r1/name", fmt.Sprint("word", n)).MarshalJSON()
	if err == nil {
		err = p.UnmarshalJSON(b)
	}
	if err != nil {
		panic(err)
	}
	return p
}

func event(n int) model.Event {
	return model.Event{Seq: uint64(n), Time: time.Unix(int64(n), 0).UTC(), By: gm, Facts: []model.Fact{model.MessageSent{From: gm, Text: fmt.Sprint("word", n)}}}
}

func (f *filler) fill(v reflect.Value, within string) {
	f.n++
	if make, is := made[v.Type()]; is {
		v.Set(reflect.ValueOf(make(f.n)))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(f.n%100 + 1))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(f.n%100 + 1))
	case reflect.String:
		v.SetString(fmt.Sprint("word", f.n))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), within)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		f.fill(v.Index(0), within)
		f.fill(v.Index(1), within)
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), within)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key, within)
		f.fill(value, within)
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			name := v.Type().Name() + "." + field.Name
			switch {
			case field.Tag.Get("json") == "-" && field.Name != "RollContext":
				f.left = append(f.left, name)
			case !field.IsExported():
				f.nowhere = append(f.nowhere, name)
			default:
				f.fill(v.Field(i), name)
			}
		}
	default:
		f.nowhere = append(f.nowhere, within+" of type "+v.Type().String())
	}
}

// A snapshot holds every field of the state of a table and of its characters, and of the
// history beside it.
func TestSnapshotHoldsEveryField(t *testing.T) {
	var f filler
	want := model.New(rules)
	f.fill(reflect.ValueOf(&want.State).Elem(), "State")
	f.fill(reflect.ValueOf(&want.Amendments).Elem(), "Amendments")
	want.UndoneEvents = map[uint64]bool{3: true, 5: true}
	first, second := event(7), event(6)
	want.RedoStack = &model.UndoItem{Event: &first, Act: 8, Next: &model.UndoItem{Event: &second, Act: 9}}
	if len(f.nowhere) > 0 {
		t.Errorf("JSON forgets %s", strings.Join(f.nowhere, ", "))
	}
	// Some are set in a seat's table only, which is never kept; answers are facts of their own.
	slices.Sort(f.left)
	if left, may := slices.Compact(f.left), []string{"Begin.Answers", "Character.Public", "RollContext.Asking", "RollContext.Unknown"}; !slices.Equal(left, may) {
		t.Errorf("no JSON holds %q; only %q may be left out", left, may)
	}

	body, err := want.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	got, err := model.New(rules).Restore(body, 77)
	if err != nil {
		t.Fatal(err)
	}
	differs(t, "State", reflect.ValueOf(got.State), reflect.ValueOf(want.State))
	differs(t, "Amendments", reflect.ValueOf(got.Amendments), reflect.ValueOf(want.Amendments))
	differs(t, "UndoneEvents", reflect.ValueOf(got.UndoneEvents), reflect.ValueOf(want.UndoneEvents))
	differs(t, "RedoStack", reflect.ValueOf(got.RedoStack), reflect.ValueOf(want.RedoStack))
	if got.Seq() != 77 || got.Complete() {
		t.Errorf("the snapshot was opened at %d", got.Seq())
	}
}

// differs says which fields of a value differ.
func differs(t *testing.T, where string, got, want reflect.Value) {
	t.Helper()
	if reflect.DeepEqual(got.Interface(), want.Interface()) {
		return
	}
	if want.Kind() != reflect.Struct {
		t.Errorf("%s: %+v, not %+v", where, got, want)
		return
	}
	for i := range want.NumField() {
		if field := want.Type().Field(i); field.IsExported() {
			differs(t, where+"."+field.Name, got.Field(i), want.Field(i))
		}
	}
}
