package model

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Every fact type of the package has its entry in the table of facts, the table has no
// others, and each entry reads its own fact.
func TestEveryFactIsInTheTable(t *testing.T) {
	var in []string
	for kind, r := range facts {
		f, err := r.Read([]byte("{}"))
		if err != nil || f.Kind() != kind {
			t.Errorf("%s reads as %T: %v", kind, f, err)
			continue
		}
		in = append(in, strings.TrimPrefix(fmt.Sprintf("%T", f), "model."))
		if got, ok := FactEntryOf(f); !ok || got.Kind != kind {
			t.Errorf("%T does not find its entry", f)
		}
		if r.fold != nil {
			r.fold(State{}, f) // an empty table has nothing that it could change
		}
	}
	declared := declaredFacts(t)
	for _, name := range declared {
		if !slices.Contains(in, name) {
			t.Errorf("%s has no entry in the table of facts", name)
		}
	}
	if len(in) != len(declared) {
		t.Errorf("the table has %d entries for the %d facts of the package", len(in), len(declared))
	}
}

// declaredFacts returns the types in the package's source that have a method Kind.
func declaredFacts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
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
			if !ok || fn.Recv == nil || fn.Name.Name != "Kind" {
				continue
			}
			if on, ok := fn.Recv.List[0].Type.(*ast.Ident); ok && on.Name != "Unknown" {
				out = append(out, on.Name)
			}
		}
	}
	slices.Sort(out)
	return out
}

// stranger is a fact without an entry.
type stranger struct{ Kinds string }

func (s stranger) Kind() string { return s.Kinds }

// A fact whose entry has no audience is known to nobody but the gamemaster.
func TestEntriesWithoutAudienceAreSecret(t *testing.T) {
	silent := entry(factOf[stranger]{about: func(stranger) Subject { return Subject{} }})
	if all := silent.KnownTo(AudienceContext{By: Seat{Role: GM}}, stranger{}); len(all) > 0 {
		t.Errorf("a fact of which nobody has said who may know it is known to %+v", all)
	}
}
