package model_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// seatFunctions are the functions of decide and view that a screen calls with the
// table that a seat sees.
var seatFunctions = map[string]any{
	"decide.ActOf":      decide.ActOf,
	"decide.Amended":    decide.Amended,
	"decide.AsOf":       decide.AsOf,
	"decide.Before":     decide.Before,
	"decide.Begun":      decide.Begun,
	"decide.ByHand":     decide.ByHand,
	"decide.Changed":    decide.Changed,
	"decide.Deciders":   decide.Deciders,
	"decide.Earners":    decide.Earners,
	"decide.Falling":    decide.Falling,
	"decide.Falls":      decide.Falls,
	"decide.Foretell":   decide.Foretell,
	"decide.Free":       decide.Free,
	"decide.Inputs":     decide.Inputs,
	"decide.Kept":       decide.Kept,
	"decide.Lands":      decide.Lands,
	"decide.NextDue":    decide.NextDue,
	"decide.NextMoment": decide.NextMoment,
	"decide.NextTurn":   decide.NextTurn,
	"decide.Payment":    decide.Payment,
	"decide.Requests":   decide.Requests,
	"decide.Rests":      decide.Rests,
	"decide.Score":      decide.Score,
	"decide.SheetsKept": decide.SheetsKept,
	"decide.Turns":      decide.Turns,
	"decide.Upkeep":     decide.Upkeep,
	"decide.UpkeepOf":   decide.UpkeepOf,
	"decide.Waits":      decide.Waits,
	"view.Apart":        view.Apart,
	"view.Follow":       view.Follow,
	"view.Gone":         view.Gone,
	"view.Messages":     view.Messages,
	"view.PlaceOf":      view.PlaceOf,
	"view.RecapOf":      view.RecapOf,
	"view.SeenBy":       view.SeenBy,
	"view.Tale":         view.Tale,
	"view.Tell":         view.Tell,
	"view.Translate":    view.Translate,
	"view.Whole":        view.Whole,
}

// notForSeats are those that take the whole table.
var notForSeats = map[string]bool{"decide.Decide": true, "decide.Result": true}

// Every function of decide and view that takes a table is tried with what a seat sees.
func TestSeatFunctionsAreAll(t *testing.T) {
	for _, dir := range []string{"decide", "view"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			code, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range code.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Recv != nil || !fn.Name.IsExported() || fn.Type.Params.NumFields() == 0 {
					continue
				}
				of, ok := fn.Type.Params.List[0].Type.(*ast.SelectorExpr)
				if !ok || of.Sel.Name != "Table" {
					continue
				}
				if name := dir + "." + fn.Name.Name; seatFunctions[name] == nil && !notForSeats[name] {
					t.Errorf("%s takes a table and is not among seatFunctions", name)
				}
			}
		}
	}
}
