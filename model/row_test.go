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

// Every type of the package that is a fact has its entry in the table of facts,
// the table has no other, and each reads and tells its own fact.
func TestEveryFactIsInTheTable(t *testing.T) {
	var in []string
	for kind, r := range facts {
		f, err := r.read([]byte("{}"))
		if err != nil || f.Kind() != kind {
			t.Errorf("%s reads as %T: %v", kind, f, err)
			continue
		}
		in = append(in, strings.TrimPrefix(fmt.Sprintf("%T", f), "model."))
		if got, ok := rowOf(f); !ok || got.kind != kind {
			t.Errorf("%T does not find its entry", f)
		}
		if said := New(nil).Tell(f, true); len(said) == 0 || said[0].Text == "" {
			t.Errorf("%T has no words", f)
		}
		if r.fold != nil {
			r.fold(state{}, f) // of an empty table: it has nothing to find
		}
	}
	slices.Sort(in)
	if declared := declaredFacts(t); !slices.Equal(in, declared) {
		t.Errorf("the table has %v\nthe package has %v", in, declared)
	}
}

// declaredFacts gives the types of the package's source that have a method Kind.
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

// What has no entry, or an entry that leaves out who may know it, is the
// gamemaster's alone, and changes nothing.
func TestSecretsFailClosed(t *testing.T) {
	strange := []Fact{
		stranger{"new"}, stranger{"noted"}, stranger{"clock-moved"},
		Unknown{"of-a-newer-version", []byte(`{}`)}, Unknown{"noted", []byte(`{"text":5}`)}, Unknown{"table-named", nil},
	}
	silent := entry(of[stranger]{about: func(stranger) Subject { return Subject{} }})
	table := New(nil).Apply(Event{Seq: 1, Facts: []Fact{Made{Name: "Vault"}, Joined{Character{ID: "c1", Name: "Hero", Owner: "Bo"}}}})
	before := table.Seq()
	for i, f := range strange {
		table = table.Apply(Event{Seq: before + uint64(i) + 1, Facts: []Fact{f}})
	}
	if table.Name != "Vault" || len(table.Characters()) != 1 || table.Clock.Moment != 0 {
		t.Errorf("facts without an entry changed the table: %+v", table.state)
	}
	for _, s := range []Seat{{Role: Player, Name: "Bo"}, {Role: Watcher}, {Role: "observer", Name: "Bo"}, {}} {
		seen := table.SeenBy(s)
		for l := range seen.Log() {
			for _, f := range l.Event.Facts {
				if slices.Contains(strange, f) {
					t.Errorf("%+v knows %#v", s, f)
				}
			}
		}
	}
	if all := silent.knows(deed{by: Seat{Role: GM}}, stranger{}); len(all) > 0 {
		t.Errorf("a fact of which nobody has said who may know it is known to %+v", all)
	}
	lines := 0
	for range table.Log() {
		lines++
	}
	if lines != 1+len(strange) {
		t.Errorf("the gamemaster's log has %d lines", lines)
	}
}
