package saves_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.org/fray/saves"
)

func TestRemove(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "evening.fray")
	l, err := saves.Make(path, rules, "Evening", "toy", testDeps())
	if err != nil {
		t.Fatal(err)
	}
	var used *saves.InUse
	if err := saves.Remove(path); !errors.As(err, &used) {
		t.Errorf("an open table: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := saves.Remove(path); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	var none *saves.NotFound
	if err := saves.Remove(path); !errors.As(err, &none) {
		t.Errorf("a table that is not there: %v", err)
	}
}
