package model

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"testing"
)

// byHand are the commands whose facts say everything.
var byHand = []string{"Make", "Join", "Reset", "Edit", "Reorder", "Write", "PutPage", "SetHouse", "SetRulebook", "Answer", "Note",
	"Amend", "BeginSession", "EndSession", "GiveAwards", "SetDate", "PlanEvening", "PlayAnyway", "Undo", "Redo", "Back", "Say", "MakeRequest", "NameSeat", "HandOver", "ShowOdds",
	"AskWords", "AddWord", "PassOver", "MixDice", "Show", "SetDeadline", "NoDefence"}

// Every command is either stored with its event or listed here as one whose facts say
// everything. A command that is neither could not be replayed.
func TestEveryCommandIsStoredOrInFacts(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "command.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var keptNames []string
	for _, k := range CommandKinds {
		c, _ := k.read([]byte("{}"))
		keptNames = append(keptNames, reflect.TypeOf(c).Name())
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != "command" {
			continue
		}
		name := f.Recv.List[0].Type.(*ast.Ident).Name
		if kept := slices.Contains(keptNames, name); kept == slices.Contains(byHand, name) {
			t.Errorf("%s: kept %v; a command stands either in CommandKinds or among those whose facts say all", name, kept)
		}
	}
}
