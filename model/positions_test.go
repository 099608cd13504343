package model_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// ofPlayers are the commands that a player may send.
var ofPlayers = []any{model.Join{}, model.Edit{}, model.Write{}, model.PutPage{}, model.Begin{}, model.Together{}, model.Answer{}, model.Drop{}, model.Undo{},
	model.Redo{}, model.Rest{}, model.Declare{}, model.Wait{}, model.StepIn{}, model.Say{}, model.Note{}, model.MakeRequest{}, model.AddWord{}, model.NoDefence{}}

// numbersSent are the numbers in commands of players, and what they count. A place in a list,
// or how long one is, must not be among them: a player's view leaves things out, so it is
// another in the whole table. What is meant is named by its id.
var numbersSent = map[string]string{
	"Answer.Amount": "points",
	"Answer.Faces":  "what dice show",
	"Answer.Give":   "points",

	"Add.N":            "points",
	"Change.PoolLeft":  "points",
	"Character.Awards": "points",
	"Declare.Actions":  "actions",
	"Effect.At":        "a moment",
	"Effect.Since":     "a moment",
	"Join.Round":       "a round, which only the gamemaster gives",
	"Modifier.N":       "points",
	"Rest.Times":       "spans",
	"Undo.Seq":         "an event by its number, which only the gamemaster gives",
}

// numbersSeen are the numbers in the state of a table, of which a seat's view has a part, and
// what they count.
var numbersSeen = map[string]string{
	"Add.N":               "points",
	"Answer.Amount":       "points",
	"Answer.Faces":        "what dice show",
	"Answer.Give":         "points",
	"Arrival.Due":         "a moment; the gamemaster's alone",
	"Calendar.Moment":     "a moment",
	"Change.PoolLeft":     "points",
	"Character.Awards":    "points",
	"Clock.Began":         "a moment",
	"Clock.Moment":        "a moment",
	"Clock.Scene":         "scenes, which everybody sees begin",
	"Declaration.Actions": "actions",
	"Declaration.Done":    "actions",
	"Dice.Again":          "what dice show",
	"Dice.Count":          "dice that the seat throws",
	"Dice.High":           "what dice show",
	"Dice.Low":            "what dice show",
	"DiceWords.At":        "words of the stream of open dice, by which these can be checked",
	"DiceWords.HiddenAt":  "words of the stream of hidden dice; not in a view",
	"DiceWords.Mixed":     "words that players gave, whom everybody knows",
	"DiceWords.Times":     "how often words were mixed in, which everybody knows",
	"DieFate.Face":        "what dice show",
	"Effect.At":           "a moment",
	"Effect.Since":        "a moment",
	"EndedSession.Number": "sessions",
	"Evening.Zone":        "minutes",
	"Modifier.N":          "points",
	"Next.After":          "a moment",
	"Next.When":           "a moment",
	"Outcome.Margin":      "points",
	"Outcome.Target":      "points",
	"Outcome.Total":       "points",
	"Pending.Due":         "a moment",
	"Pending.Start":       "a moment",
	"Question.Before":     "decisions of the seat itself",
	"Question.Least":      "points",
	"Question.Most":       "points",
	"Question.Total":      "points",
	"Question.Wants":      "a kind",
	"Request.Undo":        "events of the seat's own log; they are never sent back",
	"Rester.Began":        "a moment; the gamemaster's alone",
	"Rester.Gone":         "spans; the gamemaster's alone",
	"Rester.Left":         "spans; the gamemaster's alone",
	"Rester.Next":         "a moment; the gamemaster's alone",
	"Resting.Until":       "a moment; the gamemaster's alone",
	"Roll.Moment":         "a moment",
	"RollContext.Busy":    "a moment",
	"Score.Score":         "points",
	"Score.Tie":           "points",
	"Series.Members":      "those of a group whom the seat sees",
	"Series.Repeats":      "rolls of a rest; the gamemaster's alone",
	"Session.Sessions":    "sessions",
	"State.Edition":       "editions of the program",
	"State.LatestMoment":  "a moment",
	"State.SceneStarts":   "moments",
	"Step.Target":         "points",
	"Use.Each":            "points",
	"Use.Most":            "points",
	"Use.Preset":          "points",
	"Use.PresetUnknown":   "points",
}

// Whatever number leaves a seat's view, or comes to it, is known not to be a place or a length
// of a list: each is written down here with what it counts.
func TestNoPositionLeavesAView(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "decide/decide.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var may []string
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "playersMaySend" {
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if c, ok := n.(*ast.CaseClause); ok {
					for _, x := range c.List {
						may = append(may, x.(*ast.SelectorExpr).Sel.Name)
					}
				}
				return true
			})
		}
	}
	var listed []string
	sent := map[string]bool{}
	for _, c := range ofPlayers {
		listed = append(listed, reflect.TypeOf(c).Name())
		numbersIn(reflect.TypeOf(c), sent, map[reflect.Type]bool{})
	}
	if slices.Sort(may); !slices.Equal(may, sortedNames(listed)) {
		t.Errorf("players may send %v, and this looks at %v", may, listed)
	}
	seen := map[string]bool{}
	numbersIn(reflect.TypeFor[model.State](), seen, map[reflect.Type]bool{})
	for _, x := range []struct {
		where string
		are   map[string]bool
		known map[string]string
	}{{"a command of players", sent, numbersSent}, {"a view", seen, numbersSeen}} {
		for name := range x.are {
			if x.known[name] == "" {
				t.Errorf("%s has the number %s: what does it count? If it is a place in a list, name what is meant by its id", x.where, name)
			}
		}
		for name := range x.known {
			if !x.are[name] {
				t.Errorf("%s has no number %s any more", x.where, name)
			}
		}
	}
}

func sortedNames(all []string) []string { slices.Sort(all); return all }

// numbersIn collects the whole numbers in a type, each by the type and the field that hold
// it. The numbers of a rulebook, in pages, are not places in lists.
func numbersIn(t reflect.Type, out map[string]bool, done map[reflect.Type]bool) {
	if done[t] || t == reflect.TypeFor[engine.Page]() || t == reflect.TypeFor[engine.Value]() || t == reflect.TypeFor[time.Time]() {
		return
	}
	done[t] = true
	switch t.Kind() {
	case reflect.Struct:
		for f := range t.NumField() {
			field := t.Field(f)
			if isNumber(field.Type) {
				out[t.Name()+"."+field.Name] = true
			} else {
				numbersIn(field.Type, out, done)
			}
		}
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		numbersIn(t.Elem(), out, done)
	}
}

// isNumber reports whether values of a type are whole numbers, or lists of them.
func isNumber(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return isNumber(t.Elem())
	}
	return false
}
