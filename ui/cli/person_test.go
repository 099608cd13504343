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
)

// A character that is written is read again; nothing is written over unasked.
func TestPersonFiles(t *testing.T) {
	home := t.TempDir()
	s := &shell{env: func(name string) string { return map[string]string{"HOME": home}[name] }}
	rook := &model.Character{ID: "c2", Name: "Rook", Notes: "two\nlines", Pages: map[string]engine.Page{"d6": d6.System.Templates[0].Page}}
	if err := s.sit().writePerson("~/rook.json", rook, false); err != nil {
		t.Fatal(err)
	}
	again, err := s.sit().readPerson(filepath.Join(home, "rook.json"))
	if err != nil || again.Name != rook.Name || again.Notes != rook.Notes || len(again.Pages["d6"].Paths()) != len(rook.Pages["d6"].Paths()) {
		t.Errorf("read again: %+v, %v", again, err)
	}
	rook.Name = "Raven"
	if err := s.sit().writePerson("~/rook.json", rook, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("unasked: %v", err)
	}
	if err := s.sit().writePerson("~/rook.json", rook, true); err != nil {
		t.Fatal(err)
	}
	if again, _ = s.sit().readPerson("~/rook.json"); again.Name != "Raven" {
		t.Errorf("written over, it is %q", again.Name)
	}
	if err := s.sit().writePerson("~/none/rook.json", rook, false); err == nil {
		t.Error("written into a folder that is not there")
	}
	if _, err := s.sit().readPerson("~/nobody.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("read from nowhere: %v", err)
	}
	if left, _ := os.ReadDir(home); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}
