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

// seatFunctions are the functions of decide and view that are called with a seat's table.
var seatFunctions = map[string]any{
	"decide.Acted":            decide.Acted,
	"decide.ActOf":            decide.ActOf,
	"decide.PreviewAmendment": decide.PreviewAmendment,
	"decide.Attacks":          decide.Attacks,
	"decide.GivesUp":          decide.GivesUp,
	"decide.TakesUp":          decide.TakesUp,
	"decide.MayTakeUp":        decide.MayTakeUp,
	"decide.CallsOff":         decide.CallsOff,
	"decide.IsIncomplete":     decide.IsIncomplete,
	"decide.LacksWithin":      decide.LacksWithin,
	"decide.Try":              decide.Try,
	"decide.WhyNot":           decide.WhyNot,
	"decide.IsDefence":        decide.IsDefence,
	"decide.Before":           decide.Before,
	"decide.Deciders":         decide.Deciders,
	"decide.DueAfter":         decide.DueAfter,
	"decide.DueTime":          decide.DueTime,
	"decide.Free":             decide.Free,
	"decide.Idle":             decide.Idle,
	"decide.Inputs":           decide.Inputs,
	"decide.InputsToBegin":    decide.InputsToBegin,
	"decide.NextDue":          decide.NextDue,
	"decide.NextMoment":       decide.NextMoment,
	"decide.PreviewEffects":   decide.PreviewEffects,
	"decide.PreviewPending":   decide.PreviewPending,
	"decide.Rests":            decide.Rests,
	"decide.Score":            decide.Score,
	"decide.ShelfItemOf":      decide.ShelfItemOf,
	"decide.Turns":            decide.Turns,
	"decide.UpcomingUntil":    decide.UpcomingUntil,
	"decide.Upkeep":           decide.Upkeep,
	"decide.UpkeepOf":         decide.UpkeepOf,
	"decide.WaitingFor":       decide.WaitingFor,
	"view.Copies":             view.Copies,
	"view.Entries":            view.Entries,
	"view.GroupName":          view.GroupName,
	"view.Headline":           view.Headline,
	"view.Deed":               view.Deed,
	"view.Blows":              view.Blows,
	"view.HeadlineOf":         view.HeadlineOf,
	"view.Members":            view.Members,
	"view.SearchLog":          view.SearchLog,
	"view.LogText":            view.LogText,
	"view.GroupWords":         view.GroupWords,
	"view.GroupWordsOf":       view.GroupWordsOf,
	"view.GroupParts":         view.GroupParts,
	"view.StandingOfBlows":    view.StandingOfBlows,
	"view.StandingOf":         view.StandingOf,
	"view.Narration":          view.Narration,
	"view.Words":              view.Words,
	"view.FillNames":          view.FillNames,
	"view.Follow":             view.Follow,
	"view.IsWhole":            view.IsWhole,
	"view.LeftCharacters":     view.LeftCharacters,
	"view.Messages":           view.Messages,
	"view.ExplainedSheet":     view.ExplainedSheet,
	"view.LaterWords":         view.LaterWords,
	"view.CallsOffWords":      view.CallsOffWords,
	"view.LastLosses":         view.LastLosses,
	"view.PoolHistory":        view.PoolHistory,
	"view.RecapOf":            view.RecapOf,
	"view.RecapOfEvents":      view.RecapOfEvents,
	"view.RedactedVariants":   view.RedactedVariants,
	"view.SeenBy":             view.SeenBy,
	"view.CommandTitle":       view.CommandTitle,
	"view.Sessions":           view.Sessions,
	"view.Tell":               view.Tell,
	"view.IsOffered":          view.IsOffered,
	"view.ChoiceWords":        view.ChoiceWords,
	"view.NeedWords":          view.NeedWords,
	"view.FollowUpAgainst":    view.FollowUpAgainst,
	"view.ChoiceNames":        view.ChoiceNames,
	"view.ChoiceName":         view.ChoiceName,
	"view.CarriedWords":       view.CarriedWords,
	"view.RollMarks":          view.RollMarks,
	"view.RollTitle":          view.RollTitle,
	"view.AgainstWords":       view.AgainstWords,
	"decide.BeginNeedsGrant":  decide.BeginNeedsGrant,
	"decide.HandChanges":      decide.HandChanges,
	"decide.OutOfTurn":        decide.OutOfTurn,
}

// notForSeats are the functions that take only a whole table.
var notForSeats = map[string]bool{"decide.Decide": true, "decide.Result": true, "decide.Simulate": true}

// Every function of decide and view that takes a table is tried with a seat's table.
func TestSeatFunctionsAreComplete(t *testing.T) {
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
