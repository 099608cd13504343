package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// TestPersonFiles writes a character and reads it again. An existing file is not
// overwritten without being asked to.
func TestPersonFiles(t *testing.T) {
	home := t.TempDir()
	s := &app{env: func(name string) string { return map[string]string{"HOME": home}[name] }}
	who := model.Character{ID: "c2", Name: "Rook", Notes: "two\nlines", Pages: map[string]engine.Page{"d6": d6.System.Templates[0].Page}}
	rook := &decide.ShelfItem{Name: "Rook", Characters: []model.Character{who}}
	if err := writeReady(s, "~/rook.json", rook, false); err != nil {
		t.Fatal(err)
	}
	read, _, err := readReady(s, filepath.Join(home, "rook.json"))
	if err != nil || len(read.Characters) != 1 {
		t.Fatalf("read again: %+v, %v", read, err)
	}
	again := read.Characters[0]
	if again.Name != who.Name || again.Notes != who.Notes || len(again.Pages["d6"].Paths()) != len(who.Pages["d6"].Paths()) {
		t.Errorf("read again: %+v", again)
	}
	rook.Characters[0].Name = "Raven"
	if err := writeReady(s, "~/rook.json", rook, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("unasked: %v", err)
	}
	if err := writeReady(s, "~/rook.json", rook, true); err != nil {
		t.Fatal(err)
	}
	if read, _, _ = readReady(s, "~/rook.json"); read.Name != "Raven" {
		t.Errorf("written over, it is %q", read.Name)
	}
	if err := writeReady(s, "~/none/rook.json", rook, false); err == nil {
		t.Error("written into a folder that is not there")
	}
	if _, _, err := readReady(s, "~/nobody.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("read from nowhere: %v", err)
	}
	if left, _ := os.ReadDir(home); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}
