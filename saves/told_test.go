package saves_test

import (
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// What is found one after the other is told together.
func TestFindingsAreAdded(t *testing.T) {
	path := played(t, 20)
	overwrite(t, path+".head", 3, []byte("xx"))
	l, err := saves.Open(path, rules, testDeps())
	if err != nil || l.Findings() == nil {
		t.Fatal(err, l.Findings())
	}
	first := len(l.Findings().Wrong)
	overwrite(t, path+".jsonl", 40, []byte("xx"))
	if err := l.Inspect(t.Context()); err != nil {
		t.Fatal(err)
	}
	f := l.Findings()
	if len(f.Wrong) != first+1 || len(f.Kept) != 2 || f.Lost() > 0 || f.Events != l.Now().Seq() {
		t.Errorf("%+v", f)
	}
	if _, err := l.Do(program, model.Note{Text: "It goes on."}); err != nil {
		t.Error(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(path, rules, ""); err != nil || !r.Good() {
		t.Errorf("%+v %v", r, err)
	}
}
